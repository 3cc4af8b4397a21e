import * as v from 'valibot'
import { isCalendarDate } from '../domain/calendar-date.ts'
import { claimLimits } from '../domain/claim.ts'
import { IdSchema } from '../domain/draft.ts'
import { longestPassphrase, shortestPassphrase } from '../domain/passphrase.ts'
import { policyNumberOf } from '../domain/policy-number.ts'

/*
 * Parts shared by the arguments of several calls. Where the schema alone does not yield a value, it carries an example,
 * from which tests build their arguments.
 */
export const nothing = v.undefined()
export const byId = v.strictObject({ id: IdSchema })
/** One candidate of an entry. */
export const candidateKey = v.strictObject({
  id: IdSchema,
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
})
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const day = v.pipe(v.string(), v.check(isCalendarDate), v.examples(['2026-11-20']))
export const policyNumber = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(claimLimits.policyNumber),
  v.check((text) => policyNumberOf(text) !== ''),
  v.examples(['KKP/2026/LA/000001']),
)
/** A new one; whether it is easy to guess is asked by main. */
export const newPassphrase = v.pipe(
  v.string(),
  v.minLength(shortestPassphrase),
  v.maxLength(longestPassphrase),
  v.examples(['made up words of a file']),
)
