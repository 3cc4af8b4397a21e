import * as v from 'valibot'
import { expect, it } from 'vitest'
import { ComputerNumberSchema, newComputerNumber, typedComputerNumber } from './computer-number.ts'

it('is read however it is typed', () => {
  const made = newComputerNumber()
  expect(v.is(ComputerNumberSchema, made)).toBe(true)
  expect(typedComputerNumber(` ${made.toLowerCase().replaceAll('-', '')} `)).toBe(made)
  expect(typedComputerNumber('')).not.toBe(made)
})
