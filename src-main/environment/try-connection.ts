import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { RemoteEnvironment } from '#shared/domain/product.ts'
import { ok, type Result } from '#shared/result.ts'
import { parseBaseUrl, type Settings } from '#shared/settings.ts'
import { tryKey } from '../api/try-key.ts'
import type { Network } from '../network/network.ts'
import type { KeyVault } from '../keys/key-vault.ts'

/** An environment of the insurer that an officer wants to use. */
export interface ConnectionWish {
  readonly environment: RemoteEnvironment
  readonly baseUrl: string
  /** Null for the stored key, which is sent only to the address it was set for. */
  readonly key: string | null
  /** Also use it when it could not be tested because there is no connection. */
  readonly evenOffline: boolean
}

export interface TriedConnection {
  readonly check: ConnectionCheck
  /** Whether the environment may be opened with the tested address and key. */
  readonly mayConnect: boolean
}

/** Tests the address and key of an environment. Nothing is stored. */
export async function tryConnection(
  { environment, baseUrl, key, evenOffline }: ConnectionWish,
  settings: Pick<Settings, 'baseUrls'>,
  vault: Pick<KeyVault, 'read'>,
  network: Network,
): Promise<Result<TriedConnection, Failure>> {
  const address = parseBaseUrl(baseUrl)
  if (!address.ok) return address
  // A stored key was entered for that address: using it at another address requires knowing the key.
  const isKnown = address.value === settings.baseUrls[environment]
  const candidate = key ?? (isKnown ? await vault.read(environment) : null)
  if (candidate === null) return ok({ check: { type: 'no-key' }, mayConnect: false })
  const check = await tryKey(address.value, candidate, network)
  // An office without a connection, or whose proxy is in the way, could never start. Any other problem can be fixed first.
  const mayBeFixedLater = ['no-network', 'proxy', 'proxy-asks'].includes(check.type)
  return ok({ check, mayConnect: check.type === 'works' || (mayBeFixedLater && evenOffline) })
}
