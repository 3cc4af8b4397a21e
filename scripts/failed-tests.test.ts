import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { failedEndToEndTests, failedUnitTests } from './failed-tests.ts'
import { projectRoot } from './project-root.ts'

function fileWith(report: unknown): string {
  const file = join(createTestFolder(), 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

describe('what failed is run again by a command', () => {
  it('that names the files of unit tests', () => {
    const testResults = [
      { name: join(projectRoot, 'src-main/a.test.ts'), status: 'failed' },
      { name: join(projectRoot, 'src-main/b.test.ts'), status: 'passed' },
      { name: join(projectRoot, 'scripts/c.test.ts'), status: 'failed' },
    ]
    expect(failedUnitTests(fileWith({ testResults }))).toEqual([
      'npm run unit -- src-main/a.test.ts scripts/c.test.ts',
    ])
  })

  it('that names the lines of end-to-end tests, within groups too', () => {
    const spec = (line: number, ok: boolean): object => ({ ok, file: 'claims.spec.ts', line })
    const suites = [
      { specs: [spec(3, true), spec(9, false)], suites: [{ specs: [spec(20, false), spec(30, true)] }] },
      { specs: [] },
    ]
    expect(failedEndToEndTests(fileWith({ suites }))).toEqual([
      'npm run e2e -- claims.spec.ts:9 claims.spec.ts:20',
    ])
  })

  it('that runs all of a step whose report says nothing of tests', () => {
    expect(failedUnitTests(join(createTestFolder(), 'none.json'))).toEqual(['npm run unit'])
    expect(failedUnitTests(fileWith({ testResults: [] }))).toEqual(['npm run unit'])
    expect(failedEndToEndTests(fileWith({ suites: 'none' }))).toEqual(['npm run e2e'])
  })
})
