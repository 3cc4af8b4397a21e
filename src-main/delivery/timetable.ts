import type { Clock } from '../platform/clock.ts'

/** After an attempt with an unknown outcome, the delays between one reading of the list and the next. */
const readingDelaysMs = [15_000, 60_000, 5 * 60_000, 30 * 60_000] as const

/** Two readings without a match prove absence when they are this far apart. */
const absenceSpanMs = 5 * 60_000

/** When something may next be tried, by the monotonic clock. Kept in memory: a start tries at once. */
export class Timetable {
  readonly #clock: Clock
  readonly #notBefore = new Map<string, number>()
  readonly #readings = new Map<string, { dueMs: number; step: number }>()
  readonly #absentSince = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Delays an entry's next attempt by this long. */
  delay(entryId: string, delayMs: number): void {
    this.#notBefore.set(entryId, this.#clock.monotonicMs() + delayMs)
  }

  mayTry(entryId: string): boolean {
    return (this.#notBefore.get(entryId) ?? 0) <= this.#clock.monotonicMs()
  }

  tryAtOnce(entryId: string): void {
    this.#notBefore.delete(entryId)
  }

  /** An entry became unconfirmed: schedules its readings of the list, the first after a delay. */
  startReadings(entryId: string): void {
    this.#readings.set(entryId, { dueMs: this.#clock.monotonicMs() + readingDelaysMs[0], step: 0 })
    this.#absentSince.delete(entryId)
  }

  /** Makes its reading due as soon as there is a connection: at start, on reconnect, or when an officer asks. */
  readAtOnce(entryId: string): void {
    const step = this.#readings.get(entryId)?.step ?? 0
    this.#readings.set(entryId, { dueMs: this.#clock.monotonicMs(), step })
  }

  /** A reading was tried: schedules the next one. */
  readingDone(entryId: string): void {
    const step = Math.min((this.#readings.get(entryId)?.step ?? 0) + 1, readingDelaysMs.length - 1)
    const delayMs = readingDelaysMs[step] ?? absenceSpanMs
    this.#readings.set(entryId, { dueMs: this.#clock.monotonicMs() + delayMs, step })
  }

  isReadingDue(entryId: string): boolean {
    const reading = this.#readings.get(entryId)
    return reading === undefined || reading.dueMs <= this.#clock.monotonicMs()
  }

  /**
   * Notes a valid reading without a match.
   * @param askedAtMs when the list was requested (monotonic): a slow answer may show the list as it was then.
   * @returns whether absence is proved now.
   */
  noteAbsent(entryId: string, askedAtMs: number): boolean {
    const since = this.#absentSince.get(entryId)
    if (since === undefined) this.#absentSince.set(entryId, askedAtMs)
    return since !== undefined && askedAtMs - since >= absenceSpanMs
  }

  forget(entryId: string): void {
    this.#notBefore.delete(entryId)
    this.#readings.delete(entryId)
    this.#absentSince.delete(entryId)
  }

  /** Milliseconds from `sinceMs` (monotonic) until this entry's next try or reading; null when none is scheduled. */
  msUntilNext(
    entryId: string,
    what: 'attempt' | 'reading',
    sinceMs = this.#clock.monotonicMs(),
  ): number | null {
    const due = what === 'attempt' ? this.#notBefore.get(entryId) : this.#readings.get(entryId)?.dueMs
    return due === undefined ? null : Math.max(0, due - sinceMs)
  }
}
