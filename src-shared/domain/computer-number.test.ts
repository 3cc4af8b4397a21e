import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { ComputerNumberSchema, newComputerNumber, typedComputerNumber } from './computer-number.ts'
import { crockford } from './identifier.ts'

const number = fc.constant(null).map(newComputerNumber)
const place = fc.constantFrom(0, 1, 2, 3, 5, 6, 7, 8, 10)
const letter = fc.constantFrom(...Array.from(crockford))

it('is read however it is typed', () => {
  const made = newComputerNumber()
  expect(v.is(ComputerNumberSchema, made)).toBe(true)
  expect(typedComputerNumber(` ${made.toLowerCase().replaceAll('-', '')} `)).toBe(made)
  expect(typedComputerNumber('')).toBeNull()
})

it('is refused with any one letter typed wrong', () => {
  fc.assert(
    fc.property(number, place, letter, (right, at, typed) => {
      const wrong = right.slice(0, at) + typed + right.slice(at + 1)
      expect(typedComputerNumber(wrong)).toBe(wrong === right ? right : null)
    }),
  )
})

it('is refused with any two letters swapped', () => {
  fc.assert(
    fc.property(number, place, place, (right, one, other) => {
      const letters = Array.from(right)
      ;[letters[one], letters[other]] = [letters[other] ?? '', letters[one] ?? '']
      const wrong = letters.join('')
      expect(typedComputerNumber(wrong)).toBe(wrong === right ? right : null)
    }),
  )
})
