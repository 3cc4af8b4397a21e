import { hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Environment } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { keepAside, readText, writeDurably, type FileFailure } from './durable-file.ts'
import type { ProtectionSource } from './protection.ts'
import { openWithSystem, sealWithSystem } from './system-seal.ts'

/** The key that seals everything personal on this computer. */
export interface DataKey {
  /** 32 random bytes. */
  readonly bytes: Uint8Array
  /**
   * `os`: wrapped by the system's store. `none`: the system offers none. Our policy: the key is then kept unwrapped in
   * a file that only this user may read, because losing the queue would be worse, and the application says so.
   */
  readonly protection: 'os' | 'none'
}

export interface DataKeyOptions extends ProtectionSource {
  /** The key is kept in `<folder>/data-key.json`. */
  readonly folder: string
  /** Whether anything is on this computer that only the present data key opens. */
  readonly dataExists: () => boolean | Promise<boolean>
}

export type DataKeyFailure = FileFailure | { readonly type: 'locked' }

const sealedText = v.pipe(v.string(), v.nonEmpty(), v.base64())
const DataKeyFileSchema = v.object({
  version: v.literal(1),
  protection: v.picklist(['os', 'none']),
  sealed: sealedText,
})
type DataKeyFile = v.InferOutput<typeof DataKeyFileSchema>

const keyBytes = 32

/**
 * Opens the data key, making it at the very first start. A key that was kept unwrapped is wrapped as soon as the
 * system's store is there.
 *
 * A key that cannot be opened answers `locked` and is left as it is: it is never made anew while there is data that
 * needs it, so a keyring that comes back finds everything in place. A missing file beside existing data is the same.
 */
export async function openDataKey(options: DataKeyOptions): Promise<Result<DataKey, DataKeyFailure>> {
  const file = join(options.folder, 'data-key.json')
  const text = await readText(file)
  if (!text.ok) return text
  const opened = text.value === null ? null : await openExisting(options, file, text.value)
  if (opened !== null) return ok(opened)
  if (await options.dataExists()) return err({ type: 'locked' })
  const aside = await keepAside(file, 'unreadable')
  return aside.ok ? await makeDataKey(options, file) : aside
}

async function openExisting(options: DataKeyOptions, file: string, text: string): Promise<DataKey | null> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), DataKeyFileSchema), text)
  if (!parsed.success) return null
  return parsed.output.protection === 'os'
    ? await openWrapped(options, file, parsed.output.sealed)
    : await openUnwrapped(options, file, parsed.output.sealed)
}

async function openWrapped(options: DataKeyOptions, file: string, sealed: string): Promise<DataKey | null> {
  const opened = await openWithSystem(options, sealed)
  const bytes = opened.ok ? bytesOf(opened.value.text) : null
  if (!opened.ok || bytes === null) return null
  // Where this fails, the old wrapping is still there and still opens.
  if (opened.value.resealed !== null) await store(file, 'os', opened.value.resealed)
  return { bytes, protection: 'os' }
}

async function openUnwrapped(options: DataKeyOptions, file: string, plain: string): Promise<DataKey | null> {
  const bytes = bytesOf(plain)
  if (bytes === null) return null
  const wrapped = await sealWithSystem(options, plain)
  const stored = wrapped.ok && (await store(file, 'os', wrapped.value)).ok
  return { bytes, protection: stored ? 'os' : 'none' }
}

async function makeDataKey(options: DataKeyOptions, file: string): Promise<Result<DataKey, FileFailure>> {
  const bytes = new Uint8Array(randomBytes(keyBytes))
  const plain = Buffer.from(bytes).toString('base64')
  const wrapped = await sealWithSystem(options, plain)
  const protection = wrapped.ok ? 'os' : 'none'
  const stored = await store(file, protection, wrapped.ok ? wrapped.value : plain)
  return stored.ok ? ok({ bytes, protection }) : stored
}

async function store(
  file: string,
  protection: DataKeyFile['protection'],
  sealed: string,
): Promise<Result<null, FileFailure>> {
  return await writeDurably(file, `${JSON.stringify({ version: 1, protection, sealed })}\n`)
}

function bytesOf(base64: string): Uint8Array | null {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  return bytes.length === keyBytes ? bytes : null
}

/** What a derived key is for: one purpose never opens what another sealed. */
export type KeyPurpose =
  'outbox' | 'policy-tag' | 'officers' | `page-rows/${Environment}` | `page-rows/${Environment}/${string}`

/**
 * A 32-byte key for one purpose, by HKDF-SHA-256; the data key itself seals nothing.
 *
 * @param epoch a secret without which the key cannot be had again.
 */
export function deriveKey(
  dataKey: DataKey,
  purpose: KeyPurpose,
  epoch: Uint8Array = new Uint8Array(),
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', dataKey.bytes, epoch, `claims-desk/v1/${purpose}`, keyBytes))
}
