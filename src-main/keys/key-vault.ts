import { join } from 'node:path'
import * as v from 'valibot'
import type { Environment } from '#shared/domain/product.ts'
import type { KeyStatus } from '#shared/contract/app-status.ts'
import { err, ok, type Result } from '#shared/result.ts'
import {
  keepAside,
  prepareFile,
  readText,
  removeFile,
  writeDurably,
  type FileFailure,
} from '../platform/durable-file.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { ProtectionSource } from './protection.ts'
import { openWithSystem, sealWithSystem } from './system-seal.ts'

export interface KeyVaultOptions extends ProtectionSource {
  /** Sealed keys are stored in `<folder>/keys/<environment>.json`. */
  readonly folder: string
  /** What the practice server accepts; practice needs no merchant's key. */
  readonly practiceKey: string
}

export type KeyChangeFailure = FileFailure | { readonly type: 'not-possible-now' }

/** A key that is sealed and on the disk, but not in use yet. Call exactly one of the two, once. */
export interface PreparedKey {
  readonly use: () => Promise<Result<KeyStatus, FileFailure>>
  readonly drop: () => Promise<void>
}

/** The merchant's secret key, one for each environment. It is never on disk unless the system's store sealed it. */
export interface KeyVault {
  status(environment: Environment): Promise<KeyStatus>
  /**
   * Replaces the key. Where the system offers no protection, the key stays in memory until the application quits, and
   * the disk records only that there was one. A sealed key that cannot be opened is set aside as
   * `<environment>.json.unreadable-<n>`.
   */
  set(environment: Environment, key: string): Promise<Result<KeyStatus, KeyChangeFailure>>
  /** The first half of `set`: the previous key stays in use until the new one is activated. */
  prepare(environment: Environment, key: string): Promise<Result<PreparedKey, KeyChangeFailure>>
  /** Forgets the key: deletes the sealed file and every copy set aside. */
  clear(environment: Environment): Promise<Result<KeyStatus, KeyChangeFailure>>
  /** The key for a request's header; null when there is none that can be opened. Only main may call it. */
  read(environment: Environment): Promise<string | null>
}

/** `sealed` is null when there was a key and nothing could seal it. */
const SealedKeySchema = v.object({
  version: v.literal(1),
  sealed: v.nullable(v.pipe(v.string(), v.base64())),
})

type Held =
  | { readonly type: 'none' }
  | { readonly type: 'kept'; readonly key: string }
  | { readonly type: 'session-only'; readonly key: string }
  | { readonly type: 'forgotten' }
  | { readonly type: 'unreadable' }

/** Creates the vault; it touches neither the disk nor the keyring until it is used. */
export function createKeyVault(options: KeyVaultOptions): KeyVault {
  const inTurn = oneAtATime()
  const known = new Map<Environment, Held>()
  const fileOf = (environment: Environment): string => join(options.folder, 'keys', `${environment}.json`)

  async function held(environment: Environment): Promise<Held> {
    const before = known.get(environment)
    if (before !== undefined) return before
    const found = await openKey(options, fileOf(environment))
    // Check "unreadable" again each time: the keyring may be unlocked while we run.
    if (found.type !== 'unreadable') known.set(environment, found)
    return found
  }

  async function prepare(environment: Environment, key: string): Promise<Result<PreparedKey, FileFailure>> {
    const file = fileOf(environment)
    const sealed = await sealWithSystem(options, key)
    if (!sealed.ok) {
      return ok({
        use: () => inTurn(() => holdForSession(environment, key)),
        drop: () => Promise.resolve(),
      })
    }
    const prepared = await prepareFile(file, sealedKeyText(sealed.value))
    if (!prepared.ok) return prepared
    const use = async (): Promise<Result<KeyStatus, FileFailure>> => {
      const aside = await keepUnreadable(environment)
      if (!aside.ok) {
        await prepared.value.drop()
        return aside
      }
      const used = await prepared.value.use()
      if (!used.ok) return used
      known.set(environment, { type: 'kept', key })
      return ok({ type: 'kept' })
    }
    return ok({ use: () => inTurn(use), drop: prepared.value.drop })
  }

  async function holdForSession(
    environment: Environment,
    key: string,
  ): Promise<Result<KeyStatus, FileFailure>> {
    const aside = await keepUnreadable(environment)
    if (!aside.ok) return aside
    // Overwrites an older sealed key, which must not come back at the next start.
    const noted = await writeDurably(fileOf(environment), sealedKeyText(null))
    const replaced = noted.ok ? noted : await removeFile(fileOf(environment), { asides: false })
    if (!replaced.ok) return replaced
    known.set(environment, { type: 'session-only', key })
    return ok({ type: 'session-only' })
  }

  async function keepUnreadable(environment: Environment): Promise<Result<unknown, FileFailure>> {
    if ((await held(environment)).type !== 'unreadable') return ok(null)
    return await keepAside(fileOf(environment), 'unreadable')
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
      const prepared = await inTurn(() => prepare(environment, key))
      return prepared.ok ? await prepared.value.use() : prepared
    },
    async prepare(environment, key) {
      if (environment === 'practice') return err({ type: 'not-possible-now' })
      return await inTurn(() => prepare(environment, key))
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
  if (parsed.output.sealed === null) return { type: 'forgotten' }
  const opened = await openWithSystem(source, parsed.output.sealed)
  if (!opened.ok) return { type: 'unreadable' }
  // If this fails, the old sealed form is still there and still opens.
  if (opened.value.resealed !== null) await writeDurably(file, sealedKeyText(opened.value.resealed))
  return { type: 'kept', key: opened.value.text }
}

function sealedKeyText(sealed: string | null): string {
  return `${JSON.stringify({ version: 1, sealed })}\n`
}
