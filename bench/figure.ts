/** The goal of a figure. */
export interface Goal {
  readonly bound: 'at most' | 'at least'
  readonly value: number
  /** `median` by default; with `worst` every single run must meet the goal. */
  readonly judged?: 'median' | 'worst'
}

/** One line of the table. */
export interface Line {
  /** What of the application is measured. */
  readonly what: string
  /** The baseline it is measured against in the same run. */
  readonly against: string
  /** `×` for a ratio to the baseline, otherwise the unit, such as `ms` or `MB`. */
  readonly unit: string
  /** Null where there is no goal and the number only explains another. */
  readonly goal: Goal | null
  /** One value per run, at least seven. */
  readonly runs: readonly number[]
}

export interface Outcome {
  readonly lines: readonly Line[]
  /** Where the time goes, what a limit is: written from what was measured in this run, never by hand. */
  readonly notes: readonly string[]
}

export interface Surroundings {
  /** A fresh folder on a real disk; removed afterwards. */
  readonly folder: string
  /** How many runs, at least seven. */
  readonly runs: number
}

/** One module of `bench/figures/`. */
export interface Figure {
  /** As in `npm run bench -- NAME`. */
  readonly name: string
  readonly title: string
  /** Whether it runs what `npm run build` makes. */
  readonly needsBuild: boolean
  measure(surroundings: Surroundings): Promise<Outcome>
}
