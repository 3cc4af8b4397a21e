import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import { createMerchantApi } from './merchant-api.ts'

/** Asks an address once with a key that nothing else uses yet. @param baseUrl as `parseBaseUrl` returns it */
export async function tryKey(baseUrl: string, key: string): Promise<ConnectionCheck> {
  const api = createMerchantApi({ baseUrl, readKey: () => Promise.resolve(key) })
  const check = await api.checkConnection()
  await api.close()
  return check
}
