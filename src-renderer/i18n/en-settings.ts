import type { ConnectionCheck, KeyStatus } from '#shared/contract/app-status.ts'

const check = {
  works: { title: 'It works', detail: 'The insurer answers and accepts the key.' },
  'no-key': { title: 'No key is set', detail: 'Enter the merchant’s key first.' },
  'key-refused': {
    title: 'The insurer does not accept the key',
    detail: 'The address is right, but the key is not accepted. Ask head office for the current key.',
  },
  'not-the-api': {
    title: 'This is not the insurer’s system',
    detail:
      'Something answers at this address, but not the insurer. Check the address; if it is right, sign in to the network with a web browser first.',
  },
  proxy: {
    title: 'The proxy of this network does not let the connection through',
    detail:
      'This office reaches the insurer through a proxy, and that failed: what it said stands below. IT support can change that. You can go on: claims wait on this computer until then.',
  },
  'proxy-asks': {
    title: 'The proxy of this network asks for a name and password',
    detail: 'Enter them below, then check again. They are not the merchant’s key.',
  },
  'no-network': {
    title: 'No connection',
    detail:
      'The address could not be reached. You can go on: claims wait on this computer until the connection is back.',
  },
  'server-trouble': {
    title: 'The insurer’s system has a problem',
    detail: 'It answers, but with an error. Try again later.',
  },
  // For a certificate there are the words of the connection's own screen.
} as const satisfies Record<
  Exclude<ConnectionCheck['type'], 'tls' | 'tls-authority' | 'tls-date'>,
  { readonly title: string; readonly detail: string }
>

const key = {
  none: { title: 'No key is set', detail: 'Nothing can be sent until one is entered.' },
  kept: {
    title: 'A key is set',
    detail: 'It is encrypted by this computer’s password store and is never shown.',
  },
  'session-only': {
    title: 'A key is set until you quit',
    detail:
      'This computer offers no safe place to keep it ({backend}), so it is forgotten when Claims Desk is quit and must be entered again. Installing a password store (such as GNOME Keyring or KWallet) changes that.',
  },
  'other-origin': {
    title: 'The key is for another address',
    detail:
      'It was entered for {origin} and is sent only there. Enter the key for the present address. The earlier one is kept until the new one works.',
  },
  forgotten: {
    title: 'The key was forgotten',
    detail: 'This computer has no keyring, so the key was forgotten when Claims Desk closed. Enter it again.',
  },
  unreadable: {
    title: 'The kept key cannot be opened',
    detail:
      'It was encrypted under another account or on another computer. It is left as it is until you enter a new key.',
  },
  practice: { title: 'Practice needs no key', detail: 'The practice insurer on this computer has its own.' },
} as const satisfies Record<KeyStatus['type'], { readonly title: string; readonly detail: string }>

const form = {
  environment: 'Environment',
  'base-url': 'Address of the insurer’s system',
  'base-url-hint': 'As head office gave it, beginning with https://',
  'base-url-required': 'Enter the address that head office gave you.',
  'base-url-not-https': 'The address must begin with https://, so that the key and the claims travel safely.',
  'base-url-invalid':
    'This is not a web address. It should look like https://api.example.com, without ? or #.',
  key: 'Merchant’s key',
  'key-hint': 'It is never shown again. Nobody can read it out of Claims Desk.',
  'key-kept-hint': 'A key is kept for this address. Leave this empty to use it, or enter another one.',
  'key-required': 'Enter the key that head office gave you.',
  'key-invalid': 'A key has no spaces and only letters, digits and signs of a keyboard. Copy it again.',
  connect: 'Check and connect',
  unchanged: 'Nothing was changed.',
  declined: 'The new address was not allowed. Nothing was changed, and nothing was sent there.',
  offline:
    'The address could not be reached, so nothing could be checked. Look at its spelling and at the network, then try again. If only the network is down, you can connect without the check: claims wait on this computer until it is back.',
  'even-offline': 'Connect without the check',
} as const

/** Beside where a key is entered, on a computer that cannot keep it. */
const keyNotKept = {
  title: 'This computer will forget the key',
  detail:
    'It has no keyring, so the key is forgotten when Claims Desk closes and must be entered again at each start. IT support can install one, such as GNOME Keyring or KWallet.',
} as const

export const enSettings = {
  'connect-form': form,
  check,
  key,
  'key-not-kept': keyNotKept,
  'first-start': {
    title: 'Welcome to Claims Desk',
    intro:
      'Capture okada and keke claims with or without a connection. They wait safely on this computer and reach the insurer by themselves.',
    'choose-label': 'How do you want to start?',
    practice: 'Start in practice mode',
    'practice-detail':
      'For learning and trying out. Made-up policies and pharmacies; nothing reaches the insurer. You can connect later in Settings.',
    connect: 'Connect to the insurer',
    'connect-detail': 'For real work. You need the address and the key from head office.',
    'connect-detail-key': 'For real work. You need the key from head office.',
    'connect-title': 'Connect to the insurer',
    'from-file': 'Set up from a file',
    back: 'Back',
    'connected-title': 'Connected to the insurer',
    finish: 'Start working',
  },
} as const
