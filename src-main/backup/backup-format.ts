import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { environments } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  checkOf,
  digestOf,
  KdfSchema,
  keysOfPassphrase,
  newKdf,
  type Kdf,
} from '../officers/passphrase-keys.ts'
import type { HashCost } from '../officers/secret-hash.ts'

/*
 * A backup file. Anyone who has the file can read the header, which says nothing about a person; the rest is sealed.
 *
 *   8 bytes    "CDBACKUP"
 *   4 bytes    length of the header, big-endian
 *   header     JSON: version, application, time, environment, parts with their counts, how the key is derived
 *   32 bytes   SHA-256 of everything before: distinguishes a damaged header from a wrong passphrase
 *   32 bytes   HMAC of that under a key of the passphrase: distinguishes a wrong passphrase from a damaged rest
 *   chunks     AES-256-GCM of 64 KiB each, the last one shorter or equal, each with its tag of 16 bytes
 *   files      photos and PDFs of claims, sealed one after the other (`file-section.ts`); none in a backup without them
 *
 * A chunk is bound to its number, to whether it is the last, and by the associated data to the header: none can be left
 * out, moved, or put into another file. Every file has its own key, so the chunk number suffices as nonce.
 */
const magic = Buffer.from('CDBACKUP', 'latin1')
const formatVersion = 1
const chunkBytes = 65_536
const tagBytes = 16
const digestBytes = 32
/** Far longer than a header with every part that may ever be added. */
const longestHeader = 16_384
/** The parts that this version can read. */
const knownParts: ReadonlySet<string> = new Set(['entries', 'drafts', 'files'])

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** What every future version will have: enough to say that a file is too new. */
const AnyHeaderSchema = v.object({
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  application: v.pipe(v.string(), v.maxLength(100)),
  parts: v.pipe(
    v.array(v.object({ name: v.pipe(v.string(), v.maxLength(100)), count })),
    v.minLength(1),
    v.maxLength(100),
  ),
})
const HeaderSchema = v.object({
  version: v.literal(formatVersion),
  application: v.pipe(v.string(), v.maxLength(100)),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  environment: v.picklist(environments),
  parts: AnyHeaderSchema.entries.parts,
  /** Length of the sealed part and of the files after it: a shorter backup was truncated. */
  bytes: count,
  fileBytes: count,
  kdf: v.object(KdfSchema.entries),
})
export type BackupHeader = Readonly<v.InferOutput<typeof HeaderSchema>>

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
export interface SealedBackup {
  readonly header: BackupHeader
  readonly digest: Buffer
  readonly check: Buffer
  readonly chunks: Buffer
  /** Where in the backup its files begin. */
  readonly filesAt: number
}

/** What is sealed in a backup, and the key of the files after it. */
export interface OpenedText {
  readonly text: string
  readonly filesKey: Uint8Array
}

/** The key of one file, derived from its passphrase. It takes half a second and 128 MiB on purpose. */
export interface BackupKey {
  readonly kdf: Kdf
  readonly chunkKey: Uint8Array
  readonly checkKey: Uint8Array
  readonly filesKey: Uint8Array
}

/** A key for a new file. @param cost stored in the file, so that it can be raised later. */
export function newBackupKey(passphrase: string, cost?: HashCost): Promise<BackupKey> {
  return backupKey(passphrase, newKdf(cost))
}

async function backupKey(passphrase: string, kdf: Kdf): Promise<BackupKey> {
  const part = await keysOfPassphrase(passphrase, kdf, 'backup/v1')
  return { kdf, chunkKey: part('chunks'), checkKey: part('check'), filesKey: part('files') }
}

/** The bytes of a backup up to its files, which are bound to the digest. */
export function sealBackup(
  title: BackupTitle,
  { kdf, chunkKey, checkKey }: BackupKey,
  text: string,
): { readonly start: Buffer; readonly digest: Buffer } {
  const plain = Buffer.from(text, 'utf8')
  const header: BackupHeader = { version: formatVersion, ...title, bytes: plain.length, kdf }
  const headerText = Buffer.from(JSON.stringify(header), 'utf8')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(headerText.length)
  const head = Buffer.concat([magic, length, headerText])
  const digest = digestOf(head)
  const chunks = sealedChunks(plain, chunkKey, digest)
  return { start: Buffer.concat([head, digest, checkOf(digest, checkKey), ...chunks]), digest }
}

/** Enough bytes of a backup for its header and what follows it up to the chunks. */
export const longestHead = magic.length + 4 + longestHeader + 2 * digestBytes

