import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { open, seal } from './sealing.ts'

const key = new Uint8Array(32).fill(1)
const otherKey = new Uint8Array(32).fill(2)
const unreadable = { ok: false, error: { type: 'unreadable' } }

it('gives back every text in its place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
      const wellFormed = text.toWellFormed()
      expect(open(key, seal(key, wellFormed, place), place)).toEqual({ ok: true, value: wellFormed })
    }),
  )
})

it('never gives the same bytes twice', () => {
  const sealed = Array.from({ length: 200 }, () => Buffer.from(seal(key, 'text', 'place')).toString('hex'))
  expect(new Set(sealed).size).toBe(200)
})

it('hides the text', () => {
  expect(Buffer.from(seal(key, 'a broken arm', 'place')).toString('latin1')).not.toContain('broken')
})

it('does not open with another key or in another place', () => {
  const sealed = seal(key, 'text', 'entry/1')
  expect(open(otherKey, sealed, 'entry/1')).toEqual(unreadable)
  expect(open(key, sealed, 'entry/2')).toEqual(unreadable)
  expect(open(key, sealed, '')).toEqual(unreadable)
})

it('does not open when any one bit is changed', () => {
  const sealed = seal(key, 'text', 'place')
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = sealed.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
    expect(open(key, changed, 'place'), `bit ${bit}`).toEqual(unreadable)
  }
})

it('does not open when shortened or lengthened', () => {
  const sealed = seal(key, 'text', 'place')
  for (let length = 0; length < sealed.length; length += 1) {
    expect(open(key, sealed.subarray(0, length), 'place'), `length ${length}`).toEqual(unreadable)
  }
  expect(open(key, new Uint8Array([...sealed, 0]), 'place')).toEqual(unreadable)
})
