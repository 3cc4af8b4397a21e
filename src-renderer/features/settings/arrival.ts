import { shallowRef } from 'vue'
import type { Environment } from '#shared/domain/product.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'

export interface Arrival {
  readonly environment: Environment
  /** What was found on the way there; null where nothing is checked. */
  readonly check: ConnectionCheck | null
}

/**
 * The environment that Settings has just changed to. Every screen is made again then, Settings too: what is to be said
 * about it waits here for the new one.
 */
export const arrival = shallowRef<Arrival | null>(null)
