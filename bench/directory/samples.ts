/** What was measured, in milliseconds, by `what/whose`; of questions, as many of each kind for each run. */
export type Samples = Readonly<Record<string, readonly number[]>>

export interface DirectoryFigures {
  readonly samples: Samples
  readonly memoryBytes: number
  /** Queries without a result from MiniSearch though the scan has one, by kind. */
  readonly missedByMiniSearch: Readonly<Record<string, number>>
}

/** Queries of each kind in a run. */
export const questionsPerRun = 60
