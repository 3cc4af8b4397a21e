import { join } from 'node:path'
import * as v from 'valibot'
import type { Environment } from '#shared/domain/product.ts'
import type { KeyStatus } from '#shared/contract/app-status.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { FileFailure } from '#main/platform/durable-file.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { createSecretFile, type HeldSecret, type SecretFile, type SecretsPlace } from './secret-file.ts'

/** Sealed keys are stored in `<folder>/keys/<environment>.json`, those of the file store beside it. */
export interface KeyVaultOptions extends SecretsPlace {
  /** Whose keys they are: the insurer's by default. */
  readonly keysFor?: keyof typeof fileEndings
}

export type KeyChangeFailure = FileFailure | { readonly type: 'not-possible-now' }

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

export type KeyVault = ReturnType<typeof createKeyVault>

/** The newest first, and those before it while it is not proved to work; their origins stand beside them. */
type Keys = readonly string[]
const KeysSchema = v.pipe(v.array(v.string()), v.minLength(1))

/** The suffix of the files that hold such keys, and the purpose they are sealed for. */
const fileEndings = {
  insurer: ['', 'insurer-key'],
  'file-store': ['-file-store', 'file-store-key'],
  'office-store': ['-office-store', 'office-store-key'],
} as const

/**
 * The secret keys of the merchant's, one for each environment, bound to the origin it was entered for: the insurer's, or
 * the file store's (`store-keys.ts`). None is ever on disk unless it is sealed, its origin with it. A key for another
 * origin is added in front of those before, which are forgotten once the new one is proved to work. Neither the disk nor
 * the keyring is touched until a key is used.
 */
export function createKeyVault({ folder, secretsKey, keysFor = 'insurer' }: KeyVaultOptions) {
  const inTurn = oneAtATime()
  const files = new Map<Environment, SecretFile<Keys>>()
  const [ending, use] = fileEndings[keysFor]

  function fileOf(environment: Environment): SecretFile<Keys> {
    const known = files.get(environment)
    if (known !== undefined) return known
    const path = join(folder, 'keys', `${environment}${ending}.json`)
    const purpose = `${use}/${environment}` as const
    const file = createSecretFile<Keys>({ path, purpose, schema: KeysSchema, key: secretsKey })
    files.set(environment, file)
    return file
  }

  const keysOf = async (environment: Environment): Promise<readonly BoundKey[]> =>
    boundKeys(await fileOf(environment).get())

  const setKeys = (environment: Environment, bound: readonly BoundKey[]) =>
    fileOf(environment).set(
      bound.map(({ key }) => key),
      bound.map(({ origin }) => origin).join(' '),
    )

  return {
    /** @param origin that of the address in use; null when none is set. */
    async status(environment: Environment, origin: string | null): Promise<KeyStatus> {
      if (environment === 'practice') return { type: 'practice' }
      const current = await inTurn(() => fileOf(environment).get())
      const [newest, ...others] = boundKeys(current)
      if (newest === undefined) return { type: current.type }
      if ([newest, ...others].some((one) => one.origin === origin)) return { type: current.type }
      return { type: 'other-origin', origin: newest.origin }
    },
    /**
     * Replaces the key of that origin. Where the system offers no protection, the key stays in memory until the
     * application quits, and the disk records only that there was one. A sealed key that cannot be opened is set aside
     * as `<file>.unreadable-<n>`.
     */
    async set(environment: Environment, bound: BoundKey): Promise<Result<KeyStatus, KeyChangeFailure>> {
      if (environment === 'practice') return err({ type: 'not-possible-now' })
      return await inTurn(async () => {
        // One of them is in use: an address whose settings could not be written may have left its key in front of it.
        const others = (await keysOf(environment)).filter(({ origin }) => origin !== bound.origin)
        const set = await setKeys(environment, [bound, ...others])
        return set.ok ? ok({ type: set.value }) : set
      })
    },
    /** The key of that origin works: forgets those before it. Does nothing where it is not the newest. */
    async proved(environment: Environment, origin: string): Promise<void> {
      if (environment === 'practice') return
      await inTurn(async () => {
        const [newest, before] = await keysOf(environment)
        // A late answer to the key before must not cost the new one, which is not in use yet.
        if (newest?.origin !== origin || before === undefined) return
        // If this fails, the earlier keys stay sealed beside it and are sent nowhere.
        await setKeys(environment, [newest])
      })
    },
    /** Forgets every key: deletes the sealed file and every copy set aside. */
    async clear(environment: Environment): Promise<Result<KeyStatus, KeyChangeFailure>> {
      if (environment === 'practice') return err({ type: 'not-possible-now' })
      const forgotten = await inTurn(() => fileOf(environment).forget({ asides: true }))
      return forgotten.ok ? ok({ type: 'none' }) : forgotten
    },
    /** The key for a request to that origin; null when none for it can be opened. Only main may call it. */
    async read(environment: Environment, origin: string): Promise<string | null> {
      if (environment === 'practice') return null
      const keys = await inTurn(() => keysOf(environment))
      return keys.find((one) => one.origin === origin)?.key ?? null
    },
    /** Every key held for the environment, to compare another text with them. Only main may call it. */
    async readAll(environment: Environment): Promise<readonly string[]> {
      if (environment === 'practice') return []
      return (await inTurn(() => keysOf(environment))).map(({ key }) => key)
    },
  }
}

function boundKeys(held: HeldSecret<Keys>): readonly BoundKey[] {
  if (!('value' in held)) return []
  const origins = held.about.split(' ')
  return held.value.map((key, index) => ({ origin: origins[index] ?? '', key }))
}
