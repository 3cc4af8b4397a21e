/** What was measured, in milliseconds, by `what/whose`; of questions, as many of each kind for each run. */
export type Samples = Readonly<Record<string, readonly number[]>>

export interface DirectoryFigures {
  readonly samples: Samples
  readonly memoryBytes: number
}

/** Queries of each kind in a run. */
export const questionsPerRun = 60
