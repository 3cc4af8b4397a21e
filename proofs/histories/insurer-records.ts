import type { ClaimContent } from '#shared/domain/claim.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { InsurerClaim, ReceivedClaim } from '#shared/domain/received-claim.ts'
import { carriesReference, detailsWithReference } from '#shared/domain/reference.ts'
import { keptText, type TextWays } from '#proofs/insurer/kept-text.ts'
import { seededRandom } from '#main/practice/data/random.ts'
import type { InsurerNature, Spelling } from './happening.ts'
import { spelled } from './spelling.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** One claim in the insurer's records. */
interface InsurerRow {
  /** As it was sent. */
  readonly claim: ReceivedClaim
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

/** What the insurer has, and how it shows that. */
export class InsurerRecords {
  /** How texts are kept from now on. */
  text: TextWays = {}
  spelling: Spelling = 'as-sent'
  readonly #clock: VirtualClock
  readonly #nature: InsurerNature
  readonly #rows: InsurerRow[] = []
  readonly #random = seededRandom(1)
  #nextId = 100

  constructor(clock: VirtualClock, nature: InsurerNature) {
    this.#clock = clock
    this.#nature = nature
  }

  /** Creates a claim, from any computer. @returns its id */
  commit({ product, claim, reference, entryId, hiddenMs = 0, postedMs }: NewClaim): number {
    this.#nextId += 1
    const at = this.#clock.now().toISOString()
    const madeMs = this.#clock.monotonicMs()
    const { incidentDetails: text } = claim
    const incidentDetails = reference === null ? text : detailsWithReference(text, reference)
    this.#rows.push({
      claim: {
        ...claim,
        product,
        id: this.#nextId,
        incidentDetails,
        status: '0',
        deletedAt: null,
        createdAt: at,
        updatedAt: at,
      },
      reference,
      text: this.text,
      entryId,
      postedMs: postedMs ?? madeMs,
      visibleFromMs: madeMs + hiddenMs,
    })
    return this.#nextId
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

  /** What the details of a policy show. */
  details(product: Product, policyNumber: string): InsurerClaim | null {
    const rows = this.#visible(product).filter(({ claim }) => isSamePolicy(claim.policyNumber, policyNumber))
    const row = this.#oneOf(rows)
    if (row === null) return null
    const { id: _id, deletedAt: _deletedAt, ...claim } = this.#shown(row)
    return claim
  }

  /** Whose POST made the claim with this id; null for another computer's. */
  makerOf(claimId: number): string | null {
    return this.#rows.find(({ claim }) => claim.id === claimId)?.entryId ?? null
  }

  /** How many claims of an entry it showed by then with their reference, in whatever form. */
  recognizable(entryId: string, byMs: number): number {
    return this.#rows.filter(
      (row) =>
        row.entryId === entryId &&
        row.visibleFromMs <= byMs &&
        row.reference !== null &&
        carriesReference(this.#shown(row).incidentDetails, row.reference),
    ).length
  }

  /** Whether a claim that the insurer shows, with or without its id, was made by this entry's POST. */
  isOf(entryId: string, claim: InsurerClaim, claimId: number | null): boolean {
    if (claimId !== null) return this.makerOf(claimId) === entryId
    return this.#rows.some(
      (row) =>
        row.entryId === entryId &&
        row.claim.createdAt === claim.createdAt &&
        isSamePolicy(row.claim.policyNumber, claim.policyNumber),
    )
  }

  #oneOf(rows: readonly InsurerRow[]): InsurerRow | null {
    if (rows.length === 0) return null
    switch (this.#nature.detailsShow) {
      case 'newest':
        return rows.at(-1) ?? null
      case 'oldest':
        return rows[0] ?? null
      case 'any':
        return this.#random.pick(rows)
      case 'none':
        return null
    }
  }

  #visible(product: Product): readonly InsurerRow[] {
    const now = this.#clock.monotonicMs()
    return this.#rows.filter((row) => row.claim.product === product && row.visibleFromMs <= now)
  }

  #shown({ claim, text }: InsurerRow): ReceivedClaim {
    const incidentDetails = keptText(claim.incidentDetails, text) ?? ''
    return spelled({ ...claim, incidentDetails }, this.spelling)
  }
}
