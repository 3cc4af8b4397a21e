import { join } from 'node:path'
import * as v from 'valibot'
import type { Environment } from '#shared/domain/product.ts'
import type { KeyStatus } from '#shared/ipc/app-status.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { keepAside, readText, removeFile, writeDurably, type FileFailure } from './durable-file.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { ProtectionSource } from './protection.ts'
import { openWithSystem, sealWithSystem } from './system-seal.ts'

export interface KeyVaultOptions extends ProtectionSource {
  /** Sealed keys are kept in `<folder>/keys/<environment>.json`. */
  readonly folder: string
  /** What the practice server accepts; practice needs no key of the merchant's. */
  readonly practiceKey: string
}

export type KeyChangeFailure = FileFailure | { readonly type: 'not-possible-now' }

/** The merchant's secret key, one for each environment. It is never on disk unless the system's store sealed it. */
export interface KeyVault {
  status(environment: Environment): Promise<KeyStatus>
  /**
   * Replaces the key. Where the system offers no protection it is held until quitting and nothing is written. A sealed
   * key that cannot be opened is kept aside as `<environment>.json.unreadable-<n>`.
   */
  set(environment: Environment, key: string): Promise<Result<KeyStatus, KeyChangeFailure>>
  /** Forgets the key: the sealed file goes, and so does everything kept aside from it. */
  clear(environment: Environment): Promise<Result<KeyStatus, KeyChangeFailure>>
  /** The key for a request's header; null when there is none that can be opened. Main alone may call it. */
  read(environment: Environment): Promise<string | null>
}

const SealedKeySchema = v.object({ version: v.literal(1), sealed: v.pipe(v.string(), v.base64()) })

type Held =
  | { readonly type: 'none' }
  | { readonly type: 'kept'; readonly key: string }
  | { readonly type: 'session-only'; readonly key: string }
  | { readonly type: 'unreadable' }

/** Makes the vault; it touches neither the disk nor the keyring before it is asked. */
export function createKeyVault(options: KeyVaultOptions): KeyVault {
  const inTurn = oneAtATime()
  const known = new Map<Environment, Held>()
  const fileOf = (environment: Environment): string => join(options.folder, 'keys', `${environment}.json`)

  async function held(environment: Environment): Promise<Held> {
    const before = known.get(environment)
    if (before !== undefined) return before
    const found = await openKey(options, fileOf(environment))
    // "Unreadable" is asked again each time: a keyring may be unlocked while we run.
    if (found.type !== 'unreadable') known.set(environment, found)
    return found
  }

  async function replace(environment: Environment, key: string): Promise<Result<KeyStatus, FileFailure>> {
    const file = fileOf(environment)
    const sealed = await sealWithSystem(options, key)
    if ((await held(environment)).type === 'unreadable') {
      const aside = await keepAside(file, 'unreadable')
      if (!aside.ok) return aside
    }
    if (!sealed.ok) {
      // An older sealed key must not come back at the next start in place of the one just given.
      const removed = await removeFile(file, { asides: false })
      if (!removed.ok) return removed
      known.set(environment, { type: 'session-only', key })
      return ok({ type: 'session-only' })
    }
    const written = await writeDurably(file, sealedKeyText(sealed.value))
    if (!written.ok) return written
    known.set(environment, { type: 'kept', key })
    return ok({ type: 'kept' })
  }

  async function forget(environment: Environment): Promise<Result<KeyStatus, FileFailure>> {
    const removed = await removeFile(fileOf(environment), { asides: true })
    if (!removed.ok) return removed
    known.set(environment, { type: 'none' })
    return ok({ type: 'none' })
  }

  return {
    async status(environment) {
      if (environment === 'practice') return { type: 'practice' }
      return { type: (await inTurn(() => held(environment))).type }
    },
    async set(environment, key) {
      if (environment === 'practice') return err({ type: 'not-possible-now' })
      return await inTurn(() => replace(environment, key))
    },
    async clear(environment) {
      if (environment === 'practice') return err({ type: 'not-possible-now' })
      return await inTurn(() => forget(environment))
    },
    async read(environment) {
      if (environment === 'practice') return options.practiceKey
      const current = await inTurn(() => held(environment))
      return 'key' in current ? current.key : null
    },
  }
}

async function openKey(source: ProtectionSource, file: string): Promise<Held> {
  const text = await readText(file)
  if (!text.ok) return { type: 'unreadable' }
  if (text.value === null) return { type: 'none' }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), SealedKeySchema), text.value)
  if (!parsed.success) return { type: 'unreadable' }
  const opened = await openWithSystem(source, parsed.output.sealed)
  if (!opened.ok) return { type: 'unreadable' }
  // Where this fails, the old sealed form is still there and still opens.
  if (opened.value.resealed !== null) await writeDurably(file, sealedKeyText(opened.value.resealed))
  return { type: 'kept', key: opened.value.text }
}

function sealedKeyText(sealed: string): string {
  return `${JSON.stringify({ version: 1, sealed })}\n`
}
