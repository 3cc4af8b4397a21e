import { isReconcilable, mayReturnToDraft } from '#shared/outbox/predicates.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import type { SimulatedProcess } from '#testing/engine/simulated-process.ts'
import type { Happening, OfficerDoes } from '#testing/engine/happening.ts'
import type { Tracked } from './promises.ts'
import type { SimulatedInsurer } from '#testing/engine/simulated-insurer.ts'
import { codeOf, dayOf, policyOf, Submitter } from './submitter.ts'
import { TakingOut, type TakingOutOptions } from './taking-out.ts'

type Happens<T extends Happening['type']> = Extract<Happening, { type: T }>

export interface BranchOptions extends TakingOutOptions {
  readonly insurer: SimulatedInsurer
}

/** The officers of a branch, and another computer that sends claims of the same policies. */
export class Branch {
  readonly #options: BranchOptions
  #openLooks = new Map<SimulatedProcess, number>()

  readonly takingOut: TakingOut
  readonly #submitter: Submitter

  constructor(options: BranchOptions) {
    this.#options = options
    this.#submitter = new Submitter(options)
    this.takingOut = new TakingOut(options, this.#submitter)
  }

  /** Checks that an officer asked for and that are not finished. */
  get openLooks(): number {
    return this.#openLooks.get(this.#options.process()) ?? 0
  }

  /** @returns whether it is something that officers or another computer do */
  happen(happening: Happening): boolean {
    const { takingOut } = this
    switch (happening.type) {
      case 'submit-claim':
        this.#submitClaim(happening)
        return true
      case 'submit-request':
        this.#submitRequest(happening)
        return true
      case 'other-computer':
        this.#otherComputerSends(happening)
        return true
      case 'officer': {
        const { tracked } = this.#options.promises
        const { pick } = happening
        const picked = tracked.at(pick < 0 ? pick : pick % Math.max(1, tracked.length))
        if (picked !== undefined) this.officer(happening.does, picked)
        return true
      }
      case 'discard':
        takingOut.discardOne(happening.pick)
        return true
      case 'undo':
        takingOut.undo(happening.back)
        return true
      case 'correct':
        takingOut.correct(happening.back, happening.policy)
        return true
      case 'draft':
        takingOut.draft(happening.does, happening.pick)
        return true
      default:
        return false
    }
  }

  #submitClaim({ policy, product, twin }: Happens<'submit-claim'>): void {
    const n = this.#options.promises.tracked.length
    const claimantIdentification = twin ? 'Ade Òjó' : `Ade ${n}`
    const occurrenceDate = dayOf(policy)
    const claim = madeUpClaim({ policyNumber: policyOf(policy), claimantIdentification, occurrenceDate })
    this.#submitter.submit({ kind: 'claim', product, claim, branchReference: codeOf(n) })
  }

  #submitRequest({ policy }: Happens<'submit-request'>): void {
    const pharmacyId = this.#options.promises.tracked.length + 1
    const policyNumber = policyOf(policy)
    this.#submitter.submit({ kind: 'pharmacy-request', pharmacyId, pharmacyName: 'P', policyNumber })
  }

  #otherComputerSends({ product, like, pick }: Happens<'other-computer'>): void {
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
        outbox.accept(tracked.submission, at)
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
        this.takingOut.discard(tracked)
        return
      case 'to-draft':
      case 'edit-draft':
      case 'keep-draft':
        if (!mayReturnToDraft(body.kind, entry.state)) return
        this.takingOut.toDraft(tracked, does)
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

  #look(id: string): void {
    const asked = this.#options.process()
    const count = (by: number): unknown => this.#openLooks.set(asked, (this.#openLooks.get(asked) ?? 0) + by)
    count(1)
    void asked.engine.lookNow(id).then(() => count(-1))
  }
}
