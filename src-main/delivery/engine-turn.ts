import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { isChosenElsewhere, isReconcilable, isWaiting } from '#shared/outbox/predicates.ts'
import { ok, type Result } from '#shared/result.ts'
import { policyOf, type KeptEntry } from '#main/outbox/entry-codec.ts'
import { isAboutOther } from '#main/outbox/engine-memory.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { backoffMs, entryBackoff } from '#main/platform/backoff.ts'
import { guardStorage, isStorageFailure } from '#main/platform/sqlite.ts'
import { storageHolds } from './engine-holds.ts'
import type { EngineOptions } from './engine-options.ts'
import type { Lanes } from './lanes.ts'
import type { Changed } from './writing.ts'

import { inTurn } from './lanes.ts'
import { Lessons } from './insurer-habits.ts'
import { ListReadings, type ListReadingsOptions } from './list-readings.ts'
import { Looks, type LooksOptions } from './looks.ts'
import { startProbe, type ProbeOptions } from './probes.ts'

/** The outcome of an attempt, not on the disk yet. */
interface Answered {
  readonly entry: KeptEntry
  readonly outcome: AttemptOutcome
  readonly at: string
  readonly openedAtMs: number
  /** The connection's counts of troubles and keys when it was sent. */
  readonly troubles: number
  readonly keys: number
}

/** What one commit opens: attempts that may be sent now. */
interface Opened {
  readonly opened: readonly KeptEntry[]
  /** How many more could be sent once others are answered, at most two for each lane. */
  readonly next: number
}

export interface EngineTurnOptions
  extends
    Pick<EngineOptions, 'memory' | 'address' | 'random' | 'onChange'>,
    ProbeOptions,
    LooksOptions,
    ListReadingsOptions {
  readonly lanes: Lanes
  /** Officers who wait for a look at a claim: called when it is over. */
  readonly awaited: Map<string, () => void>
}

/**
 * What the engine does each turn of its loop, after what probes, looks and readings brought was applied:
 *
 *   1. closes what was answered and opens what may go next, in one commit
 *   2. tells of it, and sends what was opened
 *   3. asks what is due: a probe, details, lists
 *
 * So an attempt is opened on the disk, sent, closed on the disk, and only then reported. Requests run side by side, and
 * nothing of them is applied between the turns. A hold stops 1 (the opening) and 3; that for a problem of the insurer's
 * leaves 3, and one attempt at a time.
 */
export class EngineTurn {
  readonly looks: Looks
  readonly readings: ListReadings
  readonly #options: EngineTurnOptions
  readonly #lessons: Lessons
  /** Outcomes that are not on the disk yet, in order of arrival. */
  readonly #answered: Answered[] = []
  /** Those of them that were already handled although their commit failed, so that it happens once. */
  readonly #heeded = new WeakSet<Answered>()
  #hasResumed = false

  constructor(options: EngineTurnOptions) {
    this.#options = options
    this.looks = new Looks(options)
    this.readings = new ListReadings(options)
    this.#lessons = new Lessons(options)
  }

