import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import type { AccessKey } from '#main/file-store/signing.ts'

/** What the oracle hashes with: Node's own, with a secret or without. */
class Sha256 {
  readonly #hash

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }

  update(data: Uint8Array): void {
    this.#hash.update(data)
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array(this.#hash.digest()))
  }

  reset(): void {
    throw new Error('not used')
  }
}

function bytesOf(secret: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof secret === 'string') return Buffer.from(secret)
  if (secret instanceof ArrayBuffer) return Buffer.from(secret)
  return Buffer.from(secret.buffer, secret.byteOffset, secret.byteLength)
}

/** AWS' own signature version 4, for S3. */
export function oracleFor({ id, secret }: AccessKey, region: string): SignatureV4 {
  const credentials = { accessKeyId: id, secretAccessKey: secret }
  return new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false })
}
