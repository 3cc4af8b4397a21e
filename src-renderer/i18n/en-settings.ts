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
  settings: {
    title: 'Settings',
    'connection-title': 'Connection',
    'environment-intro':
      'Each environment has its own key, outbox and drafts. Nothing waiting in one is sent to another.',
    'environment-changed': 'Now in {environment}.',
    'connect-to': 'Connect to {environment}',
    'connect-intro': 'The address and the key are checked first. Until both work, everything stays as it is.',
    address: 'Address',
    'change-address': 'Change address',
    check: 'Check connection',
    'check-intro': 'Asks the insurer’s system whether it is there and accepts the key. Nothing is sent.',
    'key-title': 'Key',
    'key-set': 'Save key',
    'key-replace': 'Replace key',
    'key-saved': 'The key is saved.',
    'key-clear': 'Remove key',
    'key-cleared': 'The key is removed.',
    'clear-title': 'Remove the key from this computer?',
    'clear-description':
      'Nothing can be sent until a key is entered again. What waits stays on this computer.',
    'clear-confirm': 'Remove key',
    'practice-title': 'Practice',
    'practice-intro': 'Only for the practice insurer inside Claims Desk.',
    disconnect: 'Pretend the connection is down',
    'disconnect-hint':
      'Try how claims wait and go out later. The practice insurer stops answering until you turn this off.',
    port: 'Port of the practice insurer',
    'port-hint': '0 takes any free one. Change it only when another program uses the same port.',
    'port-invalid': 'Enter a whole number from 0 to 65535.',
    'port-save': 'Save port',
    'port-now': 'It runs on port {port} now.',
    'port-none': 'It is not running now.',
    'work-title': 'Claims',
    'refresh-list': 'Read a claim list by itself up to (MB)',
    'refresh-list-hint':
      'A larger list is read only when you ask for it on the Claims screen. 0: never by itself.',
    'refresh-list-invalid': 'Enter a whole number from 0 to 1000.',
    'refresh-list-save': 'Save size',
    'kept-claims': 'Claims kept of each list',
    'kept-claims-hint':
      'Of a longer list the newest are kept on this computer. It counts from the next time the list is read.',
    'kept-claims-invalid': 'Enter a whole number from 1000 to 500000.',
    'kept-claims-save': 'Save claims',
    'side-by-side': 'Claims on their way at once',
    'side-by-side-hint':
      'Claims of different policies may be sent side by side: over a slow line a long queue goes out that many times as fast. Claims of one policy always follow one another. From 1 to 4.',
    'side-by-side-invalid': 'Enter a whole number from 1 to 4.',
    'side-by-side-save': 'Save number',
    'look-title': 'This computer',
    theme: 'Appearance',
    'theme-system': 'As the computer',
    'theme-light': 'Light',
    'theme-dark': 'Dark',
    'start-at-login': 'Start when this computer starts',
    'start-at-login-hint': 'Waiting claims then go out without anyone opening Claims Desk.',
    'protection-title': 'Protection of what is kept',
    'protection-os':
      'Claims, drafts and the key are encrypted by this computer’s password store ({backend}).',
    'protection-session':
      'This computer offers no password store ({backend}). The key is kept only until you quit. Ask IT support to install one.',
    seal: {
      title: 'The seal of this computer',
      intro:
        'Claims and drafts are encrypted on the disk with a key of this computer’s own. Renew it when somebody may have copied this computer’s disk or signed in under its name, and when it changes hands. It is not the merchant’s key.',
      age: 'The key was made on {when}.',
      'age-unknown': 'It is not known when the key was made.',
      'was-open':
        'The key before it lay unprotected on this computer’s disk, until there was a password store, so it was replaced. Whoever copied the disk before then can read what that copy holds, and nothing later.',
      'is-open':
        'The key lay unprotected on this computer’s disk until there was a password store. The next start replaces it.',
      renew: 'Renew the key',
      'go-on': 'Go on renewing',
      'cut-off': 'A renewal was cut off',
      'cut-off-detail':
        'Nothing is lost: what is encrypted under the old key and what is under the new one can both be opened. It continues automatically when Claims Desk starts, or now.',
      question: 'Renew the key that seals this computer?',
      'question-detail':
        'Everything kept here is encrypted anew under a new key, and the old one is destroyed. It takes a moment, in which nothing is sent. Damaged files that were kept aside can never be opened again afterwards.',
      'question-warning':
        'This protects what is kept here from now on. A copy of this disk that somebody already has stays readable under the old key: what was on it then counts as known to them.',
    },
    log: 'Save the log for support',
    'log-title': 'The log of this computer',
    'log-detail':
      'It tells what Claims Desk did, in names, codes and counts: no key, no claim and no person. Read it before you send it to anyone.',
    'log-text': 'Text of the log',
    'log-empty': 'Nothing was written down yet.',
    'log-save': 'Save as a file',
    'log-saved': 'The log was saved.',
    about: 'Claims Desk {version}',
    'about-stand-in': 'Claims Desk {version}, in a browser window standing in for the desktop shell',
  },
} as const
