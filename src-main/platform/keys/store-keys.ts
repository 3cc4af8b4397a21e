import * as v from 'valibot'
import type { StoreKeyStatus } from '#shared/domain/file-store.ts'
import type { Environment } from '#shared/domain/product.ts'
import { createKeyVault, type KeyVault } from './key-vault.ts'
import type { SecretsPlace } from './secret-file.ts'

/** What the file store knows the merchant by. Main's own: never passed on. */
export interface AccessKey {
  /** Not secret: the store's own lists show it. */
  readonly id: string
  readonly secret: string
}

export type StoreKeys = ReturnType<typeof createStoreKeys>

const AccessKeySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ id: v.string(), secret: v.string() }),
)

/** Head office has one bucket for all environments: its key lies under the name of this one. */
export const officeKeysOf = 'live'

/**
 * The access keys of the file stores, kept as the insurer's keys are: one for each environment, bound to its origin. What
 * says nothing here is as `KeyVault` has it.
 */
export function createStoreKeys(
  options: SecretsPlace,
  keysFor: 'file-store' | 'office-store' = 'file-store',
) {
  // Practice makes its own store's key known by itself: none is kept for it.
  const vault = createKeyVault({ ...options, keysFor })
  return {
    proved: (environment: Environment, origin: string) => vault.proved(environment, origin),
    clear: (environment: Environment) => vault.clear(environment),
    /** The key for requests to that origin; null when there is none for it that can be opened. Only main may call it. */
    read: async (environment: Environment, origin: string): Promise<AccessKey | null> =>
      parsed(await vault.read(environment, origin)),
    /** @param origin that of the store in use; null while none is set. */
    status: (environment: Environment, origin: string | null): Promise<StoreKeyStatus> =>
      statusIn(vault, environment, origin),
    set: (environment: Environment, origin: string, accessKey: AccessKey) =>
      vault.set(environment, { origin, key: textOf(accessKey) }),
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

const textOf = ({ id, secret }: AccessKey): string => JSON.stringify({ id, secret })

function parsed(key: string | null): AccessKey | null {
  const accessKey = v.safeParse(AccessKeySchema, key)
  return accessKey.success ? accessKey.output : null
}
