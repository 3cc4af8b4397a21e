import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import aws4, { type Request } from 'aws4'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'

export type { AccessKey }

interface ToSign {
  readonly method: string
  readonly url: string
  /** Hexadecimal, of the body. */
  readonly sha256: string
  readonly at: Date
}

// Checked here, because undici would quote the key in its error.
const usable = /^[\x21-\x2b\x2d-\x7e]+$/

/** Whether an access key can be sent at all. */
export const canSign = ({ id, secret }: AccessKey): boolean => usable.test(id) && secret !== ''

/** Signature version 4 for S3. Only host, date and hash are signed: servers on the way may change any other header. */
export function createSigner(region: string, { id, secret }: AccessKey) {
  const key = { accessKeyId: id, secretAccessKey: secret }
  const service = 's3'
  let ofDay: { readonly day: string; readonly key: KeyObject } | null = null
  const signed = (url: URL, given: Request): Request => {
    const request = { service, region, host: url.host, path: url.pathname + url.search, ...given }
    const signer = new aws4.RequestSigner(request, key)
    // Node 24 takes eight times as long where the key of a day is no KeyObject.
    signer.signature = () => {
      const day = signer.getDate()
      if (ofDay?.day !== day) ofDay = { day, key: keyOf(secret, [day, region, service, 'aws4_request']) }
      return createHmac('sha256', ofDay.key).update(signer.stringToSign()).digest('hex')
    }
    return signer.sign()
  }
  return {
    /** The headers that sign a request; others may be added, which are not signed. */
    headers({ method, url, sha256, at }: ToSign): Readonly<Record<string, string>> {
      const given = { 'x-amz-content-sha256': sha256, 'x-amz-date': signingTime(at) }
      const { Authorization: authorization } = signed(new URL(url), { method, headers: given }).headers ?? {}
      return { ...given, authorization: String(authorization) }
    },
  }
}

function keyOf(secret: string, scope: readonly string[]): KeyObject {
  const first = createSecretKey(`AWS4${secret}`, 'utf8')
  return scope.reduce((key, part) => createSecretKey(createHmac('sha256', key).update(part).digest()), first)
}

/** A moment as a signature has it, to the second. */
const signingTime = (at: Date): string => at.toISOString().replace(/[:-]|\.\d{3}/g, '')
