import { policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { carriedReferences } from '#shared/domain/reference.ts'

const none: readonly ReceivedClaim[] = []

/** Claims of one product as the insurer listed them, found at once by id, policy or branch reference. */
export class ListedClaims {
  readonly claims: readonly ReceivedClaim[]
  /** How many claims have each status value. */
  readonly statuses: ReadonlyMap<string, number>
  /** When the oldest of them was entered at the insurer (ISO); null without any. */
  readonly oldestCreatedAt: string | null
  readonly #byId: ReadonlyMap<number, ReceivedClaim>
  readonly #byPolicy: ReadonlyMap<PolicyNumber, readonly ReceivedClaim[]>
  readonly #byReference: ReadonlyMap<string, readonly ReceivedClaim[]>

  /** Use a {@link ListedClaimsBuilder} or {@link listedClaimsOf}. */
  constructor(parts: ListParts) {
    this.claims = parts.claims
    this.statuses = parts.statuses
    this.oldestCreatedAt = parts.oldestCreatedAt
    this.#byId = parts.byId
    this.#byPolicy = parts.byPolicy
    this.#byReference = parts.byReference
  }

  withId(id: number): ReceivedClaim | undefined {
    return this.#byId.get(id)
  }

  ofPolicy(policy: PolicyNumber): readonly ReceivedClaim[] {
    return this.#byPolicy.get(policy) ?? none
  }

  /** The claims whose details carry the branch reference. */
  withReference(reference: string): readonly ReceivedClaim[] {
    return this.#byReference.get(reference.toUpperCase()) ?? none
  }
}

interface ListParts {
  readonly claims: readonly ReceivedClaim[]
  readonly statuses: ReadonlyMap<string, number>
  readonly oldestCreatedAt: string | null
  readonly byId: ReadonlyMap<number, ReceivedClaim>
  readonly byPolicy: ReadonlyMap<PolicyNumber, readonly ReceivedClaim[]>
  readonly byReference: ReadonlyMap<string, readonly ReceivedClaim[]>
}

/** Builds {@link ListedClaims} from some hundred claims at a time, so that the screen is drawn in between. */
export class ListedClaimsBuilder {
  readonly #before: ListedClaims | null
  readonly #claims: ReceivedClaim[] = []
  readonly #statuses = new Map<string, number>()
  readonly #byId = new Map<number, ReceivedClaim>()
  readonly #byPolicy = new Map<PolicyNumber, ReceivedClaim[]>()
  #oldestCreatedAt: string | null = null
  readonly #byReference = new Map<string, ReceivedClaim[]>()

  /** @param before the list shown until now: claims that are unchanged stay the same objects, and in memory once */
  constructor(before: ListedClaims | null = null) {
    this.#before = before
  }

  add(claims: readonly ReceivedClaim[]): void {
    for (const given of claims) {
      const known = this.#before?.withId(given.id)
      const claim = known !== undefined && isSame(known, given) ? known : given
      this.#claims.push(claim)
      if (this.#oldestCreatedAt === null || claim.createdAt < this.#oldestCreatedAt)
        this.#oldestCreatedAt = claim.createdAt
      this.#byId.set(claim.id, claim)
      this.#statuses.set(claim.status, (this.#statuses.get(claim.status) ?? 0) + 1)
      append(this.#byPolicy, policyNumberOf(claim.policyNumber), claim)
      for (const reference of carriedReferences(claim.incidentDetails))
        append(this.#byReference, reference, claim)
    }
  }

  build(): ListedClaims {
    return new ListedClaims({
      claims: this.#claims,
      statuses: this.#statuses,
      oldestCreatedAt: this.#oldestCreatedAt,
      byId: this.#byId,
      byPolicy: this.#byPolicy,
      byReference: this.#byReference,
    })
  }
}

/** The same in one go, for a few claims. */
export function listedClaimsOf(claims: readonly ReceivedClaim[]): ListedClaims {
  const builder = new ListedClaimsBuilder()
  builder.add(claims)
  return builder.build()
}

function append<K>(map: Map<K, ReceivedClaim[]>, key: K, claim: ReceivedClaim): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [claim])
  else known.push(claim)
}

function isSame(one: ReceivedClaim, other: ReceivedClaim): boolean {
  return fieldNames(one).every((name) => one[name] === other[name])
}

function fieldNames(claim: ReceivedClaim): (keyof ReceivedClaim)[] {
  // A claim has been through its schema, which leaves no other names.
  return Object.keys(claim) as (keyof ReceivedClaim)[]
}
