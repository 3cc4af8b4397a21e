import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import { isReconcilable } from '#shared/outbox/predicates.ts'
import { err } from '#shared/result.ts'
import { storageFailureOf } from '../platform/storage-failure.ts'
import type { Attempts } from './attempts.ts'
import type { EngineParts } from './engine-parts.ts'
import type { Lessons } from './lessons.ts'
import type { ListReadings } from './list-readings.ts'
import type { Looks } from './looks.ts'
import { holdIfUnwritten, storageHolds, storageRetryMs, type Written } from './storage-holds.ts'

/** A claim whose 403 no probe could explain is tried again after this. */
const unexplainedMs = 60_000

export interface LoopParts {
  readonly attempts: Attempts
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
 * Requests run side by side, and nothing of them is applied between the turns. A hold stops 2 (the opening) and 4.
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
    this.#guarded(() => this.#commit(), undefined)
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
    const { options, inFlight, connection, wishes } = this.#parts
    // Whatever becomes due after this moment is not slept past.
    const sinceMs = options.clock.monotonicMs()
    inFlight.rethrow()
    inFlight.takeAnswers()
    const { holds } = connection
    if (holds.isDue('rate-limited')) connection.endRateLimit()
    if (storageHolds.some((hold) => holds.isDue(hold))) this.#retryStorage()
    if (!storageHolds.some((hold) => holds.has(hold))) this.#commit()
    if (!wishes.suspended) this.#ask()
    this.#settleWishes()
    return this.#msUntilNext(sinceMs)
  }

  /** Whether the API may be asked for anything but a probe. */
  #isClear(): boolean {
    const { connection, wishes, doubts } = this.#parts
    if (wishes.suspended || wishes.stopping) return false
    return connection.holds.isEmpty && !connection.isProbeWanted && !doubts.isAny
  }

  #commit(): void {
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

  #ask(): void {
    const { connection } = this.#parts
    if (connection.isProbeDue()) this.#probe()
    if (!this.#isClear()) return
    this.#loop.looks.start()
    this.#loop.lessons.start()
    this.#loop.readings.start()
  }

  #probe(): void {
    const { options, connection, inFlight } = this.#parts
    if (inFlight.isAsking('probe')) return
    if (this.#goesOutAtOnce()) options.api.prepare(1)
    const answered = connection.beginProbe()
    inFlight.ask(
      'probe',
      (signal) => options.api.checkConnection(signal),
      (check) => {
        answered(check)
        this.#settleDoubts(check.type)
        options.onStatus()
      },
    )
  }

  /** Whether a claim leaves as soon as the probe is answered: its connection then opens beside the probe's. */
  #goesOutAtOnce(): boolean {
    const { options, connection, wishes } = this.#parts
    if (wishes.paused || connection.fault === 'theirs') return false
    const [first] = options.outbox.undelivered()
    return first !== undefined
  }

  // After a 403: the key is refused, or the insurer's system refuses that entry alone.
  #settleDoubts(check: ConnectionCheck['type']): void {
    const { options, connection, doubts, delays, tell } = this.#parts
    if (connection.isProbeWanted || !doubts.isAny) return
    const ids = doubts.take()
    for (const id of ids) {
      if (check === 'works') {
        const at = options.clock.now().toISOString()
        const refused = options.outbox.apply(id, { type: 'refused-alone', at })
        tell(refused.ok ? { ok: true, value: [refused.value] } : refused)
      } else delays.delay(id, unexplainedMs)
    }
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
    const isHeld = !connection.holds.isEmpty && !inFlight.isAsking('probe')
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
    if (!connection.holds.isEmpty) return connection.holds.msUntilLook(sinceMs)
    const { looks, readings, lessons } = this.#loop
    const waits = [
      connection.msUntilIdleProbe(sinceMs),
      delays.msUntilNext(sinceMs),
      lanes.msUntilOpen(),
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

  #note(written: Written): void {
    if (holdIfUnwritten(this.#parts.connection.holds, written)) this.#parts.options.onStatus()
  }
}
