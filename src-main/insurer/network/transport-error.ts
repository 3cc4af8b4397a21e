import type { NotSentCause } from '#shared/outbox/attempt-outcome.ts'

const deepest = 6

/** The codes of an error, of what caused it and of its parts (several addresses of one host). */
function* codesOf(error: unknown, depth = 0): Generator<string> {
  if (typeof error !== 'object' || error === null || depth > deepest) return
  const { code, cause }: { readonly code?: unknown; readonly cause?: unknown } = error
  if (typeof code === 'string') yield code
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  for (const inner of [cause, ...parts]) yield* codesOf(inner, depth + 1)
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

/** The stage of connecting that failed, or `network` when the error has no known code. Messages are never read. */
export function connectFailure(error: unknown): NotSentCause {
  const codes = [...codesOf(error)]
  return families.find(([, pattern]) => codes.some((code) => pattern.test(code)))?.[0] ?? 'network'
}

/** What prevents the connection to the server, in as much detail as the error gives. */
export type ConnectTrouble =
  | 'no-network'
  | 'dns'
  | 'no-answer'
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
      return has(noNetwork) ? 'no-network' : 'no-answer'
  }
}
