/** What the store answers. */
export interface StoreAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | number>>
  /** Text, or the bytes of a file. */
  readonly body?: string | Buffer
}

/** An S3 error code with the status and the words that AWS gives it. */
const errors = {
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidRange: [416, 'The requested range is not satisfiable'],
  InvalidURI: [400, 'Couldn’t parse the specified URI.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NotImplemented: [501, 'A header you provided implies functionality that is not implemented'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the current time is too large.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ],
  SlowDown: [503, 'Please reduce your request rate.'],
  XAmzContentSHA256Mismatch: [
    400,
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  ],
} as const
export type StoreErrorCode = keyof typeof errors

const xmlHeader = '<?xml version="1.0" encoding="UTF-8"?>\n'
export const xmlNamespace = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'

/** Text as it stands between two tags. */
function xmlText(text: string): string {
  return text.replace(
    /[<>&"']/g,
    (letter) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' })[letter] ?? letter,
  )
}

/** `<name>value</name>` for each. */
export function xmlFields(fields: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<${name}>${xmlText(String(value))}</${name}>`)
    .join('')
}

export function xml(body: string, status = 200): StoreAnswer {
  return { status, headers: { 'content-type': 'application/xml' }, body: xmlHeader + body }
}

/**
 * An error in S3's spelling. @param more further elements, such as `ServerTime`; `Message` replaces the usual words
 */
export function storeError(
  code: StoreErrorCode,
  more: Readonly<Record<string, string | number>> = {},
): StoreAnswer {
  const [status, words] = errors[code]
  const fields = { Code: code, Message: words, ...more }
  return xml(
    `<Error>${xmlFields({ ...fields, RequestId: '7A62C49F347FC0DE', HostId: 'practice' })}</Error>`,
    status,
  )
}
