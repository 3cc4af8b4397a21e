import type { Transit } from '#testing/engine/simulated-insurer.ts'
import type { Surroundings } from '#testing/engine/simulated-process.ts'

export interface HistoryOptions {
  /** Decides when messages in flight arrive; without it the latencies of the circumstances do. */
  readonly transit?: Transit
  /** Called with each happening, each request to the insurer and each state change. */
  readonly trace?: (line: string) => void
  /** What the engine is shown of the insurer; everything by default. */
  readonly shown?: Surroundings['shown']
  /** Called at the end. */
  readonly covered?: (covered: Covered) => void
}

/** What a history had in it, so that it is seen what a search covers. */
export interface Covered {
  /** The highest number of concurrent attempts. */
  readonly mostAtOnce: number
  /** Discards that were undone, and those for which it was too late or the disk was full. */
  readonly undone: number
  readonly tooLate: number
  /** Requests that were corrected. */
  readonly corrected: number
}
