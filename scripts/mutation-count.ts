import * as v from 'valibot'

const MutationReport = v.object({
  files: v.record(v.string(), v.object({ mutants: v.array(v.object({ status: v.string() })) })),
})
type Report = v.InferOutput<typeof MutationReport>

/** How many mutants of some files the tests noticed. */
export interface MutantCount {
  readonly detected: number
  readonly undetected: number
  /** Left out by a comment in the code that says why, or the tests cannot even begin with it: Stryker scores neither. */
  readonly ignored: number
  /** Detected of all that were tried; 0 when none was. */
  readonly percent: number
}

/** Stryker's JSON report, as far as the score needs it. @throws when it is no such report */
export function parseMutationReport(report: unknown): Report {
  return v.parse(MutationReport, report)
}

/**
 * Counts the mutants of these files. One that no test runs counts as undetected.
 *
 * @throws when a file is not in the report (renamed, or left out of the run) or a mutant ended in a way we do not know
 */
export function countMutants(report: Report, files: readonly string[]): MutantCount {
  const count = { detected: 0, undetected: 0, ignored: 0 }
  for (const file of files) {
    const mutants = report.files[file]?.mutants
    if (mutants === undefined) throw new Error(`The mutation report does not know ${file}.`)
    for (const { status } of mutants) count[meaningOf(status)] += 1
  }
  const tried = count.detected + count.undetected
  return { ...count, percent: tried === 0 ? 0 : (100 * count.detected) / tried }
}

function meaningOf(status: string): 'detected' | 'undetected' | 'ignored' {
  switch (status) {
    case 'Killed':
    case 'Timeout':
      return 'detected'
    case 'Survived':
    case 'NoCoverage':
      return 'undetected'
    case 'Ignored':
    case 'RuntimeError':
    case 'CompileError':
      return 'ignored'
    default:
      throw new Error(`The mutation report has a mutant that is ${status}.`)
  }
}
