import * as v from 'valibot'
import { isCalendarDate } from '../domain/calendar-date.ts'
import { claimLimits } from '../domain/claim.ts'
import { IdSchema } from '../domain/draft.ts'
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
