import { correctedReferences } from '#shared/domain/reference.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import { isRejected, mayBeDiscarded } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { Tracked } from './promises.ts'
import { codeOf, policyOf, type Submitter, type SubmitterOptions } from './submitter.ts'
import type { TakenOutPromises } from './taken-out-promises.ts'

export interface TakingOutOptions extends SubmitterOptions {
  readonly takenOut: TakenOutPromises
}

type ClaimBody = Extract<EntryBody, { kind: 'claim' }>

/** Officers who take things out of the outbox, change their mind, and correct what was not accepted. */
export class TakingOut {
  readonly #options: TakingOutOptions
  readonly #submitter: Submitter
  /** What was taken out, the last one last. */
  readonly #order: Tracked[] = []
  /** Drafts that a claim was moved to and that no one submitted yet. */
  readonly #drafts: Tracked[] = []

  constructor(options: TakingOutOptions, submitter: Submitter) {
    this.#options = options
    this.#submitter = submitter
  }

  /** Discards an entry, if its state allows it. */
  discard(tracked: Tracked): void {
    const { takenOut } = this.#options
    const before = this.#entry(tracked)
    if (before === null) return
    const isDone = this.#withdraw(tracked, () =>
      this.#outbox.apply(before.id, { type: 'withdraw', at: this.#at, to: 'discarded' }),
    )
    if (isDone) takenOut.discarded(tracked, before, this.#options.clock.now())
    takenOut.checkList(this.#outbox)
    this.#options.process().engine.entryDecided(before.id)
  }

  /** Discards one of those that may be discarded. */
  discardOne(pick: number): void {
    const may = this.#options.promises.tracked.filter(
      (one) => one.accepted && mayBeDiscarded(this.#entry(one)?.state ?? one.state),
    )
    const tracked = may[pick % Math.max(1, may.length)]
    if (tracked !== undefined) this.discard(tracked)
  }

  /** Asks main to undo a discard, whatever became of what was taken out. */
  undo(back: number): void {
    const tracked = this.#order.at(-1 - back)
    const before = tracked === undefined ? null : this.#entry(tracked)
    if (tracked === undefined || before === null) return
    const { takenOut, process, clock } = this.#options
    const was = tracked.withdrawn
    tracked.withdrawn = false
    const undone = this.#outbox.undoDiscard(before.id, this.#at)
    if (!undone.ok) tracked.withdrawn = was
    takenOut.undone(tracked, before, undone, clock.now(), this.#outbox)
    takenOut.checkList(this.#outbox)
    process().engine.entryDecided(before.id)
  }

  /** Moves a claim to a draft, and submits that at once or leaves it there. */
  toDraft(tracked: Tracked, then: 'to-draft' | 'edit-draft' | 'keep-draft'): void {
    const { id } = tracked.submission
    const isDone = this.#withdraw(tracked, () =>
      this.#outbox.apply(id, { type: 'withdraw', at: this.#at, to: 'draft' }, () => undefined),
    )
    if (!isDone) return
    if (then === 'keep-draft') this.#drafts.push(tracked)
    else this.#submitDraft(tracked, then === 'edit-draft')
  }

  /** A draft that lies there is submitted, or discarded for good. */
  draft(does: 'submit' | 'discard', pick: number): void {
    const [draft] = this.#drafts.splice(pick % Math.max(1, this.#drafts.length), 1)
    if (draft !== undefined && does === 'submit') this.#submitDraft(draft, pick % 2 === 0)
  }

  /** Corrects something that was not accepted, or tries to where that is impossible. */
  correct(back: number, policy: number): void {
    const all = this.#options.promises.tracked.filter(({ accepted }) => accepted)
    const from = all.filter(({ state }) => isRejected(state)).at(-1 - back) ?? all.at(-1 - back)
    const before = from === undefined ? null : this.#entry(from)
    if (from === undefined || before === null) return
    const { body } = before
    if (body.kind === 'claim') this.toDraft(from, 'edit-draft')
    else this.#correctRequest(from, before, { ...body, policyNumber: policyOf(policy) })
  }

  #correctRequest(from: Tracked, before: KeptEntry, body: EntryBody): void {
    const { takenOut } = this.#options
    const corrections: Tracked[] = []
    this.#withdraw(from, () => {
      const correction = this.#submitter.submit(body, from, before.id)
      corrections.push(correction)
      return { ok: correction.accepted }
    })
    for (const one of corrections) takenOut.corrected(before, one, this.#outbox)
    takenOut.checkList(this.#outbox)
  }

  get #outbox(): Outbox {
    return this.#options.process().outbox
  }

  get #at(): string {
    return this.#options.clock.now().toISOString()
  }

  #entry({ submission }: Tracked): KeptEntry | null {
    return this.#outbox.get(submission.id)
  }

  // Noted before it is written: it is checked with the write.
  #withdraw(tracked: Tracked, write: () => { readonly ok: boolean }): boolean {
    const before = tracked.withdrawn
    tracked.withdrawn = true
    const { ok } = write()
    tracked.withdrawn = before || ok
    if (ok) this.#order.push(tracked)
    return ok
  }

  // As the application turns an entry into a draft: the same fields with a new id and a new code.
  #submitDraft(from: Tracked, edited: boolean): void {
    const { body } = from.submission
    if (body.kind !== 'claim') return
    const claim = edited ? { ...body.claim, occurrenceAddress: '1 Other Street' } : body.claim
    const code = codeOf(this.#options.promises.tracked.length)
    const corrected: ClaimBody = { ...body, claim, ...correctedReferences(body, code) }
    this.#submitter.submit(corrected, from)
  }
}
