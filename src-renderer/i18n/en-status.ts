import type { Environment } from '#shared/domain/product.ts'
import type { FailureType } from '#shared/failure.ts'
import type { StorageStatus } from '#shared/contract/app-status.ts'
import type { HoldType } from '#shared/outbox/hold.ts'

interface EnvironmentText {
  readonly name: string
  /** The environment bar: what happens to what is sent here. */
  readonly says: string
}

interface HoldText {
  /** The line that is always visible. */
  readonly short: string
  readonly title: string
  /** What the officer can do, or that nothing has to be done. */
  readonly todo: string
}

interface FailureText {
  readonly title: string
  readonly todo: string
}

const environment = {
  practice: { name: 'Practice', says: 'nothing reaches the insurer' },
  sandbox: { name: 'Sandbox', says: 'the insurer’s test system, no real claims' },
  live: { name: 'Live', says: 'claims go to the insurer' },
} as const satisfies Record<Environment, EnvironmentText>

const hold = {
  offline: {
    short: 'No connection.',
    title: 'There is no connection to the insurer',
    todo: 'Go on working. What you submit is kept on this computer and will be sent automatically once the connection is back.',
  },
  intercepted: {
    short: 'Something else answers in place of the insurer.',
    title: 'Something else answers in place of the insurer',
    todo: 'This is often the sign-in page of a hotel, café or mobile network. Open a web browser, sign in to the network there, then select “Try now”. Nothing is sent until then.',
  },
  'no-key': {
    short: 'No key is set.',
    title: 'No key is set, so nothing can be sent',
    todo: 'Enter the merchant’s key in Settings. Everything you submit waits on this computer until then.',
  },
  'key-refused': {
    short: 'The insurer does not accept the key.',
    title: 'The insurer does not accept the key',
    todo: 'Ask head office for the current key and enter it in Settings. Nothing is lost: everything waits and goes out with the new key.',
  },
  'rate-limited': {
    short: 'The insurer asked to wait until {time}.',
    title: 'The insurer asked to wait until {time}',
    todo: 'Sending continues automatically then. No action needed.',
  },
  locked: {
    short: 'The kept data is locked.',
    title: 'What is kept on this computer is locked',
    todo: 'Sign in to this computer with its usual account, so that its password store opens, then start Claims Desk again.',
  },
  'disk-full': {
    short: 'The disk of this computer is full.',
    title: 'The disk of this computer is full',
    todo: 'Delete files that are not needed, or empty the bin. Nothing is sent while results could not be written down.',
  },
  'read-only': {
    short: 'The folder of Claims Desk cannot be written to.',
    title: 'The folder of Claims Desk cannot be written to',
    todo: 'Ask IT support to allow it. Nothing is sent while results could not be written down; it continues automatically then.',
  },
  'disk-fault': {
    short: 'The disk of this computer reports an error.',
    title: 'The disk of this computer reports an error',
    todo: 'It is tried again automatically, and nothing is sent until it works. If this stays, restart the computer and tell whoever looks after it: the disk may be failing.',
  },
  paused: {
    short: 'Sending is paused.',
    title: 'Sending is paused',
    todo: 'Someone paused it on this computer. Select “Resume sending” to let everything go out.',
  },
  'policy-unread': {
    short: 'The organisation’s settings could not be read.',
    title: 'The organisation’s settings could not be read, so nothing is sent',
    todo: 'Tell IT support: Settings says what is wrong. Everything you submit waits on this computer until it is put right.',
  },
  'practice-unavailable': {
    short: 'The practice insurer could not start.',
    title: 'The practice insurer could not start on port {port}',
    todo: 'Another program uses this port. Choose another port in Settings; 0 takes any free one.',
  },
} as const satisfies Record<HoldType, HoldText>

/** A simulated lost connection is named as such, so that officers do not search for a fault. */
const cutOff = {
  short: 'No connection (pretended).',
  title: 'You are pretending that the connection is down',
  todo: 'Submit claims and see how they wait. Turn it off with the same button at the top, and they will be sent automatically.',
} as const satisfies HoldText

