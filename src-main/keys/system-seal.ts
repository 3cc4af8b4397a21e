import { err, ok, type Result } from '#shared/result.ts'
import { isProtected, protectionStatus, type ProtectionSource } from './protection.ts'

export interface SealRefusal {
  readonly type: 'not-protected'
}
export interface OpenRefusal {
  readonly type: 'unreadable'
}

/** An opened secret, with a new sealed form where the system asks for one. */
export interface OpenedSecret {
  readonly text: string
  /** Base64, to be written over the old form. Null when the old one is still valid. */
  readonly resealed: string | null
}

/**
 * Seals a text with the system's own key.
 * @returns base64, or `not-protected` when the system offers no protection or its store does not answer.
 */
export async function sealWithSystem(
  source: ProtectionSource,
  text: string,
): Promise<Result<string, SealRefusal>> {
  if ((await protectionStatus(source)).level !== 'os') return err({ type: 'not-protected' })
  try {
    const sealed = await source.safeStorage.encryptStringAsync(text)
    // Replace the old form only with one that opens.
    const opened = await source.safeStorage.decryptStringAsync(sealed)
    if (!isProtected(sealed, source.platform) || opened.result !== text) return err({ type: 'not-protected' })
    return ok(sealed.toString('base64'))
  } catch {
    return err({ type: 'not-protected' })
  }
}

/**
 * Opens what `sealWithSystem` sealed, and nothing that the password built into Chromium sealed: anyone can make that, and
 * the store opens it too. When the system's key was rotated (`shouldReEncrypt`), the text is sealed again
 * under the new key; if that fails, the old form stays.
 */
export async function openWithSystem(
  source: ProtectionSource,
  sealed: string,
): Promise<Result<OpenedSecret, OpenRefusal>> {
  const bytes = Buffer.from(sealed, 'base64')
  if (!isProtected(bytes, source.platform)) return err({ type: 'unreadable' })
  try {
    const opened = await source.safeStorage.decryptStringAsync(bytes)
    if (!opened.shouldReEncrypt) return ok({ text: opened.result, resealed: null })
    const again = await sealWithSystem(source, opened.result)
    return ok({ text: opened.result, resealed: again.ok ? again.value : null })
  } catch {
    // A locked keyring rejects just like one that lost its key: keep the sealed file in both cases.
    return err({ type: 'unreadable' })
  }
}
