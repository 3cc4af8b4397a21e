import type { ProtectionSource, SystemStore } from './protection.ts'
import { whenKept, windowsStoreKey } from './windows-store.ts'

/** Enough for a store that opens without a prompt. One that asks for a password unlocks the data when it answers. */
const storeLimitMs = 5_000

export interface StoreProtection {
  readonly protection: ProtectionSource
  /** Calls back when a store that was not reliable before becomes so. @returns a function that stops it. */
  whenReady(onReady: () => void): () => void
}

/**
 * The system's store. It may answer late, and on Windows its key is on disk only seconds after the first start.
 *
 * @param sessionFolder where Chromium writes that key.
 */
export function createStoreProtection(
  safeStorage: SystemStore,
  platform: NodeJS.Platform,
  sessionFolder: string,
): StoreProtection {
  const late = Promise.withResolvers<null>()
  const patient = patientStore(safeStorage, { limitMs: storeLimitMs, onLateAnswer: () => late.resolve(null) })
  const isStoreKept = platform === 'win32' ? windowsStoreKey({ sessionFolder }) : () => true
  return {
    protection: { safeStorage: patient, platform, isStoreKept },
    whenReady(onReady) {
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
 * every call blocks until it answers: forever, if nobody answers the system's password prompt. Until the store has
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
