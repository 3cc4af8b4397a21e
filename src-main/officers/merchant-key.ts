import { createHash, timingSafeEqual } from 'node:crypto'
import type { Settings } from '#shared/settings.ts'
import { createMerchantApi } from '../api/merchant-api.ts'
import type { KeyVault } from '../vault/key-vault.ts'

const connected = ['live', 'sandbox'] as const
/** What can be a key at all: printable, as a header carries it. */
const keyPattern = /^[\x21-\x7e]+$/

/**
 * Whether this is the merchant's key of this installation. Where a keyring kept none, the insurer is asked whether it
 * takes this one; where only practice was ever used there is no key, and nothing of anybody's to protect.
 */
export async function isMerchantKey(
  key: string,
  vault: Pick<KeyVault, 'read'>,
  { baseUrls }: Pick<Settings, 'baseUrls'>,
): Promise<boolean> {
  const kept = (await Promise.all(connected.map((name) => vault.read(name)))).filter((one) => one !== null)
  if (kept.length > 0) return kept.some((one) => isSameText(one, key))
  const addresses = connected.map((name) => baseUrls[name]).filter((address) => address !== '')
  if (addresses.length === 0) return true
  if (!keyPattern.test(key)) return false
  for (const address of addresses) if (await isTaken(key, address)) return true
  return false
}

async function isTaken(key: string, baseUrl: string): Promise<boolean> {
  const api = createMerchantApi({ baseUrl, readKey: () => Promise.resolve(key) })
  const check = await api.checkConnection()
  await api.close()
  return check.type === 'works'
}

function isSameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