  /** @returns when something is due next (monotonic). */
  run(): Iterable<number> {
    const { connection } = this.#options
    if (connection.holds.isDue('rate-limited')) connection.endRateLimit()
    if (this.#mayWrite()) this.#closeOpenAndSend()
    this.#lookForWhatIsDue()
    this.#settleWishes()
    return this.#dueTimes()
  }

  /** What was answered during the stop; a disk failure now must not keep the application from quitting. */
  last(): void {
    const closed = guardStorage(() => this.#closeOpenAndSend())
    if (!closed.ok) this.#options.writing.tell(closed)
    this.#settleWishes()
  }

  /**
   * What an earlier run left: attempts that are open in the file and will never get an answer become unconfirmed, after a
   * change of address an officer decides, and what was noted is read. Call while none is in flight; what the disk refuses
   * is done with its next try, before anything is sent or looked for.
   */
  resume(): void {
    const { writing } = this.#options
    const resumed = guardStorage(() => {
      const closed = this.#closeOrphans()
      if (!this.#hasResumed) this.#readNotes()
      return closed
    })
    writing.tell(resumed.ok ? resumed.value : resumed)
  }

  #readNotes(): void {
    const { memory, connection, habits, records, laterLooks, wishes } = this.#options
    wishes.paused ||= memory.read('paused') === 'yes'
    connection.resumeRateLimit()
    habits.note.load()
    records.note.load()
    laterLooks.resume()
    this.looks.resume()
    this.#hasResumed = true
  }

  #closeOrphans(): Changed {
    const { outbox, clock } = this.#options
    const at = clock.now().toISOString()
    const known = new Set(this.#answered.map(({ entry }) => entry.id))
    const orphans = [...outbox.sending()].filter(({ id }) => !known.has(id))
    const closed = orphans.map(({ id }) =>
      outbox.apply(id, { type: 'attempt-orphaned', at, cause: 'stopped' }),
    )
    return closed.find((one) => !one.ok) ?? this.#leaveOtherAddress(at)
  }

  /** After a change of address only an officer can say what became of the claims that are still looked for. */
  #leaveOtherAddress(at: string): Changed {
    const { outbox, memory, address, habits, records } = this.#options
    const changed: KeptEntry[] = []
    if (isAboutOther(memory, address)) {
      const unbound = outbox.claimRows.unbind()
      if (!unbound.ok) return unbound
      // Without the candidates of that address.
      const read = outbox.reload([...outbox.undelivered()].map(({ id }) => id))
      if (!read.ok) return read
      for (const { id, body } of [...outbox.unconfirmed()]) {
        if (body.kind !== 'claim') continue
        const given = outbox.apply(id, { type: 'cannot-be-proved', at, why: 'other-address' })
        if (!given.ok) return given
        changed.push(given.value)
      }
      for (const { note } of [habits, records]) {
        const forgotten = note.forget()
        if (!forgotten.ok) return forgotten
      }
    }
    if (address === '' || memory.read('address') === address) return ok(changed)
    // The last, so that a kill in between does it all again.
    const noted = memory.write('address', address)
    return noted.ok ? ok(changed) : noted
  }

  #mayWrite(): boolean {
    const { holds } = this.#options.connection
    if (storageHolds.some((hold) => holds.isDue(hold))) this.#retryStorage()
    return !storageHolds.some((hold) => holds.has(hold))
  }

