import type { MerchantApi } from '../api/merchant-api.ts'
import type { EngineMemory } from '../outbox/engine-memory.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Random } from '../platform/backoff.ts'
import type { Clock } from '../platform/clock.ts'

/** What the engine needs from the API. No call rejects: failures are data. */
export type DeliveryApi = Pick<
  MerchantApi,
  'createClaim' | 'requestPharmacy' | 'lookUpClaim' | 'readClaimList' | 'checkConnection' | 'prepare'
>

/** How many claims, each of another policy, are in flight at once: it limits the load of one branch on a server of many. */
export const mostSideBySide = 4

export interface EngineOptions {
  readonly outbox: Outbox
  readonly memory: EngineMemory
  readonly api: DeliveryApi
  readonly clock: Clock
  readonly random: Random
  readonly hasKey: () => Promise<boolean>
  /** How many entries, each of a different policy, may be in flight at once; at least one. */
  readonly sideBySide: () => number
  /** Whether what is only convenient waits: by default it does not. */
  readonly savesData?: () => boolean
  readonly onEntries: (changed: readonly KeptEntry[]) => void
  readonly onStatus: () => void
}
