import { createHash, timingSafeEqual } from 'node:crypto'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import { type Settings, addressIn } from '#shared/settings.ts'
import { tryKey } from '#main/insurer/api/merchant-api.ts'
import type { KeyVault } from '#main/platform/keys/key-vault.ts'
import type { Network } from '#main/network/network.ts'

/** What can be a key: printable characters, as a header carries it. */
const keyPattern = /^[\x21-\x7e]+$/

/** What of this installation decides about a key. */
export interface KeySurroundings {
  readonly vault: Pick<KeyVault, 'status' | 'readAll'>
  readonly settings: Pick<Settings, 'sandboxBaseUrl' | 'liveBaseUrl'>
  readonly network: Network
  /** Whether an environment was ever used here. */
  readonly wasUsed: (environment: RemoteEnvironment) => boolean
}

/**
 * Whether a key proves a manager: it is the live one that is kept here. Where none can be read, the insurer at the live
 * address is asked. The sandbox's counts where live was never used. Where only practice was ever used, there is no key
 * and no personal data to protect, and anything proves enough.
 */
export async function provesManager(key: string, surroundings: KeySurroundings): Promise<boolean> {
  const { vault, settings, network, wasUsed } = surroundings
  for (const environment of ['live', 'sandbox'] as const) {
    const { type } = await vault.status(environment, null)
    if (type === 'none' && !wasUsed(environment)) continue
    const kept = await vault.readAll(environment)
    if (kept.length > 0) return kept.some((one) => isSame(one, key))
    const address = addressIn(settings, environment)
    if (address === '' || !keyPattern.test(key)) return false
    return (await tryKey(address, key, network)).type === 'works'
  }
  return true
}

function isSame(kept: string, typed: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(kept), digest(typed))
}
