import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import { originOf } from '#shared/settings.ts'
import { tryKey } from '../api/try-key.ts'
import type { Network } from '../network/network.ts'
import type { KeyVault } from '../keys/key-vault.ts'

/** An environment of the insurer that an officer wants to use. */
export interface ConnectionWish {
  readonly environment: RemoteEnvironment
  readonly baseUrl: string
  /** Null for the stored key, which is sent only to the origin it was entered for. */
  readonly key: string | null
  /** Also use it when it could not be tested because there is no connection. */
  readonly evenOffline: boolean
}

export interface TriedConnection {
  readonly check: ConnectionCheck
  /** Whether the environment may be opened with the tested address and key. */
  readonly mayConnect: boolean
}

/** Tests the address and key of an environment. Nothing is stored. @param address as returned by `parseBaseUrl` */
export async function tryConnection(
  address: string,
  { environment, key, evenOffline }: Omit<ConnectionWish, 'baseUrl'>,
  vault: Pick<KeyVault, 'read'>,
  network: Network,
): Promise<TriedConnection> {
  const candidate = key ?? (await vault.read(environment, originOf(address)))
  if (candidate === null) return { check: { type: 'no-key' }, mayConnect: false }
  const check = await tryKey(address, candidate, network)
  // An office without a connection, or whose proxy is in the way, could never start. Any other problem can be fixed first.
  const mayBeFixedLater = ['no-network', 'proxy', 'proxy-asks'].includes(check.type)
  return { check, mayConnect: check.type === 'works' || (mayBeFixedLater && evenOffline) }
}
