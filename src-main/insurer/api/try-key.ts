import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { Network } from '#main/insurer/network/network.ts'
import { createMerchantApi } from './merchant-api.ts'

/** Checks an address once with a key that is not in use yet. @param baseUrl as returned by `parseBaseUrl` */
export async function tryKey(baseUrl: string, key: string, network: Network): Promise<ConnectionCheck> {
  const api = createMerchantApi({ baseUrl, network, readKey: () => Promise.resolve(key) })
  const check = await api.checkConnection()
  await api.close()
  return check
}
