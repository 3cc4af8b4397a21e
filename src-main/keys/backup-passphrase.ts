import { join } from 'node:path'
import * as v from 'valibot'
import type { PassphraseStatus } from '#shared/contract/scheduled-backup.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ok, type Result } from '#shared/result.ts'
import { readText, writeDurably, type FileFailure } from '../platform/durable-file.ts'
import { foundOnce } from './found-once.ts'
import type { ProtectionSource } from './protection.ts'
import { openWithSystem, sealWithSystem } from './system-seal.ts'

/** Who gave it. */
type PassphraseSource = 'here' | 'head-office'

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

const FileSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.literal(1),
    from: v.picklist(['here', 'head-office']),
    sealed: v.nullable(v.pipe(v.string(), v.base64())),
  }),
)

type Held =
  | { readonly type: 'kept' | 'session-only'; readonly passphrase: string; readonly from: PassphraseSource }
  | { readonly type: 'none' | 'forgotten' | 'unreadable' }

/** Creates it on `<folder>/keys/backup.json`; it touches neither disk nor keyring until it is used. */
export function createBackupPassphrase(
  options: ProtectionSource & { readonly folder: string },
): BackupPassphrase {
  const inTurn = oneAtATime()
  const file = join(options.folder, 'keys', 'backup.json')
  const known = foundOnce<Held>(() => open(options, file))

  async function keep(passphrase: string, from: PassphraseSource): Promise<Result<null, FileFailure>> {
    const sealed = await sealWithSystem(options, passphrase)
    const written = await writeDurably(file, contentOf(from, sealed.ok ? sealed.value : null))
    if (!written.ok) return written
    known.set({ type: sealed.ok ? 'kept' : 'session-only', passphrase, from })
    return ok(null)
  }

  return {
    status: async () => (await inTurn(known.get)).type,
    set: (passphrase, from) => inTurn(() => keep(passphrase, from)),
    async isFromHeadOffice() {
      const found = await inTurn(known.get)
      return 'from' in found && found.from === 'head-office'
    },
    async read() {
      const found = await inTurn(known.get)
      return 'passphrase' in found ? found.passphrase : null
    },
  }
}

function contentOf(from: PassphraseSource, sealed: string | null): string {
  return `${JSON.stringify({ version: 1, from, sealed })}\n`
}

async function open(source: ProtectionSource, file: string): Promise<Held> {
  const text = await readText(file)
  if (!text.ok) return { type: 'unreadable' }
  if (text.value === null) return { type: 'none' }
  const parsed = v.safeParse(FileSchema, text.value)
  if (!parsed.success) return { type: 'unreadable' }
  const { from, sealed } = parsed.output
  if (sealed === null) return { type: 'forgotten' }
  const opened = await openWithSystem(source, sealed)
  if (!opened.ok) return { type: 'unreadable' }
  if (opened.value.resealed !== null) await writeDurably(file, contentOf(from, opened.value.resealed))
  return { type: 'kept', passphrase: opened.value.text, from }
}
