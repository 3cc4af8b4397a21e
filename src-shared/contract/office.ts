import * as v from 'valibot'
import type { AppStatus } from './app-status.ts'
import { newPassphrase, nothing } from './arguments.ts'
import { answer, call } from './call.ts'
import type { BackupTrouble, PassphraseSet } from './scheduled-backup.ts'

const folder = v.picklist(['backupFolder', 'statusFolder'])
export type OfficeFolder = v.InferOutput<typeof folder>

/** Folders of the office, and what is written into them by itself. */
export const officeCalls = {
  /** Asks in the system's dialog for a folder. Answers the status also where that was cancelled. */
  'office:choose-folder': call({
    takes: v.strictObject({ folder }),
    answers: answer<AppStatus>(),
    who: 'manager',
  }),
  'office:clear-folder': call({
    takes: v.strictObject({ folder }),
    answers: answer<AppStatus>(),
    who: 'manager',
  }),
  /** The passphrase of scheduled backups. Main asks before one is replaced. */
  'office:backup-passphrase': call({
    takes: v.strictObject({
      passphrase: newPassphrase,
    }),
    answers: answer<PassphraseSet>(),
    who: 'manager',
  }),
  /** Writes a backup into the folder now. Answers what stood in the way. */
  'office:backup-now': call({ takes: nothing, answers: answer<BackupTrouble | null>(), who: 'manager' }),
  /** Only the page knows when the offline pharmacies were read. */
  'office:pharmacies-at': call({
    takes: v.strictObject({
      at: v.nullable(
        v.pipe(v.string(), v.maxLength(40), v.isoTimestamp(), v.examples(['2026-11-20T09:00:00.000Z'])),
      ),
    }),
    answers: answer<null>(),
  }),
}
