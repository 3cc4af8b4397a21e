import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { openDataKey, type DataKey } from '#main/platform/keys/data-key.ts'
import type { SystemStore } from '#main/platform/keys/protection.ts'
import type { SecretsPlace } from '#main/platform/keys/secret-file.ts'

/** The keys of an installation in a folder, as its process opens them with that store; null while they do not open. */
export function keysIn(folder: string, safeStorage: SystemStore): () => Promise<DataKey | null> {
  const inTurn = oneAtATime()
  return () =>
    inTurn(async () => {
      const dataExists = (): boolean => existsSync(join(folder, 'data-key.json'))
      const opened = await openDataKey({ folder, safeStorage, platform: 'linux', dataExists })
      return opened.ok ? opened.value : null
    })
}

/** Where the secrets of an installation are kept. */
export function secretsIn(folder: string, safeStorage: SystemStore): SecretsPlace {
  const keys = keysIn(folder, safeStorage)
  return { folder, secretsKey: async () => (await keys())?.secrets ?? null }
}
