import * as v from 'valibot'
import { longestPassphrase } from '../domain/passphrase.ts'
import { nothing, answer, call } from './call.ts'

/** Why a set-up file is not taken in; nothing was changed. */
export type SetUpRefusal =
  | 'unreadable-file'
  /** The file is none of head office's set-up files. */
  | 'not-ours'
  | 'damaged'
  /** Made for a newer version of the application. */
  | 'newer'
  | 'wrong-passphrase'
  | 'expired'
  /** This computer has this file, or a newer one of its branch. */
  | 'taken-in-before'
  /** Someone worked with the insurer here, there are officers, or there is a key; and it is no file of its branch. */
  | 'in-use'
  /** The policy of this computer sets another address, environment or file store. */
  | 'set-by-organisation'
  /** The insurer refuses the key in the file. */
  | 'key-refused'
  /** The new key for a computer in use cannot be tried now. */
  | 'no-connection'
  /** There is no keyring that would keep the key. */
  | 'no-keyring'
  /** The file was put away. */
  | 'no-file'

/** Refused, and why in the language of the application. */
export interface SetUpRefused {
  readonly type: 'refused'
  readonly why: SetUpRefusal
  readonly says: string
}

export type SetUpChosen =
  | { readonly type: 'chosen'; readonly fileName: string }
  | { readonly type: 'cancelled' }
  | SetUpRefused

export type SetUpAnswer =
  /** What was set up, and what of it does not work yet. */
  | { readonly type: 'set-up'; readonly says: string }
  /** A computer in use has what its branch's newer file gives, and what of it does not work. */
  | { readonly type: 'renewed'; readonly says: string }
  /** Main's question was answered with no. */
  | { readonly type: 'cancelled' }
  | SetUpRefused

/** Setting this computer up from a file of head office. Nothing secret in the file ever reaches the page. */
export const setUpCalls = {
  /** Main's own dialog. */
  'set-up:choose': call(nothing, answer<SetUpChosen>(), 'manager'),
  /** Opens the chosen file; main asks, tries the key, sets this computer up and says so. A new document follows. */
  'set-up:take-in': call(
    v.strictObject({ passphrase: v.pipe(v.string(), v.maxLength(longestPassphrase)) }),
    answer<SetUpAnswer>(),
    'manager',
  ),
}
