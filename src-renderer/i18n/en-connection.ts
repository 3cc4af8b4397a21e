import type { ConnectivityKind } from '#shared/connectivity.ts'

interface KindText {
  /** One or two words, for a line of the diary. */
  readonly short: string
  /** As it is now. */
  readonly title: string
  /** What it means and what can be done. */
  readonly todo: string
}

const kind = {
  works: {
    short: 'Connected',
    title: 'The connection to the insurer works',
    todo: 'What is submitted goes out at once.',
  },
  'no-network': {
    short: 'No network',
    title: 'This computer has no network',
    todo: 'Check the network cable, Wi-Fi or modem. Everything submitted waits here and will be sent automatically afterwards.',
  },
  dns: {
    short: 'No internet',
    title: 'There is a network, but no internet behind it',
    todo: 'The insurer’s address cannot be found. Check the modem’s lights and the data balance, and restart the modem. Everything submitted waits here.',
  },
  'no-answer': {
    short: 'No answer',
    title: 'The insurer’s system does not answer',
    todo: 'Open a web page you know. If it opens, the insurer’s system is down: tell head office if that lasts. If it does not, the internet is gone or too slow. Everything submitted waits here.',
  },
  intercepted: {
    short: 'Something else answered',
    title: 'Something else answers instead of the insurer',
    todo: 'This is often the sign-in page of a hotel, café or mobile network, or a used-up data bundle. Open a web browser and sign in to the network there, then select “Try now”.',
  },
  tls: {
    short: 'No secure connection',
    title: 'No secure connection to the insurer',
    todo: 'What answers at the insurer’s address shows the certificate of another one, or speaks in a way this computer does not accept, so nothing was sent. Check the address in Settings. If it is right, open a web browser: the network may want you to sign in. If it does not, tell head office.',
  },
  'tls-authority': {
    short: 'Unknown certificate',
    title: 'This computer does not trust the certificate at the insurer’s address',
    todo: 'So nothing was sent: someone between here and the insurer may be reading along. That can be your office’s own network or a virus scanner. If so, IT support has to add the certificate of that network to this computer’s trusted certificates, and start Claims Desk again. If nobody knows of one, tell head office.',
  },
  proxy: {
    short: 'The proxy is in the way',
    title: 'The proxy of this network does not let the connection through',
    todo: 'This office reaches the insurer through a proxy, and that failed. What it said, and what can be done, is on the screen “Connection”. Nothing was sent; everything submitted waits here.',
  },
  'proxy-asks': {
    short: 'The proxy asks for a password',
    title: 'The proxy asks for a name and password',
    todo: 'This office reaches the insurer through a proxy, which lets nobody through without a name and password. Enter them on the screen “Connection”. Everything submitted waits here until then.',
  },
  'tls-date': {
    short: 'Clock or certificate',
    title: 'The insurer’s certificate does not fit the date of this computer',
    todo: 'This computer says that it is {date}. If that is wrong, set its clock, and the connection comes back by itself. If it is right, tell head office: the insurer’s certificate has run out.',
  },
  'no-key': {
    short: 'No key set',
    title: 'No key is set',
    todo: 'Enter the merchant’s key in Settings. Everything submitted waits here until then.',
  },
  'key-refused': {
    short: 'Key not accepted',
    title: 'The insurer does not accept the key',
    todo: 'The connection itself works. Ask head office for the current key and enter it in Settings.',
  },
  'rate-limited': {
    short: 'Asked to wait',
    title: 'The insurer asked to wait',
    todo: 'The connection itself works. Sending continues automatically: no action needed.',
  },
  'server-error': {
    short: 'Insurer’s system has a problem',
    title: 'The insurer’s system has a problem',
    todo: 'The connection itself works, but the insurer’s system answers with errors. It is tried again automatically: no action needed.',
  },
} as const satisfies Record<ConnectivityKind, KindText>

const clock = {
  title: 'Clock of this computer',
  right: 'It agrees with the insurer’s clock.',
  'a-little': 'It is {duration} {direction} the insurer’s clock. That does no harm.',
  wrong: 'This computer’s clock is {duration} {direction} the insurer’s',
  'wrong-todo':
    'Dates on claims may be wrong. Set the clock in the date and time settings of this computer; this notice goes away by itself.',
  ahead: 'ahead of',
  behind: 'behind',
  unknown: 'It has not been compared with the insurer’s clock yet.',
  'unknown-detail': 'That happens with the insurer’s next answer.',
  compared: 'Compared {when}. The insurer says with every answer what time it is there.',
  here: 'This computer says: {now}',
} as const

const referenceLost = {
  title: 'This insurer loses our reference',
  detail:
    'It was seen missing in the text of {what}. When the answer to one is lost, nothing here can prove that it did not arrive, so an officer is asked. Tell head office: the insurer should keep the text of a claim as it was sent.',
  keke: 'keke claims',
  okada: 'okada claims',
  both: 'keke and okada claims',
} as const

/** The page "Connection", and the notice about the clock. */
export const enConnection = {
  connection: {
    title: 'Connection',
    intro: 'How this office reaches the insurer, now and in the last days.',
    'reference-lost': referenceLost,
    link: 'About the connection',
    why: 'What is wrong?',
    now: 'Now',
    since: 'Since {when}',
    'not-tried': 'Connection not tried yet',
    'not-tried-todo': 'That happens by itself in a moment.',
    'at-proxy':
      'What can be done stands below. Nothing was sent; everything submitted waits here until then.',
    loading: 'Reading the diary',
    kind,
    clock,
    diary: {
      title: 'The last days',
      intro: 'Changes that lasted longer than a few seconds.',
      empty: 'Nothing has been noted yet',
      'empty-detail': 'Each change of the connection is noted here with its cause.',
      now: 'now',
      today: 'Today',
      yesterday: 'Yesterday',
      off: 'Claims Desk was not running, or the computer was asleep',
      online: 'Online {duration} of {seen}',
      more: 'Show {n} earlier days',
      midnight: '24:00',
    },
    duration: {
      seconds: 'less than a minute',
      minutes: '1 minute | {n} minutes',
      hours: '1 hour | {n} hours',
      days: '1 day | {n} days',
      two: '{first} {second}',
    },
  },
} as const
