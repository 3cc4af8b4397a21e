import { AsyncLocalStorage } from 'node:async_hooks'
import type { Policy } from '#main/practice/data/policies.ts'
import { PracticeData } from '#main/practice/practice-data.ts'
import type { ClaimFields, PracticeClaim } from '#main/practice/wire.ts'
import type { Product } from '#shared/domain/product.ts'
import type { DataFault } from './fault-script.ts'
import { samplePolicies } from './sample-policies.ts'
import type { WaysOfServer } from './ways.ts'

const someNumbers = { keke: samplePolicies('keke')[0] ?? '', okada: samplePolicies('okada')[0] ?? '' }

/** One call, from its arrival to its answer. */
export interface Call {
  readonly fault: DataFault | null
  /** The claim that a details call shows; null where it finds none. */
  shows: PracticeClaim | null | undefined
}

/** The call that is being answered. */
export const callAnswered = new AsyncLocalStorage<Call>()

/** What practice answers from, kept and shown as the insurer's ways and the faults of a call say. */
export class UnkindData extends PracticeData {
  readonly #ways: WaysOfServer
  readonly #later: (commit: () => void, ms: number) => void

  /** @param later runs a commit later, or when the server closes, whichever is first */
  constructor(
    made: ConstructorParameters<typeof PracticeData>[0],
    ways: WaysOfServer,
    later: (commit: () => void, ms: number) => void,
  ) {
    super(made)
    this.#ways = ways
    this.#later = later
  }

  override policy(product: Product, policyNumber: string): Policy | null {
    const known = super.policy(product, policyNumber)
    if (known !== null || this.#ways.current.anyPolicy !== true) return known
    const other = super.policy(product, someNumbers[product])
    return other && { ...other, record: { ...other.record, policy_number: policyNumber } }
  }

  /** All claims with their texts as sent, whatever a list shows of them. */
  claimsAsSent(product: Product): readonly PracticeClaim[] {
    return super.claims(product)
  }

  override claims(product: Product): readonly PracticeClaim[] {
    return this.#ways.visible(super.claims(product)).map((row) => this.#ways.asKept(row))
  }

  /** Only the claim that a details call shows. */
  override claimsOf(product: Product, policyNumber: string): readonly PracticeClaim[] {
    const all = super.claims(product).filter((claim) => claim.policy_number === policyNumber)
    const shown = this.#ways.detailsOf(this.#ways.visible(all))
    const call = callAnswered.getStore()
    if (call !== undefined) call.shows = shown
    return shown === null ? [] : [this.#ways.asKept(shown)]
  }

  override addClaim(product: Product, policy: Policy, fields: ClaimFields, at: Date): void {
    this.#commit(() => {
      super.addClaim(product, policy, fields, at)
      const row = super.claims(product).at(-1)
      if (row !== undefined) this.#ways.kept(row)
    })
  }

  override addPharmacyRequest(pharmacyId: number, policyNumber: string, at: Date): void {
    this.#commit(() => super.addPharmacyRequest(pharmacyId, policyNumber, at))
  }

  #commit(work: () => void): void {
    const fault = callAnswered.getStore()?.fault
    if (fault?.type === 'slow-commit') {
      this.#later(work, fault.commitAfterMs)
      return
    }
    work()
    if (fault?.type === 'duplicate-commit') work()
  }
}
