import * as v from 'valibot'
import { environments } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  KdfSchema,
  keysOfPassphrase,
  isUnder,
  longestFileHead,
  newKdf,
  readHead,
  readHeader,
  sealHead,
  type Head,
  type PassphraseKeys,
} from '#main/office/officers/passphrase-keys.ts'
import type { HashCost } from '#main/office/officers/secret-hash.ts'
import { chunkBytes } from '#main/outbox/attachments/sealed-file.ts'
import { firstBytes, openPlainFile } from '#main/platform/durable-file.ts'
import { carriedLength, openFile, sealFile, type SectionKey } from './file-section.ts'

/*
 * A backup begins as every file under a passphrase does (`officers/passphrase-keys.ts`). Its text follows, and then the
 * photos and PDFs of its claims: each sealed in chunks (`file-section.ts`), so that no turn of main has more than one.
 */
const magic = 'CDBACKUP'
const formatVersion = 1
/** The purposes for which keys are derived from the passphrase. */
const format = 'backup/v1'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const HeaderSchema = v.object({
  version: v.literal(formatVersion),
  application: v.pipe(v.string(), v.maxLength(100)),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  environment: v.picklist(environments),
  /** The numbers of drafts, entries and files, to show before a passphrase is typed. */
  parts: v.pipe(
    v.array(v.object({ name: v.pipe(v.string(), v.maxLength(100)), count })),
    v.minLength(1),
    v.maxLength(100),
  ),
  /** Length of the text, and of the sealed files after it: a shorter backup was truncated. */
  bytes: count,
  fileBytes: count,
  kdf: v.object(KdfSchema.entries),
})
type BackupHeader = Readonly<v.InferOutput<typeof HeaderSchema>>

/** The header's fields except those that are set with the key. */
export type BackupTitle = Pick<
  BackupHeader,
  'application' | 'createdAt' | 'environment' | 'parts' | 'fileBytes'
>

/** Why a file cannot be read as a backup; nothing was changed. */
export type BackupReadFailure =
  /** Not a backup file. */
  | { readonly type: 'not-a-backup' }
  | { readonly type: 'damaged' }
  /** The file is truncated. */
  | { readonly type: 'cut-off' }
  /** Written by a newer version of the application. */
  | { readonly type: 'newer'; readonly application: string }
  | { readonly type: 'wrong-passphrase' }

/** What of a backup on the disk can be read without its passphrase, and where its files begin. */
export interface SealedBackup extends Head {
  readonly path: string
  readonly header: BackupHeader
  readonly filesAt: number
}

/** A key for a new file. @param cost stored in the file, so that it can be raised later. */
export function newBackupKey(passphrase: string, cost?: HashCost): Promise<PassphraseKeys> {
  return keysOfPassphrase(passphrase, newKdf(cost), format)
}

/** The text of a backup among what is sealed in chunks: the id of no file. */
const textOf = (bytes: number) => ({ id: 'text', size: bytes })

/** The bytes of a backup up to its files, and the key that seals these. */
export function sealBackup(
  title: BackupTitle,
  key: PassphraseKeys,
  text: Buffer,
): { readonly section: SectionKey; readonly start: () => AsyncGenerator<Buffer> } {
  const { bytes, digest } = sealHead(magic, { version: formatVersion, ...title, bytes: text.length }, key)
  const section = { filesKey: key.part('files'), digest }
  return {
    section,
    async *start() {
      yield bytes
      yield* sealFile(section, textOf(text.length), chunksOf(text))
    },
  }
}

// oxlint-disable-next-line typescript/require-await -- a file's bytes are always read asynchronously
async function* chunksOf(text: Buffer) {
  for (let at = 0; at === 0 || at < text.length; at += chunkBytes)
    yield ok(text.subarray(at, at + chunkBytes))
}

/** Twenty thousand entries of 1.5 kB and a file each of 0.8 kB are 47 MB; bytes of files are not read here. */
const longestText = 64 * 1024 * 1024

/** Reads what needs no passphrase. */
export async function readBackup(
  path: string,
): Promise<Result<SealedBackup, BackupReadFailure | { readonly type: 'unreadable-file' | 'too-long' }>> {
  const handle = await openPlainFile(path)
  if (handle === null) return err({ type: 'unreadable-file' })
  try {
    const { size } = await handle.stat()
    const head = readHead(magic, await firstBytes(handle, Math.min(size, longestFileHead)))
    if (!head.ok) return err({ type: head.error.type === 'not-ours' ? 'not-a-backup' : head.error.type })
    const header = readHeader(head.value.text, HeaderSchema, formatVersion)
    if (!header.ok) return header
    const { bytes, fileBytes } = header.value
    if (bytes > longestText) return err({ type: 'too-long' })
    const filesAt = head.value.end + carriedLength(bytes)
    if (size !== filesAt + fileBytes) return err({ type: size < filesAt + fileBytes ? 'cut-off' : 'damaged' })
    return ok({ ...head.value, path, header: header.value, filesAt })
  } catch {
    return err({ type: 'unreadable-file' })
  } finally {
    await handle.close()
  }
}

/** The key of what a backup carries. */
export async function openBackup(
  backup: SealedBackup,
  passphrase: string,
): Promise<Result<SectionKey, BackupReadFailure>> {
  const key = await keysOfPassphrase(passphrase, backup.header.kdf, format)
  if (!isUnder(key, backup)) return err({ type: 'wrong-passphrase' })
  return ok({ filesKey: key.part('files'), digest: backup.digest })
}

/** The text of a backup, piece by piece; ends with the failure that stops it. */
export async function* textOfBackup(
  { path, end, header }: SealedBackup,
  section: SectionKey,
): AsyncGenerator<Result<Buffer, { readonly type: 'damaged' | 'unreadable-file' }>> {
  const handle = await openPlainFile(path)
  if (handle === null) {
    yield err({ type: 'unreadable-file' })
    return
  }
  try {
    yield* openFile(handle, section, textOf(header.bytes), end)
  } finally {
    await handle.close()
  }
}
