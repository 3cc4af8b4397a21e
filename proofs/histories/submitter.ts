import type { EntryBody, Submission } from '#shared/outbox/entry.ts'
import type { Promises, Tracked } from './promises.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { VirtualClock } from './virtual-clock.ts'

interface SubmitterOptions {
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

/** Mixed case and a letter with two Unicode forms: lists change both. */
export function policyOf(n: number): string {
  return `Kkp/é ${n}`
}

/** What the nth submission is sent under. */
export function codeOf(n: number): string {
  return `0000-${String(n).padStart(4, '0')}`
}
