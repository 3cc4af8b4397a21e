import * as v from 'valibot'
import { longestPassphrase } from '../domain/passphrase.ts'
import { ComputerNumberSchema } from '../domain/computer-number.ts'
import { newPassphrase, nothing } from './arguments.ts'
import type {
  BackupChosen,
  BackupOpened,
  BackupStatus,
  BackupStopped,
  BackupTakenIn,
  BackupWritten,
} from './backup.ts'
import { answer, call } from './call.ts'

/** Backups, and the end of sending from a computer. */
export const backupCalls = {
  'backup:status': call({ takes: nothing, answers: answer<BackupStatus>(), who: 'manager' }),
  /** Asks in the system's dialog where to save it. */
  'backup:write': call({
    takes: v.strictObject({
      passphrase: newPassphrase,
      /** Also where they are more than goes without asking. */
    }),
    answers: answer<BackupWritten>(),
    who: 'manager',
  }),
  /** Asks in a dialog of the system. This computer stops sending, for good, for the one with that number. */
  'backup:stop': call({
    takes: v.strictObject({ to: v.pipe(ComputerNumberSchema, v.examples(['7F3K-92QD-7'])) }),
    answers: answer<BackupStopped>(),
    who: 'manager',
  }),
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
