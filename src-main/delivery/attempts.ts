import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { ok, type Result } from '#shared/result.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { waitsForFiles } from '#shared/outbox/entry-files.ts'
import { isReconcilable, isWaiting } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { backoffMs, entryBackoff } from '#main/platform/backoff.ts'
import { isStorageFailure } from '#main/platform/sqlite.ts'
import type { EngineParts } from './engine-parts.ts'

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

/** What one commit holds: attempts that ended and attempts that may be sent now. */
export interface Turn {
  readonly closed: readonly KeptEntry[]
  readonly opened: readonly KeptEntry[]
  /** How many more could be sent once others are answered, at most two for each lane. */
  readonly next: number
}

/** An attempt is opened on the disk, sent, closed on the disk, and only then reported. */
export class SendingAttempts {
  readonly #parts: EngineParts
  /** Outcomes that are not on the disk yet, in order of arrival. */
  readonly #answered: Answered[] = []
  /** Those of them that were already handled although their commit failed, so that it happens once. */
  readonly #heeded = new WeakSet<Answered>()

  constructor(parts: EngineParts) {
    this.#parts = parts
  }

  /**
   * Closes answered attempts and opens the next ones in one commit.
   *
   * @param mayOpen whether attempts may begin at all; asked after the closing, since an answer may forbid it.
   * @param isFree whether nothing else must come before this entry's attempt.
   * @returns a failure when the commit failed: nothing is opened, and the answers are kept for the next turn.
   */
  turn(mayOpen: () => boolean, isFree: (entry: KeptEntry) => boolean): Result<Turn, OutboxFailure> {
    const answered = [...this.#answered]
    const turned = this.#parts.options.outbox.inOneCommit((): Result<Turn, OutboxFailure> => {
      const closed: KeptEntry[] = []
      for (const one of answered) {
        const entry = this.#close(one)
        if (entry.ok) closed.push(entry.value)
        // An entry that changed meanwhile has nothing to close, and must not keep the others open.
        else if (isStorageFailure(entry.error)) return entry
      }
      const opened = mayOpen() ? this.#open(isFree) : ok({ opened: [], next: 0 })
      return opened.ok ? ok({ closed, ...opened.value }) : opened
    })
    if (turned.ok) this.#answered.splice(0, answered.length)
    return turned
  }

  /** Sends an entry whose attempt was opened, once; the next turn closes it. */
  send(entry: KeptEntry): void {
    const { options, connection, loop } = this.#parts
    const { api, clock } = options
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

  /** Attempts that are open in the file and will never get an answer become unconfirmed. Call while none is in flight. */
  closeOrphans(): void {
    const { options, tell } = this.#parts
    const at = options.clock.now().toISOString()
    const known = new Set(this.#answered.map(({ entry }) => entry.id))
    for (const { id } of [...options.outbox.sending()].filter((entry) => !known.has(entry.id))) {
      const closed = options.outbox.apply(id, { type: 'attempt-orphaned', at, cause: 'stopped' })
      if (!closed.ok) tell(closed)
    }
  }

  #open(isFree: (entry: KeptEntry) => boolean): Result<Omit<Turn, 'closed'>, OutboxFailure> {
    const { options, connection, lanes, delays, loop } = this.#parts
    const { outbox, clock } = options
    const opened: KeptEntry[] = []
    let next = 0
    const entries = { inOrder: outbox.undelivered(), onTheirWay: outbox.sending() }
    const turn = inTurn(entries, (one) => delays.isOver(one.id) && isFree(one))
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
    const { connection, loop } = this.#parts
    const { problem } = connection
    if (!problem.isTryDue || loop.count('attempt/') > 0) return []
    // Each is of another policy, so at most one of two is of the last.
    const [first, second] = turn
    if (first === undefined) return []
    return [second !== undefined && problem.isLast(policyOf(first)) ? second : first]
  }

  #close(answered: Answered): Result<KeptEntry, OutboxFailure> {
    const closed = this.#parts.options.outbox.closeAttempt(answered.entry.id, answered.outcome, answered.at)
    if (closed.ok && !this.#heeded.has(answered)) {
      this.#heeded.add(answered)
      this.#heed(closed.value, answered)
    }
    return closed
  }

  #heed(entry: KeptEntry, { outcome, openedAtMs, troubles, keys }: Answered): void {
    const { connection, lanes, delays, doubts, searches, laterLooks, habits, options } = this.#parts
    const { id, body } = entry
    lanes.note(outcome, openedAtMs)
    switch (outcome.type) {
      case 'delivered':
        connection.answered(troubles)
        searches.forget(id)
        laterLooks.settled(entry)
        if (body.kind === 'claim' && outcome.keptReference === false) habits.noteReferenceLost(body.product)
        break
      case 'rejected':
        connection.answered(troubles)
        searches.forget(id)
        laterLooks.settled(entry)
        break
      case 'not-sent': {
        const failures = 'notSentInARow' in entry.state ? entry.state.notSentInARow : 1
        const { firstMs, mostMs } = entryBackoff
        delays.delay(id, backoffMs(failures, options.random, firstMs, mostMs))
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
        connection.holdRateLimit(outcome.retryAfterMs)
        break
      case 'uncertain':
        if (body.kind === 'claim') searches.begin(id)
        if ((outcome.httpStatus ?? 0) >= 500) connection.problem.failed(policyOf(entry))
        if (outcome.cause === 'intercepted') connection.holdIntercepted()
        else if (outcome.cause === 'timeout' || outcome.cause === 'reset') {
          connection.noteAnswerLost()
        }
        break
    }
  }
}

/** Everything that is not settled, in the order of acceptance, and which of it is in flight. */
interface Entries {
  readonly inOrder: Iterable<KeptEntry>
  readonly onTheirWay: Iterable<KeptEntry>
}

/**
 * The entries whose turn it is, in order, one of each policy: entries of one policy are sent one after the other, so
 * one that waits or fails holds back only later ones of its policy. An entry that needs an officer's decision holds back
 * none, and neither does a claim whose files are on their way. While an entry of a policy is in flight, nothing else of that policy is sent, whatever its kind.
 */
function* inTurn(entries: Entries, mayTry: (entry: KeptEntry) => boolean): Generator<KeptEntry, void> {
  const onTheirWay = [...entries.onTheirWay]
  // An officer may resend an earlier entry while a later one of its policy is in flight: never both at once.
  const held = new Set(onTheirWay.map(({ policyTag }) => policyTag))
  const busy = new Set(onTheirWay.map(policyOf))
  for (const entry of entries.inOrder) {
    const { kind } = entry.body
    if (isWaiting(entry.state)) {
      if (waitsForFiles(entry.body)) continue
      const mayGo = !held.has(entry.policyTag) && !busy.has(policyOf(entry)) && mayTry(entry)
      held.add(entry.policyTag)
      if (!mayGo) continue
      busy.add(policyOf(entry))
      yield entry
    } else if (isReconcilable(kind, entry.state)) {
      held.add(entry.policyTag)
    }
  }
}

/** The policy of an entry, however it was typed. */
function policyOf({ body }: KeptEntry): string {
  return policyNumberOf(body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber)
}
