import { claimFieldNames, type ClaimContent } from '#shared/domain/claim.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { InsurerClaim, ReceivedClaim } from '#shared/domain/received-claim.ts'
import { carriesReference, detailsWithReference } from '#shared/domain/reference.ts'
import { claimsOf, type ClaimLook } from '#main/insurer/api/claim-list.ts'
import { claimLookOf } from '#main/insurer/api/merchant-api.ts'
import { wireNameOf } from '#main/insurer/api/wire/claim.ts'
import { asWritten, type Writing } from '#testing/insurer/as-written.ts'
import { keptText, type TextWays } from '#testing/insurer/kept-text.ts'
import { oneShown } from '#testing/insurer/ways.ts'
import { seededRandom } from '#main/practice/data/random.ts'
import type { InsurerNature, Spelling } from './happening.ts'
import { spelled } from '#testing/engine/spelling.ts'
import type { VirtualClock } from '#testing/virtual-clock.ts'

/** The insurer's own clock when a history begins: what becomes of the branch's does not move it. */
const startMs = Date.parse('2026-11-20T09:00:00.000Z')

/** One claim in the insurer's records. */
interface InsurerRow {
  readonly id: number
  readonly product: Product
  /** As it was sent, the reference in front of its text. */
  readonly claim: ClaimContent
  readonly createdAt: string
  readonly reference: string | null
  readonly text: TextWays
  /** The entry whose POST created it; null for another computer's. */
  readonly entryId: string | null
  readonly postedMs: number
  readonly visibleFromMs: number
}

export interface NewClaim {
  readonly product: Product
  readonly claim: ClaimContent
  readonly reference: string | null
  readonly entryId: string | null
  /** How long nothing shows it. */
  readonly hiddenMs?: number
  /** When its POST was sent; by default now. */
  readonly postedMs?: number
}

/** What the insurer has, and how it shows that: as JSON, which the API client reads. */
export class InsurerRecords {
  /** How texts are kept from now on. */
  text: TextWays = {}
  /** How policies and texts are spelled, and values written, in whatever is shown from now on. */
  spelling: Spelling = 'as-sent'
  writes: Writing
  readonly #clock: VirtualClock
  readonly #nature: InsurerNature
  readonly #rows: InsurerRow[] = []
  readonly #random = seededRandom(1)
  /** Whose claims looked like this when the details showed them. */
  readonly #shownBy = new Map<string, Set<string | null>>()
  #read = new WeakMap<InsurerRow, { readonly as: string; readonly claim: ReceivedClaim }>()
  #nextId = 100

  constructor(clock: VirtualClock, nature: InsurerNature) {
    this.#clock = clock
    this.#nature = nature
    this.writes = nature.writes ?? {}
  }

