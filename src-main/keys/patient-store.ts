import type { SystemStore } from './protection.ts'

export interface PatientStoreOptions {
  /** How long its first answer is waited for. */
  readonly limitMs: number
  /** It answered after all, when somebody had gone on without it. */
  readonly onLateAnswer: () => void
}

/**
 * The system's store, with a limit to how long anybody waits for it. Electron asks the keyring once in a process, and
 * every call waits until it has answered: as long as nobody answers the system's question for a password, for ever.
 * Until it has, it counts as a store that gives nothing.
 */
export function patientStore(store: SystemStore, options: PatientStoreOptions): SystemStore {
  let answer: Promise<boolean> | null = null

  /** Whether the store has answered in time, or since. */
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
    // What it says is asked for again: only that it says something counts here.
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
