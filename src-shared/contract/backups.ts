import * as v from 'valibot'
import { BranchReferenceSchema } from '../domain/reference.ts'
import { byId, nothing } from './arguments.ts'
import {
  longestPassphrase,
  shortestPassphrase,
  type BackupChosen,
  type BackupOpened,
  type BackupStatus,
  type BackupTakenIn,
  type BackupWritten,
} from './backup.ts'
import { answer, call } from './call.ts'

/** Backups, and work that is handed over to another computer. */
export const backupCalls = {
  'backup:status': call({ takes: nothing, answers: answer<BackupStatus>(), who: 'manager' }),
  /** Asks in the system's dialog where to save it. `handOverTo`: this computer gives up the work in it. */
  'backup:write': call({
    takes: v.strictObject({
      passphrase: v.pipe(
        v.string(),
        v.minLength(shortestPassphrase),
        v.maxLength(longestPassphrase),
        v.examples(['made up words of a file']),
      ),
      handOverTo: v.nullable(BranchReferenceSchema),
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
  'backup:take-in': call({ takes: nothing, answers: answer<BackupTakenIn>(), who: 'manager' }),
}
