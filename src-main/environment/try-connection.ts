import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { RequestArgument } from '#shared/contract/calls.ts'
import { ok, type Result } from '#shared/result.ts'
import { parseBaseUrl, type Settings } from '#shared/settings.ts'
import { tryKey } from '../api/try-key.ts'
import type { KeyVault } from '../keys/key-vault.ts'

export interface TriedConnection {
  readonly check: ConnectionCheck
  /** Whether the environment may be opened with what was tried. */
  readonly mayConnect: boolean
}

/** Tries what an environment is to be opened with. Nothing is kept of it. */
export async function tryConnection(
  { environment, baseUrl, key, evenOffline }: RequestArgument<'environment:connect'>,
  settings: Pick<Settings, 'baseUrls'>,
  vault: Pick<KeyVault, 'read'>,
): Promise<Result<TriedConnection, Failure>> {
  const address = parseBaseUrl(baseUrl)
  if (!address.ok) return address
  // A key that is kept was given for that address: whoever names another one has to know the key too.
  const isKnown = address.value === settings.baseUrls[environment]
  const candidate = key ?? (isKnown ? await vault.read(environment) : null)
  if (candidate === null) return ok({ check: { type: 'no-key' }, mayConnect: false })
  const check = await tryKey(address.value, candidate)
  // An office without a connection would never get in. Whatever else is wrong can be put right first.
  return ok({ check, mayConnect: check.type === 'works' || (check.type === 'no-network' && evenOffline) })
}
