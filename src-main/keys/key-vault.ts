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
  /** Sealed keys are stored in `<folder>/keys/<environment>.json`, those of the file store beside it. */
  readonly folder: string
  /** Whose keys they are: the insurer's by default. */
  readonly keysFor?: 'insurer' | 'file-store'
}

export type KeyChangeFailure = FileFailure | { readonly type: 'not-possible-now' }

/** A key that is sealed and on the disk, but not in use yet. Call exactly one of `use` and `drop`, once. */
export interface PreparedKey {
  readonly use: () => Promise<Result<KeyStatus, FileFailure>>
  readonly drop: () => Promise<void>
  /** After `use`: the keys before are in use again. Where the disk refuses that, those of another origin still are. */
  readonly takeBack: () => Promise<void>
}

/** Whether there is a key that requests can carry. */
export function isUsable({ type }: Pick<KeyStatus, 'type'>): boolean {
  return type === 'kept' || type === 'session-only'
}

/** A key and the only origin it is sent to: they are sealed together. */
export interface BoundKey {
  /** As `originOf` makes it of a base URL. */
  readonly origin: string
  readonly key: string
}

/**
 * A secret key of the merchant's, one for each environment, bound to the origin it was entered for: the insurer's, or the
 * file store's (`store-keys.ts`). It is never on disk unless the system's store sealed it. A key for another origin is added in front of the one before, which is forgotten once
 * the new one is proved to work.
 */
export interface KeyVault {
  /** @param origin that of the address in use; null when none is set. */
  status(environment: Environment, origin: string | null): Promise<KeyStatus>
  /**
   * Replaces the key of that origin. Where the system offers no protection, the key stays in memory until the
   * application quits, and the disk records only that there was one. A sealed key that cannot be opened is set aside as
   * `<file>.unreadable-<n>`.
   */
  set(environment: Environment, bound: BoundKey): Promise<Result<KeyStatus, KeyChangeFailure>>
  /** The first half of `set`: the previous key stays in use until the new one is activated. */
  prepare(environment: Environment, bound: BoundKey): Promise<Result<PreparedKey, KeyChangeFailure>>
  /** The key of that origin works: forgets the one before it. Does nothing where that one is the one before. */
  proved(environment: Environment, origin: string): Promise<void>
  /** Forgets every key: deletes the sealed file and every copy set aside. */
  clear(environment: Environment): Promise<Result<KeyStatus, KeyChangeFailure>>
  /** The key for a request to that origin; null when there is none for it that can be opened. Only main may call it. */
  read(environment: Environment, origin: string): Promise<string | null>
  /** Every key held for the environment, to compare another text with them. Only main may call it. */
  readAll(environment: Environment): Promise<readonly string[]>
  /** Its files were exchanged: they are read again when they are needed. */
  forgetRead(): void
}

/** `sealed` is null when there was a key and nothing could seal it. */
const SealedKeySchema = v.object({
  version: v.literal(1),
  sealed: v.nullable(v.pipe(v.string(), v.base64())),
})
/** What is sealed: the key in use first, and the one before it while the first is not proved to work. */
const BoundKeysSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.strictObject({ origin: v.string(), key: v.string() })),
  v.minLength(1),
)

type Held =
  | { readonly type: 'none' }
  | { readonly type: 'kept' | 'session-only'; readonly keys: readonly BoundKey[] }
  | { readonly type: 'forgotten' }
  | { readonly type: 'unreadable' }

