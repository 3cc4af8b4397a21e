import * as v from 'valibot'
import { isCommonSecret } from './common-secrets.ts'

/** What an officer may do: a manager also adds and removes officers, and sees everyone's work. */
export const officerRoles = ['officer', 'manager'] as const
export type OfficerRole = (typeof officerRoles)[number]

/** A name as colleagues know it. */
export const OfficerNameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))

/** The minimum length of a PIN or passphrase. A six-digit PIN is safe only because wrong attempts cost time. */
export const shortestSecret = 6
/** The maximum length: enough for a sentence, too short to slow the computer down. */
export const longestSecret = 200

/** A PIN or a passphrase as typed; spaces inside count. */
export const OfficerSecretSchema = v.pipe(v.string(), v.minLength(shortestSecret), v.maxLength(longestSecret))

/** What anyone at this computer may see of an officer. */
export interface OfficerSummary {
  readonly id: string
  readonly name: string
  readonly role: OfficerRole
}

/** What an organisation requires of PINs and passphrases beyond the built-in rules. */
export interface SecretRules {
  /** Characters; never fewer than `shortestSecret`. */
  readonly minimumLength: number
  /** Digits and symbols alone are not enough. */
  readonly needsLetters: boolean
}

export type SecretWeakness =
  'too-short' | 'one-character' | 'in-sequence' | 'repeats' | 'date' | 'common' | 'no-letters'

/** Why a secret is refused, or null. What is guessed first is refused: patterns, dates, and what many people take. */
export function secretWeakness(secret: string, rules: SecretRules): SecretWeakness | null {
  const letters = Array.from(secret)
  if (letters.length < rules.minimumLength) return 'too-short'
  const kinds = new Set(letters)
  if (kinds.size === 1) return 'one-character'
  if (isSequence(letters.filter((letter, index) => letter !== letters[index - 1]))) return 'in-sequence'
  if (/^(.+)\1+$/u.test(secret) || (kinds.size === 2 && isNumber(secret))) return 'repeats'
  if (isDate(secret)) return 'date'
  if (isCommonSecret(secret)) return 'common'
  return rules.needsLetters && !/\p{L}/u.test(secret) ? 'no-letters' : null
}

/** Counting up or down by one, such as 1 2 3 or c b a. */
function isSequence(letters: readonly string[]): boolean {
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

function isNumber(secret: string): boolean {
  return /^[0-9]+$/.test(secret)
}

const day = '(0[1-9]|[12][0-9]|3[01])'
const month = '(0[1-9]|1[0-2])'
const year = '(19|20)[0-9]{2}'
const dates = new RegExp(`^(${day}${month}([0-9]{2}|${year})|${year}${month}${day})$`)

/** A birthday as people write it: day, month and year, the year with two or four digits or first. */
function isDate(secret: string): boolean {
  return dates.test(secret.replaceAll(/[-/. ]/g, ''))
}
