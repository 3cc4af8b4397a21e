import { patientStore } from './patient-store.ts'
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
