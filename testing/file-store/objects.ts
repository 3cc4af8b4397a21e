import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { FileStore } from '#shared/domain/file-store.ts'
import { directNetwork } from '#main/network/network.ts'
import type { ObjectBody } from '#main/file-store/object-store.ts'
import { createObjectStore } from '#main/file-store/s3-object-store.ts'
import type { ObjectStoreOptions } from '#main/file-store/s3-requests.ts'

/** With letters that XML and addresses write otherwise; short, as no rule of length hides it. */
export const testAccessKey = { id: 'MADEUPKEY0001', secret: 'mad+e/Up&1==' }

/** A store at an address of this computer. */
export const storeAt = (endpoint: string): FileStore => ({
  endpoint,
  region: 'eu-west-2',
  bucket: 'claims',
  prefix: 'photos/',
  style: 'path',
  links: `${endpoint}/claims`,
})

export const optionsFor = (
  endpoint: string,
  changed: Partial<ObjectStoreOptions> = {},
): ObjectStoreOptions => ({
  store: storeAt(endpoint),
  accessKey: testAccessKey,
  network: directNetwork,
  now: () => new Date(),
  ...changed,
})

/** The client under test, closed with the test. */
export function objectsAt(endpoint: string, changed: Partial<ObjectStoreOptions> = {}) {
  const objects = createObjectStore(optionsFor(endpoint, changed))
  onTestFinished(() => objects.close())
  return objects
}

/** A body that comes in these pieces. */
export function bodyOf(...pieces: readonly (Buffer | string)[]): ObjectBody {
  const bytes = pieces.map((piece) => Buffer.from(piece))
  const whole = Buffer.concat(bytes)
  return {
    size: whole.length,
    sha256: createHash('sha256').update(whole).digest('hex'),
    bytes: () => piecesOf(bytes),
  }
}

async function* piecesOf(pieces: readonly Buffer[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(piece)
}

/** A signal that ends nothing. */
export const never = new AbortController().signal
