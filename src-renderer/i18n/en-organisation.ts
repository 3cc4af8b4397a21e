import type { ManagedField, ManagedFlaw } from '#shared/managed-settings.ts'
import type { OrderProblem } from '#shared/head-office.ts'
import type { UpdateFailure, UpdatesOff } from '#shared/updates.ts'
import type { Words } from './words.ts'

/** Of fields that are no row of Settings: the others have their label there. */
const field = {
  environments: 'Environments',
  liveBaseUrl: 'Address of live',
  sandboxBaseUrl: 'Address of the sandbox',
  liveFileStore: 'File store of live',
  sandboxFileStore: 'File store of the sandbox',
  pinMinimumLength: 'Minimum length of a PIN',
  pinNeedsLetters: 'PINs of digits only',
  statusNames: 'Names of the insurer’s status values',
  finalStatuses: 'The insurer’s final status values',
} as const satisfies Partial<Record<ManagedField, string>>

const fileStore =
  '“endpoint”, “region”, “bucket”, “style” (“path” or “host”), “links” (the address of the links), and a “prefix” that ends with / if there is one'

const address = 'an address that begins with https://, without a name, a password, ? or #'
const yesNo = 'true or false (in the registry 1 or 0)'
const link = 'a link that begins with https://, or nothing'

/** What has to stand there instead. The names in quotes are those of the file. */
const allowed = {
  environments: 'one or more of “practice”, “sandbox” and “live”, each once',
  liveBaseUrl: address,
  sandboxBaseUrl: address,
  liveFileStore: fileStore,
  sandboxFileStore: fileStore,
  pinMinimumLength: 'a whole number from 6 to 32',
  pinNeedsLetters: yesNo,
  keepReceivedDays: 'whole days from 0 to 3650; 0 keeps for ever',
  lockAfterMinutes: 'whole minutes from 0 to 480; 0 never locks',
  updateFeed: address,
  branchName: 'a text of at most 200 characters',
  statusNames: 'up to 50 status values, each with its name of at most 100 characters',
  finalStatuses: 'up to 50 status values',
  startAtLogin: yesNo,
  notifications: yesNo,
  sharedOutbox: yesNo,
  notNeededLink: link,
  notAvailableLink: link,
} as const satisfies Record<ManagedField, string>

const notRead = {
  unprotected: {
    title: 'Its file is not protected',
    text: 'The administrator must own file and folder, and no one else may write.',
  },
  'not-asked': {
    title: 'The registry could not be read',
    text: 'Allow reg.exe for this account. A policy may prevent registry tools.',
  },
  'not-a-file': {
    title: 'It is a link or a folder, not a file',
    text: 'Put the file itself there.',
  },
  unreadable: {
    title: 'It could not be read',
    text: 'Everyone must be able to read it, and only the administrator to write it.',
  },
  'too-long': {
    title: 'It is too long',
    text: 'At most 64 kB.',
  },
  'not-json': {
    title: 'It is not JSON',
    text: 'It must be one object in braces. Check commas and quotes.',
  },
} as const satisfies Record<ManagedFlaw, Words>

const problems: Record<OrderProblem, string> = {
  unreadable: 'The file is damaged, or made for other computers.',
  forged: 'Head office did not sign the file.',
  'not-understood': 'The file needs a newer version of Claims Desk.',
  expired: 'The file has expired.',
  older: 'The file is older than the one that applies here.',
  'number-used': 'Another file with the same number applies here.',
  'key-refused': 'The insurer does not accept the new key yet. The key in use still works.',
  'store-refused': 'The file store does not accept its new access key.',
  'set-by-organisation': 'The policy of this computer sets another address.',
  'not-written': 'This computer’s disk did not take it.',
}

const off = {
  'no-feed': {
    title: 'Updates are not set up',
    text: 'A manager can enter the address.',
  },
  'no-keys': {
    title: 'This version gets no automatic updates',
    text: 'It was built without keys for updates. Ask IT support for new versions.',
  },
  'not-by-itself': {
    title: 'IT support installs updates',
    text: 'Claims Desk does not update itself here.',
  },
} as const satisfies Record<UpdatesOff, Words>

