import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { chunkBytes, chunksOf, keyBytes, openChunk, sealChunk, sealedSize } from './sealed-file.ts'

const key = randomBytes(keyBytes)
const plain = Buffer.from('made up bytes')
const place = { fileId: 'a', index: 1, isLast: true }
const damaged = { ok: false, error: { type: 'damaged' } }

it('a chunk opens only in its own place: its file, its number, and whether it is the last', () => {
  const sealed = sealChunk(key, plain, place)
  expect(openChunk(key, sealed, place)).toEqual({ ok: true, value: plain })
  for (const other of [{ fileId: 'b' }, { index: 0 }, { index: 257 }, { isLast: false }]) {
    expect(openChunk(key, sealed, { ...place, ...other })).toEqual(damaged)
  }
  expect(openChunk(randomBytes(keyBytes), sealed, place)).toEqual(damaged)
  expect(openChunk(key, sealed.subarray(0, 9), place)).toEqual(damaged)
})

it('a file of a chunk’s length has one chunk, and one byte more makes two', () => {
  expect([1, chunkBytes, chunkBytes + 1, 8_000_000].map(chunksOf)).toEqual([1, 1, 2, 31])
  expect(sealedSize(chunkBytes + 1)).toBe(1 + chunkBytes + 1 + 32)
})
