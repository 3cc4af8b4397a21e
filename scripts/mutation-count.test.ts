import { describe, expect, it } from 'vitest'
import { countMutants, parseMutationReport } from './mutation-count.ts'

const reportOf = (files: Readonly<Record<string, readonly string[]>>) =>
  parseMutationReport({
    files: Object.fromEntries(
      Object.entries(files).map(([file, statuses]) => [
        file,
        { mutants: statuses.map((status) => ({ status })) },
      ]),
    ),
  })

describe('the mutation score', () => {
  it('counts what timed out as detected, what no test runs as undetected, and leaves out what is ignored', () => {
    const report = reportOf({
      'a.ts': ['Killed', 'Killed', 'Timeout', 'Survived'],
      'b.ts': ['NoCoverage', 'Ignored', 'RuntimeError', 'CompileError'],
      'c.ts': ['Survived'],
    })
    expect(countMutants(report, ['a.ts', 'b.ts'])).toEqual({
      detected: 3,
      undetected: 2,
      ignored: 3,
      percent: 60,
    })
  })

  it('is zero when nothing was tried', () => {
    expect(countMutants(reportOf({ 'a.ts': ['Ignored'] }), ['a.ts']).percent).toBe(0)
  })

  it('is refused for a file that the run left out', () => {
    expect(() => countMutants(reportOf({}), ['a.ts'])).toThrow('does not know a.ts')
  })

  it('is refused for a mutant that ended in an unknown way', () => {
    expect(() => countMutants(reportOf({ 'a.ts': ['Pending'] }), ['a.ts'])).toThrow('Pending')
  })
})
