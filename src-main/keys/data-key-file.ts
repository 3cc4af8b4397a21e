import { join } from 'node:path'
import * as v from 'valibot'
import type { Result } from '#shared/result.ts'
import { writeDurably, type FileFailure } from '../platform/durable-file.ts'
import type { ProtectionSource } from './protection.ts'
import { openWithSystem, sealWithSystem } from './system-seal.ts'

/** Where the data key is stored (`<folder>/data-key.json`), and what wraps it. */
export interface KeyPlace extends ProtectionSource {
  readonly folder: string
}

/** The decrypted content of the file. */
export interface KeyMaterial {
  /** 32 bytes. */
  readonly bytes: Uint8Array
  /** During a renewal: 32 bytes that some files may already be sealed under. */
  readonly next: Uint8Array | null
  /** When the key was made; null for a key older than this field. */
  readonly madeAt: string | null
  /** It lay unwrapped on the disk, or replaced one that did. */
  readonly wasOpen: boolean
}

export const keyBytes = 32

const sealedText = v.pipe(v.string(), v.nonEmpty(), v.base64())
const protection = v.picklist(['os', 'none'])
const madeAt = v.optional(v.nullable(v.string()), null)
const wasOpen = v.optional(v.boolean(), false)
// A version without renewal must not open a file with two keys and use only the first.
const DataKeyFileSchema = v.variant('version', [
  v.object({ version: v.literal(1), protection, madeAt, wasOpen, sealed: sealedText }),
  v.object({ version: v.literal(2), protection, madeAt, wasOpen, sealed: sealedText, next: sealedText }),
])
/** The file's content; its keys are base64, wrapped or, with `none`, plain. */
export type DataKeyFile = v.InferOutput<typeof DataKeyFileSchema>

export function fileIn({ folder }: KeyPlace): string {
  return join(folder, 'data-key.json')
}

export function parseKeyFile(text: string): DataKeyFile | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), DataKeyFileSchema), text)
  return parsed.success ? parsed.output : null
}

export async function writeKeyFile(
  place: KeyPlace,
  content: DataKeyFile,
): Promise<Result<null, FileFailure>> {
  return await writeDurably(fileIn(place), `${JSON.stringify(content)}\n`)
}

/** Wraps the keys with the system's store; null where it does not answer. */
export async function wrapped(place: KeyPlace, material: KeyMaterial): Promise<DataKeyFile | null> {
  const sealed = await sealWithSystem(place, base64(material.bytes))
  if (!sealed.ok) return null
  if (material.next === null) return contentOf('os', material, sealed.value, null)
  const next = await sealWithSystem(place, base64(material.next))
  return next.ok ? contentOf('os', material, sealed.value, next.value) : null
}

/**
 * The same for keys that are unwrapped or not stored yet. Null also while the wrapping key itself is not on disk, so
 * that a computer switched off at that moment still has them.
 */
export async function firstWrapped(place: KeyPlace, material: KeyMaterial): Promise<DataKeyFile | null> {
  return place.isStoreKept?.() === false ? null : await wrapped(place, material)
}

/** The keys unwrapped, for a computer whose system offers no protection. */
export function unwrapped(material: KeyMaterial): DataKeyFile {
  return contentOf('none', material, base64(material.bytes), material.next && base64(material.next))
}

/** Opens what `wrapped` or `unwrapped` made. `isStale` when the system asks for a new wrapping. */
export async function openKeyFile(
  place: KeyPlace,
  file: DataKeyFile,
): Promise<{ readonly material: KeyMaterial; readonly isStale: boolean } | null> {
  const texts = file.version === 1 ? [file.sealed] : [file.sealed, file.next]
  const opened = await Promise.all(texts.map((text) => openOne(place, file.protection, text)))
  const [bytes = null, next = null] = opened.map((one) => one?.bytes ?? null)
  if (bytes === null || (file.version === 2 && next === null)) return null
  const isStale = opened.some((one) => one?.isStale === true)
  return { material: { bytes, next, madeAt: file.madeAt, wasOpen: file.wasOpen }, isStale }
}

async function openOne(
  place: KeyPlace,
  kind: DataKeyFile['protection'],
  text: string,
): Promise<{ readonly bytes: Uint8Array | null; readonly isStale: boolean } | null> {
  if (kind === 'none') return { bytes: bytesOf(text), isStale: false }
  const opened = await openWithSystem(place, text)
  return opened.ok ? { bytes: bytesOf(opened.value.text), isStale: opened.value.resealed !== null } : null
}

function contentOf(
  kind: DataKeyFile['protection'],
  material: KeyMaterial,
  sealed: string,
  next: string | null,
): DataKeyFile {
  const known = { protection: kind, madeAt: material.madeAt, wasOpen: material.wasOpen, sealed }
  return next === null ? { version: 1, ...known } : { version: 2, ...known, next }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function bytesOf(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'))
  return bytes.length === keyBytes ? bytes : null
}
