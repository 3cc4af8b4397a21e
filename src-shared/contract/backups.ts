import * as v from 'valibot'
import { longestPassphrase } from '../domain/passphrase.ts'
import { BranchReferenceSchema } from '../domain/reference.ts'
import { byId, newPassphrase, nothing } from './arguments.ts'
import type { BackupChosen, BackupOpened, BackupStatus, BackupTakenIn, BackupWritten } from './backup.ts'
import { answer, call } from './call.ts'

/** Backups, and work that is handed over to another computer. */
export const backupCalls = {
  'backup:status': call({ takes: nothing, answers: answer<BackupStatus>(), who: 'manager' }),
  /** Asks in the system's dialog where to save it. `handOverTo`: this computer gives up the work in it. */
  'backup:write': call({
    takes: v.strictObject({
      passphrase: newPassphrase,
      handOverTo: v.nullable(BranchReferenceSchema),
      /** Also where they are more than goes without asking. */
      withFiles: v.boolean(),
    }),
    answers: answer<BackupWritten>(),
    who: 'manager',
  }),
  'backup:take-back': call({ takes: byId, answers: answer<null>(), who: 'manager' }),
  /** The other computer will never send again: entries of this backup that were proved absent are sent from here. */
  'backup:send-copies': call({ takes: byId, answers: answer<null>(), who: 'manager' }),
  /** Asks in the system's dialog for a file, and reads what it shows before decryption. */
  'backup:choose': call({ takes: nothing, answers: answer<BackupChosen>(), who: 'manager' }),
  'backup:open': call({
    takes: v.strictObject({ passphrase: v.pipe(v.string(), v.maxLength(longestPassphrase)) }),
    answers: answer<BackupOpened>(),
    who: 'manager',
  }),
  /** Asks in a dialog of the system, which says what would be sent and where, and lets in what the opened file holds. */
  'backup:take-in': call({ takes: nothing, answers: answer<BackupTakenIn>(), who: 'manager' }),
}
