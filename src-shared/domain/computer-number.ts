import * as v from 'valibot'
import { crockford, newBranchReference } from './identifier.ts'

/** How the number of a computer is written: 40 random bits and a check letter, such as `7F3K-92QD-7`. */
const pattern = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$/

/**
 * The check letter: a sum over the field of 32 elements in which each place has another weight, so that one letter
 * typed wrong, and any two that changed places, give another one.
 */
function checkLetter(letters: string): string {
  const sum = Array.from(letters.replaceAll('-', '')).reduce(
    (so, letter) => doubled(so ^ crockford.indexOf(letter)),
    0,
  )
  return crockford.charAt(sum)
}

function doubled(element: number): number {
  return element < 16 ? element * 2 : (element * 2) ^ 0b100101
}

export const ComputerNumberSchema = v.pipe(
  v.string(),
  v.regex(pattern),
  v.check((number) => number.at(-1) === checkLetter(number.slice(0, -1))),
)

export function newComputerNumber(): string {
  const letters = newBranchReference()
  return `${letters}-${checkLetter(letters)}`
}

/** The number that someone typed, in whatever case and with or without its hyphens; null when it is none. */
export function typedComputerNumber(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  const number = `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`
  return v.is(ComputerNumberSchema, number) ? number : null
}