  /** Creates a claim, from any computer. @returns its id */
  commit({ product, claim, reference, entryId, hiddenMs = 0, postedMs }: NewClaim): number {
    this.#nextId += 1
    const madeMs = this.#clock.monotonicMs()
    const { incidentDetails: text } = claim
    const incidentDetails = reference === null ? text : detailsWithReference(text, reference)
    this.#rows.push({
      id: this.#nextId,
      product,
      claim: { ...claim, incidentDetails },
      createdAt: new Date(startMs + madeMs).toISOString(),
      reference,
      text: this.text,
      entryId,
      postedMs: postedMs ?? madeMs,
      visibleFromMs: madeMs + hiddenMs,
    })
    return this.#nextId
  }

  /** The claims that it has, by the reference that they were sent under. */
  get byReference(): ReadonlyMap<string | null, readonly InsurerRow[]> {
    return Map.groupBy(this.#rows, ({ reference }) => reference)
  }

  /** What a text that is sent now is kept as. */
  kept(text: string): string {
    return keptText(text, this.text) ?? ''
  }

  /** What the list of a product shows, in its order, without what is younger. */
  list(product: Product, youngestMs = 0): readonly ReceivedClaim[] {
    const before = this.#clock.monotonicMs() - youngestMs
    const shown = this.#visible(product).filter((row) => row.postedMs <= before)
    const claims = shown.map((row) => this.#shown(row))
    switch (this.#nature.order) {
      case 'oldest-first':
        return claims
      case 'newest-first':
        return claims.toReversed()
      case 'any':
        return claims
          .map((claim) => ({ claim, place: this.#random.integer(0, 1e6) }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ claim }) => claim)
    }
  }

  /** What the details of a policy show; null where the API client cannot read it. */
  details(product: Product, policyNumber: string): ClaimLook | null {
    const rows = this.#visible(product).filter(({ claim }) => isSamePolicy(claim.policyNumber, policyNumber))
    const row = oneShown(rows, this.#nature.detailsShow, this.#random)
    if (row === null) return { type: 'none' }
    const look = claimLookOf(product, policyNumber)({ success: true, data: this.#wire(row) })
    if (look?.type === 'claim') {
      const key = looksOf(look.claim)
      this.#shownBy.set(key, (this.#shownBy.get(key) ?? new Set()).add(row.entryId))
    }
    return look
  }

  /** Whose POST made the claim with this id; null for another computer's. */
  makerOf(claimId: number): string | null {
    return this.#rows.find(({ id }) => id === claimId)?.entryId ?? null
  }

  /** How many claims of an entry it showed by then with their reference, in whatever form. */
  readonly recognizable = (entryId: string, byMs: number): number =>
    this.#rows.filter(
      (row) =>
        row.entryId === entryId &&
        row.visibleFromMs <= byMs &&
        row.reference !== null &&
        carriesReference(this.#shown(row).incidentDetails, row.reference),
    ).length

  /** How many claims of an entry it showed by then, however they look. */
  readonly visible = (entryId: string, byMs: number): number =>
    this.#rows.filter((row) => row.entryId === entryId && row.visibleFromMs <= byMs).length

  /** Whether a claim that the insurer shows, with or without its id, was made by this entry's POST. */
  isOf(entryId: string, claim: InsurerClaim, claimId: number | null): boolean {
    if (claimId !== null) return this.makerOf(claimId) === entryId
    return this.#shownBy.get(looksOf(claim))?.has(entryId) === true
  }

  #visible(product: Product): readonly InsurerRow[] {
    const now = this.#clock.monotonicMs()
    return this.#rows.filter((row) => row.product === product && row.visibleFromMs <= now)
  }

  // A row looks the same until something is shown otherwise: it is read once.
  #shown(row: InsurerRow): ReceivedClaim {
    const as = JSON.stringify([this.spelling, this.writes])
    const known = this.#read.get(row)
    if (known?.as === as) return known.claim
    const [claim] = claimsOf(row.product, [this.#wire(row)]) ?? []
    if (claim === undefined) throw new Error('the model shows a row that the client cannot read')
    this.#read.set(row, { as, claim })
    return claim
  }

  #wire(row: InsurerRow): unknown {
    const kept = keptText(row.claim.incidentDetails, row.text)
    const claim = spelled({ ...row.claim, incidentDetails: kept ?? '' }, this.spelling)
    const json = {
      ...Object.fromEntries(claimFieldNames.map((name) => [wireNameOf(name), claim[name]])),
      ...(kept === null ? { [wireNameOf('incidentDetails')]: null } : {}),
      [wireNameOf('repairEstimate')]: claim.repairEstimate.toFixed(2),
      id: row.id,
      status: '0',
      deleted_at: null,
      created_at: row.createdAt,
      updated_at: row.createdAt,
    }
    return asWritten(json, this.writes)
  }
}

/** What tells claims apart as the details show them: all their values, in one order. */
function looksOf(claim: InsurerClaim): string {
  return JSON.stringify(Object.entries(claim).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
