import { timingSafeEqual } from 'node:crypto'
import type { AccessKey } from '#main/file-store/signing.ts'
import { testRegion } from './bucket.ts'
import { signatureOf, stringToSign, type Scope, type SignedRequest } from './signature.ts'
import { storeError, type StoreAnswer } from './store-answer.ts'

/** A request before anything of its body was read. */
export interface AskedRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Who asks, and what the body must hash to, where the request says so. */
export type Asker =
  | { readonly type: 'stranger' }
  | { readonly type: 'signed'; readonly sha256: string }
  | { readonly type: 'signed-link' }
  | { readonly type: 'refused'; readonly answer: StoreAnswer }

const skewMs = 15 * 60_000
const longestLinkSeconds = 7 * 24 * 3600
const credentialForm = /^([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/
const authorizationForm =
  /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/

function refused(...given: Parameters<typeof storeError>): Asker {
  return { type: 'refused', answer: storeError(...given) }
}

/** The time of `YYYYMMDDTHHMMSSZ` in ms, NaN where it is none. */
function timeOf(at: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at)
  if (parts === null) return NaN
  const [year, month, day, hour, minute, second] = parts.slice(1)
  return Date.parse(
    `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`,
  )
}

function headerOf(request: AskedRequest): (name: string) => string {
  return (name) => {
    const value = request.headers[name] ?? ''
    return typeof value === 'string' ? value : value.join(',')
  }
}

interface Claimed {
  readonly accessKeyId: string
  readonly scope: Scope
  readonly at: string
  readonly signature: string
  readonly signed: SignedRequest
}

/** Whether key and signature are right; null when they are. */
function wrongKeyOrSignature(claimed: Claimed, key: AccessKey): Asker | null {
  const { accessKeyId, scope, at, signature, signed } = claimed
  if (accessKeyId !== key.id) return refused('InvalidAccessKeyId', { AWSAccessKeyId: accessKeyId })
  const toSign = stringToSign(signed, scope, at)
  const right = Buffer.from(signatureOf(key.secret, scope, toSign))
  const given = Buffer.from(signature)
  if (given.length === right.length && timingSafeEqual(given, right)) return null
  return refused('SignatureDoesNotMatch', {
    AWSAccessKeyId: accessKeyId,
    StringToSign: toSign,
    SignatureProvided: signature,
  })
}

function scopeOf(credential: string): { readonly accessKeyId: string; readonly scope: Scope } | null {
  const [, accessKeyId = '', date = '', region = '', service = ''] = credentialForm.exec(credential) ?? []
  return accessKeyId === '' ? null : { accessKeyId, scope: { date, region, service } }
}

function wrongScope(scope: Scope, at: string): string | null {
  if (scope.service !== 's3') return 'The service of the credential must be s3.'
  if (scope.region !== testRegion) {
    return `The authorization header is malformed; the region '${scope.region}' is wrong; expecting '${testRegion}'`
  }
  return at.startsWith(scope.date) ? null : 'The date of the credential is not that of the request.'
}

function bySignedLink(request: AskedRequest, now: Date, key: AccessKey): Asker {
  const query = new URLSearchParams(request.query)
  const value = (name: string): string => query.get(`X-Amz-${name}`) ?? ''
  const at = value('Date')
  const [time, expires] = [timeOf(at), Number(value('Expires'))]
  const credential = scopeOf(value('Credential'))
  const signedHeaders = value('SignedHeaders').split(';')
  const code = 'AuthorizationQueryParametersError'
  if (credential === null || Number.isNaN(time) || !signedHeaders.includes('host')) return refused(code)
  if (value('Algorithm') !== 'AWS4-HMAC-SHA256' || !Number.isInteger(expires) || expires < 1)
    return refused(code)
  if (expires > longestLinkSeconds) {
    return refused(code, { Message: 'X-Amz-Expires must be less than a week (in seconds); 604800' })
  }
  const wrong = wrongScope(credential.scope, at)
  if (wrong !== null) return refused(code, { Message: wrong })
  if (time - now.getTime() > skewMs) return refused('AccessDenied', { Message: 'Request is not valid yet' })
  if (now.getTime() > time + expires * 1000) {
    const ends = new Date(time + expires * 1000).toISOString()
    const more = { 'X-Amz-Expires': expires, Expires: ends, ServerTime: now.toISOString() }
    return refused('AccessDenied', { Message: 'Request has expired', ...more })
  }
  const signed = { ...request, header: headerOf(request), signedHeaders, payload: 'UNSIGNED-PAYLOAD' }
  const signature = value('Signature')
  return wrongKeyOrSignature({ ...credential, at, signature, signed }, key) ?? { type: 'signed-link' }
}

/** Decides by headers or query who asks. @param now the store's own clock */
export function authorize(request: AskedRequest, now: Date, key: AccessKey): Asker {
  const header = headerOf(request)
  const authorization = header('authorization')
  if (/(^|&)X-Amz-Signature=/.test(request.query)) {
    if (authorization !== '')
      return refused('InvalidArgument', { Message: 'Only one auth mechanism allowed' })
    return bySignedLink(request, now, key)
  }
  if (authorization === '') return { type: 'stranger' }
  const [, credential = '', names = '', signature = ''] = authorizationForm.exec(authorization) ?? []
  const claimed = scopeOf(credential)
  if (claimed === null) return refused('AuthorizationHeaderMalformed')
  const [at, payload] = [header('x-amz-date'), header('x-amz-content-sha256')]
  const time = timeOf(at)
  if (Number.isNaN(time)) {
    return refused('AccessDenied', {
      Message: 'AWS authentication requires a valid Date or x-amz-date header',
    })
  }
  if (payload === '') return refused('InvalidRequest')
  // Stricter than AWS, which also takes bodies that nobody signed: ours always say what they hash to.
  if (!/^[0-9a-f]{64}$/.test(payload)) {
    return refused('InvalidArgument', { Message: 'x-amz-content-sha256 must be a valid sha256 value.' })
  }
  const wrong = wrongScope(claimed.scope, at)
  if (wrong !== null) return refused('AuthorizationHeaderMalformed', { Message: wrong, Region: testRegion })
  const signedHeaders = names.split(';')
  const unsigned = Object.keys(request.headers).filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
  )
  if (unsigned.length > 0) {
    const Message = 'There were headers present in the request which were not signed'
    return refused('AccessDenied', { Message, HeadersNotSigned: unsigned.join(', ') })
  }
  if (claimed.accessKeyId === key.id && Math.abs(now.getTime() - time) > skewMs) {
    const RequestTime = at
    const ServerTime = now.toISOString()
    return refused('RequestTimeTooSkewed', { RequestTime, ServerTime, MaxAllowedSkewMilliseconds: skewMs })
  }
  const signed = { ...request, header, signedHeaders, payload }
  return (
    wrongKeyOrSignature({ ...claimed, at, signature, signed }, key) ?? { type: 'signed', sha256: payload }
  )
}
