import type { Environment } from '#shared/domain/product.ts'
import type { FailureType } from '#shared/failure.ts'
import type { StorageStatus } from '#shared/contract/app-status.ts'
import type { HoldType } from '#shared/outbox/hold.ts'
import type { Words } from './words.ts'

interface EnvironmentText {
  readonly name: string
  /** The environment bar: what happens to what is sent here. */
  readonly says: string
}

const environment = {
  practice: { name: 'Practice', says: 'nothing reaches the insurer' },
  sandbox: { name: 'Sandbox', says: 'the insurer’s test system, no real claims' },
  live: { name: 'Live', says: 'claims go to the insurer' },
} as const satisfies Record<Environment, EnvironmentText>

/** Why nothing is sent. */
const hold = {
  offline: {
    title: 'No connection',
    text: 'Keep working. What you submit will be sent automatically.',
  },
  intercepted: {
    title: 'The network may want you to sign in or buy data',
    text: 'Open a web page in a browser and do what it asks. Then select “Try now”.',
  },
  'no-key': {
    title: 'No key is set',
    text: 'Enter the merchant’s key in Settings. What you submit waits.',
  },
  'key-refused': {
    title: 'The insurer does not accept the key',
    text: 'Ask head office for the current key. Nothing is lost.',
  },
  'rate-limited': {
    title: 'The insurer asked to wait until {time}',
    text: 'Sending continues automatically. No action needed.',
  },
  'insurer-problem': {
    title: 'The insurer’s system has a problem',
    text: 'Keep working. One item is tried from time to time; the rest waits safely.',
  },
  locked: {
    title: 'Data on this computer is locked',
    text: 'Sign in with this computer’s usual account, then restart Claims Desk.',
  },
  'disk-full': {
    title: 'The disk is full',
    text: 'Nothing is sent until there is room. Delete files you do not need.',
  },
  'read-only': {
    title: 'Claims Desk cannot write to its folder',
    text: 'Nothing is sent until it can. Ask IT support to allow it.',
  },
  'disk-fault': {
    title: 'The disk reports an error',
    text: 'Nothing is sent until it works. Restart the computer, or tell IT support.',
  },
  paused: {
    title: 'Sending is paused',
    text: 'Select “Resume sending” to continue.',
  },
  'policy-unread': {
    title: 'The organisation’s settings could not be read',
    text: 'Nothing is sent until they can be read. Tell IT support.',
  },
  'practice-unavailable': {
    title: 'The practice insurer could not start',
    text: 'Quit Claims Desk and start it again.',
  },
} as const satisfies Record<HoldType, Words>

/** A simulated lost connection is named as such, so that officers do not search for a fault. */
const cutOff = {
  title: 'You are pretending that the connection is down',
  text: 'Submit claims and see them wait. “Reconnect” at the top ends it.',
} as const satisfies Words

/** Shown instead of "No key is set" when there was a key. */
const keyTrouble = {
  forgotten: {
    title: 'Enter the key again',
    text: 'This computer cannot store keys safely. Enter it in Settings.',
  },
  'other-origin': {
    title: 'Enter the key for the new address',
    text: 'The insurer’s address changed. Enter its key in Settings.',
  },
} as const satisfies Record<string, Words>

