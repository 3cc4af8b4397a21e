const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export interface AgeLimits {
  /** Above this it is older than usual. */
  readonly agingMs: number
  /** Above this someone should look into it. */
  readonly oldMs: number
}

/** The age limits, shared by the first screen and notifications. */
export const ageLimits = {
  /** Waiting to be sent: an hour without a connection is normal, a day is not. */
  waiting: { agingMs: hourMs, oldMs: dayMs },
  /** May or may not have arrived: the insurer's list usually settles it within minutes. */
  unconfirmed: { agingMs: 15 * minuteMs, oldMs: hourMs },
  /** Decisions for an officer: within the same working day. */
  needsOfficer: { agingMs: hourMs, oldMs: 8 * hourMs },
  /** The kept directory of pharmacies. */
  directory: { agingMs: 7 * dayMs, oldMs: 30 * dayMs },
} as const satisfies Record<string, AgeLimits>

export type Age = 'fresh' | 'aging' | 'old'

/** Rates an age by its limits. A time in the future, after the clock was set back, counts as fresh. */
export function ageOf({ agingMs, oldMs }: AgeLimits, passedMs: number): Age {
  if (passedMs >= oldMs) return 'old'
  return passedMs >= agingMs ? 'aging' : 'fresh'
}
