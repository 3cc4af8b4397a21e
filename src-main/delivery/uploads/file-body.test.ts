import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { portInTest } from '#testing/platform/port-in-test.ts'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import { never, objectsAt } from '#testing/file-store/objects.ts'
import { createTestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { trust } from '#testing/insurer-client/tls-peer.ts'
import {
  chunkBytes,
  chunksOf,
  fileHead,
  keyBytes,
  readAll,
  sealChunk,
} from '#main/outbox/attachments/sealed-file.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { testAccessKey, testStoreAt } from '#testing/insurer/test-insurer.ts'
import { bodyOf, looksLikeMd5, type FileBody } from './file-body.ts'

const whole = randomBytes(2 * chunkBytes + 1000)

/** The body of a file of these bytes, sealed on the disk. */
async function bodyFrom({ damage = false, sum = whole } = {}): Promise<FileBody | null> {
  const size = whole.length
  const [key, fileId] = [randomBytes(keyBytes), 'made-up']
  const path = join(createTestFolder(), 'sealed')
  const chunks = Array.from({ length: chunksOf(size) }, (_, index) =>
    sealChunk(key, whole.subarray(index * chunkBytes, (index + 1) * chunkBytes), {
      fileId,
      index,
      isLast: index === chunksOf(size) - 1,
    }),
  )
  writeFileSync(path, Buffer.concat([fileHead, ...chunks]))
  if (damage) {
    const bytes = readFileSync(path)
    bytes[chunkBytes + 500] = (bytes[chunkBytes + 500] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
  const sha256 = createHash('sha256').update(sum).digest('hex')
  const file: AttachmentFile = {
    ...{ id: fileId, number: 1, name: 'made up.jpg', kind: 'jpeg', size, photos: null, sha256 },
    ...{ addedAt: '2026-11-28T08:00:00.000Z', field: null, state: 'kept' },
  }
  return await bodyOf({ file, bytes: () => readAll({ path, fileId, key, size }) }, () => undefined)
}

it('is the whole file with its sums, as often as it is read', async () => {
  const body = await bodyFrom()
  const md5 = createHash('md5').update(whole).digest('hex')
  expect(body).toMatchObject({ size: whole.length, md5 })
  for (const _time of [1, 2]) {
    const read: Uint8Array[] = []
    for await (const piece of body?.bytes() ?? []) read.push(piece)
    expect(Buffer.concat(read).equals(whole)).toBe(true)
  }
})

it('is none where a byte on the disk is damaged, or the file is another one', async () => {
  expect(await bodyFrom({ damage: true })).toBeNull()
  expect(await bodyFrom({ sum: Buffer.from('another') })).toBeNull()
})

it('arrives whole over TLS, which takes a piece only a moment later', async () => {
  const server = await startForTest({ now: () => new Date() })
  const certificate = createTestCertificate(['localhost'])
  trust(certificate.cert)
  const port = await portInTest(createServer(certificate, server.answer))
  const store = testStoreAt(`https://localhost:${port}`)
  const objects = objectsAt(store.endpoint, { store, accessKey: testAccessKey })
  const body = await bodyFrom()
  if (body === null) throw new Error('damaged')
  expect(await objects.put('made-up.jpg', 'image/jpeg', body, never)).toMatchObject({ ok: true })
  expect(server.files()[0]?.bytes.equals(whole)).toBe(true)
})

it.each([
  ['0123456789abcdef0123456789ABCDEF', true],
  ['0123456789abcdef0123456789abcdef-2', true],
  ['opaque/0123456789abcdef0123456789abcdef', false],
])('tells an ETag that may be a sum from another one: %s', (etag, may) => {
  expect(looksLikeMd5(etag)).toBe(may)
})
