import { AwsV4Signer } from 'aws4fetch'
import { signedLinkDays } from '#shared/domain/file-store.ts'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'

export type { AccessKey }

export interface ToSign {
  readonly method: string
  readonly url: string
  /** Hexadecimal, of the body. */
  readonly sha256: string
  readonly at: Date
}

export interface Signer {
  /** @returns the headers that sign a request; others may be added, which are not signed */
  headers(request: ToSign): Promise<Readonly<Record<string, string>>>
  /** @returns the address of a GET that needs no further credential for `signedLinkDays` from `at` on */
  link(url: string, at: Date): Promise<string>
}

// What is refused as a header would be quoted by the error.
const usable = /^[\x21-\x2b\x2d-\x7e]+$/

/** Whether an access key can be sent at all. */
export const canSign = ({ id, secret }: AccessKey): boolean => usable.test(id) && secret !== ''

/** Signature version 4 for S3. Only host, date and hash are signed: servers on the way may change any other header. */
export function createSigner(region: string, { id, secret }: AccessKey): Signer {
  const cache = new Map<string, ArrayBuffer>()
  const given = { accessKeyId: id, secretAccessKey: secret, service: 's3', region, cache }
  return {
    async headers({ method, url, sha256, at }) {
      const headers = { 'x-amz-content-sha256': sha256 }
      const signer = new AwsV4Signer({ ...given, method, url, headers, datetime: dateTime(at) })
      const signed = await signer.sign()
      return Object.fromEntries(signed.headers)
    },
    async link(url, at) {
      const ending = new URL(url)
      ending.searchParams.set('X-Amz-Expires', String(signedLinkDays * 24 * 60 * 60))
      const signer = new AwsV4Signer({
        ...given,
        method: 'GET',
        url: ending.href,
        signQuery: true,
        datetime: dateTime(at),
      })
      return (await signer.sign()).url.href
    },
  }
}

const dateTime = (at: Date): string => at.toISOString().replace(/[:-]|\.\d{3}/g, '')
