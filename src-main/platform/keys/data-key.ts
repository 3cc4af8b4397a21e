import * as v from 'valibot'
import { hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { remoteEnvironments, type RemoteEnvironment } from '#shared/domain/product.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { keepAside, readText, writeDurably, type FileFailure } from '#main/platform/durable-file.ts'
import { type ProtectionSource, isProtected, protectionStatus } from './protection.ts'

/** What the system seals for us is the keys of the installation and nothing else; it says so, sealed with them. */
const purpose = 'claims-desk/keys/v1\0'

/** A text that the system's store has opened. */
interface OpenedText {
  readonly text: string
  /** The system asks for it to be sealed again. */
  readonly isStale: boolean
}

/**
 * Seals a text with the system's own key.
 * @returns base64, or `not-protected` when the system offers no protection or its store does not answer.
 */
async function sealWithSystem(
  source: ProtectionSource,
  text: string,
): Promise<Result<string, { readonly type: 'not-protected' }>> {
  if ((await protectionStatus(source)).level !== 'os') return err({ type: 'not-protected' })
  try {
    const sealed = await source.safeStorage.encryptStringAsync(purpose + text)
    // Replace the old form only with one that opens.
    const opened = await source.safeStorage.decryptStringAsync(sealed)
    if (!isProtected(sealed, source.platform) || opened.result !== purpose + text)
      return err({ type: 'not-protected' })
    return ok(sealed.toString('base64'))
  } catch {
    return err({ type: 'not-protected' })
  }
}

/**
 * Opens what `sealWithSystem` sealed: nothing that was sealed for another purpose, and nothing that the password built
 * into Chromium sealed, because anyone can make that, and the store opens it too.
 */
async function openWithSystem(
  source: ProtectionSource,
  sealed: string,
): Promise<Result<OpenedText, { readonly type: 'unreadable' }>> {
  const bytes = Buffer.from(sealed, 'base64')
  if (!isProtected(bytes, source.platform)) return err({ type: 'unreadable' })
  try {
    const { result, shouldReEncrypt } = await source.safeStorage.decryptStringAsync(bytes)
    if (!result.startsWith(purpose)) return err({ type: 'unreadable' })
    return ok({ text: result.slice(purpose.length), isStale: shouldReEncrypt })
  } catch {
    // A locked keyring rejects just like one that lost its key: keep the sealed file in both cases.
    return err({ type: 'unreadable' })
  }
}

/** That there were officers, sandbox or live work: without their files this is no new computer, and it locks. */
export type Had = 'officers' | RemoteEnvironment

/** The keys of this installation: all that the system's store seals, in one text. */
export interface DataKey {
  /** The data key, 32 bytes: it seals everything personal, and what decides. */
  readonly bytes: Uint8Array
  /**
   * The key of the merchant's secrets, 32 bytes. It is made when the system first seals it, so that it never lies in the
   * open; null until then. Secrets are then held in memory.
   */
  readonly secrets: Uint8Array | null
  /** What was used on this computer, even if its files are gone: moving them away must not unlock anything. */
  readonly had: readonly Had[]
  /**
   * `os`: sealed by the system's store. `none`: the data key lies in a file that only this user may read, because the
   * system offers no store. Losing the queue would be worse, and the application says so.
   */
  readonly protection: 'os' | 'none'
}

/** Where the keys are stored (`<folder>/data-key.json`), and what seals them. */
export interface KeyPlace extends ProtectionSource {
  readonly folder: string
}

export interface DataKeyOptions extends KeyPlace {
  /** Whether this computer holds data that only the present keys open. */
  readonly dataExists: () => boolean | Promise<boolean>
}

export type DataKeyFailure = FileFailure | { readonly type: 'locked' }

const keyLength = 32
const keyBytes = v.pipe(
  v.string(),
  v.base64(),
  v.transform((text): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))),
  v.check((bytes) => bytes.length === keyLength),
)
const ContentSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    data: keyBytes,
    secrets: v.nullable(keyBytes),
    had: v.array(v.picklist(['officers', ...remoteEnvironments])),
  }),
)
type Content = Readonly<v.InferOutput<typeof ContentSchema>>
const sealedText = v.nullable(v.pipe(v.string(), v.nonEmpty(), v.base64()))
/** `open` lies beside `sealed` while a kill could still lose the key of the system's store. */
const FileSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ version: v.literal(1), sealed: sealedText, open: sealedText }),
)

/**
 * Opens the keys, and creates them at the very first start. A data key that lay in the open is sealed as soon as the
 * system's store is available and its own key is on disk: call this again then.
 *
 * Keys that cannot be opened give `locked` and are left as they are: they are never replaced while there is data that
 * needs them, so everything is in place when the keyring comes back. The same holds for a missing file.
 */
