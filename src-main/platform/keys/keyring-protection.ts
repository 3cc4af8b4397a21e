import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

import type { ProtectionSource, SystemStore } from './protection.ts'

/** Enough for a store that opens without a prompt. One that asks for a password unlocks the data when it answers. */
const storeLimitMs = 5_000

/**
 * The system's store. It may answer late, and on Windows its key is on disk only seconds after the first start.
 *
 * @param sessionFolder where Chromium writes that key.
 */
export function createKeyringProtection(
  safeStorage: SystemStore,
  platform: NodeJS.Platform,
  sessionFolder: string,
) {
  const late = Promise.withResolvers<null>()
  const patient = patientStore(safeStorage, { limitMs: storeLimitMs, onLateAnswer: () => late.resolve(null) })
  const isStoreKept = platform === 'win32' ? windowsStoreKey({ sessionFolder }) : () => true
  return {
    protection: { safeStorage: patient, platform, isStoreKept } satisfies ProtectionSource,
    /** Calls back when a store that was not reliable before becomes so. @returns a function that stops it. */
    whenReady(onReady: () => void): () => void {
      void late.promise.then(onReady)
      return isStoreKept() ? () => undefined : whenKept(isStoreKept, onReady)
    },
  }
}

interface PatientStoreOptions {
  /** How long to wait for the first answer. */
  readonly limitMs: number
  /** Called when the store answers after the limit. */
  readonly onLateAnswer: () => void
}

/**
 * The system's store, with a limit to how long callers wait for it. Electron asks the keyring once in a process, and
 * every call blocks until it answers: forever, if no one answers the system's password prompt. Until the store has
 * answered, it counts as one that offers no protection.
 */
export function patientStore(store: SystemStore, options: PatientStoreOptions): SystemStore {
  let answer: Promise<boolean> | null = null

  /** Whether the store has answered, in time or late. */
  function hasAnswered(): Promise<boolean> {
    answer ??= firstAnswer()
    return answer
  }

  function firstAnswer(): Promise<boolean> {
    const first = Promise.withResolvers<boolean>()
    const limit = setTimeout(() => first.resolve(false), options.limitMs)
    const answered = async (): Promise<void> => {
      clearTimeout(limit)
      first.resolve(true)
      if (await first.promise) return
      answer = Promise.resolve(true)
      options.onLateAnswer()
    }
    // Only that it answers counts here; its answer is requested again when needed.
    store.isAsyncEncryptionAvailable().then(answered, answered)
    return first.promise
  }

  async function once<T>(ask: () => Promise<T>): Promise<T> {
    if (await hasAnswered()) return await ask()
    throw new Error('The system has not opened its store yet.')
  }

  return {
    getSelectedStorageBackend: () => store.getSelectedStorageBackend(),
    isAsyncEncryptionAvailable: async () =>
      (await hasAnswered()) && (await store.isAsyncEncryptionAvailable()),
    encryptStringAsync: (text) => once(() => store.encryptStringAsync(text)),
    decryptStringAsync: (sealed) => once(() => store.decryptStringAsync(sealed)),
  }
}

/** The part of Chromium's file that holds the key of its store, wrapped by Windows. */
const LocalStateSchema = v.object({ os_crypt: v.object({ encrypted_key: v.pipe(v.string(), v.nonEmpty()) }) })

/** Chromium writes its file at most ten seconds after a change. */
const settledMs = 60_000

export interface WindowsStoreOptions {
  /** `app.getPath('sessionData')`. */
  readonly sessionFolder: string
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/**
 * Whether what Windows' store seals now will open in the next process too. Chromium makes the key of its store at the
 * first start, and again when Windows cannot open the existing one; until `Local State` is written that key is only in
 * memory, and is lost if the process is killed.
 *
 * @returns true once a key reached the disk while we ran, or one has stayed there for a minute: Chromium would have
 * overwritten it with another by then.
 */
export function windowsStoreKey(options: WindowsStoreOptions): () => boolean {
  const { now = () => performance.now() } = options
  const file = join(options.sessionFolder, 'Local State')
  const atStart = keyIn(file)
  const startedAt = now()
  let isKept = false
  return () => {
    if (isKept) return true
    const key = keyIn(file)
    isKept = key !== null && (key !== atStart || now() - startedAt >= settledMs)
    return isKept
  }
}

function keyIn(file: string): string | null {
  try {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), LocalStateSchema),
      readFileSync(file, 'utf8'),
    )
    return parsed.success ? parsed.output.os_crypt.encrypted_key : null
  } catch {
    return null
  }
}

/** Calls back once, when the key is on disk. @returns a function that stops polling. */
export function whenKept(isKept: () => boolean, onKept: () => void, everyMs = 1_000): () => void {
  const timer = setInterval(() => {
    if (!isKept()) return
    clearInterval(timer)
    onKept()
  }, everyMs)
  return () => clearInterval(timer)
}
