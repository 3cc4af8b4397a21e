import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openStorage } from '#main/outbox/open-outbox.ts'
import { createSealedSettings } from '#main/office/settings/settings-file.ts'
import { openDataKey } from '#main/platform/keys/data-key.ts'
import { writeDurably } from '#main/platform/durable-file.ts'
import { defaultSettings } from '#shared/settings.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { Outbox } from '#main/outbox/outbox.ts'

/*
 * Opens and writes everything main keeps in a folder and prints each result. It runs in its own process, which
 * can be made to obey file modes.
 */
const [folder = ''] = process.argv.slice(2)
const { database, status } = openStorage(join(folder, 'sandbox', 'outbox.sqlite'), new Date())
const accepted =
  database === null
    ? null
    : new Outbox(database, plainProtection).accept(claimSubmission(), new Date().toISOString())
database?.close()
const keys = { bytes: new Uint8Array(randomBytes(32)) }
const settings = await createSealedSettings(folder, () => Promise.resolve(keys)).save(defaultSettings)
const key = await writeDurably(join(folder, 'keys', 'sandbox.json'), randomBytes(8).toString('hex'))
const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(false),
  encryptStringAsync: () => Promise.reject(new Error('There is no keyring.')),
  decryptStringAsync: () => Promise.reject(new Error('There is no keyring.')),
  getSelectedStorageBackend: () => 'basic_text' as const,
}
const dataKey = await openDataKey({
  folder,
  safeStorage,
  platform: 'linux',
  dataExists: () => false,
})
const word = (result: { ok: true } | { ok: false; error: { type: string } } | null): string =>
  result === null ? 'none' : result.ok ? 'ok' : result.error.type
const outbox = status.type === 'unavailable' ? status.reason : status.type
process.stdout.write(
  JSON.stringify({
    outbox,
    accept: word(accepted),
    settings: word(settings),
    key: word(key),
    dataKey: word(dataKey),
  }),
)
