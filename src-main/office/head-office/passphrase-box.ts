import * as v from 'valibot'
import { IdSchema } from '#shared/domain/draft.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  KdfSchema,
  keysOfPassphrase,
  openText,
  readHead,
  readHeader,
  type Head,
} from '#main/office/officers/passphrase-keys.ts'

/** A set-up file, and head office's own keys. */
export const boxMagics = { 'set-up': 'CDSETUP1', fleet: 'CDFLEET1' } as const
export type BoxKind = keyof typeof boxMagics

export const boxVersion = 1
/** Far more than a branch with a hundred officers needs. */
export const largestBox = 1_000_000

const HeaderSchema = v.strictObject({
  version: v.literal(boxVersion),
  id: IdSchema,
  kdf: KdfSchema,
})
type BoxHeader = Readonly<v.InferOutput<typeof HeaderSchema>>

/** Why a file cannot be read; nothing was changed. */
export interface BoxFailure {
  readonly type: 'not-ours' | 'damaged' | 'newer' | 'wrong-passphrase'
}

/** What can be read of a file without its passphrase. */
export interface ClosedBox extends Head {
  readonly header: BoxHeader
  readonly sealed: Buffer
}

/** Reads what needs no passphrase. */
export function readBox(kind: BoxKind, bytes: Buffer): Result<ClosedBox, BoxFailure> {
  const head = readHead(boxMagics[kind], bytes)
  if (!head.ok) return err({ type: head.error.type === 'not-ours' ? 'not-ours' : 'damaged' })
  if (bytes.length > largestBox) return err({ type: 'damaged' })
  const { text, end } = head.value
  const header = readHeader(text, HeaderSchema, boxVersion)
  return header.ok ? ok({ ...head.value, header: header.value, sealed: bytes.subarray(end) }) : header
}

/** Opens what is sealed in a file. */
export async function openBox(
  kind: BoxKind,
  box: ClosedBox,
  passphrase: string,
): Promise<Result<string, BoxFailure>> {
  return openText(box, await keysOfPassphrase(passphrase, box.header.kdf, `${kind}/v1`), box.sealed)
}
