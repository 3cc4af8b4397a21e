import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { EngineMemory } from '#main/outbox/engine-memory.ts'
import type { MerchantApi } from '#main/insurer/api/merchant-api.ts'
import type { InsurerHabits } from './insurer-habits.ts'
import type { Random } from '#main/platform/backoff.ts'
import type { Clock } from '#main/platform/clock.ts'

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
  /** What is known of how the insurer keeps claims; read when the engine starts. */
  readonly habits: InsurerHabits
  readonly api: DeliveryApi
  /** Where it sends; '' for nowhere. What was learned at another address says nothing about this one. */
  readonly address: string
  readonly clock: Clock
  readonly random: Random
  readonly hasKey: () => Promise<boolean>
  /** How many entries, each of a different policy, may be in flight at once; at least one. */
  readonly sideBySide: () => number
  /** Whether what is only convenient waits: by default it does not. */
  readonly savesData?: () => boolean
  /** Told at each step: these entries changed, none perhaps, and the status may have. */
  readonly onChange: (changed: readonly KeptEntry[]) => void
}

/** What the rest of the application asked for. */
export interface Wishes {
  paused: boolean
  suspended: boolean
  /** Who waits until no attempt is open: none begins meanwhile. */
  readonly drained: Set<() => void>
}