const failed = {
  unreachable: {
    title: 'The update address does not answer',
    text: 'It is tried again automatically.',
  },
  'broken-off': {
    title: 'The download stopped',
    text: 'It continues automatically.',
  },
  'not-a-feed': {
    title: 'There are no updates at this address',
    text: 'Check the address, or sign in to the network with a web browser.',
  },
  unsigned: {
    title: 'An unsigned version was blocked',
    text: 'Nothing was installed. Tell head office.',
  },
  'wrong-signature': {
    title: 'A version with a wrong signature was blocked',
    text: 'It may have been changed on the way. Nothing was installed. Tell head office.',
  },
  damaged: {
    title: 'The download does not match its signature',
    text: 'Nothing was installed. If this happens again, tell head office.',
  },
  older: {
    title: 'An older version was blocked',
    text: 'Nothing was installed. Tell head office.',
  },
  expired: {
    title: 'No news of updates for a year',
    text: 'There may be a newer version. Check this computer’s date. If it is right, tell head office.',
  },
  'disk-full': {
    title: 'No room for the update',
    text: 'Make room, then check for updates again.',
  },
  'not-installed': {
    title: 'The update was not installed',
    text: 'It is offered again. If this continues, tell IT support.',
  },
} as const satisfies Record<UpdateFailure, Words>

/** What comes from the organisation: its settings on this computer, head office’s signed files, updates. */
export const enOrganisation = {
  managed: {
    set: 'Set by your organisation',
    'some-environments': 'Your organisation allows these alone',
    intro: 'You cannot change this here. Ask IT support.',
    nothing: 'None of it applies.',
    unread:
      'It could not be read. Nothing is sent and nothing can be changed. Once it is right or removed, start Claims Desk again.',
    place: 'Location',
    field,
    on: 'On',
    off: 'Off',
    empty: 'None',
    digits: { taken: 'allowed', refused: 'not allowed: letters are needed' },
    problems: 'Problems',
    'not-read': notRead,
    'bad-value': '“{field}” is not valid and is ignored',
    'bad-value-todo': 'Valid: {allowed}.',
    allowed,
    'unknown-field': '“{name}” is not known and is ignored',
    'unknown-field-unnamed': 'A field with an unusual name is ignored',
    'unknown-field-todo': 'Compare its name with the documentation.',
    'looks-secret': '“{name}” looks like a secret',
    'looks-secret-unnamed': 'A field looks like a secret',
    'looks-secret-todo':
      'It was not read. Everyone here can: remove it, and ask the insurer to replace a real key.',
    notice: {
      secret: {
        title: 'This computer’s policy may contain a secret',
        text: 'Tell IT support: everyone at this computer can read it.',
      },
      unread: {
        title: 'Your organisation’s settings could not be read',
        text: 'Tell IT support. Nothing is sent until they are read.',
      },
      other: { title: 'Some of your organisation’s settings do not apply', text: 'Tell IT support.' },
      open: 'See in Settings',
    },
    'pin-hint': 'At least {n} characters. A sentence is safer.',
    'pin-hint-letters': 'At least {n} characters, with letters.',
  },
  'head-office': {
    problem: 'The file from head office changed nothing',
    tell: 'Tell head office. You can continue to work.',
    changed: 'Changed by head office on {when}',
    address: 'New address ({environment}):',
    key: 'New key ({environment})',
    store: 'New file store ({environment}):',
    'access-key': 'New access key of the file store ({environment})',
    'backup-passphrase': 'New passphrase of scheduled backups',
    'office-store': 'New access key to the store for status and backups:',
    settings: 'New settings of the office',
    ...problems,
  },
  updates: {
    intro: 'New versions download while you work.',
    version: 'This is version {version}.',
    off,
    failed,
    'not-yet': 'Not checked since Claims Desk was opened.',
    'up-to-date': 'This is the newest version. Checked {when}.',
    checking: 'Checking for updates…',
    downloading: 'Downloading version {version}: {percent} %.',
    ready: {
      title: 'Version {version} is ready',
      text: 'Select “Install now”, or it is installed while you are away. Your work is saved.',
    },
    install: 'Install now',
    waiting: {
      title: 'Version {version} will be installed in a moment',
      text: 'A claim is being sent. Then Claims Desk reopens.',
    },
    installing: { title: 'Installing version {version}', text: 'Claims Desk closes and opens again.' },
  },
} as const
