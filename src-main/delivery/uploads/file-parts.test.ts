import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { portInTest } from '#main/platform/testing/port-in-test.ts'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import { never, objectsAt } from '#main/file-store/testing/objects.ts'
import { createTestCertificate } from '#main/insurer/api/testing/test-certificate.ts'
import { trust } from '#main/insurer/api/testing/tls-peer.ts'
import {
  chunkBytes,
  chunksOf,
  fileHead,
  keyBytes,
  readAll,
  sealChunk,
} from '#main/outbox/attachments/sealed-file.ts'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { startForTest } from '#proofs/insurer/calls.ts'
import { testAccessKey, testStoreAt } from '#proofs/insurer/test-insurer.ts'
import { partOf, type SendablePart } from './file-parts.ts'

/** A file of these bytes, sealed on the disk, as one part. */
async function partFrom(whole: Buffer): Promise<SendablePart> {
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
  const sha256 = createHash('sha256').update(whole).digest('hex')
  const file: AttachmentFile = {
    ...{ id: fileId, number: 1, name: 'made up.jpg', kind: 'jpeg', size, photos: null, sha256 },
    ...{ addedAt: '2026-11-28T08:00:00.000Z', field: null, state: 'kept' },
  }
  const sealed = { path, fileId, key, size }
  return await partOf({ file, bytes: (some) => readAll(sealed, some) }, 1, () => undefined)
}

it('leaves each chunk as it was while the next ones are read', async () => {
  const whole = randomBytes(2 * chunkBytes + 1000)
  const read: Uint8Array[] = []
  for await (const piece of (await partFrom(whole)).bytes()) read.push(piece)
  expect(Buffer.concat(read).equals(whole)).toBe(true)
})

it('arrives whole over TLS, which takes a piece only a moment later', async () => {
  const server = await startForTest({ now: () => new Date() })
  const certificate = createTestCertificate(['localhost'])
  trust(certificate.cert)
  const port = await portInTest(createServer(certificate, server.answer))
  const whole = randomBytes(chunkBytes + 1000)
  const store = testStoreAt(`https://localhost:${port}`)
  const objects = objectsAt(store.endpoint, { store, accessKey: testAccessKey })
  expect(await objects.put('made-up.jpg', 'image/jpeg', await partFrom(whole), never)).toMatchObject({
    ok: true,
  })
  expect(server.files()[0]?.bytes().equals(whole)).toBe(true)
})
