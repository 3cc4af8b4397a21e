import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { ConnectivityKind } from '#shared/connectivity.ts'
import type { ProxyLoginStatus, ProxyProblem, RouteSource } from '#shared/network.ts'
import type { Words } from './words.ts'

const kind = {
  works: {
    title: 'The connection to {insurer} works',
    text: 'What you submit is sent at once.',
  },
  'no-network': {
    title: 'This computer has no network',
    text: 'Check the network cable, Wi-Fi or modem.',
  },
  dns: {
    title: 'The network has no internet',
    text: 'Check the modem and the data balance, and restart the modem.',
  },
  'no-answer': {
    title: 'The insurer’s system does not answer',
    text: 'Open a web page you know. If it opens, the insurer’s system is down; if not, the internet is.',
  },
  garbled: {
    title: 'The insurer’s answers cannot be read',
    text: 'Something answers, in a way that is not right. Keep working, and tell IT support.',
  },
  intercepted: {
    title: 'The network may want you to sign in or buy data',
    text: 'Something else answers instead of the insurer. Open a web page in a browser and do what it asks. Then select “Try now”.',
  },
  tls: {
    title: 'No secure connection to the insurer',
    text: 'Nothing was sent. Check the address in Settings, or sign in to the network with a web browser.',
  },
  'tls-authority': {
    title: 'The certificate at the insurer’s address is not trusted',
    text: 'Nothing was sent. IT support can add the certificate of a network or virus scanner. Otherwise tell head office.',
  },
  proxy: {
    title: 'The proxy does not let the connection through',
    text: 'Details are on the screen “Connection”.',
  },
  'proxy-asks': {
    title: 'The proxy needs a name and password',
    text: 'Enter them on the screen “Connection”.',
  },
  'tls-date': {
    title: 'The insurer’s certificate is not valid on this computer’s date',
    text: 'This computer says it is {date}. If that is wrong, set the clock. Otherwise tell head office.',
  },
  'no-key': {
    title: 'No key is set',
    text: 'Enter the merchant’s key in Settings.',
  },
  'key-refused': {
    title: 'The insurer does not accept the key',
    text: 'Ask head office for the current key.',
  },
  'rate-limited': {
    title: 'The insurer asked to wait',
    text: 'Sending continues automatically. No action needed.',
  },
  'server-error': {
    title: 'The insurer’s system has a problem',
    text: 'It is tried again automatically. No action needed.',
  },
} as const satisfies Record<ConnectivityKind, Words>

/** What a check of address and key found. */
const check = {
  works: { title: 'The connection works', text: 'The insurer answers and accepts the key.' },
  'no-key': { title: 'No key is set', text: 'Enter the merchant’s key first.' },
  'key-refused': kind['key-refused'],
  'not-the-api': {
    title: 'This is not the insurer’s system',
    text: 'Check the address, or sign in to the network with a web browser.',
  },
  proxy: {
    title: 'The proxy does not let the connection through',
    text: 'Its answer is below. Ask IT support. You can continue: claims wait here.',
  },
  'proxy-asks': {
    title: 'The proxy needs a name and password',
    text: 'Enter them below, then check again.',
  },
  'no-network': {
    title: 'No connection',
    text: 'The address could not be reached. You can continue: claims wait here.',
  },
  garbled: {
    title: kind.garbled.title,
    text: 'Something answers at the address, in a way that is not right. Tell IT support. You can continue: claims wait here.',
  },
  'server-trouble': { title: kind['server-error'].title, text: 'Try again later.' },
  tls: kind.tls,
  'tls-authority': kind['tls-authority'],
  'tls-date': kind['tls-date'],
} as const satisfies Record<ConnectionCheck['type'], Words>

const clock = {
  title: 'Clock of this computer',
  right: 'It agrees with the insurer’s clock.',
  'a-little': 'It is {duration} {direction} the insurer’s. That is fine.',
  wrong: {
    title: 'This computer’s clock is {duration} {direction} the insurer’s',
    text: 'Dates on claims may be wrong. Set the clock.',
  },
  ahead: 'ahead of',
  behind: 'behind',
  unknown: { title: 'Not compared yet.', text: 'It is compared at the insurer’s next answer.' },
  compared: 'Compared {when}.',
  here: 'This computer says {now}.',
} as const

const referenceLost = {
  title: 'This insurer loses our reference',
  text: 'It was missing in {what}. If an answer is lost, an officer decides. Tell head office: the insurer should keep the text.',
} as const

const daysLost = {
  title: 'This insurer changes the days of claims',
  text: 'In {what}, a day came back as another one, or in a form that can mean two days. If an answer is lost, an officer may have to compare. Tell head office: the insurer should write days as 2026-11-20.',
} as const

