import * as v from 'valibot'
import { attachmentFields } from './attachment.ts'
import { isCalendarDate } from './calendar-date.ts'
import { claimFieldNames, type ClaimFieldName } from './claim-fields.ts'
import { isHttpsLink, longestLink } from '../https-link.ts'
import { canBePolicyNumber, policyNumberOf } from './policy-number.ts'
import { referenceLength } from './reference.ts'

export { claimFieldNames, holds, type ClaimFieldName } from './claim-fields.ts'

/** What is wrong with a field, as a key of the catalogue of texts (`validation.*`). */
export const fieldProblems = [
  'required',
  'too-long',
  'not-a-date',
  'date-in-future',
  'no-such-day',
  'not-https',
  'not-a-number',
  'negative',
  'too-large',
  'too-many-decimals',
  'grouped-by-points',
  'control-characters',
  'no-policy-number',
] as const
export type FieldProblem = (typeof fieldProblems)[number]

/** The spec shows no lengths and formats: these limits are our policy, wide enough that no serious input is refused. */
export const claimLimits = {
  policyNumber: 100,
  claimantIdentification: 200,
  occurrenceAddress: 500,
  // With the reference before them, 5000 characters are sent.
  incidentDetails: 5000 - referenceLength,
  url: longestLink,
  /** Naira. */
  repairEstimate: 1_000_000_000,
} as const

/** Whether an amount in naira has no fraction of a kobo. */
export function isInKobo(naira: number): boolean {
  return Math.abs(naira * 100 - Math.round(naira * 100)) < 1e-6
}

const problem = (name: FieldProblem): FieldProblem => name

// Tabs and line breaks are fine in long text; other control characters come from bad pastes.
// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

const text = (limit: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, problem('required')),
    v.maxLength(limit, problem('too-long')),
    v.check((value) => !controlCharacters.test(value), problem('control-characters')),
  )

const httpsLink = v.pipe(text(claimLimits.url), v.check(isHttpsLink, problem('not-https')))

const anyPolicyNumber = v.pipe(
  text(claimLimits.policyNumber),
  v.check((number) => policyNumberOf(number) !== '', problem('required')),
)
/** The policy number of what may be submitted. */
export const PolicyNumberSchema = v.pipe(
  anyPolicyNumber,
  v.check(canBePolicyNumber, problem('no-policy-number')),
)

/** What is wrong with a policy number that is to be submitted. */
export function policyNumberProblem(typed: string): FieldProblem | undefined {
  const parsed = v.safeParse(PolicyNumberSchema, typed)
  return parsed.success ? undefined : fieldProblems.find((name) => name === parsed.issues[0].message)
}

/** A claim that may be submitted. Amounts are naira with at most two decimals (kobo). */
export const ClaimSchema = v.strictObject({
  policyNumber: PolicyNumberSchema,
  claimantIdentification: text(claimLimits.claimantIdentification),
  occurrenceDate: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, problem('required')),
    v.check(isCalendarDate, problem('not-a-date')),
  ),
  occurrenceAddress: text(claimLimits.occurrenceAddress),
  incidentDetails: text(claimLimits.incidentDetails),
  incidentPictureUrl: httpsLink,
  medicalReportUrl: httpsLink,
  deathCertificateUrl: httpsLink,
  originalPolicyCertificateUrl: httpsLink,
  repairEstimate: v.pipe(
    v.number(problem('not-a-number')),
    v.finite(problem('not-a-number')),
    v.minValue(0, problem('negative')),
    v.maxValue(claimLimits.repairEstimate, problem('too-large')),
    v.check(isInKobo, problem('too-many-decimals')),
  ),
} satisfies Readonly<Record<ClaimFieldName, unknown>>)
export type ClaimContent = Readonly<v.InferOutput<typeof ClaimSchema>>

/** Whether a field must be filled: its rule decides. */
export function isRequired(name: ClaimFieldName): boolean {
  return !v.is(ClaimSchema.entries[name], '')
}

/** Whether a link may be one to our own file store: as {@link isHttpsLink}, or plain http on this computer (practice). */
function isFileLink(value: string): boolean {
  const address = URL.canParse(value) ? new URL(value) : null
  return isHttpsLink(value) || (address?.protocol === 'http:' && address.hostname === '127.0.0.1')
}

const fileLink = v.union([
  v.literal(''),
  v.pipe(v.string(), v.maxLength(claimLimits.url), v.check(isFileLink)),
])

/**
 * A claim as it is kept, some of whose links come from files: those are empty until the files are in the file store. Its
 * policy number may be from before each had to have a figure or a slash.
 */
export const ClaimWithFilesSchema = v.strictObject({
  ...ClaimSchema.entries,
  policyNumber: anyPolicyNumber,
  ...v.entriesFromList(attachmentFields, v.union([httpsLink, fileLink])),
})

/** What is wrong with each field. A field that is absent here is valid. */
export type ClaimProblems = Partial<Record<ClaimFieldName, FieldProblem>>

const isFieldName = (name: unknown): name is ClaimFieldName => claimFieldNames.some((known) => known === name)
const isFieldProblem = (name: string): name is FieldProblem => fieldProblems.some((known) => known === name)

/** The first problem of each field that failed to parse. */
export function problemsOf(issues: readonly v.BaseIssue<unknown>[]): ClaimProblems {
  const problems: ClaimProblems = {}
  for (const issue of issues) {
    const name = issue.path?.[0]?.key
    if (isFieldName(name)) problems[name] ??= isFieldProblem(issue.message) ? issue.message : 'required'
  }
  return problems
}
