import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import { err } from '#shared/result.ts'
import type { PassphraseKeys } from '#main/office/officers/passphrase-keys.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { newBackupKey, openBackup, readBackup, sealBackup, textOfBackup } from './backup-format.ts'

const passphrase = 'made up words of a file'
const title = {
  application: '0.1.0',
  createdAt: '2026-11-20T09:00:00.000Z',
  environment: 'sandbox' as const,
  parts: [
    { name: 'entries', count: 2 },
    { name: 'drafts', count: 1 },
  ],
  fileBytes: 0,
}
const text = Buffer.from(`${'Adewale Òjó, 12 Test Street. '.repeat(24_000)}end`)
const cost = { cost: 2 ** 10, blockSize: 8, parallelization: 1 }
let key: PassphraseKeys
let file: Buffer

const sealed = async (change: object = {}, under = key): Promise<Buffer> =>
  await buffer(sealBackup({ ...title, ...change }, under, text).start())

beforeAll(async () => {
  key = await newBackupKey(passphrase, cost)
  file = await sealed()
})

async function read(bytes: Buffer) {
  const path = join(createTestFolder(), 'a.cdbackup')
  await writeFile(path, bytes)
  return await readBackup(path)
}

async function outcome(bytes: Buffer, secret = passphrase): Promise<string> {
  const found = await read(bytes)
  if (!found.ok) return found.error.type
  const opened = await openBackup(found.value, secret)
  if (!opened.ok) return opened.error.type
  const pieces: Buffer[] = []
  for await (const piece of textOfBackup(found.value, opened.value)) {
    if (!piece.ok) return piece.error.type
    pieces.push(piece.value)
  }
  return Buffer.concat(pieces).equals(text) ? 'whole' : 'another text'
}

it('costs an attacker as much per guess as OWASP recommends', async () => {
  const { kdf } = await newBackupKey(passphrase)
  expect(kdf).toMatchObject({ algorithm: 'scrypt', cost: 2 ** 17, blockSize: 8, parallelization: 1 })
}, 30_000)

it('returns what was sealed in it', async () => {
  expect(await outcome(file)).toBe('whole')
})

it('opens with the passphrase typed on another keyboard', async () => {
  const other = await newBackupKey('cafe\u0301 made up words', cost)
  expect(await outcome(await sealed({}, other), 'caf\u00e9 made up words')).toBe('whole')
})

it('distinguishes a wrong passphrase from a damaged file', async () => {
  expect(await outcome(file, 'made up words of a filf')).toBe('wrong-passphrase')
})

it('is recognised as damaged wherever a bit differs', async () => {
  const places = [9, 14, 200, 12 + file.readUInt32BE(8) + 3, file.length - 70_000, file.length - 1]
  for (const at of places) {
    const bytes = Buffer.from(file)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    expect(['damaged', 'cut-off', 'wrong-passphrase'], `byte ${at}`).toContain(await outcome(bytes))
  }
  const bytes = Buffer.from(file)
  bytes.writeUInt8(bytes.readUInt8(file.length - 70_000) ^ 1, file.length - 70_000)
  expect(await outcome(bytes)).toBe('damaged')
})

it('is recognised as truncated wherever it ends', async () => {
  for (const end of [5, 11, 60, file.length - 70_000, file.length - 1]) {
    expect(await outcome(file.subarray(0, end)), `cut at ${end}`).toBe('cut-off')
  }
})

it('does not open what was put in from another file of the same passphrase', async () => {
  const found = await read(file)
  const start = found.ok ? found.value.end : 0
  const other = await sealed({ createdAt: '2026-11-21T09:00:00.000Z' })
  expect(await outcome(Buffer.concat([other.subarray(0, start), file.subarray(start)]))).toBe('damaged')
})

it('is refused as too new when a newer version wrote it', async () => {
  const newer = await sealed({ version: 2 })
  expect(await read(newer)).toEqual(err({ type: 'newer', application: '0.1.0' }))
  expect(await outcome(newer)).toBe('newer')
})

it.each([
  ['nothing', ''],
  ['another kind of file', 'PK\u0003\u0004 a made-up archive'],
  ['a log', '{"at":"2026"}'],
])('is not seen in %s', async (_what, bytes) => {
  expect(await outcome(Buffer.from(bytes, 'latin1'))).toBe('not-a-backup')
})

it('has its own key each time', async () => {
  const again = await sealed({}, await newBackupKey(passphrase, cost))
  expect(again.subarray(-100).equals(file.subarray(-100))).toBe(false)
})
