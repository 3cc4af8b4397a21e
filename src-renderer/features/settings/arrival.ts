import { shallowRef } from 'vue'
import type { Environment } from '#shared/domain/product.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'

export interface SettingsArrival {
  readonly environment: Environment
  /** The result of the connection check; null if there was none. */
  readonly check: ConnectionCheck | null
}

/**
 * The environment that Settings has just switched to. That recreates every screen, including Settings, so the message
 * for the officer waits here for the new screen.
 */
export const arrival = shallowRef<SettingsArrival | null>(null)