  /** Whether the API may be asked for anything but a probe. */
  #isClear(): boolean {
    const { connection, wishes, doubts, loop } = this.#options
    if (wishes.suspended || loop.isStopping) return false
    return connection.holds.mayAsk && !connection.isProbeWanted && doubts.size === 0
  }

  #closeOpenAndSend(): void {
    const { outbox, onChange, api, writing, habits, records, laterLooks } = this.#options
    const answered = [...this.#answered]
    const turned = outbox.inOneCommit(() => this.#closeAndOpen(answered))
    if (!turned.ok) {
      // Nothing was opened, and the answers are kept for the next turn.
      writing.tell(turned)
      return
    }
    this.#answered.splice(0, answered.length)
    const { closed, opened, next } = turned.value
    if (closed.length > 0) onChange(closed)
    if (opened.length > 0) onChange(opened)
    for (const entry of opened) this.#send(entry)
    if (opened.length > 0) api.prepare(next)
    for (const entry of closed) this.#lessons.note(entry)
    for (const { note } of [habits, records, laterLooks]) writing.tell(note.save())
  }

  #closeAndOpen(
    answered: readonly Answered[],
  ): Result<Opened & { readonly closed: readonly KeptEntry[] }, OutboxFailure> {
    const { wishes } = this.#options
    const closed: KeptEntry[] = []
    for (const one of answered) {
      const entry = this.#close(one)
      if (entry.ok) closed.push(entry.value)
      // An entry that changed meanwhile has nothing to close, and must not keep the others open.
      else if (isStorageFailure(entry.error)) return entry
    }
    const turnedAway = this.#turnAway()
    if (!turnedAway.ok) return turnedAway
    closed.push(...turnedAway.value)
    // Asked after the closing, since an answer may forbid it.
    const mayOpen = this.#isClear() && !wishes.paused && wishes.drained.size === 0
    const opened = mayOpen ? this.#open() : ok({ opened: [], next: 0 })
    return opened.ok ? ok({ closed, ...opened.value }) : opened
  }

  #close(answered: Answered): Result<KeptEntry, OutboxFailure> {
    const { outbox } = this.#options
    const closed = outbox.closeAttempt(answered.entry.id, answered.outcome, answered.at)
    if (!closed.ok) return closed
    if (!this.#heeded.has(answered)) {
      this.#heeded.add(answered)
      this.#heed(closed.value, answered)
    }
    return outbox.foundMeanwhile(closed.value, answered.at)
  }

  /** Requests whose pharmacy has another number here never go, however they came to wait: an officer chooses it again. */
  #turnAway(): Changed {
    const { outbox, clock, address } = this.#options
    const turnedAway: KeptEntry[] = []
    for (const { id, body, state } of [...outbox.undelivered()]) {
      if (!isWaiting(state) || !isChosenElsewhere(body, address)) continue
      const changed = outbox.apply(id, { type: 'chosen-elsewhere', at: clock.now().toISOString() })
      if (!changed.ok) return changed
      turnedAway.push(changed.value)
    }
    return ok(turnedAway)
  }

  #open(): Result<Opened, OutboxFailure> {
    const { outbox, clock, connection, lanes, delays, loop } = this.#options
    const opened: KeptEntry[] = []
    let next = 0
    const entries = { inOrder: outbox.undelivered(), onTheirWay: outbox.sending() }
    const mustLookFirst = ({ id, body }: KeptEntry): boolean =>
      body.kind === 'claim' && this.looks.first.has(id)
    const mayTry = (one: KeptEntry): boolean => delays.isOver(one.id) && !mustLookFirst(one)
    const turn = inTurn(entries, mayTry)
    for (const entry of connection.problem.isHeld ? this.#oneToTry(turn) : turn) {
      if (lanes.mayOpen(loop.count('attempt/') + opened.length)) {
        const attempt = outbox.openAttempt(entry.id, clock.now().toISOString())
        if (!attempt.ok) return attempt
        opened.push(attempt.value)
        connection.problem.opened(policyOf(entry))
      } else if (next < 2 * lanes.count) next += 1
      else break
    }
    return ok({ opened, next })
  }

  /** While the insurer's system has a problem, one entry is tried, of another policy than the last if possible. */
  #oneToTry(turn: Iterable<KeptEntry>): readonly KeptEntry[] {
    const { connection, loop } = this.#options
    const { problem } = connection
    if (!problem.isTryDue || loop.count('attempt/') > 0) return []
    // Each is of another policy, so at most one of two is of the last.
    const [first, second] = turn
    if (first === undefined) return []
    return [second !== undefined && problem.isLast(policyOf(first)) ? second : first]
  }

  /** Sends an entry whose attempt was opened, once; the next turn closes it. */
  #send(entry: KeptEntry): void {
    const { api, clock, connection, loop } = this.#options
    const { troubles, keys } = connection
    const { body } = entry
    const openedAtMs = clock.monotonicMs()
    loop.start(`attempt/${entry.id}`, async (signal) => {
      const outcome =
        body.kind === 'claim'
          ? await api.createClaim(body.product, body.claim, body.branchReference, signal)
          : await api.requestPharmacy(body.pharmacyId, body.policyNumber, signal)
      this.#answered.push({ entry, outcome, at: clock.now().toISOString(), openedAtMs, troubles, keys })
      // The next turn closes it, also one that was cut off.
      return () => undefined
    })
  }

  #heed(entry: KeptEntry, { outcome, openedAtMs, troubles, keys }: Answered): void {
    const { random, connection, lanes, delays, doubts, searches, laterLooks, habits } = this.#options
    const { id, body } = entry
    switch (outcome.type) {
      case 'delivered':
      case 'rejected':
        lanes.noteAnswer()
        connection.answered(troubles)
        // One that may have arrived once was never looked for.
        if (entry.sends > 1) {
          searches.forget(id)
          laterLooks.settled(entry)
        }
        if (body.kind === 'claim' && 'keptReference' in outcome && outcome.keptReference === false)
          habits.learn(body.product, { referenceLost: true })
        break
      case 'not-sent': {
        const failures = 'notSentInARow' in entry.state ? entry.state.notSentInARow : 1
        const { firstMs, mostMs } = entryBackoff
        delays.delay(id, backoffMs(failures, random, firstMs, mostMs))
        const isTheirs = outcome.cause === 'refused' || outcome.cause === 'connect-timeout'
        connection.noteNotSent(isTheirs ? 'theirs' : 'ours')
        break
      }
      case 'key-refused':
        connection.holdKeyRefused(keys === connection.keys)
        break
      case 'forbidden':
        if (keys !== connection.keys) break
        doubts.add(id)
        connection.probeSoon()
        break
      case 'rate-limited':
        lanes.noteAsked(outcome.retryAfterMs, openedAtMs)
        connection.holdRateLimit(outcome.retryAfterMs)
        break
      case 'uncertain':
        if (outcome.cause === 'server-error' || outcome.cause === 'timeout') lanes.noteTrouble(openedAtMs)
        if (body.kind === 'claim') searches.begin(id)
        if (outcome.cause === 'server-error' && outcome.httpStatus !== 408)
          connection.problem.failed(policyOf(entry))
        if (outcome.cause === 'intercepted') connection.holdIntercepted()
        else if (['timeout', 'reset', 'garbled'].includes(outcome.cause)) connection.noteAnswerLost()
        break
    }
  }

  #lookForWhatIsDue(): void {
    const { connection, wishes } = this.#options
    if (wishes.suspended) return
    if (connection.isProbeDue()) startProbe(this.#options)
    if (!this.#isClear()) return
    const mayLook = this.#mayLook()
    if (mayLook) this.looks.start()
    this.#lessons.start()
    if (mayLook) this.readings.start()
  }

  /** Whether anything is looked for, or may be: else nothing of it is asked. */
  #mayLook(): boolean {
    const { outbox, laterLooks } = this.#options
    for (const _one of outbox.unconfirmed()) return true
    for (const _one of outbox.underReview()) return true
    return this.looks.first.size + laterLooks.waiting.size > 0
  }

  // Writes what could not be written before; where one write fails again, the hold comes back.
  #retryStorage(): void {
    const { memory, onChange, connection, loop, wishes, writing } = this.#options
    connection.holds.lift(...storageHolds)
    if (loop.count('attempt/') === 0) this.resume()
    if (this.#hasResumed) writing.tell(memory.write('paused', wishes.paused ? 'yes' : null))
    writing.writeRefused()
    onChange([])
  }

  /** Ends what callers wait for: a drain once no attempt is open, a look that is over or cannot be made. */
  #settleWishes(): void {
    const { outbox, connection, loop, searches, wishes, awaited } = this.#options
    if ([...outbox.sending()].length === 0) for (const release of wishes.drained) release()
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
    const entry = this.#options.outbox.get(id)
    return entry !== null && isReconcilable(entry.body.kind, entry.state)
  }

  // A hold's next check, an attempt, a look, a reading, the idle probe.
  #dueTimes(): readonly number[] {
    const { connection, wishes, delays, lanes, laterLooks, records } = this.#options
    if (wishes.suspended) return []
    if (!connection.holds.mayAsk) return connection.holds.dueTimes()
    const looks = this.#mayLook() ? [laterLooks, records, this.looks] : []
    const waiting = [connection.holds, delays, this.#lessons, ...looks]
    return [connection.idleProbeAtMs, lanes.opensAtMs, ...waiting.flatMap((one) => one.dueTimes())]
  }
}
