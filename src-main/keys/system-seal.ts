import { err, ok, type Result } from '#shared/result.ts'
import { isProtected, protectionStatus, type ProtectionSource } from './protection.ts'

export interface SealRefusal {
  readonly type: 'not-protected'
}
export interface OpenRefusal {
  readonly type: 'unreadable'
}

/** A secret that was opened, and its sealed form made anew where the system asks for that. */
export interface OpenedSecret {
  readonly text: string
  /** Base64; write it in place of the old one. Null when the old one stays good. */
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
    // Only what can be opened again may replace what is there.
    const opened = await source.safeStorage.decryptStringAsync(sealed)
    if (!isProtected(sealed, source.platform) || opened.result !== text) return err({ type: 'not-protected' })
    return ok(sealed.toString('base64'))
  } catch {
    return err({ type: 'not-protected' })
  }
}

/**
 * Opens what `sealWithSystem` made. When the system's key was rotated (`shouldReEncrypt`), the text is sealed again
 * under the new key; where that fails, the old form stays.
 */
export async function openWithSystem(
  source: ProtectionSource,
  sealed: string,
): Promise<Result<OpenedSecret, OpenRefusal>> {
  try {
    const opened = await source.safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))
    if (!opened.shouldReEncrypt) return ok({ text: opened.result, resealed: null })
    const again = await sealWithSystem(source, opened.result)
    return ok({ text: opened.result, resealed: again.ok ? again.value : null })
  } catch {
    // A keyring that is locked for now rejects just as one that lost its key: neither may cost the sealed file.
    return err({ type: 'unreadable' })
  }
}
