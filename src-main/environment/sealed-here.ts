import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { environments } from '#shared/domain/product.ts'
import { deriveKey, type SealedHere } from '../keys/data-key.ts'
import { createOfficersFile } from '../officers/officers-file.ts'
import { isOfNewerVersion } from '../outbox/open-outbox.ts'
import { opensUnder } from '../outbox/reseal.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import { openCopy, settingsKeysOf } from '../settings/settings-seal.ts'
import { outboxFileOf } from './open-environment.ts'
import { createRowProtection } from './row-sealing.ts'

/** Whether one of these keys opens a file; null where it has nothing sealed. */
type Opens = boolean | null

/** What of the files of an installation opens under one of these data keys, as far as can be seen in one of them. */
export async function sealedHere(dataFolder: string, keys: readonly Uint8Array[]): Promise<SealedHere> {
  const found = [...rows(dataFolder, keys), await officers(dataFolder, keys), settings(dataFolder, keys)]
  if (found.includes(true)) return 'under-these'
  return found.includes(false) ? 'under-others' : 'nothing'
}

/** Whether anything was captured here, or officers were added: what takes long to seal again, or is looked at now. */
export async function isWorkSealed(dataFolder: string): Promise<boolean> {
  return [...rows(dataFolder, []), await officers(dataFolder, [])].some((opens) => opens !== null)
}

function rows(dataFolder: string, keys: readonly Uint8Array[]): readonly Opens[] {
  const protections = keys.map((bytes) => createRowProtection({ bytes }))
  return environments.map((environment) => {
    const file = outboxFileOf(dataFolder, environment)
    // A file that cannot be read now may need the key: nothing is given up for it.
    if (!existsSync(file)) return existsSync(`${file}.rebuilt`) ? true : null
    if (isOfNewerVersion(file)) return true
    const opens = guardStorage(() => {
      using database = new DatabaseSync(file, { readOnly: true })
      return opensUnder(database, protections)
    })
    return opens.ok ? opens.value : true
  })
}

async function officers(dataFolder: string, keys: readonly Uint8Array[]): Promise<Opens> {
  if (!existsSync(join(dataFolder, 'officers.json'))) return null
  for (const bytes of keys) {
    const loaded = await createOfficersFile(dataFolder, deriveKey({ bytes }, 'officers')).load()
    if (loaded.ok || loaded.error.type !== 'unreadable') return true
  }
  return false
}

function settings(dataFolder: string, keys: readonly Uint8Array[]): Opens {
  const file = join(dataFolder, 'settings.sealed')
  if (!existsSync(file)) return null
  const text = guardStorage(() => readFileSync(file, 'utf8'))
  if (!text.ok) return true
  return (
    openCopy(
      keys.flatMap((bytes) => settingsKeysOf({ bytes, next: null })),
      text.value,
      'settings',
    ) !== null
  )
}
