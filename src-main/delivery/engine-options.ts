import type { Claim } from '#shared/domain/claim.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { Result } from '#shared/result.ts'
import type { EngineMemory } from '../outbox/engine-memory.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Random } from './backoff.ts'
import type { Clock } from '../platform/clock.ts'

/** What the engine needs from the API. No call rejects: failures are data. */
export interface DeliveryApi {
  createClaim(
    product: Product,
    claim: Claim,
    branchReference: string | null,
    signal?: AbortSignal,
  ): Promise<AttemptOutcome>
  requestPharmacy(pharmacyId: number, policyNumber: string, signal?: AbortSignal): Promise<AttemptOutcome>
  listClaims(product: Product, signal?: AbortSignal): Promise<Result<readonly ReceivedClaim[], Failure>>
  checkConnection(signal?: AbortSignal): Promise<ConnectionCheck>
}

export interface EngineOptions {
  readonly outbox: Outbox
  readonly memory: EngineMemory
  readonly api: DeliveryApi
  readonly clock: Clock
  readonly random: Random
  readonly hasKey: () => Promise<boolean>
  /** Milliseconds after which a reading of the claim list is too old to send on. */
  readonly baselineMaxAgeMs: () => number
  /** How many entries, each of a different policy, may be in flight at once; at least one. */
  readonly sideBySide: () => number
  readonly onEntries: (changed: readonly KeptEntry[]) => void
  readonly onStatus: () => void
}
