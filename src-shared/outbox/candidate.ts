import type { ClaimContent } from '../domain/claim.ts'
import type { Product } from '../domain/product.ts'
import type { InsurerClaim } from '../domain/received-claim.ts'

/** A claim at the insurer that may be an entry of ours, as an officer compares it. */
export interface ShownCandidate {
  /** Names it when the officer decides. */
  readonly key: string
  /** Its id in the insurer's list; null for what the details of its policy showed. */
  readonly claimId: number | null
  /** When it was first seen here (ISO). */
  readonly seenAt: string
  readonly claim: InsurerClaim
}

/** An entry and what it may be at the insurer. */
export interface EntryCandidates {
  readonly product: Product
  readonly submitted: ClaimContent
  readonly reference: string | null
  /** When it was first sent (ISO). */
  readonly firstAttemptAt: string | null
  /** Those that no officer has ruled out, in the order in which they were seen. */
  readonly candidates: readonly ShownCandidate[]
}
