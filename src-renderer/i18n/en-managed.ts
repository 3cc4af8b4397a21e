import type { ManagedField, ManagedFlaw } from '#shared/managed-settings.ts'

interface ProblemText {
  readonly title: string
  readonly todo: string
}

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
  backupFolder: 'Folder for backups',
  statusFolder: 'Folder for the status of this computer',
} as const satisfies Partial<Record<ManagedField, string>>

const fileStore =
  '“endpoint”, “region”, “bucket”, “style” (“path” or “host”), “links” (“signed”, or “public” with a “publicBase”), and a “prefix” that ends with / if there is one'

const address = 'an address that begins with https://, without a name, a password, ? or #'
const yesNo = 'true or false (in the registry 1 or 0)'
const link = 'a link that begins with https://, or nothing'
const folder = 'the whole path of a folder, or nothing'

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
  nobodyDiedLink: link,
  notAvailableLink: link,
  backupFolder: folder,
  statusFolder: folder,
} as const satisfies Record<ManagedField, string>

const notRead = {
  unprotected: {
    title: 'Its file is not protected',
    todo: 'The administrator must own file and folder, and no one else may write.',
  },
  'not-asked': {
    title: 'The registry could not be read',
    todo: 'Allow reg.exe for this account. A policy may prevent registry tools.',
  },
  'not-a-file': {
    title: 'It is a link or a folder, not a file',
    todo: 'Put the file itself there.',
  },
  unreadable: {
    title: 'It could not be read',
    todo: 'Everyone must be able to read it, and only the administrator to write it.',
  },
  'too-long': {
    title: 'It is too long',
    todo: 'At most 64 kB.',
  },
  'not-json': {
    title: 'It is not JSON',
    todo: 'It must be one object in braces. Check commas and quotes.',
  },
} as const satisfies Record<ManagedFlaw, ProblemText>

/** What the organisation set on this computer, and what is wrong with that. */
export const enManaged = {
  managed: {
    set: 'Set by your organisation',
    'some-environments': 'Your organisation allows these alone',
    title: 'Set by your organisation',
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
    'not-needed': '“{name}” is no longer needed and is ignored',
    'not-needed-todo': 'Remove it when the policy is next changed.',
    'unknown-field': '“{name}” is not known and is ignored',
    'unknown-field-unnamed': 'A field with an unusual name is ignored',
    'unknown-field-todo': 'Compare its name with the documentation.',
    'looks-secret': '“{name}” looks like a secret',
    'looks-secret-unnamed': 'A field looks like a secret',
    'looks-secret-todo':
      'It was not read. Everyone here can: remove it, and ask the insurer to replace a real key.',
    notice: {
      secret: 'This computer’s policy may contain a secret',
      'secret-todo': 'Tell IT support: everyone at this computer can read it.',
      unread: 'Your organisation’s settings could not be read',
      'unread-todo': 'Tell IT support. Nothing is sent until they are read.',
      other: 'Some of your organisation’s settings do not apply',
      'other-todo': 'Tell IT support.',
      open: 'See in Settings',
    },
    'pin-hint': 'At least {n} characters. A sentence is safer.',
    'pin-hint-letters': 'At least {n} characters, with letters.',
  },
} as const
