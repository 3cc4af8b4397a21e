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
 * with a password that is written in its source, which we treat as no protection at all. The name of the store is for
 * people: it comes from the desktop's alone, and another part of Chromium seals. Call it after the application is ready.
 */
export async function protectionStatus(source: ProtectionSource): Promise<ProtectionStatus> {
  return { level: (await sealsForReal(source)) ? 'os' : 'session', backend: backendName(source) }
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

/** Only the sealed bytes show what sealed a text: with no keyring, or one that does not answer, that is Chromium. */
async function sealsForReal({ safeStorage, platform }: ProtectionSource): Promise<boolean> {
  try {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
    return platform !== 'linux' || isProtected(await safeStorage.encryptStringAsync('probe'), platform)
  } catch {
    return false
  }
}

/**
 * Whether sealed bytes were made with the system's key, not with the password built into Chromium (`v10`): Linux marks
 * those of a keyring `v11`, and `v12` where it was asked through the desktop's portal.
 */
export function isProtected(sealed: Buffer, platform: NodeJS.Platform): boolean {
  return platform !== 'linux' || ['v11', 'v12'].includes(sealed.subarray(0, 3).toString('latin1'))
}
