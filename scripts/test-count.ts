import { readFileSync } from 'node:fs'
import * as v from 'valibot'

export interface TestCount {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
})
const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
})

/** What Vitest's JSON report counts. */
export function countVitest(report: unknown): TestCount {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = v.parse(VitestReport, report)
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

/** What Playwright's JSON report counts; a test that only sometimes passes has failed. */
export function countPlaywright(report: unknown): TestCount {
  const { expected, unexpected, flaky, skipped } = v.parse(PlaywrightReport, report).stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

/**
 * The count of one step. A runner that failed without a failed test (a file that does not load), or that left no
 * report, counts as one failure; so does a run without any test.
 */
export function countStep(
  file: string,
  exitedWell: boolean,
  count: (report: unknown) => TestCount,
): TestCount {
  let counted: TestCount = { passed: 0, failed: 0, skipped: 0 }
  try {
    counted = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { ...counted, failed: 1 }
  }
  const isEmpty = counted.passed + counted.failed === 0
  return (!exitedWell && counted.failed === 0) || isEmpty ? { ...counted, failed: 1 } : counted
}

/** The closing line of a run. */
export function closingLine(counts: readonly TestCount[]): string {
  const sum = (pick: (count: TestCount) => number): number => counts.map(pick).reduce((a, b) => a + b, 0)
  const skipped = sum((count) => count.skipped)
  const line = `${sum((count) => count.passed)} passed, ${sum((count) => count.failed)} failed`
  return skipped === 0 ? line : `${line}, ${skipped} skipped`
}
