import type { ManagedField, ManagedFlaw } from '#shared/managed-settings.ts'

interface ProblemText {
  readonly title: string
  readonly todo: string
}

const field = {
  environments: 'Environments',
  liveBaseUrl: 'Address of live',
  sandboxBaseUrl: 'Address of the sandbox',
  liveFileStore: 'File store of live',
  sandboxFileStore: 'File store of the sandbox',
  pinMinimumLength: 'Characters of a PIN, at least',
  pinNeedsLetters: 'A PIN of digits alone',
  keepReceivedDays: 'What is received is kept',
  lockAfterMinutes: 'Claims Desk locks',
  updateFeed: 'Updates come from',
  language: 'Language',
  branchName: 'Branch name',
  statusNames: 'Names of the insurer’s status values',
  startAtLogin: 'Start when this computer starts',
  notifications: 'Notifications',
  sharedOutbox: 'Officers see one another’s claims',
  directoryMaxAgeDays: 'Offline pharmacies are updated',
  nobodyDiedLink: 'Link for “Nobody died”',
  notAvailableLink: 'Link for “Not available yet”',
  backupFolder: 'Folder for backups',
  statusFolder: 'Folder for the status of this computer',
  headOfficeFolder: 'Folder with files of head office',
} as const satisfies Record<ManagedField, string>

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
  keepReceivedDays: 'a whole number of days from 0 to 3650; 0 keeps for ever',
  lockAfterMinutes: 'a whole number of minutes from 0 to 480; 0 never locks',
  updateFeed: address,
  language: '“system”, or the tag of a language that Claims Desk has, such as “en”',
  branchName: 'a text of at most 200 characters',
  statusNames: 'up to 50 status values, each with its name of at most 100 characters',
  startAtLogin: yesNo,
  notifications: yesNo,
  sharedOutbox: yesNo,
  directoryMaxAgeDays: 'a whole number of days from 0 to 365; 0 for never',
  nobodyDiedLink: link,
  notAvailableLink: link,
  backupFolder: folder,
  statusFolder: folder,
  headOfficeFolder: folder,
} as const satisfies Record<ManagedField, string>

const notRead = {
  unprotected: {
    title: 'Its file is not protected, so it was not read',
    todo: 'Somebody other than the administrator may change it. Make the administrator its owner, also of its folder, and let nobody else write to it.',
  },
  'not-asked': {
    title: 'The registry could not be read',
    todo: 'The program of Windows that reads it did not answer. Let reg.exe run for this account: look whether a policy prevents access to registry editing tools, also silently.',
  },
  'not-a-file': {
    title: 'It is a link or a folder, not a file, so it was not read',
    todo: 'Put the file itself there.',
  },
  unreadable: {
    title: 'It could not be read',
    todo: 'Let everybody read it, and nobody but the administrator write to it.',
  },
  'too-long': {
    title: 'It is longer than any policy, so it was not read',
    todo: 'It may have 64 kB. Look whether it is the right file.',
  },
  'not-json': {
    title: 'It is not JSON, so it was not read',
    todo: 'It has to be one object in braces. Look for a missing comma, quote or brace.',
  },
} as const satisfies Record<ManagedFlaw, ProblemText>

/** What the organisation set on this computer, and what is wrong with that. */
export const enManaged = {
  managed: {
    set: 'Set by your organisation',
    'some-environments': 'Your organisation allows these alone',
    title: 'Set by your organisation',
    intro: 'This cannot be changed on this computer. Ask whoever looks after it.',
    nothing: 'Nothing of it applies.',
    unread: {
      'last-good':
        'It could not be read now. What was read last applies, and nothing is sent until it is read again.',
      none: 'It could not be read, and never was. Nothing is sent until it is read, or is certainly not there.',
    },
    again: 'Try again',
    'still-unread': 'It still could not be read.',
    place: 'It stands in',
    field,
    days: 'for ever | for 1 day | for {n} days',
    minutes: 'never | after 1 minute without input | after {n} minutes without input',
    'after-days': 'never by themselves | after 1 day | after {n} days',
    on: 'On',
    off: 'Off',
    empty: 'None',
    digits: { taken: 'is taken', refused: 'is not taken: letters are needed' },
    problems: 'What is wrong with it',
    'not-read': notRead,
    'bad-value': '“{field}” cannot be used and was left out',
    'bad-value-last-good': '“{field}” cannot be used; its last value still applies',
    'bad-value-todo': 'There has to be {allowed}. Everything else applies.',
    allowed,
    'unknown-field': '“{name}” is not known and was left out',
    'unknown-field-unnamed': 'A field whose name is no plain word was left out',
    'unknown-field-todo': 'Look whether its name is spelt as in the documentation. Everything else applies.',
    'looks-secret': '“{name}” looks like a secret',
    'looks-secret-unnamed': 'A field looks like a secret',
    'looks-secret-todo':
      'It was not read. Everybody at this computer can read a policy: remove it there, and have the insurer replace the key if it was the real one. The merchant’s key is entered in Settings.',
    notice: {
      secret: 'A secret seems to lie in the policy of this computer',
      'secret-todo':
        'Tell IT support: everybody at it can read the policy. It was not read. Settings has the details.',
      unread: 'What your organisation set could not be read',
      'unread-todo':
        'Tell IT support. Nothing is sent until it is read. Settings says what is wrong and what to do.',
      other: 'Part of what your organisation set does not apply',
      'other-todo': 'Tell IT support. Settings says what is wrong and what to do.',
      open: 'See in Settings',
    },
    'pin-hint': 'At least {n} characters, as your organisation asks. A sentence is safer.',
    'pin-hint-letters': 'At least {n} characters, letters among them, as your organisation asks.',
  },
} as const
