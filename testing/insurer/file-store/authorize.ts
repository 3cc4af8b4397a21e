import type { AccessKey } from '#main/file-store/signing.ts'
import { testRegion } from './bucket.ts'
import { oracleFor } from './oracle.ts'
import { storeError, type StoreAnswer } from './store-answer.ts'
import type { StoreRequest } from './store-request.ts'

/** Who asks, and what the body must hash to, where the request says so. */
export type Asker =
  | { readonly type: 'stranger' }
  | { readonly type: 'signed'; readonly sha256: string }
  | { readonly type: 'refused'; readonly answer: StoreAnswer }

const skewMs = 15 * 60_000
const credentialForm = /^([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/
const authorizationForm =
  /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/

function refused(...given: Parameters<typeof storeError>): Asker {
  return { type: 'refused', answer: storeError(...given) }
}

/** The time of `YYYYMMDDTHHMMSSZ`; an invalid date where it is none. */
function timeOf(at: string): Date {
  return new Date(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

/** What is wrong with a credential; null where it is one of this store's at that time. */
function wrongCredential(credential: string, at: string, key: AccessKey): Asker | null {
  const [, id = '', date = '', region = '', service = ''] = credentialForm.exec(credential) ?? []
  const malformed = 'AuthorizationHeaderMalformed'
  if (service !== 's3') return refused(malformed)
  if (region !== testRegion) {
    const Message = `The authorization header is malformed; the region '${region}' is wrong; expecting '${testRegion}'`
    return refused(malformed, { Message, Region: testRegion })
  }
  if (!at.startsWith(date)) return refused(malformed)
  return id === key.id ? null : refused('InvalidAccessKeyId', { AWSAccessKeyId: id })
}

/** The request as the oracle signs it: as it arrived, with these headers alone. */
function arrived({ method, path, parameters, headers }: StoreRequest, signed: readonly string[]) {
  const query = Object.fromEntries(parameters)
  const given = Object.fromEntries(signed.map((name) => [name, String(headers[name] ?? '')]))
  return { method, protocol: 'http:', hostname: String(headers.host), path, query, headers: given }
}

/** Decides by headers who asks. @param now the store's own clock */
export async function authorize(request: StoreRequest, now: Date, key: AccessKey): Promise<Asker> {
  const { authorization } = request.headers
  const header = (name: string): string => String(request.headers[name] ?? '')
  if (authorization === undefined) return { type: 'stranger' }
  const [, credential = '', names = '', signature = ''] = authorizationForm.exec(authorization) ?? []
  const [at, sha256] = [header('x-amz-date'), header('x-amz-content-sha256')]
  const signingDate = timeOf(at)
  if (Number.isNaN(signingDate.getTime())) return refused('AccessDenied')
  // Stricter than AWS, which also takes bodies that nobody signed: ours always say what they hash to.
  if (!/^[0-9a-f]{64}$/.test(sha256)) return refused('InvalidArgument')
  const wrong = wrongCredential(credential, at, key)
  if (wrong !== null) return wrong
  const signed = names.split(';')
  const isOurs = (name: string): boolean => name === 'host' || name.startsWith('x-amz-')
  if (Object.keys(request.headers).some((name) => isOurs(name) && !signed.includes(name))) {
    return refused('AccessDenied', {
      Message: 'There were headers present in the request which were not signed',
    })
  }
  if (Math.abs(now.getTime() - signingDate.getTime()) > skewMs) {
    const ServerTime = now.toISOString()
    return refused('RequestTimeTooSkewed', { RequestTime: at, ServerTime })
  }
  const right = await oracleFor(key, testRegion).sign(arrived(request, signed), { signingDate })
  const isRight = right.headers['authorization']?.endsWith(`Signature=${signature}`) === true
  return isRight ? { type: 'signed', sha256 } : refused('SignatureDoesNotMatch')
}
