import * as v from 'valibot'
import { newBranchReference } from './identifier.ts'

/** How the number of a computer is written: 40 random bits, such as `7F3K-92QD`. */
export const ComputerNumberSchema = v.pipe(
  v.string(),
  v.regex(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
)

export const newComputerNumber = newBranchReference

/** A number as someone typed it, in whatever case and with or without its hyphen. */
export function typedComputerNumber(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}
