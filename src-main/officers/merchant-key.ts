import { createHash, timingSafeEqual } from 'node:crypto'
import { remoteEnvironments } from '#shared/domain/product.ts'
import type { Settings } from '#shared/settings.ts'
import { tryKey } from '../api/try-key.ts'
import type { Network } from '../network/network.ts'
import type { KeyVault } from '../keys/key-vault.ts'

/** What can be a key: printable characters, as a header carries it. */
const keyPattern = /^[\x21-\x7e]+$/

/**
 * Whether this is this installation's merchant key. Where no key is stored, the insurer is asked whether it accepts
 * this one; where only practice was ever used there is no key, and no personal data to protect.
 */
export async function isMerchantKey(
  key: string,
  vault: Pick<KeyVault, 'readAll'>,
  { baseUrls }: Pick<Settings, 'baseUrls'>,
  network: Network,
): Promise<boolean> {
  const kept = (await Promise.all(remoteEnvironments.map((name) => vault.readAll(name)))).flat()
  if (kept.length > 0) return kept.some((one) => isSameText(one, key))
  const addresses = remoteEnvironments.map((name) => baseUrls[name]).filter((address) => address !== '')
  if (addresses.length === 0) return true
  if (!keyPattern.test(key)) return false
  for (const address of addresses) if ((await tryKey(address, key, network)).type === 'works') return true
  return false
}

function isSameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
