import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readAll } from '#main/outbox/attachments/sealed-file.ts'
import { patiently, writeDurably } from '#main/platform/durable-file.ts'
import type { PassphraseKeys } from '#main/office/officers/passphrase-keys.ts'
import { openBackup, readBackup, sealBackup, textOfBackup, type BackupTitle } from './backup-format.ts'
import { carriedLength, sealFile } from './file-section.ts'
import type { KeptFile } from './collect.ts'

/** Why a backup is not where it should be. */
export interface NotWritten {
  readonly why: 'disk-full' | 'read-only' | 'other'
}

export interface ToWrite {
  readonly title: Omit<BackupTitle, 'fileBytes'>
  readonly key: PassphraseKeys
  readonly passphrase: string
  readonly text: Buffer
  readonly carried: readonly KeptFile[]
}

/** What was written: the ids of files that could not be read, whose place in the backup opens for nobody. */
export interface CheckedBackup {
  readonly unread: ReadonlySet<string>
}

/**
 * Writes a backup, one chunk of a file in memory at a time, reads it back and opens it: only one that returns this text and
 * these bytes takes the place of an earlier one. @returns what was written, or why nothing was.
 */
export async function writeChecked(
  file: string,
  { title, key, passphrase, text, carried }: ToWrite,
): Promise<CheckedBackup | NotWritten> {
  const fileBytes = carried.reduce((sum, one) => sum + carriedLength(one.file.size), 0)
  const { section, start } = sealBackup({ ...title, fileBytes }, key, text)
  const unread = new Set<string>()
  const hash = createHash('sha256')
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* start()
    for (const one of carried) {
      const isWhole = yield* sealFile(section, one.file, readAll(one.sealed))
      if (!isWhole) unread.add(one.file.id)
    }
  }
  const written = await writeDurably(
    file,
    watched(bytes(), (piece) => hash.update(piece)),
    async (made) =>
      hash.digest().equals((await hashOf(made)) ?? Buffer.alloc(0)) && (await gives(made, passphrase, text)),
  )
  if (written.ok) return { unread }
  return { why: written.error.type === 'storage-unavailable' ? 'other' : written.error.type }
}

async function* watched(
  pieces: AsyncIterable<Uint8Array>,
  see: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    see(piece)
    yield piece
  }
}

function hashOf(file: string): Promise<Buffer | null> {
  return patiently(async () => {
    const hash = createHash('sha256')
    for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) hash.update(piece)
    return hash.digest()
  }).catch(() => null)
}

async function gives(file: string, passphrase: string, text: Buffer): Promise<boolean> {
  const sealed = await readBackup(file)
  const section = sealed.ok ? await openBackup(sealed.value, passphrase) : sealed
  if (!sealed.ok || !section.ok) return false
  let at = 0
  for await (const piece of textOfBackup(sealed.value, section.value)) {
    if (!piece.ok || !piece.value.equals(text.subarray(at, at + piece.value.length))) return false
    at += piece.value.length
  }
  return at === text.length
}
