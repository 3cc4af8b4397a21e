import type { SafeStorage } from 'electron'
import type { ProtectionStatus } from '#shared/contract/app-status.ts'

/** The part of Electron's `safeStorage` we use: the asynchronous calls, and the name of the store on Linux. */
export type SystemStore = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

export interface ProtectionSource {
  readonly safeStorage: SystemStore
  readonly platform: NodeJS.Platform
  /** Whether what the store seals now will open in the next process too; by default it does. */
  readonly isStoreKept?: () => boolean
}

/**
 * What the operating system offers. On Linux "available" does not mean protected: without a keyring Chromium seals
 * with a password that is written in its source (`basic_text`), which we treat as no protection at all.
 * Call it after the application is ready.
 */
export async function protectionStatus(source: ProtectionSource): Promise<ProtectionStatus> {
  const backend = backendName(source)
  const named = backend !== 'basic_text' && backend !== 'unknown'
  return { level: named && (await sealsForReal(source)) ? 'os' : 'session', backend }
}

function backendName({ safeStorage, platform }: ProtectionSource): string {
  switch (platform) {
    case 'linux':
      return safeStorage.getSelectedStorageBackend()
    case 'darwin':
      return 'keychain'
    case 'win32':
      return 'dpapi'
    default:
      return 'unknown'
  }
}

/**
 * The name of the store is what the desktop should have; only the sealed bytes show what actually sealed a text. When a
 * keyring does not answer, Linux falls back to the built-in password and marks the bytes `v10`.
 */
async function sealsForReal({ safeStorage, platform }: ProtectionSource): Promise<boolean> {
  try {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
    return platform !== 'linux' || isProtected(await safeStorage.encryptStringAsync('probe'), platform)
  } catch {
    return false
  }
}

/** Whether sealed bytes were made with the system's key, not with the password built into Chromium. */
export function isProtected(sealed: Buffer, platform: NodeJS.Platform): boolean {
  return platform !== 'linux' || sealed.subarray(0, 3).toString('latin1') !== 'v10'
}
