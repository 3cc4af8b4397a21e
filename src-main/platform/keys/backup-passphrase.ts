import { join } from 'node:path'
import * as v from 'valibot'
import type { PassphraseStatus } from '#shared/contract/backup.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ok, type Result } from '#shared/result.ts'
import type { FileFailure } from '#main/platform/durable-file.ts'
import { createSecretFile, type SecretsPlace } from './secret-file.ts'

const fromHeadOffice = 'head-office'
/** Who gave it. */
type PassphraseSource = 'here' | typeof fromHeadOffice

/** The passphrase of scheduled backups. Like the merchant's key, it is on disk only when sealed. */
export interface BackupPassphrase {
  status(): Promise<PassphraseStatus>
  /**
   * Replaces it; whether it is easy to guess was asked before (`isEasyToGuess`). Where the system offers no protection,
   * it stays in memory until the application quits.
   */
  set(passphrase: string, from: PassphraseSource): Promise<Result<null, FileFailure>>
  /** Whether head office gave the one that is kept. */
  isFromHeadOffice(): Promise<boolean>
  /** Null where there is none that can be opened. Only main may call it. */
  read(): Promise<string | null>
}

/** Creates it on `<folder>/keys/backup.json`; it touches neither disk nor keyring until it is used. */
export function createBackupPassphrase({ folder, secretsKey }: SecretsPlace): BackupPassphrase {
  const inTurn = oneAtATime()
  const path = join(folder, 'keys', 'backup.json')
  const file = createSecretFile({ path, purpose: 'backup-passphrase', schema: v.string(), key: secretsKey })
  return {
    status: async () => (await inTurn(() => file.get())).type,
    async set(passphrase, from) {
      const set = await inTurn(() => file.set(passphrase, from))
      return set.ok ? ok(null) : set
    },
    async isFromHeadOffice() {
      const found = await inTurn(() => file.get())
      return 'value' in found && found.about === fromHeadOffice
    },
    async read() {
      const found = await inTurn(() => file.get())
      return 'value' in found ? found.value : null
    },
  }
}