/** Where a header ends, once its digest was checked. @param head at least {@link longestHead} bytes, or the whole file */
function headerOf(
  head: Buffer,
): Result<{ readonly header: BackupHeader; readonly end: number }, BackupReadFailure> {
  const hasMagic = head.subarray(0, magic.length).equals(magic.subarray(0, head.length))
  if (head.length === 0 || !hasMagic) return err({ type: 'not-a-backup' })
  const headerAt = magic.length + 4
  if (head.length < headerAt) return err({ type: 'cut-off' })
  const end = headerAt + head.readUInt32BE(magic.length)
  if (end - headerAt > longestHeader) return err({ type: 'damaged' })
  if (head.length < end + 2 * digestBytes) return err({ type: 'cut-off' })
  const digest = head.subarray(end, end + digestBytes)
  if (!digest.equals(digestOf(head.subarray(0, end)))) return err({ type: 'damaged' })
  const header = headerIn(head.toString('utf8', headerAt, end))
  return header.ok ? ok({ header: header.value, end }) : header
}

/** The length of a backup up to its files. @param head its first {@link longestHead} bytes, or all of a shorter one */
export function startLength(head: Buffer): Result<number, BackupReadFailure> {
  const found = headerOf(head)
  if (!found.ok) return found
  return ok(found.value.end + 2 * digestBytes + sealedLength(found.value.header.bytes))
}

/**
 * Reads the parts of a backup that need no passphrase.
 * @param start the backup up to its files, or all of it
 * @param total its length with its files
 */
export function readBackup(start: Buffer, total = start.length): Result<SealedBackup, BackupReadFailure> {
  const found = headerOf(start)
  if (!found.ok) return found
  const { header, end } = found.value
  const digest = start.subarray(end, end + digestBytes)
  const bodyAt = end + 2 * digestBytes
  const filesAt = bodyAt + sealedLength(header.bytes)
  if (total < filesAt + header.fileBytes || start.length < filesAt) return err({ type: 'cut-off' })
  if (total > filesAt + header.fileBytes) return err({ type: 'damaged' })
  const check = start.subarray(end + digestBytes, bodyAt)
  return ok({ header, digest, check, chunks: start.subarray(bodyAt, filesAt), filesAt })
}

/** Opens what is sealed in a backup. */
export async function openBackup(
  backup: SealedBackup,
  passphrase: string,
): Promise<Result<OpenedText, BackupReadFailure>> {
  const { chunkKey, checkKey, filesKey } = await backupKey(passphrase, backup.header.kdf)
  if (!timingSafeEqual(backup.check, checkOf(backup.digest, checkKey)))
    return err({ type: 'wrong-passphrase' })
  const plain: Buffer[] = []
  const chunks = chunkCount(backup.header.bytes)
  for (let number = 0; number < chunks; number += 1) {
    const at = number * (chunkBytes + tagBytes)
    const sealed = backup.chunks.subarray(at, at + chunkBytes + tagBytes)
    const opened = openChunk(sealed, chunkKey, backup.digest, { number, isLast: number === chunks - 1 })
    if (opened === null) return err({ type: 'damaged' })
    plain.push(opened)
  }
  return ok({ text: Buffer.concat(plain).toString('utf8'), filesKey })
}

function headerIn(text: string): Result<BackupHeader, BackupReadFailure> {
  const any = v.safeParse(v.pipe(v.string(), v.parseJson(), AnyHeaderSchema), text)
  if (!any.success) return err({ type: 'damaged' })
  const { version, application, parts } = any.output
  const isNewer = version > formatVersion || parts.some(({ name }) => !knownParts.has(name))
  if (isNewer) return err({ type: 'newer', application })
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), HeaderSchema), text)
  return parsed.success ? ok(parsed.output) : err({ type: 'damaged' })
}

function chunkCount(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / chunkBytes))
}

/** The length of so many bytes once they are sealed in chunks. */
function sealedLength(bytes: number): number {
  return bytes + chunkCount(bytes) * tagBytes
}

interface ChunkPlace {
  readonly number: number
  readonly isLast: boolean
}

function nonceOf({ number, isLast }: ChunkPlace): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 4)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function sealedChunks(plain: Buffer, key: Uint8Array, digest: Buffer): Buffer[] {
  const chunks = chunkCount(plain.length)
  return Array.from({ length: chunks }, (_, number) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf({ number, isLast: number === chunks - 1 }))
    cipher.setAAD(digest)
    const part = plain.subarray(number * chunkBytes, (number + 1) * chunkBytes)
    return Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()])
  })
}

function openChunk(sealed: Buffer, key: Uint8Array, digest: Buffer, place: ChunkPlace): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place), { authTagLength: tagBytes })
  decipher.setAAD(digest)
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
