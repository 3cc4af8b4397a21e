import { join } from 'node:path'
import * as v from 'valibot'
import type { PassphraseStatus } from '#shared/contract/backup.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ok, type Result } from '#shared/result.ts'
import type { FileFailure } from '#main/platform/durable-file.ts'
import { createSecretFile, type SecretsPlace } from './secret-file.ts'

const fromHeadOffice = 'head-office'
/** Who set the passphrase: head office, whose one is never replaced here, or an officer. */
type PassphraseSource = 'here' | typeof fromHeadOffice

export type BackupPassphrase = ReturnType<typeof createBackupPassphrase>

/**
 * The passphrase of scheduled backups, in `<folder>/keys/backup.json`. Like the merchant's key, it is on disk only when
 * sealed; disk and keyring are not touched until it is used.
 */
export function createBackupPassphrase({ folder, secretsKey }: SecretsPlace) {
  const inTurn = oneAtATime()
  const path = join(folder, 'keys', 'backup.json')
  const file = createSecretFile({ path, purpose: 'backup-passphrase', schema: v.string(), key: secretsKey })
  return {
    status: async (): Promise<PassphraseStatus> => (await inTurn(() => file.get())).type,
    /**
     * Replaces it; whether it is easy to guess was asked before (`isEasyToGuess`). Where the system offers no protection,
     * it stays in memory until the application quits.
     */
    async set(passphrase: string, from: PassphraseSource): Promise<Result<null, FileFailure>> {
      const set = await inTurn(() => file.set(passphrase, from))
      return set.ok ? ok(null) : set
    },
    /** Whether head office gave the one that is kept. */
    async isFromHeadOffice(): Promise<boolean> {
      const found = await inTurn(() => file.get())
      return 'value' in found && found.about === fromHeadOffice
    },
    /** Forgets it. */
    forget: () => inTurn(() => file.forget({ asides: false })),
    /** Null where there is none that can be opened. Only main may call it. */
    async read(): Promise<string | null> {
      const found = await inTurn(() => file.get())
      return 'value' in found ? found.value : null
    },
  }
}
