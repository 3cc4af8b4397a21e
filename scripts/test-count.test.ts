import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { closingLine, countPlaywright, countStep, countVitest } from './test-count.ts'

const vitest = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0 }

function reportFile(report: unknown): string {
  const file = join(createTestFolder(), 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

describe('the count of a run', () => {
  test('is what the runner reports', () => {
    expect(countStep(reportFile(vitest), true, countVitest)).toEqual({ passed: 3, failed: 0, skipped: 1 })
  })

  test('holds a failure when the runner failed without a failed test', () => {
    expect(countStep(reportFile(vitest), false, countVitest).failed).toBe(1)
  })

  test('holds a failure when there is no report, or no test in it', () => {
    expect(countStep('/nowhere/report.json', true, countVitest).failed).toBe(1)
    expect(countStep(reportFile({ ...vitest, numPassedTests: 0 }), true, countVitest).failed).toBe(1)
  })

  test('counts a flaky test as failed', () => {
    const stats = { expected: 2, unexpected: 1, flaky: 1, skipped: 0 }
    expect(countPlaywright({ stats })).toEqual({ passed: 2, failed: 2, skipped: 0 })
  })

  test('closes with one plain line', () => {
    const one = { passed: 2, failed: 0, skipped: 0 }
    expect(closingLine([one, one])).toBe('4 passed, 0 failed')
    expect(closingLine([one, { passed: 1, failed: 1, skipped: 2 }])).toBe('3 passed, 1 failed, 2 skipped')
  })
})
