import type { ProxyLoginStatus, ProxyProblem, RouteSource } from '#shared/network.ts'

/** Who says which way is taken; it follows "Directly" or "Through the proxy …". */
const source = {
  'this-computer': 'The server is on this computer.',
  variable: 'Set in the environment variable {name}.',
  system: 'Set in the network settings of this computer.',
  script: 'Set by the proxy script (PAC) {address}.',
  unreadable: 'The network settings of this computer could not be read, so no proxy is used.',
  'unreadable-script':
    'The proxy script (PAC) {address} could not be read, so no proxy is used. Tell IT support.',
} as const satisfies Record<RouteSource['type'] | 'unreadable-script', string>

/** What happened at the proxy, and what can be done. */
const trouble = {
  asks: {
    title: 'The proxy asks for a name and password',
    todo: 'Enter those that IT support gave you. They are not the merchant’s key.',
  },
  'refuses-password': {
    title: 'The proxy does not accept the name and password',
    todo: 'They may have been changed. Enter them again, or ask IT support.',
  },
  'asks-unsupported': {
    title: 'The proxy asks for a sign-in that Claims Desk does not have',
    todo: 'Claims Desk can give a proxy a name and password (Basic), and nothing else (not NTLM, Negotiate or Digest). Ask IT support to let the insurer’s address through without a sign-in.',
  },
  refuses: {
    title: 'The proxy does not let this address through',
    todo: 'Ask IT support to allow it: {address}',
  },
  'cannot-reach': {
    title: 'The proxy cannot reach the insurer',
    todo: 'The insurer’s system may be down, or the internet behind the proxy. It is tried again automatically; if it lasts, tell IT support.',
  },
  unreachable: {
    title: 'The proxy cannot be reached',
    todo: 'Check the network cable or Wi-Fi. If they are right, the proxy is down, or it is set wrongly on this computer: tell IT support.',
  },
  'no-answer': {
    title: 'The proxy does not answer',
    todo: 'It took the connection and then said nothing, or hung up. It is tried again automatically; if it lasts, tell IT support.',
  },
  certificate: {
    title: 'The certificate of the proxy itself is not trusted',
    todo: 'IT support can install the certificate of that network on it.',
  },
  'not-a-proxy': {
    title: 'What answers there is no proxy',
    todo: 'This may be the sign-in page of the network: open a web browser and sign in there. If there is none, the proxy is set wrongly on this computer.',
  },
  unsupported: {
    title: 'Claims Desk cannot use this kind of proxy',
    todo: 'It speaks to HTTP proxies, not to SOCKS ones. Ask IT support for an HTTP proxy, or for a way without one.',
  },
} as const satisfies Record<ProxyProblem, { readonly title: string; readonly todo: string }>

const login = {
  title: 'Name and password for the proxy',
  none: 'None is set.',
  kept: 'They are set for {proxy}, encrypted by this computer’s password store, and never shown.',
  'session-only': 'They are set for {proxy} until you quit: this computer has no safe place to keep them.',
  forgotten: 'Those for {proxy} were forgotten when Claims Desk closed: this computer has no keyring.',
  unreadable: 'Those that were kept cannot be opened on this computer. Enter them again.',
  proxy: 'For the proxy {proxy} alone. On the way there they are not encrypted.',
  'proxy-tls': 'For the proxy {proxy} alone.',
  name: 'Name',
  'name-hint': 'Often that of the account you sign in to this computer with.',
  'name-invalid': 'Enter the name, without a colon.',
  password: 'Password',
  'password-hint': 'It is never shown again.',
  'password-required': 'Enter the password.',
  save: 'Save and try again',
  change: 'Change name and password',
  clear: 'Remove name and password',
  saved: 'Name and password for the proxy saved',
  cleared: 'Name and password for the proxy removed',
  manager: 'Only a manager can enter them.',
} as const satisfies Record<ProxyLoginStatus['type'] | 'title', string> & Readonly<Record<string, string>>

/** The way to the insurer, on the screen "Connection". */
export const enNetwork = {
  network: {
    title: 'The way to the insurer',
    way: 'Way',
    direct: 'Directly, without a proxy.',
    proxy: 'Through the proxy {proxy}.',
    unsupported: 'Through a proxy that Claims Desk cannot use: {proxy}.',
    otherwise: 'If that does not answer: {ways}',
    'otherwise-direct': 'directly',
    source,
    certificates: 'Trusted certificates',
    bundled: '{n} authority that Claims Desk brings along | {n} authorities that Claims Desk brings along',
    system: '{n} more from this computer’s own store | {n} more from this computer’s own store',
    extra: '{n} from NODE_EXTRA_CA_CERTS | {n} from NODE_EXTRA_CA_CERTS',
    trouble,
    last: 'Last failed {when}, at {proxy}, on the way to {address}.',
    saying: 'It said: “{saying}”',
    login,
  },
} as const