/** Shown instead of "No key is set" when there was a key. */
const keyTrouble = {
  forgotten: {
    short: 'The key was forgotten.',
    title: 'The key was forgotten, so nothing can be sent',
    todo: 'This computer has no keyring, so the key was forgotten when Claims Desk closed. Enter it again in Settings. Everything you submit waits on this computer until then.',
  },
  'other-origin': {
    short: 'The key is for another address.',
    title: 'The key is for another address, so nothing can be sent',
    todo: 'The address of the insurer’s system was changed, and the key is sent only to the address it was entered for. Enter the key again in Settings. Everything you submit waits on this computer until then.',
  },
} as const satisfies Record<string, HoldText>

const failure = {
  offline: {
    title: 'There is no connection',
    todo: 'Check the network cable, Wi-Fi or modem, then try again.',
  },
  timeout: {
    title: 'The insurer did not answer in time',
    todo: 'The line may be slow. Try again in a minute.',
  },
  tls: {
    title: 'A safe connection could not be made',
    todo: 'Check the date and time of this computer. If they are right, tell head office.',
  },
  intercepted: {
    title: 'Something else answered in place of the insurer',
    todo: 'Open a web browser and sign in to the network there, then try again.',
  },
  'no-key': { title: 'No key is set', todo: 'Enter the merchant’s key in Settings.' },
  'key-refused': {
    title: 'The insurer does not accept the key',
    todo: 'Ask head office for the current key and enter it in Settings.',
  },
  'rate-limited': { title: 'The insurer asked to wait', todo: 'Try again in a few minutes.' },
  'not-found': { title: 'The insurer does not know this', todo: 'Check what was typed.' },
  'refused-by-server': { title: 'The insurer did not accept this', todo: 'Read the reason and correct it.' },
  'server-error': { title: 'The insurer’s system has trouble', todo: 'Try again later.' },
  'wrong-shape': {
    title: 'The answer could not be understood',
    todo: 'Try again later. If it stays, tell head office: the insurer’s system may have changed.',
  },
  'page-ignored': {
    title: 'The insurer’s system answered another page than was asked for',
    todo: 'Tell head office: pages of pharmacies cannot be read one by one until it is put right.',
  },
  'practice-unavailable': {
    title: 'The practice insurer is not running',
    todo: 'Choose another port in Settings; 0 takes any free one.',
  },
  'invalid-input': { title: 'Something typed cannot be used', todo: 'Check what was typed and try again.' },
  'id-taken': {
    title: 'This was submitted before with other contents',
    todo: 'Look it up in the outbox. To submit the changed one too, start a new claim.',
  },
  'unknown-entry': {
    title: 'This is no longer in the outbox',
    todo: 'The list has been brought up to date.',
  },
  'not-possible-now': {
    title: 'That is not possible any more',
    todo: 'Its state changed in the meantime. Look at it again.',
  },
  'disk-full': {
    title: 'The disk of this computer is full',
    todo: 'Delete files that are not needed, or empty the bin, then try again.',
  },
  'read-only': {
    title: 'The folder of Claims Desk cannot be written to',
    todo: 'Ask IT support to allow it, then try again.',
  },
  locked: {
    title: 'What is kept on this computer is locked',
    todo: 'Sign in to this computer with its usual account, or unlock its password store. Then quit Claims Desk and start it again.',
  },
  'signed-out': { title: 'Nobody is signed in', todo: 'Sign in to go on. What you typed is saved.' },
  'saves-data': {
    title: '“Save data” is on',
    todo: 'Nothing is fetched here by itself. Go on when you want it, or switch “Save data” off in Settings.',
  },
  'set-by-organisation': {
    title: 'Your organisation has set this',
    todo: 'It cannot be changed on this computer. Ask whoever looks after it.',
  },
  'no-file-store': {
    title: 'There is no file store to put the files into',
    todo: 'Put links in place of the files, or ask your IT to set the file store up in Settings. Nothing was lost.',
  },
  'files-not-whole': {
    title: 'A file of this claim is missing or damaged on this computer',
    todo: 'Remove it and add it again, or put a link in its place. What you typed is saved.',
  },
  'address-declined': {
    title: 'The new address was not allowed',
    todo: 'Nothing was changed and nothing was sent there. If it is right, try again and select “Send them there”.',
  },
  'managers-only': {
    title: 'Only a manager can change this',
    todo: 'Ask a manager of your office to sign in and change it.',
  },
  'storage-unavailable': {
    title: 'The files of Claims Desk cannot be used',
    todo: 'Restart Claims Desk. If it stays, tell head office.',
  },
  'base-url-not-https': {
    title: 'The address must begin with https://',
    todo: 'Only a safe connection may carry the key and the claims.',
  },
  'base-url-invalid': {
    title: 'This is not a web address',
    todo: 'Copy it again from what head office sent.',
  },
  unexpected: {
    title: 'Something went wrong in Claims Desk',
    todo: 'Nothing you saved is lost. Try again, or restart Claims Desk.',
  },
} as const satisfies Record<FailureType, FailureText>