export async function openDataKey(options: DataKeyOptions): Promise<Result<DataKey, DataKeyFailure>> {
  const text = await readText(fileIn(options))
  if (!text.ok) return text
  const parsed = v.safeParse(FileSchema, text.value)
  const file = parsed.success ? parsed.output : { sealed: null, open: null }
  const opened = file.sealed === null ? null : await openWithSystem(options, file.sealed)
  const sealed = opened?.ok === true ? contentOf(opened.value.text) : null
  const open = file.open === null ? null : contentOf(Buffer.from(file.open, 'base64').toString('utf8'))
  const found = sealed ?? open
  if (found === null) {
    return (await options.dataExists()) ? err({ type: 'locked' }) : await makeFirst(options)
  }
  const isSealed = sealed !== null && opened?.ok === true && !opened.value.isStale
  if (isSealed && (open === null || !isStoreKept(options))) return ok(keyOf(found, open === null))
  const kept = await keepSealed(options, found)
  // If that fails, the old file is still there and opens.
  return kept?.ok === true ? kept : ok(keyOf(found, open === null))
}

/** Remembers what is used here, so that its loss is noticed. If this fails, the next start does it. */
export async function rememberHad(place: KeyPlace, key: DataKey, what: Had): Promise<void> {
  const content = { data: key.bytes, secrets: key.secrets, had: [...key.had, what] }
  const kept = await keepSealed(place, content)
  if (kept === null && key.protection === 'none') await writeFile(place, null, content)
}

async function makeFirst(place: KeyPlace): Promise<Result<DataKey, DataKeyFailure>> {
  const aside = await keepAside(fileIn(place), 'unreadable')
  if (!aside.ok) return aside
  const first = { data: newKey(), secrets: null, had: [] }
  const sealed = await keepSealed(place, first)
  if (sealed !== null) return sealed
  const written = await writeFile(place, null, first)
  return written.ok ? ok(keyOf(first, false)) : written
}

/** Writes the keys sealed by the system; null where it does not seal. */
async function keepSealed(place: KeyPlace, found: Content): Promise<Result<DataKey, FileFailure> | null> {
  const content = { ...found, secrets: found.secrets ?? newKey() }
  const sealed = await sealWithSystem(place, textOf(content))
  if (!sealed.ok) return null
  const isKept = isStoreKept(place)
  // The key of secrets never lies in the open.
  const written = await writeFile(place, sealed.value, isKept ? null : { ...found, secrets: null })
  return written.ok ? ok(keyOf(content, isKept)) : written
}

async function writeFile(
  place: KeyPlace,
  sealed: string | null,
  open: Content | null,
): Promise<Result<null, FileFailure>> {
  const inTheOpen = open === null ? null : Buffer.from(textOf(open), 'utf8').toString('base64')
  return await writeDurably(fileIn(place), `${JSON.stringify({ version: 1, sealed, open: inTheOpen })}\n`)
}

function fileIn({ folder }: KeyPlace): string {
  return join(folder, 'data-key.json')
}

function isStoreKept(place: KeyPlace): boolean {
  return place.isStoreKept?.() !== false
}

function contentOf(text: string): Content | null {
  const parsed = v.safeParse(ContentSchema, text)
  return parsed.success ? parsed.output : null
}

function textOf({ data, secrets, had }: Content): string {
  return JSON.stringify({
    data: base64(data),
    secrets: secrets === null ? null : base64(secrets),
    had,
  })
}

function keyOf({ data: bytes, secrets, had }: Content, isSealed: boolean): DataKey {
  return { bytes, secrets, had, protection: isSealed ? 'os' : 'none' }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function newKey(): Uint8Array {
  return new Uint8Array(randomBytes(keyLength))
}

/** The keys, while they can be opened. */
export type OpenKeys = () => Promise<Pick<DataKey, 'bytes'> | null>

/** The key of the files that decide something, as a sealed file asks for it. */
export function filesKey(keys: OpenKeys): () => Promise<Uint8Array | null> {
  return async () => {
    const opened = await keys()
    return opened === null ? null : deriveKey(opened, 'files')
  }
}

/** What a derived key is for: a key for one purpose never opens what another sealed. */
export type KeyPurpose = 'outbox' | 'policy-tag' | 'files'

/** A 32-byte key for one purpose, by HKDF-SHA-256; the data key itself seals nothing. */
export function deriveKey(dataKey: Pick<DataKey, 'bytes'>, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', dataKey.bytes, new Uint8Array(), `claims-desk/v1/${purpose}`, keyLength),
  )
}
