import { correctedReferences } from '#shared/domain/reference.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { isReconcilable, mayReturnToDraft } from '#shared/outbox/predicates.ts'
import { madeUpClaim } from '#main/outbox/testing/made-up.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { Happening, OfficerDoes } from './happening.ts'
import type { Promises, Tracked } from './promises.ts'
import type { SimulatedInsurer } from './simulated-insurer.ts'
import type { VirtualClock } from './virtual-clock.ts'

type Happens<T extends Happening['type']> = Extract<Happening, { type: T }>
type ClaimBody = Extract<Submission['body'], { kind: 'claim' }>

export interface BranchOptions {
  readonly clock: VirtualClock
  readonly insurer: SimulatedInsurer
  readonly promises: Promises
  /** The running application. */
  readonly process: () => SimulatedProcess
}

/** The officers of a branch, and another computer that sends claims of the same policies. */
export class Branch {
  readonly #options: BranchOptions
  #openLooks = new Map<SimulatedProcess, number>()

  constructor(options: BranchOptions) {
    this.#options = options
  }

  /** Checks that an officer asked for and that are not finished. */
  get openLooks(): number {
    return this.#openLooks.get(this.#options.process()) ?? 0
  }

  submitClaim({ policy, product, twin }: Happens<'submit-claim'>): void {
    const n = this.#options.promises.tracked.length
    const claimantIdentification = twin ? 'Ade Òjó' : `Ade ${n}`
    const claim = madeUpClaim({ policyNumber: policyOf(policy), claimantIdentification })
    this.#submit({ kind: 'claim', product, claim, branchReference: referenceOf(n) })
  }

  submitRequest({ policy }: Happens<'submit-request'>): void {
    const pharmacyId = this.#options.promises.tracked.length + 1
    const policyNumber = policyOf(policy)
    this.#submit({ kind: 'pharmacy-request', pharmacyId, pharmacyName: 'P', policyNumber })
  }

  otherComputerSends({ product, like, pick }: Happens<'other-computer'>): void {
    const { promises, insurer } = this.#options
    const claims = promises.tracked.filter(({ submission }) => submission.body.kind === 'claim')
    const body = claims[pick % Math.max(1, claims.length)]?.submission.body
    if (like === 'another-policy' || body?.kind !== 'claim') {
      const claim = madeUpClaim({ claimantIdentification: `other ${pick}` })
      insurer.records.commit({ product, claim, reference: null, entryId: null })
      return
    }
    insurer.records.commit({
      product: body.product,
      claim: like === 'another-day' ? { ...body.claim, occurrenceDate: '2026-10-03' } : body.claim,
      reference: like === 'with-reference' ? `9999-${String(pick).padStart(4, '0')}` : null,
      entryId: null,
    })
  }

  /** Runs an officer's action on an entry, if its state allows it. */
  officer(does: OfficerDoes, tracked: Tracked): void {
    const { outbox, engine } = this.#options.process()
    const { id, body } = tracked.submission
    const entry = outbox.get(id)
    if (entry === null) return
    const at = this.#options.clock.now().toISOString()
    switch (does) {
      case 'send-now':
        engine.sendNow(id)
        return
      case 'try-now':
        engine.tryNow()
        return
      case 'look-now':
        if (body.kind === 'claim' && isReconcilable(body.kind, entry.state)) this.#look(id)
        return
      case 'acknowledge':
        outbox.claimRows.acknowledgeDuplicates(id, at)
        return
      case 'submit-again':
        outbox.accept({ id, body }, at)
        break
      case 'decide-candidates':
        this.#decideCandidates(tracked)
        return
      case 'accept-as-sent':
        tracked.vouched = true
        outbox.apply(id, { type: 'officer-accepts', at })
        break
      case 'send-again':
        // Recorded before it is written: the engine may act on the decision at the same moment.
        tracked.resends += 1
        if (!outbox.apply(id, { type: 'officer-resends', at }).ok) tracked.resends -= 1
        break
      case 'discard':
        this.#withdraw(tracked, 'discarded')
        break
      case 'to-draft':
      case 'edit-draft':
        if (body.kind !== 'claim' || !mayReturnToDraft(body.kind, entry.state)) return
        this.#withdraw(tracked, 'draft')
        if (tracked.withdrawn) this.#submitDraft(tracked, body, does === 'edit-draft')
    }
    engine.entryDecided(id)
  }

  // As an officer who compares rightly: by who made the claim at the insurer, which the application cannot see.
  #decideCandidates({ submission: { id } }: Tracked): void {
    const { outbox, engine } = this.#options.process()
    const { clock, insurer } = this.#options
    const at = clock.now().toISOString()
    const open = outbox.candidates.ofEntry(id).filter(({ ruledOutAt }) => ruledOutAt === null)
    const own = open.find(({ claim, claimId }) => insurer.records.isOf(id, claim, claimId))
    if (own !== undefined) outbox.identify(id, own.key, at)
    else for (const { key } of open) outbox.candidates.ruleOut(id, key, at)
    engine.candidateDecided(id)
  }

  #submit(body: Submission['body'], root: string | null = null): void {
    const { promises, process, clock } = this.#options
    const id = `00000000-0000-7000-8000-${String(promises.tracked.length).padStart(12, '0')}`
    const submission = { id, body }
    const tracked = promises.track(submission, root ?? id)
    tracked.accepted = process().outbox.accept(submission, clock.now().toISOString()).ok
    process().engine.nudge()
  }

  #withdraw(tracked: Tracked, to: 'draft' | 'discarded'): void {
    const { outbox } = this.#options.process()
    const event = { type: 'withdraw', at: this.#options.clock.now().toISOString(), to } as const
    const before = tracked.withdrawn
    tracked.withdrawn = true
    const { id } = tracked.submission
    const done = to === 'draft' ? outbox.applyWith(id, event, () => undefined) : outbox.apply(id, event)
    tracked.withdrawn = before || done.ok
  }

  // As the application turns an entry into a draft: the same fields with a new id and a new reference.
  #submitDraft(from: Tracked, body: ClaimBody, edited: boolean): void {
    const claim = edited ? { ...body.claim, occurrenceAddress: '1 Other Street' } : body.claim
    const branchReference = referenceOf(this.#options.promises.tracked.length)
    this.#submit({ ...body, claim, ...correctedReferences(body, branchReference) }, from.root)
  }

  #look(id: string): void {
    const asked = this.#options.process()
    const count = (by: number): unknown => this.#openLooks.set(asked, (this.#openLooks.get(asked) ?? 0) + by)
    count(1)
    void asked.engine.lookNow(id).then(() => count(-1))
  }
}

/** Mixed case and a letter with two Unicode forms: lists change both. */
export function policyOf(n: number): string {
  return `Kkp/é ${n}`
}

function referenceOf(n: number): string {
  return `0000-${String(n).padStart(4, '0')}`
}
