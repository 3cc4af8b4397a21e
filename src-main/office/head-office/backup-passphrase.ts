import { hkdfSync } from 'node:crypto'
import { crockford } from '#shared/domain/identifier.ts'

/**
 * The passphrase of a branch's scheduled backups, of 100 bits. A salt in one signed file replaces it in all branches, and
 * no branch can make another's. Both are base64.
 */
export function backupPassphraseOf(branchSecret: string, salt: string): string {
  const [secret, salted] = [Buffer.from(branchSecret, 'base64'), Buffer.from(salt, 'base64')]
  const bytes = Buffer.from(hkdfSync('sha256', secret, salted, 'claims-desk/backup-passphrase/v2', 20))
  const text = Array.from(bytes, (byte) => crockford.charAt(byte & 31).toLowerCase()).join('')
  return text.replaceAll(/(.{4})(?=.)/g, '$1-')
}