const storage = {
  newer: {
    title: 'A newer version of Claims Desk was used on this computer',
    detail:
      'Its files have version {found}; Claims Desk knows versions up to {known}. Nothing was changed. Install the newer version again to go on working.',
  },
  locked: {
    title: 'What is kept on this computer is locked',
    detail:
      'Claims and drafts are encrypted with a key that this computer’s password store keeps, and the store did not open. Sign in to this computer with its usual account, or unlock the store. Then select “Start again”: Claims Desk closes, opens again, and asks the store once more. Nothing is lost.',
    'start-again': 'Start again',
  },
  unavailable: {
    title: 'The files of Claims Desk cannot be used',
    'disk-full':
      'The disk of this computer is full. Delete files that are not needed, or empty the bin, then try again. Nothing is lost.',
    'read-only':
      'The folder of Claims Desk cannot be written to. Ask IT support to allow it, then try again.',
    other:
      'The outbox file could not be opened. Restart the computer, then try again. If it stays, tell head office.',
  },
  rebuilt: {
    title: 'The outbox file was damaged and has been rebuilt',
    detail:
      'Brought over: {entries} and {drafts}. {unreadable} The damaged file was kept as “{file}”. Compare the outbox with your paper records, and tell head office.',
    entries: 'no entries | 1 entry | {n} entries',
    drafts: 'no drafts | 1 draft | {n} drafts',
    unreadable: 'Nothing else was found in it. | 1 line could not be read. | {n} lines could not be read.',
  },
} as const satisfies Record<Exclude<StorageStatus['type'], 'ready'>, Readonly<Record<string, string>>>

const status = {
  label: 'Connection and outbox',
  reading: 'Reading the outbox.',
  unread: 'The outbox cannot be read now.',
  connected: 'Connected.',
  unknown: 'The connection has not been tried yet.',
  sending: 'Sending now.',
  claims: '1 claim | {n} claims',
  requests: '1 pharmacy request | {n} pharmacy requests',
  and: '{first} and {second}',
  'waits-goes-out':
    '{what} waits on this computer and will be sent automatically. | {what} wait on this computer and will be sent automatically.',
  'waits-safe': '{what} waits safely on this computer. | {what} wait safely on this computer.',
  'waits-turn': '{what} waits for its turn. | {what} wait for their turn.',
  'waits-files':
    '1 claim waits until its files are uploaded. | {n} claims wait until their files are uploaded.',
  'waits-files-held': '1 claim waits for its files. | {n} claims wait for their files.',
  unconfirmed: 'Confirming delivery of 1 claim. | Confirming delivery of {n} claims.',
  'to-correct': '1 to correct. | {n} to correct.',
  'needs-officer': '1 needs your decision. | {n} need your decision.',
  'all-received': 'The insurer has received everything submitted here.',
  'all-received-practice': 'The practice insurer has received everything submitted here.',
  nothing: 'Nothing is waiting.',
  elsewhere: '{n} not sent yet in {environment}.',
  'try-now': 'Try now',
  pause: 'Pause sending',
  resume: 'Resume sending',
  'open-settings': 'Open Settings',
} as const

export const enStatus = {
  environment,
  hold,
  'cut-off': cutOff,
  'key-trouble': keyTrouble,
  failure,
  storage,
  status,
} as const
