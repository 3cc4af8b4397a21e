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

export type SecretWeakness = 'too-short' | 'one-character' | 'in-sequence' | 'no-letters'

/** Why a secret is refused, or null. Repeated and sequential digits are guessed first. */
export function secretWeakness(secret: string, rules: SecretRules): SecretWeakness | null {
  const codes = Array.from(secret, (letter) => letter.codePointAt(0) ?? 0)
  if (codes.length < rules.minimumLength) return 'too-short'
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  if (steps.size === 1 && steps.has(0)) return 'one-character'
  if (steps.size === 1 && (steps.has(1) || steps.has(-1))) return 'in-sequence'
  return rules.needsLetters && !/\p{L}/u.test(secret) ? 'no-letters' : null
}
