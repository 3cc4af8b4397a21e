import * as v from 'valibot'

/** What an officer may do: a manager also adds and removes officers, and sees everybody's work. */
export const officerRoles = ['officer', 'manager'] as const
export type OfficerRole = (typeof officerRoles)[number]

/** A name as colleagues know it. */
export const OfficerNameSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))

/** The fewest characters of a PIN or passphrase. A PIN of six digits is safe only because wrong ones cost time. */
export const shortestSecret = 6
/** The most characters: enough for a sentence, and no way to keep the computer busy. */
export const longestSecret = 200

/** A PIN or a passphrase as typed; spaces inside count. */
export const OfficerSecretSchema = v.pipe(v.string(), v.minLength(shortestSecret), v.maxLength(longestSecret))

/** What everybody at this computer may see of an officer. */
export interface OfficerSummary {
  readonly id: string
  readonly name: string
  readonly role: OfficerRole
}

/** What an organisation asks of PINs and passphrases, beyond what everybody has to do. */
export interface SecretRules {
  /** Characters; never fewer than `shortestSecret`. */
  readonly minimumLength: number
  /** Digits and signs alone are not enough. */
  readonly needsLetters: boolean
}

export type SecretWeakness = 'too-short' | 'one-character' | 'in-sequence' | 'no-letters'

/** Why a PIN is not taken, or null. Repeated and counted digits are what people try first. */
export function secretWeakness(secret: string, rules: SecretRules): SecretWeakness | null {
  const codes = Array.from(secret, (letter) => letter.codePointAt(0) ?? 0)
  if (codes.length < rules.minimumLength) return 'too-short'
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  if (steps.size === 1 && steps.has(0)) return 'one-character'
  if (steps.size === 1 && (steps.has(1) || steps.has(-1))) return 'in-sequence'
  return rules.needsLetters && !/\p{L}/u.test(secret) ? 'no-letters' : null
}
