import * as v from 'valibot'
import type { StoreKeyStatus } from '#shared/domain/file-store.ts'
import type { Environment } from '#shared/domain/product.ts'
import { ok, type Result } from '#shared/result.ts'
import { createKeyVault, type KeyChangeFailure, type KeyVault, type PreparedKey } from './key-vault.ts'
import type { SecretsPlace } from './secret-file.ts'

/** What the file store knows the merchant by. Main's own: never passed on. */
export interface AccessKey {
  /** Not secret: the store's own lists show it. */
  readonly id: string
  readonly secret: string
}

/** The access keys of the file stores, kept as the insurer's keys are: one for each environment, bound to its origin. */
export interface StoreKeys {
  /** @param origin that of the store in use; null while none is set. */
  status(environment: Environment, origin: string | null): Promise<StoreKeyStatus>
  /** As `KeyVault.prepare`: the previous key stays in use until the new one is activated. */
  prepare(
    environment: Environment,
    origin: string,
    accessKey: AccessKey,
  ): Promise<Result<PreparedKey, KeyChangeFailure>>
  /** As `KeyVault.proved`. */
  proved(environment: Environment, origin: string): Promise<void>
  /** As `KeyVault.clear`. */
  clear(environment: Environment): Promise<Result<null, KeyChangeFailure>>
  /** The key for requests to that origin; null when there is none for it that can be opened. Only main may call it. */
  read(environment: Environment, origin: string): Promise<AccessKey | null>
  /** As `KeyVault.forgetRead`. */
  forgetRead(): void
}

const AccessKeySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ id: v.string(), secret: v.string() }),
)

/** Head office has one bucket for all environments: its key lies under the name of this one. */
export const officeKeysOf = 'live'

/** Creates the vault; it touches neither the disk nor the keyring until it is used. */
export function createStoreKeys(
  options: SecretsPlace,
  keysFor: 'file-store' | 'office-store' = 'file-store',
): StoreKeys {
  // Practice makes its own store's key known by itself: none is kept for it.
  const vault = createKeyVault({ ...options, keysFor })
  const read = async (environment: Environment, origin: string): Promise<AccessKey | null> =>
    parsed(await vault.read(environment, origin))
  return {
    read,
    status: (environment, origin) => statusIn(vault, environment, origin),
    prepare: (environment, origin, { id, secret }) =>
      vault.prepare(environment, { origin, key: JSON.stringify({ id, secret }) }),
    forgetRead: () => vault.forgetRead(),
    proved: (environment, origin) => vault.proved(environment, origin),
    async clear(environment) {
      const cleared = await vault.clear(environment)
      return cleared.ok ? ok(null) : cleared
    },
  }
}

async function statusIn(
  vault: KeyVault,
  environment: Environment,
  origin: string | null,
): Promise<StoreKeyStatus> {
  const status = await vault.status(environment, origin)
  if (status.type !== 'kept' && status.type !== 'session-only') return status
  const accessKey = origin === null ? null : parsed(await vault.read(environment, origin))
  return accessKey === null ? { type: 'unreadable' } : { type: status.type, accessKeyId: accessKey.id }
}

function parsed(key: string | null): AccessKey | null {
  const accessKey = v.safeParse(AccessKeySchema, key)
  return accessKey.success ? accessKey.output : null
}
