import type { KeyStatus } from '#shared/contract/app-status.ts'
import type { Words } from './words.ts'

const key = {
  none: { title: 'No key is set', text: 'Enter it to send claims.' },
  kept: {
    title: 'A key is set',
    text: 'It is encrypted and never shown.',
  },
  'session-only': {
    title: 'A key is set until you quit',
    text: 'It cannot be stored safely here. Enter it at each start, or ask IT support for a password store.',
  },
  'other-origin': {
    title: 'The key is for another address',
    text: 'It belongs to {origin}. Enter the key for this address.',
  },
  forgotten: {
    title: 'Enter the key again',
    text: 'This computer cannot store keys safely.',
  },
  unreadable: {
    title: 'The key cannot be opened',
    text: 'It was encrypted elsewhere. Enter it again.',
  },
  practice: { title: 'Practice needs no key', text: 'The practice insurer has its own.' },
} as const satisfies Record<KeyStatus['type'], Words>

const form = {
  environment: 'Environment',
  'base-url': 'Address of the insurer’s system',
  'base-url-hint': 'From head office, beginning with https://',
  'base-url-required': 'Enter the address from head office.',
  'base-url-not-https': 'Enter an address that begins with https://.',
  'base-url-invalid': 'Enter a web address such as https://insurer.example, without ? or #.',
  'key-hint': 'It is never shown again.',
  'key-kept-hint': 'A key is set. Leave this empty to use it.',
  'key-required': 'Enter the key from head office.',
  'key-invalid': 'Copy the key again: it has no spaces or special letters.',
  connect: 'Check and connect',
  unchanged: 'Nothing was changed.',
  declined: 'The new address was not allowed. Nothing was changed.',
  offline: 'The address could not be reached. Check it, or connect without the check: claims wait here.',
  'even-offline': 'Connect without the check',
} as const

/** Beside where a key is entered, on a computer that cannot keep it. */
const keyNotKept = {
  title: 'This computer cannot store the key',
  text: 'Enter it at each start, or ask IT support for a password store such as GNOME Keyring.',
} as const

/** The first start: connecting, the key, or a file from head office. Why that file is not taken in is said by main. */
export const enSettings = {
  'connect-form': form,
  key,
  'key-not-kept': keyNotKept,
  'first-start': {
    title: 'Welcome to Claims Desk',
    text: 'Submit okada and keke claims, with or without a connection.',
    'choose-label': 'How do you want to start?',
    practice: {
      title: 'Start in practice mode',
      text: 'For learning, with made-up policies. Connect later in Settings.',
    },
    connect: { title: 'Connect to the insurer', text: 'For real work, with what head office gave you.' },
    'from-file': {
      title: 'Set up from a file',
      text: 'For real work, with a file and its passphrase from head office.',
    },
    back: 'Back',
    'connected-title': 'Connected to the insurer',
    next: 'Set up next',
    'to-set': {
      branch: 'Settings, Printing: the branch name on slips',
      officers: 'Settings, Officers: who works here, each with a PIN',
      pharmacies: 'Today: download the pharmacies',
      backup: 'Settings, Backup and stored data: a backup now and then',
    },
    finish: 'Start working',
  },
  'set-up': {
    choose: 'Select file',
    passphrase: 'Passphrase',
    open: 'Open',
    renew:
      'A newer file of head office for this branch changes what this computer was given. Claims, drafts and officers stay.',
  },
} as const
