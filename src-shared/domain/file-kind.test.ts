import { expect, it } from 'vitest'
import { detectKind } from './file-kind.ts'

const ftyp = (major: string, ...others: readonly string[]): Uint8Array => {
  const text = `ftyp${major}\0\0\0\0${others.join('')}`
  return new TextEncoder().encode(`\0\0\0${String.fromCharCode(text.length + 4)}${text}meta`)
}

it.each([
  ['heic', ftyp('heic', 'mif1', 'heic')],
  ['heic', ftyp('mif1', 'heic')],
  ['heic', ftyp('MiHE', 'mif1', 'heix')],
  ['avif', ftyp('avif', 'mif1', 'miaf')],
  ['avif', ftyp('mif1', 'avif')],
  [null, ftyp('isom', 'mp41')],
  // What follows the box is no brand of it.
  [null, new TextEncoder().encode('\0\0\0\x14ftypisom\0\0\0\0mp41heic')],
  [null, new TextEncoder().encode('\0\0\0')],
] as const)('a picture of a phone is told by all that it says it can be read as: %s', (kind, bytes) => {
  expect(detectKind(bytes)).toBe(kind)
})
