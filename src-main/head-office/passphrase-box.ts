import { timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { IdSchema } from '#shared/domain/draft.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { open } from '../keys/sealing.ts'
import { checkOf, digestOf, KdfSchema, keysOfPassphrase } from '../officers/passphrase-keys.ts'

/*
 * A file of head office under a passphrase. Who finds it can read the header, which says nothing about anybody.
 *
 *   8 bytes    "CDSETUP1" (a set-up file) or "CDFLEET1" (head office's own keys)
 *   4 bytes    length of the header, big-endian
 *   header     JSON: version, id, when it ends, how the key is derived
 *   32 bytes   SHA-256 of everything before: distinguishes a damaged header from a wrong passphrase
 *   32 bytes   HMAC of that under a key of the passphrase: distinguishes a wrong passphrase from a damaged rest
 *   the rest   sealed as rows are (`keys/sealing.ts`), bound to the SHA-256: it opens under no other header
 */
export const boxMagics = { 'set-up': 'CDSETUP1', fleet: 'CDFLEET1' } as const
export type BoxKind = keyof typeof boxMagics

export const boxVersion = 1
const magicBytes = 8
const digestBytes = 32
const longestHeader = 4096
/** Far more than a branch with a hundred officers needs. */
export const largestBox = 1_000_000

const AnyHeaderSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
)
const HeaderSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    version: v.literal(boxVersion),
    id: IdSchema,
    /** ISO; null for a file that does not end. */
    expiresAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
    kdf: KdfSchema,
  }),
)
export type BoxHeader = Readonly<v.InferOutput<typeof HeaderSchema>>

/** Why a file cannot be read; nothing was changed. */
export type BoxFailure =
  | { readonly type: 'not-ours' }
  | { readonly type: 'damaged' }
  | { readonly type: 'newer' }
  | { readonly type: 'wrong-passphrase' }

/** What can be read of a file without its passphrase. */
export interface ClosedBox {
  readonly header: BoxHeader
  readonly digest: Buffer
  readonly check: Buffer
  readonly sealed: Buffer
}

/** Reads what needs no passphrase. */
export function readBox(kind: BoxKind, bytes: Buffer): Result<ClosedBox, BoxFailure> {
  if (bytes.toString('latin1', 0, magicBytes) !== boxMagics[kind]) return err({ type: 'not-ours' })
  const headerAt = magicBytes + 4
  if (bytes.length < headerAt || bytes.length > largestBox) return err({ type: 'damaged' })
  const end = headerAt + bytes.readUInt32BE(magicBytes)
  const sealedAt = end + 2 * digestBytes
  if (end - headerAt > longestHeader || bytes.length < sealedAt) return err({ type: 'damaged' })
  const digest = bytes.subarray(end, end + digestBytes)
  if (!digest.equals(digestOf(bytes.subarray(0, end)))) return err({ type: 'damaged' })
  const text = bytes.toString('utf8', headerAt, end)
  const header = v.safeParse(HeaderSchema, text)
  if (header.success) {
    const check = bytes.subarray(end + digestBytes, sealedAt)
    return ok({ header: header.output, digest, check, sealed: bytes.subarray(sealedAt) })
  }
  const any = v.safeParse(AnyHeaderSchema, text)
  return err({ type: any.success && any.output.version > boxVersion ? 'newer' : 'damaged' })
}

/** Opens what is sealed in a file. */
export async function openBox(
  kind: BoxKind,
  { header, digest, check, sealed }: ClosedBox,
  passphrase: string,
): Promise<Result<string, BoxFailure>> {
  const part = await keysOfPassphrase(passphrase, header.kdf, `${kind}/v1`)
  if (!timingSafeEqual(check, checkOf(digest, part('check')))) return err({ type: 'wrong-passphrase' })
  const opened = open(part('seal'), sealed, placeOf(digest))
  return opened.ok ? opened : err({ type: 'damaged' })
}

/** What the sealed part is bound to. */
export function placeOf(digest: Buffer): string {
  return digest.toString('base64')
}