const failure = {
  offline: {
    title: 'No connection',
    text: 'Check the cable, Wi-Fi or modem, then try again.',
  },
  timeout: {
    title: 'The insurer did not answer in time',
    text: 'Try again in a minute.',
  },
  tls: {
    title: 'No secure connection',
    text: 'Check the date and time. If they are right, tell head office.',
  },
  intercepted: {
    title: 'The network may want you to sign in or buy data',
    text: 'Open a web page in a browser and do what it asks. Then try again.',
  },
  garbled: {
    title: 'The insurer’s answer could not be read',
    text: 'Try again later. If this continues, tell IT support.',
  },
  'no-key': hold['no-key'],
  'key-refused': hold['key-refused'],
  'rate-limited': { title: 'The insurer asked to wait', text: 'Try again in a few minutes.' },
  'not-found': { title: 'Not found at the insurer', text: 'Check what you typed.' },
  'refused-by-server': { title: 'The insurer did not accept this', text: 'Read the reason and correct it.' },
  'server-error': { title: 'The insurer’s system has a problem', text: 'Try again later.' },
  'wrong-shape': {
    title: 'The answer could not be understood',
    text: 'Try again later. If this continues, tell head office.',
  },
  'page-ignored': {
    title: 'The insurer’s system sent another page',
    text: 'Tell head office: pharmacies cannot be shown page by page.',
  },
  'practice-unavailable': hold['practice-unavailable'],
  'invalid-input': { title: 'Something you typed is not valid', text: 'Check it and try again.' },
  'id-taken': {
    title: 'This was submitted before with other contents',
    text: 'Find it in Claims, or start a new claim.',
  },
  'unknown-entry': {
    title: 'This is no longer here',
    text: 'It was removed, or is in another environment.',
  },
  'not-possible-now': {
    title: 'That is no longer possible',
    text: 'Look at it again.',
  },
  'not-printed': {
    title: 'It was not printed',
    text: 'Check the printer, or save it as PDF.',
  },
  'disk-full': {
    title: 'The disk is full',
    text: 'Delete files you do not need, then try again.',
  },
  'read-only': {
    title: 'Claims Desk cannot write to its folder',
    text: 'Ask IT support to allow it, then try again.',
  },
  locked: hold.locked,
  'signed-out': { title: 'Sign in to continue', text: 'What you typed is saved.' },
  'saves-data': {
    title: '“Save data” is on',
    text: 'Start it yourself, or turn off “Save data” in Settings.',
  },
  'set-by-organisation': {
    title: 'Your organisation has set this',
    text: 'Ask IT support to change it.',
  },
  'policy-unread': {
    title: hold['policy-unread'].title,
    text: 'Tell IT support. No PIN can be chosen or changed until they are read.',
  },
  'no-file-store': {
    title: 'There is no file store for the files',
    text: 'Use links, or ask IT support to set one up.',
  },
  'files-not-whole': {
    title: 'A file of this claim is missing or damaged',
    text: 'Remove it and add it again, or use a link.',
  },
  declined: {
    title: 'You did not allow it',
    text: 'Nothing was changed or sent. If it is right, try again and allow it.',
  },
  'managers-only': {
    title: 'Only a manager can change this',
    text: 'Ask a manager to sign in.',
  },
  'storage-unavailable': {
    title: 'Claims Desk cannot use its files',
    text: 'Restart Claims Desk. If this continues, tell head office.',
  },
  'base-url-not-https': {
    title: 'The address must begin with https://',
    text: 'The key and the claims need a secure connection.',
  },
  'base-url-invalid': {
    title: 'This is not a web address',
    text: 'Copy it again.',
  },
  unexpected: {
    title: 'Something went wrong',
    text: 'Try again, or restart Claims Desk. What you saved is not lost.',
  },
} as const satisfies Record<FailureType, Words>

const storage = {
  newer: {
    title: 'A newer version of Claims Desk was used on this computer',
    text: 'Install it again. Nothing was changed. Its files have version {found}; this version reads up to {known}.',
  },
  locked: {
    title: 'Data on this computer is locked',
    text: 'Sign in with this computer’s usual account, then select “Start again”. Nothing is lost.',
    'start-again': 'Start again',
  },
  unavailable: {
    title: 'Claims Desk cannot use its files',
    'disk-full': 'The disk is full. Delete files you do not need, then try again. Nothing is lost.',
    'read-only': 'Claims Desk cannot write to its folder. Ask IT support to allow it, then try again.',
    other:
      'The file of claims could not be opened. Restart the computer. If this continues, tell head office.',
  },
  rebuilt: {
    title: 'The file of claims was damaged and rebuilt',
    text: 'Recovered: {entries} and {drafts}. {unreadable} The damaged file was kept as “{file}”. Compare Claims with paper records, and tell head office.',
    unreadable: 'Everything was readable. | 1 line could not be read. | {n} lines could not be read.',
  },
} as const satisfies Record<Exclude<StorageStatus['type'], 'ready'>, Readonly<Record<string, string>>>

const status = {
  label: 'Connection and claims',
  reading: 'Loading the claims.',
  unread: 'The claims cannot be read.',
  connected: 'Connected.',
  unknown: 'Connection not tried yet.',
  'waits-in-live': '{n} not sent yet in Live.',
  'needs-you-in-live': '{n} needs you in Live. | {n} need you in Live.',
  'live-closed': 'Live cannot be opened.',
  'try-now': 'Try now',
  'show-setting': 'Show setting',
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
