import { isReconcilable } from '#shared/outbox/predicates.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import { SendingAttempts } from './attempts.ts'
import { storageHolds } from './engine-holds.ts'
import type { EngineParts } from './engine-parts.ts'
import { Lessons } from './lessons.ts'
import { ListReadings } from './list-readings.ts'
import { Looks } from './looks.ts'
import { Probes } from './probes.ts'

/**
 * What the engine does each turn of its loop, after what probes, looks and readings brought was applied:
 *
 *   1. closes what was answered and opens what may go next, in one commit
 *   2. tells of it, and sends what was opened
 *   3. asks what is due: a probe, details, lists
 *
 * Requests run side by side, and nothing of them is applied between the turns. A hold stops 1 (the opening) and 3; that
 * for a problem of the insurer's leaves 3, and one attempt at a time.
 */
export class EngineTurn {
  readonly attempts: SendingAttempts
  readonly looks: Looks
  readonly readings: ListReadings
  readonly #parts: EngineParts
  readonly #probes: Probes
  readonly #lessons: Lessons

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.attempts = new SendingAttempts(parts)
    this.looks = new Looks(parts)
    this.readings = new ListReadings(parts)
    this.#probes = new Probes(parts)
    this.#lessons = new Lessons(parts)
  }

  /** @returns when something is due next (monotonic). */
  run(): Iterable<number> {
    const { connection } = this.#parts
    if (connection.holds.isDue('rate-limited')) connection.endRateLimit()
    if (this.#mayWrite()) this.#closeOpenAndSend()
    this.#lookForWhatIsDue()
    this.#settleWishes()
    return this.#dueTimes()
  }

  /** What was answered during the stop; a disk failure now must not keep the application from quitting. */
  last(): void {
    const closed = guardStorage(() => this.#closeOpenAndSend())
    if (!closed.ok) this.#parts.tell(closed)
    this.#settleWishes()
  }

  #mayWrite(): boolean {
    const { holds } = this.#parts.connection
    if (storageHolds.some((hold) => holds.isDue(hold))) this.#retryStorage()
    return !storageHolds.some((hold) => holds.has(hold))
  }

  /** Whether the API may be asked for anything but a probe. */
  #isClear(): boolean {
    const { connection, wishes, doubts, loop } = this.#parts
    if (wishes.suspended || loop.isStopping) return false
    return connection.holds.mayAsk && !connection.isProbeWanted && doubts.size === 0
  }

  #closeOpenAndSend(): void {
    const { options, wishes, drain, tell, habits, records, laterLooks } = this.#parts
    const turned = this.attempts.turn(
      () => this.#isClear() && !wishes.paused && !drain.isAsked,
      (entry) => !this.looks.mustLookFirst(entry),
    )
    if (!turned.ok) {
      tell(turned)
      return
    }
    const { closed, opened, next } = turned.value
    if (closed.length > 0) options.onEntries(closed)
    if (opened.length > 0) options.onEntries(opened)
    if (closed.length + opened.length > 0) options.onStatus()
    for (const entry of opened) this.attempts.send(entry)
    if (opened.length > 0) options.api.prepare(next)
    for (const entry of closed) this.#lessons.note(entry)
    for (const note of [habits, records, laterLooks]) tell(note.save())
  }

  #lookForWhatIsDue(): void {
    const { connection, wishes } = this.#parts
    if (wishes.suspended) return
    if (connection.isProbeDue()) this.#probes.start()
    if (!this.#isClear()) return
    this.looks.start()
    this.#lessons.start()
    this.readings.start()
  }

  // Writes what could not be written before; the hold returns unless all of it is on the disk.
  #retryStorage(): void {
    const { options, connection, loop, wishes, tell } = this.#parts
    connection.holds.lift(...storageHolds)
    if (loop.count('attempt/') === 0) this.attempts.closeOrphans()
    tell(options.memory.write('paused', wishes.paused ? 'yes' : null))
    options.onStatus()
  }

  /** Ends what callers wait for: a drain once no attempt is open, a look that is over or cannot be made. */
  #settleWishes(): void {
    const { options, connection, loop, drain, searches, wishes, awaited } = this.#parts
    if ([...options.outbox.sending()].length === 0) drain.settle()
    const isHeld = !connection.holds.mayAsk && !loop.has('ask/probe')
    const isOver = isHeld || wishes.suspended || loop.isStopping
    for (const [id, resolve] of awaited) {
      if (isOver) searches.dropWish(id)
      if (searches.isAwaited(id) && this.#isLookedFor(id)) continue
      awaited.delete(id)
      resolve()
    }
  }

  #isLookedFor(id: string): boolean {
    const entry = this.#parts.options.outbox.get(id)
    return entry !== null && isReconcilable(entry.body.kind, entry.state)
  }

  // A hold's next check, an attempt, a look, a reading, the idle probe.
  #dueTimes(): readonly number[] {
    const { connection, wishes, delays, lanes, laterLooks, records } = this.#parts
    if (wishes.suspended) return []
    if (!connection.holds.mayAsk) return connection.holds.dueTimes()
    const waiting = [connection.holds, delays, this.#lessons, laterLooks, records, this.looks]
    return [connection.idleProbeAtMs, lanes.opensAtMs, ...waiting.flatMap((one) => one.dueTimes())]
  }
}
