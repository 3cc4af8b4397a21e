import { hkdfSync, randomBytes } from 'node:crypto'
import type { Environment } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  fileIn,
  firstWrapped,
  keyBytes,
  openKeyFile,
  parseKeyFile,
  unwrapped,
  wrapped,
  writeKeyFile,
  type DataKeyFile,
  type KeyMaterial,
  type KeyPlace,
} from './data-key-file.ts'
import { protectionStatus } from './protection.ts'
import { keepAside, readText, type FileFailure } from '../platform/durable-file.ts'

/** The key that seals everything personal on this computer. */
export interface DataKey extends KeyMaterial {
  /**
   * `os`: wrapped by the system's store. `none`: the system offers none. Our policy: the key is then kept unwrapped in
   * a file that only this user may read, because losing the queue would be worse, and the application says so.
   */
  readonly protection: 'os' | 'none'
}

/** What is sealed on this computer: something under one of these keys, all of it under others, or nothing at all. */
export type SealedHere = 'under-these' | 'under-others' | 'nothing'

export interface DataKeyOptions extends KeyPlace {
  /** Whether this computer holds data that only the current data key opens. */
  readonly dataExists: () => boolean | Promise<boolean>
  /** Asked about a key that lies in the open although the system offers a store. */
  readonly sealedHere: (keys: readonly Uint8Array[]) => SealedHere | Promise<SealedHere>
}

export type DataKeyFailure = FileFailure | { readonly type: 'locked' }

/**
 * Opens the data key, and creates it at the very first start. A key that was kept unwrapped is wrapped as soon as the
 * system's store is available and its own key is on disk: call this again then. It gets a successor with that, because
 * copies of it may exist: renew it (`next`).
 *
 * A key in the open that opens nothing here, although a store answers, may be somebody else's. It is kept aside
 * (`planted`) where nothing is sealed yet, and gives `locked` where something is.
 *
 * A key that cannot be opened gives `locked` and is left as it is: it is never replaced while there is data that needs
 * it, so everything is in place when the keyring comes back. The same holds for a missing file when there is data.
 */
export async function openDataKey(options: DataKeyOptions): Promise<Result<DataKey, DataKeyFailure>> {
  const text = await readText(fileIn(options))
  if (!text.ok) return text
  const file = text.value === null ? null : parseKeyFile(text.value)
  const opened = file === null ? null : await openKeyFile(options, file)
  if (file === null || opened === null) {
    return (await options.dataExists()) ? err({ type: 'locked' }) : await makeFirst(options, 'unreadable')
  }
  if (file.protection === 'os') return ok(await wrappedAgain(options, opened))
  const { material } = opened
  if ((await protectionStatus(options)).level === 'os') {
    const keys = material.next === null ? [material.bytes] : [material.bytes, material.next]
    const sealed = await options.sealedHere(keys)
    if (sealed === 'under-others') return err({ type: 'locked' })
    if (sealed === 'nothing') return await makeFirst(options, 'planted')
  }
  return ok(await wrappedAtLast(options, material))
}

async function makeFirst(options: KeyPlace, mark: string): Promise<Result<DataKey, DataKeyFailure>> {
  const aside = await keepAside(fileIn(options), mark)
  if (!aside.ok) return aside
  const first = { bytes: newKey(), next: null, madeAt: new Date().toISOString(), wasOpen: false }
  return await keep(options, first, (await firstWrapped(options, first)) ?? unwrapped(first))
}

/** A data key that is being renewed. */
export type KeyInRenewal = DataKey & { readonly next: Uint8Array }

/** Adds a successor to the key: from here on a file may be sealed under either. An existing successor stays. */
export async function beginRenewal(
  place: KeyPlace,
  key: DataKey,
): Promise<Result<KeyInRenewal, DataKeyFailure>> {
  if (key.next !== null) return ok({ ...key, next: key.next })
  const next = newKey()
  const begun = await replace(place, key, { ...key, next, wasOpen: false })
  return begun.ok ? ok({ ...begun.value, next }) : begun
}

/** Keeps only the successor: nothing sealed under the previous key opens any more. */
export async function endRenewal(
  place: KeyPlace,
  key: KeyInRenewal,
): Promise<Result<DataKey, DataKeyFailure>> {
  const { next: bytes, wasOpen } = key
  return await replace(place, key, { bytes, next: null, madeAt: new Date().toISOString(), wasOpen })
}

/** The successor of this key in the form of a data key, or null when no renewal is in progress. */
export function successorOf(key: DataKey): DataKey | null {
  return key.next === null ? null : { ...key, bytes: key.next, next: null }
}

async function wrappedAgain(
  place: KeyPlace,
  { material, isStale }: { readonly material: KeyMaterial; readonly isStale: boolean },
): Promise<DataKey> {
  const again = isStale ? await wrapped(place, material) : null
  // If this fails, the old wrapping is still there and still opens.
  if (again !== null) await writeKeyFile(place, again)
  return { ...material, protection: 'os' }
}

async function wrappedAtLast(place: KeyPlace, open: KeyMaterial): Promise<DataKey> {
  // A successor that lies in the open too takes over first, as some files may be under it already.
  const renewed = { ...open, next: newKey(), wasOpen: true }
  const content = open.next === null ? await firstWrapped(place, renewed) : null
  const isWritten = content !== null && (await writeKeyFile(place, content)).ok
  return isWritten ? { ...renewed, protection: 'os' } : { ...open, protection: 'none' }
}

// A keyring that does not answer now must not leave the key unwrapped.
async function replace(
  place: KeyPlace,
  before: DataKey,
  after: KeyMaterial,
): Promise<Result<DataKey, DataKeyFailure>> {
  // One that lies in the open is wrapped when it is opened again, and renewed then.
  const content = before.protection === 'os' ? await wrapped(place, after) : unwrapped(after)
  return content === null ? err({ type: 'locked' }) : await keep(place, after, content)
}

async function keep(
  place: KeyPlace,
  { bytes, next, madeAt, wasOpen }: KeyMaterial,
  content: DataKeyFile,
): Promise<Result<DataKey, FileFailure>> {
  const kept = await writeKeyFile(place, content)
  return kept.ok ? ok({ bytes, next, madeAt, wasOpen, protection: content.protection }) : kept
}

function newKey(): Uint8Array {
  return new Uint8Array(randomBytes(keyBytes))
}

/** What a derived key is for: a key for one purpose never opens what another sealed. */
export type KeyPurpose =
  | 'outbox'
  | 'policy-tag'
  | 'officers'
  | 'settings'
  | 'settings-tag'
  | 'page-keys'
  | 'name'
  | `page-rows/${Environment}`
  | `page-rows/${Environment}/${string}`

/**
 * A 32-byte key for one purpose, by HKDF-SHA-256; the data key itself seals nothing.
 *
 * @param epoch a secret without which the key cannot be derived again.
 */
export function deriveKey(
  dataKey: Pick<DataKey, 'bytes'>,
  purpose: KeyPurpose,
  epoch: Uint8Array = new Uint8Array(),
): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', dataKey.bytes, epoch, `claims-desk/v1/${purpose}`, keyBytes))
}

/** Identifies a data key and reveals nothing of it. */
export function nameOfKey(dataKey: Pick<DataKey, 'bytes'>): string {
  return Buffer.from(deriveKey(dataKey, 'name')).toString('hex').slice(0, 16)
}
