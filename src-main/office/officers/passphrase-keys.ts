import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { err, ok, type Result } from '#shared/result.ts'
import { open } from '#main/platform/keys/sealing.ts'
import { deriveFromSecret, everydayCost, type HashCost } from './secret-hash.ts'

/** How the keys of a file are made from its passphrase; it stands in the file's header. */
export const KdfSchema = v.strictObject({
  algorithm: v.literal('scrypt'),
  // A file from elsewhere must not exhaust this computer's memory.
  cost: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(2 ** 18)),
  blockSize: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8)),
  parallelization: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4)),
  salt: v.pipe(v.string(), v.base64(), v.maxLength(100)),
})
export type Kdf = Readonly<v.InferOutput<typeof KdfSchema>>

/** For a new file, with a salt of its own. @param cost stored in the file, so that it can be raised later. */
export function newKdf(cost: HashCost = everydayCost): Kdf {
  return { algorithm: 'scrypt', ...cost, salt: randomBytes(32).toString('base64') }
}

/** The keys of one file. */
export interface PassphraseKeys {
  readonly kdf: Kdf
  readonly part: (purpose: string) => Uint8Array
}

/**
 * The keys of one file, by their purpose. It takes half a second and 128 MiB on purpose.
 *
 * @param format what the keys are for, with its version, such as `backup/v1`
 */
export async function keysOfPassphrase(
  passphrase: string,
  kdf: Kdf,
  format: string,
): Promise<PassphraseKeys> {
  const secret = await deriveFromSecret(passphrase, Buffer.from(kdf.salt, 'base64'), kdf)
  const part = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `claims-desk/${format}/${purpose}`, 32))
  return { kdf, part }
}

/*
 * A file under a passphrase. Who finds it can read the header, which says nothing about anyone.
 *
 *   8 bytes    what kind of file it is
 *   4 bytes    length of the header, big-endian
 *   header     JSON, with how the key is derived
 *   32 bytes   SHA-256 of everything before: distinguishes a damaged header from a wrong passphrase
 *   32 bytes   HMAC of that under a key of the passphrase: distinguishes a wrong passphrase from a damaged rest
 *   the rest   sealed, bound to the SHA-256: it opens under no other header. A short text is sealed as rows are
 *              (`keys/sealing.ts`)
 */
const magicBytes = 8
const headerAt = magicBytes + 4
const digestBytes = 32
/** Far longer than any header. */
const longestHeader = 16_384
/** Enough bytes of a file for what can be read without its passphrase. */
export const longestFileHead = headerAt + longestHeader + 2 * digestBytes

/** What can be read of a file without its passphrase. */
export interface Head {
  /** The header. */
  readonly text: string
  readonly digest: Buffer
  readonly check: Buffer
  /** Where the sealed part begins. */
  readonly end: number
}

/** Reads what needs no passphrase. @param bytes at least {@link longestFileHead}, or the whole file */
export function readHead(
  magic: string,
  bytes: Buffer,
): Result<Head, { readonly type: 'not-ours' | 'cut-off' | 'damaged' }> {
  const found = bytes.toString('latin1', 0, magicBytes)
  if (found === '' || !magic.startsWith(found)) return err({ type: 'not-ours' })
  if (bytes.length < headerAt) return err({ type: 'cut-off' })
  const headerEnd = headerAt + bytes.readUInt32BE(magicBytes)
  if (headerEnd - headerAt > longestHeader) return err({ type: 'damaged' })
  const checkAt = headerEnd + digestBytes
  const end = checkAt + digestBytes
  if (bytes.length < end) return err({ type: 'cut-off' })
  const digest = bytes.subarray(headerEnd, checkAt)
  if (!digest.equals(digestOf(bytes.subarray(0, headerEnd)))) return err({ type: 'damaged' })
  const text = bytes.toString('utf8', headerAt, headerEnd)
  return ok({ text, digest, check: bytes.subarray(checkAt, end), end })
}

/** What every future header will have: enough to say that a file is too new. */
const AnyHeaderSchema = v.object({
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  application: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
})
const header = <T>(schema: v.GenericSchema<unknown, T>) => v.pipe(v.string(), v.parseJson(), schema)

/** Reads a header of this version. @returns `newer` for a later one, and what wrote it, as far as it says */
export function readHeader<T>(
  text: string,
  schema: v.GenericSchema<unknown, T>,
  version: number,
): Result<T, { readonly type: 'newer'; readonly application: string } | { readonly type: 'damaged' }> {
  const known = v.safeParse(header(schema), text)
  if (known.success) return ok(known.output)
  const any = v.safeParse(header(AnyHeaderSchema), text)
  if (!any.success || any.output.version <= version) return err({ type: 'damaged' })
  return err({ type: 'newer', application: any.output.application })
}

/** Whether a file is under the passphrase that these keys are of. */
export function isUnder(
  { part }: PassphraseKeys,
  { digest, check }: Pick<Head, 'digest' | 'check'>,
): boolean {
  return timingSafeEqual(check, checkOf(digest, part('check')))
}

/** Opens the sealed part of a file. */
export function openText(
  head: Pick<Head, 'digest' | 'check'>,
  keys: PassphraseKeys,
  sealed: Uint8Array,
): Result<string, { readonly type: 'wrong-passphrase' | 'damaged' }> {
  if (!isUnder(keys, head)) return err({ type: 'wrong-passphrase' })
  const opened = open(keys.part('seal'), sealed, head.digest.toString('base64'))
  return opened.ok ? opened : err({ type: 'damaged' })
}

/** All of a file before its sealed part. @param header without how the key is derived */
export function sealHead(
  magic: string,
  header: object,
  { kdf, part }: PassphraseKeys,
): { readonly bytes: Buffer; readonly digest: Buffer } {
  const headerText = Buffer.from(JSON.stringify({ ...header, kdf }), 'utf8')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(headerText.length)
  const head = Buffer.concat([Buffer.from(magic, 'latin1'), length, headerText])
  const digest = digestOf(head)
  return { bytes: Buffer.concat([head, digest, checkOf(digest, part('check'))]), digest }
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function checkOf(digest: Uint8Array, checkKey: Uint8Array): Buffer {
  return createHmac('sha256', checkKey).update(digest).digest()
}