const claimsOf = {
  keke: 'keke claims',
  okada: 'okada claims',
  both: 'keke and okada claims',
} as const

/** Who says which way is taken; it follows "Directly" or "Through the proxy …". */
const source = {
  'this-computer': 'The server is on this computer.',
  variable: 'Set in the environment variable {name}.',
  system: 'Set in this computer’s network settings.',
  script: 'Set by the proxy script (PAC) {address}.',
  unreadable: 'This computer’s network settings could not be read.',
  'unreadable-script': 'The proxy script (PAC) {address} could not be read. Tell IT support.',
} as const satisfies Record<RouteSource['type'] | 'unreadable-script', string>

/** What happened at the proxy, and what can be done. */
const trouble = {
  asks: {
    title: 'The proxy needs a name and password',
    text: 'Enter those from IT support, not the merchant’s key.',
  },
  'refuses-password': {
    title: 'The proxy does not accept the name and password',
    text: 'Enter them again, or ask IT support.',
  },
  'asks-unsupported': {
    title: 'The proxy needs another kind of sign-in',
    text: 'Claims Desk signs in with Basic only, not NTLM, Negotiate or Digest. Ask IT support to allow the insurer’s address.',
  },
  refuses: {
    title: 'The proxy does not let this address through',
    text: 'Ask IT support to allow it: {address}',
  },
  'cannot-reach': {
    title: 'The proxy cannot reach the insurer',
    text: 'It is tried again automatically. If this continues, tell IT support.',
  },
  unreachable: {
    title: 'The proxy cannot be reached',
    text: 'Check the cable or Wi-Fi. If they are right, tell IT support.',
  },
  'no-answer': {
    title: 'The proxy does not answer',
    text: 'It is tried again automatically. If this continues, tell IT support.',
  },
  certificate: {
    title: 'The proxy’s certificate is not trusted',
    text: 'IT support can install it on this computer.',
  },
  'not-a-proxy': {
    title: 'This is not a proxy',
    text: 'If it is a sign-in page, sign in with a web browser. Otherwise ask IT support.',
  },
  unsupported: {
    title: 'Claims Desk cannot use this kind of proxy',
    text: 'It uses HTTP proxies, not SOCKS. Ask IT support.',
  },
} as const satisfies Record<ProxyProblem, Words>

const login = {
  title: 'Proxy name and password',
  none: 'Not set.',
  kept: 'Set for {proxy}, encrypted by this computer’s password store.',
  'session-only': 'Set for {proxy} until you quit: they cannot be stored safely.',
  forgotten: 'Those for {proxy} were forgotten: they cannot be stored safely.',
  unreadable: 'They cannot be opened. Enter them again.',
  proxy: 'Only for {proxy}, and sent to it unencrypted.',
  'proxy-tls': 'Only for {proxy}.',
  'name-hint': 'Often your account on this computer.',
  'name-invalid': 'Enter the name without a colon.',
  password: 'Password',
  'password-required': 'Enter the password.',
  save: 'Save and try again',
  change: 'Change name and password',
  clear: 'Remove name and password',
  saved: 'Proxy name and password saved',
  cleared: 'Proxy name and password removed',
  manager: 'Only a manager can enter them.',
} as const satisfies Record<ProxyLoginStatus['type'] | 'title', string> & Readonly<Record<string, string>>

/** The screen “Connection”: the insurer, the way there, and the notice about the clock. */
export const enConnection = {
  connection: {
    intro: 'How this computer reaches the insurer.',
    'reference-lost': referenceLost,
    'days-lost': daysLost,
    'claims-of': claimsOf,
    link: 'About the connection',
    why: 'What is wrong?',
    since: 'Since {when}',
    'not-tried': { title: 'Connection not tried yet', text: 'It is tried in a moment.' },
    'at-proxy': 'See below. What you submit waits here.',
    'at-store': 'Claims with files wait for the file store: see below.',
    kind,
    clock,
  },
  check,
  network: {
    title: 'Route to the insurer',
    direct: 'Directly, without a proxy.',
    proxy: 'Through the proxy {proxy}.',
    unsupported: 'Through a proxy that cannot be used: {proxy}.',
    otherwise: 'If that does not answer: {ways}',
    'otherwise-direct': 'directly',
    source,
    'no-way': 'Known after the first contact.',
    'for-it': 'For IT support',
    certificates: 'Trusted certificates',
    bundled: '{n} authority of Claims Desk | {n} authorities of Claims Desk',
    system: '{n} from this computer | {n} from this computer',
    extra: '{n} from NODE_EXTRA_CA_CERTS | {n} from NODE_EXTRA_CA_CERTS',
    trouble,
    last: 'Last failed {when}, at {proxy}, on the way to {address}.',
    saying: 'It said: “{saying}”',
    login,
  },
} as const
