import * as v from 'valibot'
import { environments } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  KdfSchema,
  keysOfPassphrase,
  longestFileHead,
  newKdf,
  openText,
  readHead,
  readHeader,
  sealedExtraBytes,
  sealText,
  type Head,
  type PassphraseKeys,
} from '#main/office/officers/passphrase-keys.ts'
import type { HashCost } from '#main/office/officers/secret-hash.ts'
import { firstBytes, openPlainFile } from '#main/platform/durable-file.ts'

/*
 * A backup is a file under a passphrase (`officers/passphrase-keys.ts`), and after it the photos and PDFs of its claims,
 * sealed one after the other (`file-section.ts`).
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
  /** Length of the sealed part and of the files after it: a shorter backup was truncated. */
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

/** The parts of a backup file that can be read without its passphrase. */
export interface SealedBackup extends Head {
  readonly header: BackupHeader
  readonly sealed: Buffer
  /** Where in the backup its files begin. */
  readonly filesAt: number
}

/** What is sealed in a backup, and the key of the files after it. */
export interface OpenedText {
  readonly text: string
  readonly filesKey: Uint8Array
}

/** A key for a new file. @param cost stored in the file, so that it can be raised later. */
export function newBackupKey(passphrase: string, cost?: HashCost): Promise<PassphraseKeys> {
  return keysOfPassphrase(passphrase, newKdf(cost), format)
}

/** The key of the files of a backup. */
export function filesKeyOf({ part }: PassphraseKeys): Uint8Array {
  return part('files')
}

/** The bytes of a backup up to its files, which are bound to the digest. */
export function sealBackup(
  title: BackupTitle,
  key: PassphraseKeys,
  text: string,
): { readonly start: Buffer; readonly digest: Buffer } {
  const bytes = Buffer.byteLength(text) + sealedExtraBytes
  const sealed = sealText(magic, { version: formatVersion, ...title, bytes }, key, text)
  return { start: sealed.bytes, digest: sealed.digest }
}

function headerOf(
  start: Buffer,
): Result<Head & { readonly header: BackupHeader; readonly filesAt: number }, BackupReadFailure> {
  const head = readHead(magic, start)
  if (!head.ok) return err({ type: head.error.type === 'not-ours' ? 'not-a-backup' : head.error.type })
  const header = readHeader(head.value.text, HeaderSchema, formatVersion)
  if (!header.ok) return header
  return ok({ ...head.value, header: header.value, filesAt: head.value.end + header.value.bytes })
}

/**
 * Reads the parts of a backup that need no passphrase.
 * @param start the backup up to its files, or all of it
 * @param total its length with its files
 */
export function readBackup(start: Buffer, total = start.length): Result<SealedBackup, BackupReadFailure> {
  const found = headerOf(start)
  if (!found.ok) return found
  const { header, end, filesAt } = found.value
  if (total < filesAt + header.fileBytes || start.length < filesAt) return err({ type: 'cut-off' })
  if (total > filesAt + header.fileBytes) return err({ type: 'damaged' })
  return ok({ ...found.value, sealed: start.subarray(end, filesAt) })
}

/** Opens what is sealed in a backup. */
export async function openBackup(
  backup: SealedBackup,
  passphrase: string,
): Promise<Result<OpenedText, BackupReadFailure>> {
  const key = await keysOfPassphrase(passphrase, backup.header.kdf, format)
  const text = openText(backup, key, backup.sealed)
  return text.ok ? ok({ text: text.value, filesKey: filesKeyOf(key) }) : text
}

/** Twenty thousand entries of 1.5 kB and a file each of 0.8 kB are 47 MB; bytes of files are not read here. */
const longestStart = 64 * 1024 * 1024

/** Reads a backup from the disk without its files. */
export async function readBackupFile(
  path: string,
): Promise<Result<SealedBackup, BackupReadFailure | { readonly type: 'unreadable-file' | 'too-long' }>> {
  const handle = await openPlainFile(path)
  if (handle === null) return err({ type: 'unreadable-file' })
  try {
    const { size } = await handle.stat()
    const found = headerOf(await firstBytes(handle, Math.min(size, longestFileHead)))
    if (!found.ok) return found
    const { filesAt } = found.value
    if (filesAt > longestStart) return err({ type: 'too-long' })
    return readBackup(await firstBytes(handle, Math.min(size, filesAt)), size)
  } catch {
    return err({ type: 'unreadable-file' })
  } finally {
    await handle.close()
  }
}
