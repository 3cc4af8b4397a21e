import type { OfficerFailure } from '#shared/contract/officer-status.ts'

type OfficerProblemText = Exclude<OfficerFailure['type'], 'disk-full' | 'read-only' | 'storage-unavailable'>

const problem = {
  'wrong-secret': 'That is not the PIN of this name. Try again.',
  'wrong-secret-wait': 'That is not the PIN of this name. Wait {time} before you try again.',
  wait: 'Too many wrong PINs. Wait {time}, then try again.',
  'weak-secret': 'This PIN is guessed at once. Take at least {n} characters that do not repeat or count up.',
  date: 'This PIN is a date, and dates are guessed first. Take something that is no date.',
  common: 'Many people use this PIN, so it is guessed first. Take another one.',
  'no-letters': 'Your organisation asks for letters too: digits and signs alone are not enough.',
  'name-taken': 'There is an officer of this name. Add something that tells them apart.',
  'unknown-officer': 'This officer was removed. Choose another name.',
  'not-allowed': 'Only a manager can do this.',
  'last-manager': 'One manager must stay while there are officers. Add another manager first.',
} as const satisfies Record<
  OfficerProblemText | 'wrong-secret-wait' | 'no-letters' | 'date' | 'common',
  string
>

/** The texts about officers: signing in, locking, and the list a manager keeps. */
export const enOfficers = {
  time: { seconds: '1 second | {n} seconds', minutes: '1 minute | {n} minutes' },
  officers: {
    problem,
    'sign-in-title': 'Who are you?',
    'sign-in-intro':
      'Choose your name and enter your PIN or passphrase. What is kept here stays locked until then.',
    name: 'Name',
    'choose-name': 'Choose your name',
    secret: 'PIN or passphrase',
    'sign-in': 'Sign in',
    'wait-over': 'You can try again now.',
    forgot: 'Forgot your PIN?',
    'forgot-officer': 'A manager can give you a new one in Settings.',
    'forgot-manager':
      'If no manager remembers a PIN, whoever knows the merchant’s key can become a manager here.',
    'recover-open': 'Use the merchant’s key',
    'recover-title': 'Become a manager with the merchant’s key',
    'recover-detail':
      'The key that was last entered on this computer counts. If none was entered since there are officers, the insurer is asked, which needs a connection. Where only practice was ever used there is no key; leave it empty.',
    'recover-key': 'Merchant’s key',
    'recover-name': 'Your name',
    'recover-save': 'Become a manager',
    'recover-wrong': 'This is not the merchant’s key, or the insurer could not be asked.',
    'unreadable-title': 'The list of officers cannot be opened',
    'unreadable-detail':
      'Its file is damaged, gone or an older one, so nobody can sign in. Claims that wait are still delivered. With the merchant’s key a new manager can be made; a damaged file is kept aside.',
    lock: 'Lock',
    'lock-what': 'Claims Desk',
    title: 'Officers',
    intro:
      'With officers, each one signs in with a PIN of their own, sees their own drafts, and every claim says who submitted it. Without, whoever opens Claims Desk works in it.',
    'add-first': 'Add the first officer',
    'add-first-detail':
      'The first officer is a manager: only managers add and remove officers and change the key.',
    add: 'Add an officer',
    'add-title': 'Add an officer',
    save: 'Add',
    'secret-hint': 'At least six characters. Digits are enough; a sentence is safer.',
    role: 'May do',
    'role-officer': 'Officer',
    'role-officer-hint': 'captures claims and sees their own work and what the office shares',
    'role-manager': 'Manager',
    'role-manager-hint': 'also adds officers, changes the key, and sees everybody’s claims',
    'role-up': 'Make manager',
    'role-up-name': 'Make manager: {name}',
    'role-up-title': 'Make {name} a manager?',
    'role-up-detail':
      'A manager adds and removes officers, gives new PINs, changes the key and the settings of the office, sees everybody’s claims, and can look up and forget what is kept about a customer.',
    'role-up-done': '{name} is a manager now.',
    'role-down': 'Make officer',
    'role-down-name': 'Make officer: {name}',
    'role-down-title': 'Make {name} an officer?',
    'role-down-detail':
      'They keep their own claims and drafts, and see what the office shares. They can no longer change the office’s settings, the key or the officers.',
    'role-down-done': '{name} is an officer now.',
    you: 'you',
    reset: 'New PIN',
    'reset-name': 'Give {name} a new PIN',
    'reset-title': 'A new PIN for {name}',
    'reset-detail': 'Let {name} type it. Wrong tries so far are forgotten.',
    'reset-save': 'Save PIN',
    change: 'Change my PIN',
    'change-title': 'Change your PIN',
    present: 'Present PIN or passphrase',
    next: 'New PIN or passphrase',
    remove: 'Remove',
    'remove-name': 'Remove {name}',
    'remove-title': 'Remove {name} from this computer?',
    'remove-detail':
      'They can no longer sign in. Their claims stay and are delivered; their drafts become the office’s, and everybody sees them.',
    'remove-confirm': 'Remove',
    added: '{name} was added.',
    removed: '{name} was removed.',
    'secret-saved': 'The PIN is changed.',
    'lock-after': 'Lock after so many minutes without a key or the mouse',
    'lock-after-hint': '0 never locks. The open form is saved first, and you come back to it.',
    'lock-after-invalid': 'Enter a whole number from 0 to 480.',
    'lock-after-save': 'Save minutes',
    shared: 'Officers see one another’s claims in the outbox',
    'shared-hint': 'So that somebody can act while a colleague is away. Drafts stay each officer’s own.',
    'captured-by': 'submitted by {name}',
    'only-manager': 'Only a manager can change these.',
    'office-wide': 'What concerns the whole office is a manager’s to change.',
    'office-wide-detail':
      'You see it here as it is. Ask {names}. Your own PIN, your theme and the connection check are open to you.',
    'list-manager': 'A manager adds and removes officers.',
    'locks-never': 'Claims Desk does not lock by itself.',
    'locks-after':
      'Claims Desk locks after 1 minute without a key or the mouse. | Claims Desk locks after {n} minutes without a key or the mouse.',
    'share-draft': 'Share with the office',
    'unshare-draft': 'Keep for me alone',
    'draft-shared': 'shared with the office',
    'now-shared': 'Everybody who signs in here sees this draft now.',
    'now-own': 'This draft is yours alone now.',
    'share-name': 'Share the {product} draft {policy} with the office',
    'unshare-name': 'Keep the {product} draft {policy} for me alone',
  },
} as const
