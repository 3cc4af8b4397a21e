import { isCalendarDate } from '#shared/domain/calendar-date.ts'
import * as v from 'valibot'

const required = v.pipe(
  v.string('The field must be a string.'),
  v.check((text) => text.trim() !== '', 'The field is required.'),
)

const link = v.pipe(
  required,
  v.check((text) => URL.canParse(text) && /^https?:\/\//i.test(text), 'The field must be a valid URL.'),
)

/** Policy numbers are normalised by trimming alone: the spec says no more than "structured text". */
const PolicyNumberSchema = v.pipe(required, v.trim())

/**
 * The body of endpoints 1 and 4. The spec shows the names and types but no validation rules: these are our policy,
 * and strict about types, so that a client that sends the amount as text is found out here. For okada claims it does
 * not show which fields are required: the same ten.
 */
export const ClaimFieldsSchema = v.object({
  means_of_claimant_identification: required,
  date_of_occurance: v.pipe(required, v.check(isCalendarDate, 'The field must be a date (YYYY-MM-DD).')),
  address_of_occurance: required,
  details_of_incidence: required,
  policy_number: PolicyNumberSchema,
  picture_of_incident: link,
  medical_report: link,
  death_certificate: link,
  original_policy_certificate: link,
  estimate_of_repair: v.pipe(
    v.number('The field must be a number.'),
    v.minValue(0, 'The field must be at least 0.'),
    v.maxValue(1e12, 'The field is too large.'),
  ),
})

/** The body of endpoints 2 and 5. */
export const ClaimDetailsSchema = v.object({ policyNumber: PolicyNumberSchema })

/** The body of endpoint 11. */
export const PharmacyRequestSchema = v.object({
  pharmacy_id: v.pipe(
    v.number('The field must be a number.'),
    v.safeInteger('The field must be an integer.'),
  ),
  policy_no: PolicyNumberSchema,
})

export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** What is wrong with each field, as `errors: {field: [..]}`. */
export function fieldProblemsOf(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = issue.path?.[0]?.key
    const missing = issue.received === 'undefined' || issue.received === 'null'
    const message = missing ? 'The field is required.' : issue.message
    ;(errors[typeof field === 'string' ? field : 'body'] ??= []).push(message)
  }
  return errors
}
