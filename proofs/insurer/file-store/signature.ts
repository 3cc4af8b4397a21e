import { createHash, createHmac } from 'node:crypto'

/** What of a request signature version 4 covers, taken as it arrived. */
export interface SignedRequest {
  readonly method: string
  /** Path as sent, percent-encoded, without the query. */
  readonly path: string
  /** Query as sent, without its question mark. */
  readonly query: string
  readonly header: (name: string) => string
  /** Lower case, sorted. */
  readonly signedHeaders: readonly string[]
  /** The hash of the body as the request gives it, or `UNSIGNED-PAYLOAD`. */
  readonly payload: string
}

export interface Scope {
  /** `YYYYMMDD` */
  readonly date: string
  readonly region: string
  readonly service: string
}

const algorithm = 'AWS4-HMAC-SHA256'

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Everything but letters, digits, `-`, `.`, `_` and `~` as `%XX`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The text behind percent-encoding, or null where it is not valid. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function canonicalPath(path: string): string {
  return path
    .split('/')
    .map((part) => encoded(decoded(part) ?? part))
    .join('/')
}

function canonicalQuery(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name, value.join('=')].map((part) => encoded(decoded(part) ?? part))
    })
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${name ?? ''}=${value ?? ''}`)
    .sort()
    .join('&')
}

/** What is signed. @param at the request's own time, `YYYYMMDDTHHMMSSZ` */
export function stringToSign(request: SignedRequest, scope: Scope, at: string): string {
  const canonical = [
    request.method,
    canonicalPath(request.path),
    canonicalQuery(request.query),
    ...request.signedHeaders.map((name) => `${name}:${request.header(name).trim().replace(/ +/g, ' ')}`),
    '',
    request.signedHeaders.join(';'),
    request.payload,
  ].join('\n')
  return [
    algorithm,
    at,
    `${scope.date}/${scope.region}/${scope.service}/aws4_request`,
    sha256(canonical),
  ].join('\n')
}

/** The signature, hexadecimal, of what `stringToSign` gave. */
export function signatureOf(secret: string, scope: Scope, toSign: string): string {
  const day = hmac(`AWS4${secret}`, scope.date)
  const key = hmac(hmac(hmac(day, scope.region), scope.service), 'aws4_request')
  return hmac(key, toSign).toString('hex')
}
