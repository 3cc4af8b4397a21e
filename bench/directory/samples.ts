/** What was measured, in milliseconds, by `what/whose`. */
export type Samples = Readonly<Record<string, readonly number[]>>

export interface DirectoryFigures {
  readonly count: number
  readonly samples: Samples
  readonly memoryBytes: number
}

/** The value below which so many of a hundred lie. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** Milliseconds as they are read. */
export function msText(ms: number): string {
  return ms >= 100 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(3)
}
