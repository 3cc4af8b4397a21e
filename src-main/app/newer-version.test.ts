import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { environments, type Environment } from '#shared/domain/product.ts'
import { defaultSettings } from '#shared/settings.ts'
import { newestVersion } from '#main/outbox/migrations.ts'
import { makeFrozenFile } from '#testing/versions/frozen-rows.ts'
import { createSealedSettings } from '#main/office/settings/settings-file.ts'
import { keysIn } from '#testing/keys/secrets.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore, type TestStore } from '#testing/keys/store.ts'
import { outboxFileOf } from '#main/office/environment/environment.ts'
import { openServices } from '#testing/app/open-services.ts'

const policy = policyNumberOf('KKP/2026/LA/000001')

/** Every file of a folder by path, with its bytes and modification time; not SQLite's index of a log (`-shm`). */
function everything(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('-shm'),
  )
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path, `${statSync(path).mtimeMs} ${readFileSync(path, 'latin1')}`]
    }),
  )
}

/** A computer where a newer version was killed while running: its last writes are only in the logs. */
async function usedByNewer(environment: Environment, store: TestStore): Promise<string> {
  const folder = createTestFolder()
  const before = createTestFolder()
  for (const name of environments) {
    const file = outboxFileOf(before, name)
    mkdirSync(join(before, name))
    const database = new DatabaseSync(file)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    makeFrozenFile(database, newestVersion)
    database.exec(`PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = ${newestVersion + 1}`)
    writeFileSync(join(before, name, 'practice.jsonl'), 'of a newer version')
    writeFileSync(join(before, name, 'lists.sqlite'), 'of a newer version')
    // Copied while open, so the log is not written back.
    cpSync(join(before, name), join(folder, name), { recursive: true })
    database.close()
    expect(existsSync(`${outboxFileOf(folder, name)}-wal`)).toBe(true)
  }
  const settings = {
    ...defaultSettings,
    configured: true,
    environment,
    sandboxBaseUrl: 'https://sandbox.invalid',
    liveBaseUrl: 'https://live.invalid',
  }
  expect((await createSealedSettings(folder, keysIn(folder, store)).save(settings)).ok).toBe(true)
  return folder
}

it.each(
  environments.flatMap((environment) => [
    [environment, 'the databases alone', 'newer'] as const,
    [environment, 'the keys as well', 'locked'] as const,
  ]),
)(
  'with %s in use, refuses with an explanation and changes nothing: %s',
  async (environment, wrote, refused) => {
    const store = createTestStore()
    const folder = await usedByNewer(environment, store)
    if (wrote === 'the keys as well') {
      writeFileSync(join(folder, 'data-key.json'), '{"version":3,"made":"up"}')
      writeFileSync(join(folder, 'officers.json'), '{"version":2,"made":"up"}')
    }
    const before = everything(folder)
    const { handlers, workspace } = await openServices({
      dataFolder: folder,
      protection: { safeStorage: store, platform: 'linux' },
    })
    await workspace.reopen()
    await workspace.removeOutlivedElsewhere('2030-01-01T00:00:00.000Z')
    await handlers['app:status'](undefined)
    for (const other of environments) {
      const asked = { policy, environment: other }
      expect((await handlers['privacy:about-policy'](asked)).ok).toBe(false)
      expect((await handlers['privacy:forget-policy']({ ...asked, filesAside: true })).ok).toBe(false)
    }
    const { storage } = workspace.environment
    await workspace.close()
    expect(storage.type).toBe(refused)
    expect(everything(folder)).toEqual(before)
  },
)
