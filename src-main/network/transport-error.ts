import { errors } from 'undici'
import type { NotSentCause } from '#shared/outbox/attempt-outcome.ts'

const deepest = 6

/** The codes of an error, of what caused it and of its parts (several addresses of one host). */
function* codesOf(error: unknown, depth = 0): Generator<string> {
  if (typeof error !== 'object' || error === null || depth > deepest) return
  const { code, cause }: { readonly code?: unknown; readonly cause?: unknown } = error
  if (typeof code === 'string') yield code
  else if (error instanceof errors.HTTPParserError) yield parserCode(error)
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  for (const inner of [cause, ...parts]) yield* codesOf(inner, depth + 1)
}

// undici forgets the code of its parser; the reason in its message is one of the parser's own, without a byte that came.
function parserCode({ message }: errors.HTTPParserError): string {
  const reason = /\((.*)\)$/s.exec(message)?.[1] ?? 'unknown'
  return `HPE_${reason.toUpperCase().replace(/[^A-Z]+/g, '_')}`.slice(0, 38)
}

const tls =
  /^(ERR_TLS|ERR_SSL|EPROTO$|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECODE|DECRYPT)|HOSTNAME_MISMATCH|INVALID_CA|ERROR_IN_C)/
const families: readonly (readonly [NotSentCause, RegExp])[] = [
  ['proxy', /^ERR_PROXY/],
  ['connect-timeout', /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/],
  ['tls', tls],
  ['dns', /^(ENOTFOUND|EAI_.*|ENODATA|ESERVFAIL|ENONAME)$/],
  ['refused', /^ECONNREFUSED$/],
]

/** The stage of connecting that failed, or `network` when the error has no known code. */
export function connectFailure(error: unknown): NotSentCause {
  const codes = [...codesOf(error)]
  return families.find(([, pattern]) => codes.some((code) => pattern.test(code)))?.[0] ?? 'network'
}

// An end that comes too early is left out: it is a broken connection.
const garbled =
  /^(HPE_(?!INVALID_EOF_STATE$)|UND_ERR_HEADERS_OVERFLOW$|Z_(?!BUF_ERROR$)|ERR__ERROR_|ERR_BROTLI)/

/**
 * The parser's or decoder's code where something answered in a way that cannot be read; null for any other error.
 *
 * @param hasHeaders whether the answer's headers were read. Before, undici says of each of its lengths that is broken
 *   that they do not match; later, that the body is shorter.
 */
export function garbledCode(error: unknown, hasHeaders = false): string | null {
  const codes = [...codesOf(error)]
  const isLength = (code: string): boolean => !hasHeaders && code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  return codes.find((code) => garbled.test(code) || isLength(code)) ?? null
}

/** What prevents the connection to the server, in as much detail as the error gives. */
export type ConnectTrouble =
  | 'no-network'
  | 'dns'
  | 'no-answer'
  /** Something answers, in a way that cannot be read. */
  | 'garbled'
  | 'tls'
  | 'tls-authority'
  | 'tls-date'
  | 'proxy'
  | 'proxy-asks'

const noNetwork = /^(ENETUNREACH|ENETDOWN|EHOSTUNREACH|EHOSTDOWN|EADDRNOTAVAIL|ENONET)$/
const unknownAuthority =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE))$/
const wrongDate = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/

/** The same failure with a more detailed cause, only for texts: nothing is decided by it. */
export function connectTrouble(error: unknown): ConnectTrouble {
  const codes = [...codesOf(error)]
  const has = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code))
  if (has(wrongDate)) return 'tls-date'
  switch (connectFailure(error)) {
    case 'proxy':
      return has(/^ERR_PROXY_LOGIN$/) ? 'proxy-asks' : 'proxy'
    case 'tls':
      return has(unknownAuthority) ? 'tls-authority' : 'tls'
    case 'dns':
      return 'dns'
    case 'refused':
    case 'connect-timeout':
    case 'network':
      if (garbledCode(error) !== null) return 'garbled'
      return has(noNetwork) ? 'no-network' : 'no-answer'
  }
}
