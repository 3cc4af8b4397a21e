import type { StoreProblem } from '#shared/domain/file-store.ts'
import { keyHider } from '#main/network/hide-key.ts'
import { retryAfterMs, plainText } from '#main/network/server-message.ts'
import { connectFailure } from '#main/network/transport-error.ts'
import type { StoreFailure } from './object-store.ts'
import { readXml, textOf } from './s3-xml.ts'
import type { AccessKey } from './signing.ts'
import type { StoreAnswered, StoreExchange } from './s3-requests.ts'

/*
 * The only table of what a store's refusal means; stores agree on the codes of AWS at best. First match wins.
 *
 *   no secure connection                           tls
 *   no answer, or one that broke off               no-connection
 *   429, 5xx but 501 and 507, whatever the body    busy
 *   507; codes and words of a quota                full
 *   413, whatever the body                         not-allowed: something on the way takes no such file
 *   any other body that is no S3 error             not-a-store
 *   the clock's codes                              clock-wrong
 *   401, 403, a key's code, and a clock far off    clock-wrong
 *   the codes of a key                             wrong-key
 *   the codes of a bucket or region                no-bucket
 *   codes that pass                                busy
 *   401                                            wrong-key
 *   every other refusal with an S3 error           not-allowed
 */
const problemOfCode: Readonly<Record<string, StoreProblem>> = {
  RequestTimeTooSkewed: 'clock-wrong',
  RequestExpired: 'clock-wrong',
  InvalidAccessKeyId: 'wrong-key',
  SignatureDoesNotMatch: 'wrong-key',
  AuthorizationHeaderMalformed: 'wrong-key',
  AuthorizationQueryParametersError: 'wrong-key',
  CredentialsNotSupported: 'wrong-key',
  ExpiredToken: 'wrong-key',
  InvalidToken: 'wrong-key',
  InvalidSecurity: 'wrong-key',
  MissingSecurityHeader: 'wrong-key',
  NotSignedUp: 'wrong-key',
  Unauthorized: 'wrong-key',
  NoSuchBucket: 'no-bucket',
  InvalidBucketName: 'no-bucket',
  InvalidRegionName: 'no-bucket',
  IllegalLocationConstraintException: 'no-bucket',
  PermanentRedirect: 'no-bucket',
  TemporaryRedirect: 'no-bucket',
  Redirect: 'no-bucket',
  SlowDown: 'busy',
  ServiceUnavailable: 'busy',
  InternalError: 'busy',
  RequestTimeout: 'busy',
  OperationAborted: 'busy',
  ConditionalRequestConflict: 'busy',
  Throttling: 'busy',
  TooManyRequests: 'busy',
  // The bytes changed on the way.
  BadDigest: 'busy',
  IncompleteBody: 'busy',
  XAmzContentSHA256Mismatch: 'busy',
  QuotaExceeded: 'full',
  StorageFull: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
  InsufficientStorage: 'full',
}

/** Stores refuse a signature older or newer than a quarter of an hour; a little less, for what a clock drifts meanwhile. */
const farOffMs = 14 * 60_000
const fullWords = /\bquota\b|storage cap|storage limit|insufficient (disk|storage)/i

interface S3Error {
  readonly code: string
  readonly message: string
  readonly serverTime: string
}

function errorIn({ body }: StoreAnswered): S3Error | null {
  const document = body.type === 'complete' ? readXml(body.text) : null
  if (document?.name !== 'Error') return null
  const code = textOf(document, 'Code')
  if (code === '') return null
  return { code, message: textOf(document, 'Message'), serverTime: textOf(document, 'ServerTime') }
}

/** The code of an answer's S3 error; null where there is none. */
export function errorCodeOf(why: Failed): string | null {
  return why.type === 'answered' ? (errorIn(why)?.code ?? null) : null
}

/** Statuses that pass by themselves, whatever the body says. */
export const isBusy = (status: number): boolean =>
  status === 429 || (status >= 500 && status !== 501 && status !== 507)

/** Why something was not done: also an access key that cannot be put into a header. */
export type Failed = StoreExchange | { readonly type: 'unusable-key' }

