import type { ProxyLoginStatus, ProxyProblem, RouteSource } from '#shared/network.ts'

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
    todo: 'Enter those from IT support, not the merchant’s key.',
  },
  'refuses-password': {
    title: 'The proxy does not accept the name and password',
    todo: 'Enter them again, or ask IT support.',
  },
  'asks-unsupported': {
    title: 'The proxy needs another kind of sign-in',
    todo: 'Claims Desk signs in with Basic only, not NTLM, Negotiate or Digest. Ask IT support to allow the insurer’s address.',
  },
  refuses: {
    title: 'The proxy does not let this address through',
    todo: 'Ask IT support to allow it: {address}',
  },
  'cannot-reach': {
    title: 'The proxy cannot reach the insurer',
    todo: 'It is tried again automatically. If this continues, tell IT support.',
  },
  unreachable: {
    title: 'The proxy cannot be reached',
    todo: 'Check the cable or Wi-Fi. If they are right, tell IT support.',
  },
  'no-answer': {
    title: 'The proxy does not answer',
    todo: 'It is tried again automatically. If this continues, tell IT support.',
  },
  certificate: {
    title: 'The proxy’s certificate is not trusted',
    todo: 'IT support can install it on this computer.',
  },
  'not-a-proxy': {
    title: 'This is not a proxy',
    todo: 'If it is a sign-in page, sign in with a web browser. Otherwise ask IT support.',
  },
  unsupported: {
    title: 'Claims Desk cannot use this kind of proxy',
    todo: 'It uses HTTP proxies, not SOCKS. Ask IT support.',
  },
} as const satisfies Record<ProxyProblem, { readonly title: string; readonly todo: string }>

const login = {
  title: 'Proxy name and password',
  none: 'Not set.',
  kept: 'Set for {proxy}, encrypted by this computer’s password store.',
  'session-only': 'Set for {proxy} until you quit: they cannot be stored safely.',
  forgotten: 'Those for {proxy} were forgotten: they cannot be stored safely.',
  unreadable: 'They cannot be opened. Enter them again.',
  proxy: 'Only for {proxy}, and sent to it unencrypted.',
  'proxy-tls': 'Only for {proxy}.',
  name: 'Name',
  'name-hint': 'Often your account on this computer.',
  'name-invalid': 'Enter the name without a colon.',
  password: 'Password',
  'password-hint': 'It is never shown again.',
  'password-required': 'Enter the password.',
  save: 'Save and try again',
  change: 'Change name and password',
  clear: 'Remove name and password',
  saved: 'Proxy name and password saved',
  cleared: 'Proxy name and password removed',
  manager: 'Only a manager can enter them.',
} as const satisfies Record<ProxyLoginStatus['type'] | 'title', string> & Readonly<Record<string, string>>

/** The way to the insurer, on the screen "Connection". */
export const enNetwork = {
  network: {
    title: 'Route to the insurer',
    way: 'Route',
    direct: 'Directly, without a proxy.',
    proxy: 'Through the proxy {proxy}.',
    unsupported: 'Through a proxy that cannot be used: {proxy}.',
    otherwise: 'If that does not answer: {ways}',
    'otherwise-direct': 'directly',
    source,
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
