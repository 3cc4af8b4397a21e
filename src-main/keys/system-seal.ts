import { err, ok, type Result } from '#shared/result.ts'
import { isProtected, protectionStatus, type ProtectionSource } from './protection.ts'

/** What the system seals for us is the keys of the installation and nothing else; it says so, sealed with them. */
const purpose = 'claims-desk/keys/v1\0'

/** An opened text. */
export interface OpenedText {
  readonly text: string
  /** The system asks for it to be sealed again. */
  readonly isStale: boolean
}

/**
 * Seals a text with the system's own key.
 * @returns base64, or `not-protected` when the system offers no protection or its store does not answer.
 */
export async function sealWithSystem(
  source: ProtectionSource,
  text: string,
): Promise<Result<string, { readonly type: 'not-protected' }>> {
  if ((await protectionStatus(source)).level !== 'os') return err({ type: 'not-protected' })
  try {
    const sealed = await source.safeStorage.encryptStringAsync(purpose + text)
    // Replace the old form only with one that opens.
    const opened = await source.safeStorage.decryptStringAsync(sealed)
    if (!isProtected(sealed, source.platform) || opened.result !== purpose + text)
      return err({ type: 'not-protected' })
    return ok(sealed.toString('base64'))
  } catch {
    return err({ type: 'not-protected' })
  }
}

/**
 * Opens what `sealWithSystem` sealed: nothing that was sealed for another purpose, and nothing that the password built
 * into Chromium sealed, because anyone can make that, and the store opens it too.
 */
export async function openWithSystem(
  source: ProtectionSource,
  sealed: string,
): Promise<Result<OpenedText, { readonly type: 'unreadable' }>> {
  const bytes = Buffer.from(sealed, 'base64')
  if (!isProtected(bytes, source.platform)) return err({ type: 'unreadable' })
  try {
    const { result, shouldReEncrypt } = await source.safeStorage.decryptStringAsync(bytes)
    if (!result.startsWith(purpose)) return err({ type: 'unreadable' })
    return ok({ text: result.slice(purpose.length), isStale: shouldReEncrypt })
  } catch {
    // A locked keyring rejects just like one that lost its key: keep the sealed file in both cases.
    return err({ type: 'unreadable' })
  }
}
