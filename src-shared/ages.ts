const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export interface AgeLimits {
  /** From here on it is older than usual. */
  readonly agingMs: number
  /** From here on somebody should look into it. */
  readonly oldMs: number
}

/** From when on something is old: the one place that says so, for the first screen and for notifications. */
export const ageLimits = {
  /** What waits to be sent: an hour without a connection is nothing special, a day is. */
  waiting: { agingMs: hourMs, oldMs: dayMs },
  /** What may or may not have arrived: the insurer's list settles it within minutes as a rule. */
  unconfirmed: { agingMs: 15 * minuteMs, oldMs: hourMs },
  /** What an officer has to decide: the same working day. */
  needsOfficer: { agingMs: hourMs, oldMs: 8 * hourMs },
  /** The kept directory of pharmacies. */
  directory: { agingMs: 7 * dayMs, oldMs: 30 * dayMs },
} as const satisfies Record<string, AgeLimits>

export type Age = 'fresh' | 'aging' | 'old'

/** How old something is by its limits. A moment in the future, of a clock that was set back, is fresh. */
export function ageOf({ agingMs, oldMs }: AgeLimits, passedMs: number): Age {
  if (passedMs >= oldMs) return 'old'
  return passedMs >= agingMs ? 'aging' : 'fresh'
}
