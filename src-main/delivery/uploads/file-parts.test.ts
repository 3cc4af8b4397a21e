import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AttachmentFile } from '#shared/domain/attachment.ts'
import {
  chunkBytes,
  chunksOf,
  fileHead,
  keyBytes,
  readAll,
  sealChunk,
} from '#main/outbox/attachments/sealed-file.ts'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { partOf } from './file-parts.ts'

it('leaves each chunk as it was while the next ones are read, as for a line that is slower than the disk', async () => {
  const whole = randomBytes(2 * chunkBytes + 1000)
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
  const part = await partOf(
    { file, bytes: (some) => readAll({ path, fileId, key, size }, some) },
    1,
    () => undefined,
  )
  const read: Uint8Array[] = []
  for await (const piece of part.bytes()) read.push(piece)
  expect(Buffer.concat(read).equals(whole)).toBe(true)
})
