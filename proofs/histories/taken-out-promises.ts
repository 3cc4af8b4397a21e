import { referenceOf, sentReferencesOf } from '#shared/domain/reference.ts'
import { isReceived, isWithdrawn } from '#shared/outbox/predicates.ts'
import type { Result } from '#shared/result.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox, OutboxFailure } from '#main/outbox/outbox.ts'
import type { Promises, Tracked } from './promises.ts'

/** For so long an undo is offered on screen: it must work. */
const offeredMs = 10_000
/** After so long nothing may be undone: what belongs to it may be gone. */
const latestMs = 20_000
/** More than a history has. */
const all = 1_000

/** Checks what is promised of things taken out of the outbox, of what comes back, and of corrections. */
export class TakenOutPromises {
  /** How often it happened: a search without any of it would show nothing. */
  readonly did = { undone: 0, tooLate: 0, corrected: 0 }
  readonly #promises: Promises
  readonly #reopened: () => Outbox
  readonly #discarded = new Map<Tracked, { readonly before: KeptEntry; readonly atMs: number }>()

  /** @param reopened the outbox as a new process would read it from the disk */
  constructor(promises: Promises, reopened: () => Outbox) {
    this.#promises = promises
    this.#reopened = reopened
  }

  discarded(tracked: Tracked, before: KeptEntry, now: Date): void {
    this.#discarded.set(tracked, { before, atMs: now.getTime() })
  }

  /** Main was asked to undo a discard. @param before what it was then */
  undone(
    tracked: Tracked,
    before: KeptEntry,
    undone: Result<KeptEntry, OutboxFailure>,
    now: Date,
    outbox: Outbox,
  ): void {
    const { id } = before
    const known = this.#discarded.get(tracked)
    const isDiscarded = isWithdrawn(before.state) && known !== undefined
    const sinceMs = isDiscarded ? now.getTime() - known.atMs : -1
    if (!undone.ok) {
      this.did.tooLate += isDiscarded ? 1 : 0
      const isDue = sinceMs >= 0 && sinceMs <= offeredMs && undone.error.type !== 'disk-full'
      if (isDue) this.#promises.break(`an undo is refused although it is offered: ${id}`)
      return
    }
    this.did.undone += 1
    this.#discarded.delete(tracked)
    if (known === undefined || sinceMs < 0 || sinceMs > latestMs) {
      this.#promises.break(`undone after ${sinceMs} ms: ${id}`)
      return
    }
    for (const one of [outbox, this.#reopened()]) this.#checkBack(tracked, known.before, one)
  }

  /** A request was submitted in the place of another. @param before what that one was then */
  corrected(before: KeptEntry, correction: Tracked, outbox: Outbox): void {
    const { id } = before
    const now = this.#reopened().get(id)?.state ?? null
    const as = correction.submission.id
    const isReplaced = now?.name === 'withdrawn' && now.to === 'corrected' && now.as === as
    if (isReplaced !== correction.accepted) this.#promises.break(`half a correction: ${id}`)
    if (!correction.accepted) {
      if (JSON.stringify(now) !== JSON.stringify(before.state))
        this.#promises.break(`changed by nothing: ${id}`)
      if (outbox.get(as) !== null) this.#promises.break(`a correction that was refused is there: ${as}`)
      return
    }
    this.did.corrected += 1
    const wasTurnedDown = before.state.name === 'rejected' && !before.state.forbidden
    if (!wasTurnedDown) this.#promises.break(`corrected although it was ${before.state.name}: ${id}`)
  }

  /** What was taken out and not brought back is in the list of that, and nothing else is. */
  checkList(outbox: Outbox): void {
    const takenOut = outbox.settled(all).filter(({ state }) => state.name === 'withdrawn')
    const listed = new Map(takenOut.map(({ id, state }) => [id, state]))
    for (const tracked of this.#promises.tracked) {
      const { id } = tracked.submission
      const state = listed.get(id)
      if (!tracked.accepted) continue
      if (tracked.withdrawn !== (state !== undefined)) {
        this.#promises.break(
          `${tracked.withdrawn ? 'not' : 'still'} in the list of what was taken out: ${id}`,
        )
      }
      const isDiscarded = state?.name === 'withdrawn' && state.to === 'discarded'
      if (isDiscarded !== this.#discarded.has(tracked)) {
        this.#promises.break(`${isDiscarded ? '' : 'not '}in the list as discarded: ${id}`)
      }
    }
  }

  /** A claim has one reference for its whole life, and every code that it was sent under finds it. */
  checkReferences(outbox: Outbox): void {
    for (const [root, lives] of Map.groupBy(this.#promises.tracked, (one) => one.root)) {
      const kept = lives.flatMap(({ accepted, submission }) => (accepted ? [outbox.get(submission.id)] : []))
      const claims = kept.flatMap((entry) => (entry?.body.kind === 'claim' ? [entry.body] : []))
      if (new Set(claims.map(referenceOf)).size > 1) this.#promises.break(`another reference: ${root}`)
      const newest = lives.findLast(({ accepted }) => accepted)?.submission.id
      for (const { submission, sent } of lives) {
        if (submission.body.kind !== 'claim' || !sent || newest === undefined) continue
        const { branchReference } = submission.body
        const body = outbox.get(newest)?.body
        const found = body?.kind === 'claim' ? sentReferencesOf(body) : []
        if (!found.includes(branchReference))
          this.#promises.break(`${branchReference} does not find ${newest}`)
      }
    }
  }

  // In its place and exactly as it was, unless the insurer showed it meanwhile.
  #checkBack(tracked: Tracked, before: KeptEntry, outbox: Outbox): void {
    const { id } = before
    const now = outbox.get(id)
    if (now === null) {
      this.#promises.break(`lost by an undo: ${id}`)
      return
    }
    const isShown = isReceived(now.state) && tracked.acts.length > 0
    const { state } = isShown ? now : before
    // Claims that may be this one are counted as they stand now.
    const { candidates } = now
    if (JSON.stringify(now) !== JSON.stringify({ ...before, state, candidates })) {
      this.#promises.break(`not as it was before it was discarded: ${id}`)
    }
    const order = [...outbox.undelivered()].map(({ seq }) => seq)
    if (!isShown && !order.includes(now.seq)) this.#promises.break(`not in the outbox after an undo: ${id}`)
    if (order.some((seq, at) => seq < (order[at - 1] ?? 0))) this.#promises.break(`out of its place: ${id}`)
  }
}