interface Judging {
  /** This computer's clock when the answer was there. */
  readonly nowMs: number
  /** Makes the store's words fit to show. */
  readonly hide: (words: string) => string
}

export const noConnection: StoreFailure = {
  problem: 'no-connection',
  saying: '',
  clockAheadMs: null,
  retryAfterMs: null,
}

export const notAStore: StoreFailure = { ...noConnection, problem: 'not-a-store' }

/** Maps a failed exchange to a store failure; an answer of success is one that lacks what it should hold. */
export function storeFailureOf(why: Failed, { nowMs, hide }: Judging): StoreFailure {
  if (why.type === 'lost')
    return connectFailure(why.error) === 'tls' ? { ...noConnection, problem: 'tls' } : noConnection
  if (why.type === 'unusable-key') return { ...noConnection, problem: 'wrong-key' }
  const error = errorIn(why)
  const clockAheadMs = clockAhead(why, error, nowMs)
  return {
    problem: problemOf(why, error, clockAheadMs),
    saying: error === null ? '' : hide(error.message === '' ? error.code : error.message),
    clockAheadMs,
    // A date is the store's time.
    retryAfterMs: retryAfterMs(why.header('retry-after'), nowMs - (clockAheadMs ?? 0)),
  }
}

function problemOf(
  { status, body }: StoreAnswered,
  error: S3Error | null,
  clockAheadMs: number | null,
): StoreProblem {
  const known = error === null ? undefined : problemOfWords(error)
  if (status === 507 || known === 'full') return 'full'
  if (isBusy(status)) return 'busy'
  if (status === 413) return 'not-allowed'
  if (body.type === 'broken-off') return 'no-connection'
  const isRefused = status === 401 || status === 403
  const isBlank = body.type === 'complete' && body.text.trim() === ''
  if (error === null && !(isBlank && isRefused)) return 'not-a-store'
  const isFarOff = clockAheadMs !== null && Math.abs(clockAheadMs) > farOffMs
  if (isFarOff && (isRefused || known === 'wrong-key')) return 'clock-wrong'
  return known ?? (status === 401 ? 'wrong-key' : 'not-allowed')
}

function problemOfWords({ code, message }: S3Error): StoreProblem | undefined {
  if (fullWords.test(message)) return 'full'
  // A region that is not the bucket's, and Cloudflare's words for an id that is none.
  if (code === 'AuthorizationHeaderMalformed' && /region/i.test(message)) return 'no-bucket'
  if (code === 'InvalidArgument' && /access key/i.test(message)) return 'wrong-key'
  return Object.hasOwn(problemOfCode, code) ? problemOfCode[code] : undefined
}

/** How far this computer's clock is ahead of the store's, in ms, its `Date` taken as that of the middle of the exchange. */
function clockAhead({ header, tookMs }: StoreAnswered, error: S3Error | null, nowMs: number): number | null {
  const age = header('age')
  const isCached = age !== null && age !== '0'
  const saidMs = Date.parse((isCached ? null : header('date')) ?? error?.serverTime ?? '')
  // The header leaves out parts of a second, half of one on average.
  return Number.isNaN(saidMs) ? null : Math.round(nowMs - tookMs / 2 - saidMs - 500)
}

const longestSaying = 200
const mark = '[…]'

/** As long as what could be part of a signature, a secret, or a name that cannot be guessed. */
const longRun = /[\w+/=%~-]{24,}/g
const signedParts = /(AWS4-HMAC-SHA256|credential\s*[=:]|signature\s*[=:]|authorization\s*[=:]).*/gi

/** Makes a store's words fit to show: at most 200 letters, without this key, a signature or what else may open it. */
export function hiderOf({ id, secret }: AccessKey): (words: string) => string {
  const hiders = [secret, encodeURIComponent(secret), id].filter((form) => form !== '').map(keyHider)
  return (words) =>
    hiders
      .reduce((shown, hider) => hider.inText(shown), plainText(words))
      .replace(signedParts, `$1 ${mark}`)
      .replace(longRun, mark)
      .slice(0, longestSaying)
      .replace(/[\ud800-\udbff]$/, '')
      .trim()
}
