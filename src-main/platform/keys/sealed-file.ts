import * as v from 'valibot'
import { err, type Result } from '#shared/result.ts'
import { keepAside, readText, writeDurably, type FileFailure } from '#main/platform/durable-file.ts'
import { open, seal } from './sealing.ts'

/** What a sealed file is for: it opens as nothing else. */
export type FilePurpose =
  | 'settings'
  | 'officers'
  | 'head-office'
  | 'proxy-login'
  | 'backup-passphrase'
  | `insurer-key/${string}`
  | `file-store-key/${string}`
  | `office-store-key/${string}`

export interface SealedFileOptions<T> {
  readonly path: string
  readonly purpose: FilePurpose
  /** What its text must be. */
  readonly schema: v.GenericSchema<unknown, T>
  /** 32 bytes; null while there is none. */
  readonly key: () => Promise<Uint8Array | null>
}

/** What a file holds; `about` stands in the open, and is bound to what is sealed. */
export type Unsealed<T> =
  | { readonly type: 'none' }
  | { readonly type: 'open'; readonly value: T; readonly about: string }
  /** A note only: there was a secret in an earlier session, and nothing could seal it. */
  | { readonly type: 'empty'; readonly about: string }
  | { readonly type: 'unreadable'; readonly about: string | null }
  /** The disk does not give it now, as where another program holds it: nothing is known of it. */
  | { readonly type: 'refused'; readonly about: null }

export type SealedFileFailure = FileFailure | { readonly type: 'locked' }

/** A small file that decides or hides something. */
export type SealedFile<T> = ReturnType<typeof createSealedFile<T>>

const FileSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    version: v.literal(1),
    about: v.string(),
    sealed: v.nullable(v.pipe(v.string(), v.base64())),
  }),
)

/** @param sealed null for a note that there was something which could not be sealed. */
export function fileText(about: string, sealed: string | null): string {
  return `${JSON.stringify({ version: 1, about, sealed })}\n`
}

/** Sealed by AES-256-GCM, with purpose and `about` as associated data; it touches the disk only when it is used. */
export function createSealedFile<T>({ path, purpose, schema, key }: SealedFileOptions<T>) {
  const content = v.pipe(v.string(), v.parseJson(), schema)
  const place = (about: string): string => `${purpose}\0${about}`

  /** Opens it; changes nothing on the disk. */
  async function load(): Promise<Unsealed<T>> {
    const text = await readText(path)
    if (!text.ok) return { type: 'refused', about: null }
    if (text.value === null) return { type: 'none' }
    const file = v.safeParse(FileSchema, text.value)
    if (!file.success) return { type: 'unreadable', about: null }
    const { about, sealed } = file.output
    if (sealed === null) return { type: 'empty', about }
    const present = await key()
    if (present === null) return { type: 'unreadable', about }
    const opened = open(present, new Uint8Array(Buffer.from(sealed, 'base64')), place(about))
    const value = v.safeParse(content, opened.ok ? opened.value : null)
    return value.success ? { type: 'open', value: value.output, about } : { type: 'unreadable', about }
  }

  return {
    load,
    /** Replaces it; `locked` without a key. */
    async save(value: T, about = ''): Promise<Result<null, SealedFileFailure>> {
      const present = await key()
      if (present === null) return err({ type: 'locked' })
      const sealed = Buffer.from(seal(present, JSON.stringify(value), place(about))).toString('base64')
      return await writeDurably(path, fileText(about, sealed))
    },
    /** Sets aside a file that does not open. @returns its new name; null where there was none */
    keepAside: (): Promise<Result<string | null, FileFailure>> => keepAside(path, 'unreadable'),
  }
}
