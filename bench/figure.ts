/** What a figure is held to. */
export interface Goal {
  readonly bound: 'at most' | 'at least' | 'below'
  readonly value: number
  /** `median` unless told otherwise; `worst` holds every single run to it. */
  readonly judged?: 'median' | 'worst'
}

/** One line of the table. */
export interface Line {
  /** What of ours is measured. */
  readonly what: string
  /** The raw thing it is measured against in the same run. */
  readonly against: string
  /** `×` for a ratio against the raw thing, otherwise what the number counts, such as `ms` or `MB`. */
  readonly unit: string
  /** Null where nothing is asked and the number only explains another. */
  readonly goal: Goal | null
  /** One value for each run, at least seven. */
  readonly runs: readonly number[]
}

export interface Outcome {
  readonly lines: readonly Line[]
  /** Where the time goes, what a limit is: written from what was measured in this run, never by hand. */
  readonly notes: readonly string[]
  /** Further tables, in Markdown, for the README alone. */
  readonly details?: string
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
