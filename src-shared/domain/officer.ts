import * as v from 'valibot'

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
  | 'too-short'
  | 'one-character'
  | 'in-sequence'
  | 'repeats'
  | 'date'
  | 'common'
  | 'no-letters'

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

/** Numbers that follow a path on the keypad or a rule that many people think of. */
const numbers: ReadonlySet<string> = new Set([
  ...['123321', '123654', '123789', '321654', '321456', '456123', '456654', '654123', '654789', '789123'],
  ...['789321', '789456', '789654', '987123', '147258', '147852', '147369', '258369', '258147', '258456'],
  ...['369258', '369147', '741852', '741963', '852963', '852741', '963852', '963741', '159357', '159753'],
  ...['357159', '357951', '753159', '753951', '951357', '951753', '102030', '142536', '246810', '246813'],
  ...['135790', '135791', '135246', '134679', '112358', '102938', '192837', '010203', '121314', '147896'],
  ...['159263', '159951', '951159', '753357', '357753', '124578', '235689', '908070', '203040', '506070'],
  ...['12341234', '12344321', '12369874', '14789632', '14725836', '15935746', '1029384756', '1357924680'],
])

const words: ReadonlySet<string> = new Set([
  ...['password', 'passwort', 'passphrase', 'passw0rd', 'p@ssword', 'p@ssw0rd', 'secret', 'letmein'],
  ...['welcome', 'welcom', 'iloveyou', 'loveyou', 'sunshine', 'princess', 'football', 'superman', 'arsenal'],
  ...['chelsea', 'liverpool', 'manchester', 'blessing', 'favour', 'goodluck', 'success', 'godisgood'],
  ...['jesus', 'jesuschrist', 'emmanuel', 'mercy', 'nigeria', 'naija', 'lagos', 'abuja', 'monday', 'january'],
  ...['qwerty', 'qwertz', 'azerty', 'qwertyuiop', 'asdfgh', 'asdfghjkl', 'zxcvbn', 'zxcvbnm', 'abc', 'abcd'],
  ...['qwe', 'qaz', 'qazwsx', 'admin', 'administrator', 'manager', 'officer', 'claims', 'claimsdesk', 'keke'],
  ...['okada', 'insurance', 'office', 'computer', 'internet', 'master', 'dragon', 'monkey', 'shadow'],
])

/** Whether a PIN or passphrase is among the first that anyone tries: a known number, or a word and a few digits. */
function isCommonSecret(secret: string): boolean {
  const typed = secret.toLowerCase()
  return numbers.has(typed) || words.has(typed) || words.has(typed.replace(/[0-9]{1,4}[!.]?$/, ''))
}
