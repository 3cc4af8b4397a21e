import type { EntryBody, Submission } from '#shared/outbox/entry.ts'
import type { Promises, Tracked } from './promises.ts'
import type { SimulatedProcess } from '#testing/engine/simulated-process.ts'
import type { VirtualClock } from '#testing/virtual-clock.ts'

export interface SubmitterOptions {
  readonly clock: VirtualClock
  readonly promises: Promises
  /** The running application. */
  readonly process: () => SimulatedProcess
}

/** Hands submissions to the running application, as its page does. */
export class Submitter {
  readonly #options: SubmitterOptions

  constructor(options: SubmitterOptions) {
    this.#options = options
  }

  /** @param after what it is submitted again for, with the same root; null for a new one */
  submit(body: EntryBody, after: Tracked | null = null, corrects?: string): Tracked {
    const { promises, process, clock } = this.#options
    const id = `00000000-0000-7000-8000-${String(promises.tracked.length).padStart(12, '0')}`
    const submission: Submission = { id, body, ...(corrects === undefined ? {} : { corrects }) }
    const tracked = promises.track(submission, after?.root ?? id)
    tracked.accepted = process().outbox.accept(submission, clock.now().toISOString()).ok
    process().engine.nudge()
    return tracked
  }
}

/** Mixed case, a letter with two Unicode forms, slashes, and zeros at the front of a segment: lists change all of them. */
export function policyOf(n: number): string {
  return `Kkp/é/00${n}`
}

// One that may be another when day and month are exchanged, one that cannot, and one that ends a year.
const days = ['2026-11-02', '2026-11-19', '2025-12-31'] as const

/** When what is claimed of a policy occurred. */
export function dayOf(n: number): string {
  return days[n % days.length] ?? days[0]
}

/** What the nth submission is sent under. */
export function codeOf(n: number): string {
  return `0000-${String(n).padStart(4, '0')}`
}
