import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createBackupPassphrase, type BackupPassphrase } from './backup-passphrase.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { createTestStore, type TestStore } from '#testing/keys/store.ts'

const passphrase = 'four made up words'
const open = (folder: string, safeStorage: TestStore): BackupPassphrase =>
  createBackupPassphrase(secretsIn(folder, safeStorage))

it('is kept sealed by the keyring, and opens at the next start', async () => {
  const [folder, store] = [createTestFolder(), createTestStore()]
  expect(await open(folder, store).status()).toBe('none')
  await open(folder, store).set(passphrase, 'here')
  expect(readFileSync(join(folder, 'keys', 'backup.json'), 'utf8')).not.toContain(passphrase)
  const next = open(folder, store)
  expect([await next.status(), await next.read()]).toEqual(['kept', passphrase])
})