/** Creates the vault; it touches neither the disk nor the keyring until it is used. */
export function createKeyVault(options: KeyVaultOptions): KeyVault {
  const inTurn = oneAtATime()
  const known = new Map<Environment, Held>()
  const ending = options.keysFor === 'file-store' ? '-file-store.json' : '.json'
  const fileOf = (environment: Environment): string => join(options.folder, 'keys', environment + ending)

  async function held(environment: Environment): Promise<Held> {
    const before = known.get(environment)
    if (before !== undefined) return before
    const found = await openKey(options, fileOf(environment))
    // Check "unreadable" again each time: the keyring may be unlocked while we run.
    if (found.type !== 'unreadable') known.set(environment, found)
    return found
  }

  async function prepare(
    environment: Environment,
    bound: BoundKey,
  ): Promise<Result<PreparedKey, FileFailure>> {
    const prepared = await prepareKeys(environment, [bound, ...(await otherKeys(environment, bound.origin))])
    if (!prepared.ok) return prepared
    const { use, drop } = prepared.value
    let before: Held = { type: 'none' }
    return ok({
      use: () =>
        inTurn(async () => {
          before = await held(environment)
          return await use()
        }),
      drop,
      takeBack: () => inTurn(() => putBack(environment, before)),
    })
  }

  async function putBack(environment: Environment, before: Held): Promise<void> {
    if (!('keys' in before)) {
      await forget(environment, { asides: false })
      return
    }
    const prepared = await prepareKeys(environment, before.keys)
    if (prepared.ok) await prepared.value.use()
  }

  /** The key in use before, if it is for another origin. */
  async function otherKeys(environment: Environment, origin: string): Promise<readonly BoundKey[]> {
    const current = await held(environment)
    return 'keys' in current ? current.keys.filter((one) => one.origin !== origin).slice(0, 1) : []
  }

  /** Its two halves are for the turn of the caller. */
  async function prepareKeys(
    environment: Environment,
    keys: readonly BoundKey[],
  ): Promise<Result<Omit<PreparedKey, 'takeBack'>, FileFailure>> {
    const file = fileOf(environment)
    const sealed = await sealWithSystem(options, JSON.stringify(keys))
    if (!sealed.ok) {
      return ok({
        use: () => holdForSession(environment, keys),
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
      known.set(environment, { type: 'kept', keys })
      return ok({ type: 'kept' })
    }
    return ok({ use, drop: prepared.value.drop })
  }

  async function holdForSession(
    environment: Environment,
    keys: readonly BoundKey[],
  ): Promise<Result<KeyStatus, FileFailure>> {
    const aside = await keepUnreadable(environment)
    if (!aside.ok) return aside
    // Overwrites an older sealed key, which must not come back at the next start.
    const noted = await writeDurably(fileOf(environment), sealedKeyText(null))
    const replaced = noted.ok ? noted : await removeFile(fileOf(environment), { asides: false })
    if (!replaced.ok) return replaced
    known.set(environment, { type: 'session-only', keys })
    return ok({ type: 'session-only' })
  }

  /** The key of this origin where it is the newest and has outlived another; null otherwise. */
  async function outlived(environment: Environment, origin: string): Promise<BoundKey | null> {
    const current = await held(environment)
    if (!('keys' in current) || current.keys.length < 2) return null
    const [newest] = current.keys
    // A late answer to the key before must not cost the new one, which is not in use yet.
    return newest?.origin === origin ? newest : null
  }

  async function keepUnreadable(environment: Environment): Promise<Result<unknown, FileFailure>> {
    if ((await held(environment)).type !== 'unreadable') return ok(null)
    return await keepAside(fileOf(environment), 'unreadable')
  }

  async function forget(
    environment: Environment,
    files: { readonly asides: boolean },
  ): Promise<Result<KeyStatus, FileFailure>> {
    const removed = await removeFile(fileOf(environment), files)
    if (!removed.ok) return removed
    known.set(environment, { type: 'none' })
    return ok({ type: 'none' })
  }

  return {
    async status(environment, origin) {
      if (environment === 'practice') return { type: 'practice' }
      const current = await inTurn(() => held(environment))
      if (!('keys' in current)) return { type: current.type }
      if (current.keys.some((one) => one.origin === origin)) return { type: current.type }
      return { type: 'other-origin', origin: current.keys[0]?.origin ?? '' }
    },
    async set(environment, bound) {
      if (environment === 'practice') return err({ type: 'not-possible-now' })
      const prepared = await inTurn(() => prepare(environment, bound))
      return prepared.ok ? await prepared.value.use() : prepared
    },
    async prepare(environment, bound) {
      if (environment === 'practice') return err({ type: 'not-possible-now' })
      return await inTurn(() => prepare(environment, bound))
    },
    async proved(environment, origin) {
      if (environment === 'practice') return
      await inTurn(async () => {
        const only = await outlived(environment, origin)
        const prepared = only === null ? null : await prepareKeys(environment, [only])
        // If this fails, the earlier key stays sealed beside it and is sent nowhere.
        if (prepared?.ok === true) await prepared.value.use()
      })
    },
    async clear(environment) {
      if (environment === 'practice') return err({ type: 'not-possible-now' })
      return await inTurn(() => forget(environment, { asides: true }))
    },
    async read(environment, origin) {
      if (environment === 'practice') return null
      const current = await inTurn(() => held(environment))
      if (!('keys' in current)) return null
      return current.keys.find((one) => one.origin === origin)?.key ?? null
    },
    async readAll(environment) {
      if (environment === 'practice') return []
      const current = await inTurn(() => held(environment))
      return 'keys' in current ? current.keys.map(({ key }) => key) : []
    },
    forgetRead: () => known.clear(),
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
  const keys = opened.ok ? v.safeParse(BoundKeysSchema, opened.value.text) : null
  if (!opened.ok || keys?.success !== true) return { type: 'unreadable' }
  // If this fails, the old sealed form is still there and still opens.
  if (opened.value.resealed !== null) await writeDurably(file, sealedKeyText(opened.value.resealed))
  return { type: 'kept', keys: keys.output }
}

function sealedKeyText(sealed: string | null): string {
  return `${JSON.stringify({ version: 1, sealed })}\n`
}
