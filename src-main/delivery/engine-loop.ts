import { isReconcilable } from '#shared/outbox/predicates.ts'
import { err } from '#shared/result.ts'
import { storageFailureOf } from '#main/platform/sqlite.ts'
import type { SendingAttempts } from './attempts.ts'
import type { EngineParts } from './engine-parts.ts'
import type { Lessons } from './lessons.ts'
import type { ListReadings } from './list-readings.ts'
import type { Looks } from './looks.ts'
import type { Probes } from './probes.ts'
import { holdIfUnwritten, storageHolds, storageRetryMs, type StorageWrite } from './hold-set.ts'

export interface LoopParts {
  readonly attempts: SendingAttempts
  readonly probes: Probes
  readonly looks: Looks
  readonly readings: ListReadings
  readonly lessons: Lessons
}

/**
 * The engine's one loop. Each turn:
 *
 *   1. takes what probes, looks and readings brought
 *   2. closes what was answered and opens what may go next, in one commit
 *   3. tells of it, and sends what was opened
 *   4. asks what is due: a probe, details, lists
 *   5. sleeps until something is due, was answered, or is wished for
 *
 * Requests run side by side, and nothing of them is applied between the turns. A hold stops 2 (the opening) and 4; that
 * for a problem of the insurer's leaves 4, and one attempt at a time.
 */
export class EngineLoop {
  readonly #parts: EngineParts
  readonly #loop: LoopParts

  constructor(parts: EngineParts, loop: LoopParts) {
    this.#parts = parts
    this.#loop = loop
  }

  /** Runs until a stop is wished for and every attempt has ended. @throws bugs only. */
  async run(): Promise<void> {
    const { wishes, inFlight, waker } = this.#parts
    await this.#lookForKey()
    while (!wishes.stopping) await waker.sleep(this.#guarded(() => this.#turn(), storageRetryMs))
    await inFlight.attemptsEnded()
    inFlight.rethrow()
    // What was answered during the stop; a disk failure now must not keep the application from quitting.
    this.#guarded(() => this.#closeOpenAndSend(), undefined)
    this.#settleWishes()
  }

  async #lookForKey(): Promise<void> {
    const { options, connection } = this.#parts
    const { keys } = connection
    const hasKey = await options.hasKey()
    if (!hasKey && keys === connection.keys) connection.holds.add({ type: 'no-key' }, null)
  }

  /** @returns how long to sleep, in ms; null until an event. */
  #turn(): number | null {
    // Whatever becomes due after this moment is not slept past.
    const sinceMs = this.#parts.options.clock.monotonicMs()
    this.#takeAnswers()
    if (this.#mayWrite()) this.#closeOpenAndSend()
    this.#lookForWhatIsDue()
    this.#settleWishes()
    return this.#msUntilNext(sinceMs)
  }

  #takeAnswers(): void {
    const { inFlight, connection } = this.#parts
    inFlight.rethrow()
    inFlight.takeAnswers()
    if (connection.holds.isDue('rate-limited')) connection.endRateLimit()
  }

  #mayWrite(): boolean {
    const { holds } = this.#parts.connection
    if (storageHolds.some((hold) => holds.isDue(hold))) this.#retryStorage()
    return !storageHolds.some((hold) => holds.has(hold))
  }

  /** Whether the API may be asked for anything but a probe. */
  #isClear(): boolean {
    const { connection, wishes, doubts } = this.#parts
    if (wishes.suspended || wishes.stopping) return false
    return connection.holds.mayAsk && !connection.isProbeWanted && !doubts.isAny
  }

  #closeOpenAndSend(): void {
    const { options, wishes, drain, tell, habits, records, laterLooks } = this.#parts
    const { attempts, looks, lessons } = this.#loop
    const turned = attempts.turn(
      () => this.#isClear() && !wishes.paused && !drain.isAsked,
      (entry) => !looks.mustLookFirst(entry),
    )
    if (!turned.ok) {
      tell(turned)
      return
    }
    const { closed, opened, next } = turned.value
    if (closed.length > 0) options.onEntries(closed)
    if (opened.length > 0) options.onEntries(opened)
    if (closed.length + opened.length > 0) options.onStatus()
    for (const entry of opened) attempts.send(entry)
    if (opened.length > 0) options.api.prepare(next)
    for (const entry of closed) lessons.note(entry)
    for (const note of [habits, records, laterLooks]) this.#note(note.save())
  }

  #lookForWhatIsDue(): void {
    const { connection, wishes } = this.#parts
    if (wishes.suspended) return
    const { probes, looks, lessons, readings } = this.#loop
    if (connection.isProbeDue()) probes.start()
    if (!this.#isClear()) return
    looks.start()
    lessons.start()
    readings.start()
  }

  // Writes what could not be written before; the hold returns unless all of it is on the disk.
  #retryStorage(): void {
    const { options, connection, inFlight, wishes } = this.#parts
    connection.holds.lift(...storageHolds)
    if (inFlight.attempts === 0) for (const orphan of this.#loop.attempts.closeOrphans()) this.#note(orphan)
    this.#note(options.memory.write('paused', wishes.paused ? 'yes' : null))
    options.onStatus()
  }

  /** Ends what callers wait for: a drain once no attempt is open, a look that is over or cannot be made. */
  #settleWishes(): void {
    const { options, connection, inFlight, drain, searches, wishes, awaited } = this.#parts
    if ([...options.outbox.sending()].length === 0) drain.settle()
    const isHeld = !connection.holds.mayAsk && !inFlight.isAsking('probe')
    const isOver = isHeld || wishes.suspended || wishes.stopping
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

  // The first of: a hold's next check, an attempt, a look, a reading, the idle probe.
  #msUntilNext(sinceMs: number): number | null {
    const { connection, wishes, delays, lanes, laterLooks } = this.#parts
    if (wishes.suspended) return null
    const untilHoldMs = connection.holds.msUntilLook(sinceMs)
    if (!connection.holds.mayAsk) return untilHoldMs
    const { looks, readings, lessons } = this.#loop
    const waits = [
      untilHoldMs,
      connection.msUntilIdleProbe(sinceMs),
      delays.msUntilNext(sinceMs),
      lanes.msUntilOpen(sinceMs),
      lessons.msUntilNext(sinceMs),
      laterLooks.msUntilNext(sinceMs),
      readings.msUntilNext(sinceMs),
      looks.msUntilNext(sinceMs),
    ]
    // What was due at `sinceMs` was asked for in this turn or waits for an answer, and an answer wakes the loop.
    const ahead = waits.flatMap((ms) => (ms === null || ms <= 0 ? [] : [ms]))
    return ahead.length === 0 ? null : Math.min(...ahead)
  }

  #guarded<T>(work: () => T, otherwise: T): T {
    try {
      return work()
    } catch (thrown) {
      // A row that cannot be read holds everything, like one that cannot be written; it must not stop the engine.
      const failure = storageFailureOf(thrown)
      if (failure === null) throw thrown
      this.#note(err(failure))
      return otherwise
    }
  }

  #note(written: StorageWrite): void {
    if (holdIfUnwritten(this.#parts.connection.holds, written)) this.#parts.options.onStatus()
  }
}
