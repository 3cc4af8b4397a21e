import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { answeringText, failed, list, read, rows } from '#testing/insurer-client/claim-rows.ts'

const bytes = Buffer.from(JSON.stringify(list(rows(2000))))
const codings = {
  gzip: gzipSync(bytes),
  'GZIP ': gzipSync(bytes),
  br: brotliCompressSync(bytes),
  identity: bytes,
}

it.each(Object.entries(codings))('is read: %s', async (coding, packed) => {
  const { ids, end } = await read(await answeringText(packed, { 'content-encoding': coding }))
  expect(end).toMatchObject({ ok: true, value: { type: 'complete', bytes: packed.length } })
  expect(ids).toEqual(rows(2000).map(({ id }) => id))
})

it.each(Object.entries(codings))('that is cut is a failure: %s', async (coding, packed) => {
  for (const kept of [0.9, 0.5, 0]) {
    const cut = packed.subarray(0, Math.floor(packed.length * kept))
    const { end } = await read(await answeringText(cut, { 'content-encoding': coding }))
    expect(end.ok, `${kept}`).toBe(false)
  }
})

it('that is damaged is a failure', async () => {
  const damaged = Buffer.from(codings.gzip)
  damaged.fill(0, 5000, 5100)
  expect((await read(await answeringText(damaged, { 'content-encoding': 'gzip' }))).end.ok).toBe(false)
})

it('in a coding that was not asked for, or in several, is no list', async () => {
  for (const coding of ['deflate', 'gzip, gzip']) {
    const { end } = await read(await answeringText(codings.gzip, { 'content-encoding': coding }))
    expect(end).toMatchObject(failed('garbled'))
  }
})
