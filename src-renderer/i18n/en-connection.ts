import type { ConnectivityKind } from '#shared/connectivity.ts'

interface KindText {
  /** As it is now. */
  readonly title: string
  /** What it means and what can be done. */
  readonly todo: string
}

const kind = {
  works: {
    title: 'The connection to {insurer} works',
    todo: 'What you submit is sent at once.',
  },
  'no-network': {
    title: 'This computer has no network',
    todo: 'Check the network cable, Wi-Fi or modem.',
  },
  dns: {
    title: 'The network has no internet',
    todo: 'Check the modem and the data balance, and restart the modem.',
  },
  'no-answer': {
    title: 'The insurer’s system does not answer',
    todo: 'Open a web page you know. If it opens, the insurer’s system is down; if not, the internet is.',
  },
  intercepted: {
    title: 'Something else answers instead of the insurer',
    todo: 'Often a sign-in page or used-up data. Sign in with a web browser, then select “Try now”.',
  },
  tls: {
    title: 'No secure connection to the insurer',
    todo: 'Nothing was sent. Check the address in Settings, or sign in to the network with a web browser.',
  },
  'tls-authority': {
    title: 'The certificate at the insurer’s address is not trusted',
    todo: 'Nothing was sent. IT support can add the certificate of a network or virus scanner. Otherwise tell head office.',
  },
  proxy: {
    title: 'The proxy does not let the connection through',
    todo: 'Details are on the screen “Connection”.',
  },
  'proxy-asks': {
    title: 'The proxy needs a name and password',
    todo: 'Enter them on the screen “Connection”.',
  },
  'tls-date': {
    title: 'The insurer’s certificate is not valid on this computer’s date',
    todo: 'This computer says it is {date}. If that is wrong, set the clock. Otherwise tell head office.',
  },
  'no-key': {
    title: 'No key is set',
    todo: 'Enter the merchant’s key in Settings.',
  },
  'key-refused': {
    title: 'The insurer does not accept the key',
    todo: 'Ask head office for the current key.',
  },
  'rate-limited': {
    title: 'The insurer asked to wait',
    todo: 'Sending continues automatically. No action needed.',
  },
  'server-error': {
    title: 'The insurer’s system has a problem',
    todo: 'It is tried again automatically. No action needed.',
  },
} as const satisfies Record<ConnectivityKind, KindText>

const clock = {
  title: 'Clock of this computer',
  right: 'It agrees with the insurer’s clock.',
  'a-little': 'It is {duration} {direction} the insurer’s. That is fine.',
  wrong: 'This computer’s clock is {duration} {direction} the insurer’s',
  'wrong-todo': 'Dates on claims may be wrong. Set the clock.',
  ahead: 'ahead of',
  behind: 'behind',
  unknown: 'Not compared yet.',
  'unknown-detail': 'It is compared at the insurer’s next answer.',
  compared: 'Compared {when}.',
  here: 'This computer says: {now}',
} as const

const referenceLost = {
  title: 'This insurer loses our reference',
  detail:
    'It was missing in {what}. If an answer is lost, an officer decides. Tell head office: the insurer should keep the text.',
  keke: 'keke claims',
  okada: 'okada claims',
  both: 'keke and okada claims',
} as const

/** The page "Connection", and the notice about the clock. */
export const enConnection = {
  connection: {
    title: 'Connection',
    intro: 'How this computer reaches the insurer.',
    'reference-lost': referenceLost,
    link: 'About the connection',
    why: 'What is wrong?',
    since: 'Since {when}',
    'not-tried': 'Connection not tried yet',
    'not-tried-todo': 'It is tried in a moment.',
    'at-proxy': 'See below. What you submit waits here.',
    kind,
    clock,
  },
} as const
