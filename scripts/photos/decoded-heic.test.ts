import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import loadDecoder from 'libheif-js/libheif-wasm/libheif-bundle.mjs'
import { expect, it, vi } from 'vitest'
import { decodedHeic } from '#renderer/data/photos/decoded-heic.ts'

const heic = new Uint8Array(
  readFileSync(join(import.meta.dirname, '../../e2e/support/pictures/made-up.heic')),
)
const decoded = async (bytes: Uint8Array) => await decodedHeic(await loadDecoder(), bytes)

it('a HEIC becomes its pixels', async () => {
  const picture = await decoded(heic)
  expect(picture).toMatchObject({ width: 96, height: 64 })
  const [red = 0, , blue = 0] = picture?.data ?? []
  expect(red).toBeGreaterThan(150)
  expect(blue).toBeLessThan(60)
})

it('one that is cut off, changed or says it is huge gives none', async () => {
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  const ispe = Buffer.from(heic).indexOf('ispe')
  const huge = heic.slice()
  new DataView(huge.buffer).setUint32(ispe + 8, 8_000)
  new DataView(huge.buffer).setUint32(ispe + 12, 8_000)
  const wrong = heic.slice()
  wrong.fill(0x5a, heic.length - 120)
  for (const bytes of [huge, heic.slice(0, 40), heic.slice(0, 300), new Uint8Array(), wrong.slice(0, -60)])
    expect(await decoded(bytes).catch(() => null)).toBeNull()
  vi.restoreAllMocks()
})

it('one with more pixels than a phone has is not decoded', async () => {
  const display = vi.fn()
  const sides = { get_width: () => 8_000, get_height: () => 8_000 }
  const decode = () => [{ is_primary: () => true, ...sides, display }]
  const HeifDecoder = vi.fn(function decoder() {
    return { decode }
  })
  const memory = { HEAPU8: new Uint8Array(96), _heif_get_global_security_limits: () => 0 }
  expect(await decodedHeic({ ...memory, HeifDecoder }, heic)).toBeNull()
  expect(display).not.toHaveBeenCalled()
  expect(new DataView(memory.HEAPU8.buffer).getBigUint64(8, true)).toBe(50_000_000n)
})
