import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ok, type Result } from '#shared/result.ts'
import { patiently, removeFile, writeDurably, type FileFailure } from '#main/platform/durable-file.ts'
import { createSealedFile, fileText, type SealedFileOptions } from './sealed-file.ts'

/** The folder of the merchant's secrets, and the key that seals them. */
export interface SecretsPlace {
  readonly folder: string
  /** The key of secrets; null while the system has not sealed one, and while it cannot be opened. */
  readonly secretsKey: () => Promise<Uint8Array | null>
}

/** A secret, and whom it is for; it is on disk only when it is sealed. */
export type HeldSecret<T> =
  | { readonly type: 'none' }
  | { readonly type: 'kept' | 'session-only'; readonly value: T; readonly about: string }
  /** There was one in an earlier session, and nothing could seal it. */
  | { readonly type: 'forgotten' | 'unreadable'; readonly about: string | null }

/** A secret of the merchant's. Its methods are called one at a time. */
export type SecretFile<T> = ReturnType<typeof createSecretFile<T>>

/** Creates it; it touches neither the disk nor the keyring until it is used. */
export function createSecretFile<T>(options: SealedFileOptions<T>) {
  const file = createSealedFile(options)
  let known: HeldSecret<T> | null = null

  async function get(): Promise<HeldSecret<T>> {
    if (known !== null) return known
    const opened = await file.load()
    if (opened.type === 'unreadable' || opened.type === 'refused') return { ...opened, type: 'unreadable' }
    if (opened.type === 'open') known = { ...opened, type: 'kept' }
    else known = opened.type === 'none' ? opened : { ...opened, type: 'forgotten' }
    return known
  }

  /** Overwrites an older secret, which must not come back at the next start. */
  async function note(about: string): Promise<Result<null, FileFailure>> {
    const noted = await writeDurably(options.path, fileText(about, null))
    return noted.ok ? noted : await removeFile(options.path, { asides: false })
  }

  return {
    get,
    /** Without a key it stays in memory until the application quits, and the disk records only that there was one. */
    async set(value: T, about: string): Promise<Result<'kept' | 'session-only', FileFailure>> {
      // Kept aside instead of overwritten: a keyring that is locked now may open it later.
      const aside = (await get()).type === 'unreadable' ? await file.keepAside() : ok(null)
      if (!aside.ok) return aside
      const saved = await file.save(value, about)
      if (!saved.ok && saved.error.type !== 'locked') {
        const { path } = options
        const moved = aside.value
        if (moved !== null)
          await patiently(() => rename(join(dirname(path), moved), path)).catch(() => undefined)
        return { ok: false, error: saved.error }
      }
      const noted = saved.ok ? saved : await note(about)
      if (!noted.ok) return noted
      const type = saved.ok ? 'kept' : 'session-only'
      known = { type, value, about }
      return ok(type)
    },
    /** Deletes it; with `asides`, also every copy set aside. */
    async forget(files: { readonly asides: boolean }): Promise<Result<null, FileFailure>> {
      const removed = await removeFile(options.path, files)
      if (removed.ok) known = { type: 'none' }
      return removed
    },
  }
}
