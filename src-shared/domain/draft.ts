import * as v from 'valibot'
import {
  ClaimSchema,
  claimFieldNames,
  holds,
  isRequired,
  problemsOf,
  type ClaimContent,
  type ClaimFieldName,
  type ClaimProblems,
  type FieldProblem,
} from './claim.ts'
import { isCalendarDate, typedDay } from './calendar-date.ts'
import { CustomerSchema } from './customer.ts'
import { isNoDay, parseDay, readDay } from './written-day.ts'
import { attachmentFields, type AttachmentField } from './attachment.ts'
import { products } from './product.ts'
import type { InsurerClaim } from './received-claim.ts'
import { referenceFields } from './reference.ts'
import { SlotStandInsSchema } from './stand-in.ts'
import { textOf } from './told.ts'
import { err, ok, type Result } from '../result.ts'

/** Form fields as typed: text that may still be wrong, so that a half-written claim is never lost. */
export type DraftFields = Readonly<Record<ClaimFieldName, string>>

const anyText = v.pipe(v.string(), v.maxLength(50_000))

/** A field that is newer than what was kept is empty. */
const DraftFieldsSchema = v.strictObject(v.entriesFromList(claimFieldNames, v.optional(anyText, '')))

const moment = v.pipe(v.string(), v.isoTimestamp())

export const IdSchema = v.pipe(v.string(), v.uuid())

/** The ids of the files in the slots of a claim, each whole when it was last looked at; main has the truth. */
const SlotFilesSchema = v.partial(v.strictObject(v.entriesFromList(attachmentFields, IdSchema)))
export type SlotFiles = Readonly<v.InferOutput<typeof SlotFilesSchema>>

/** Why the server rejected an entry, kept with the draft made from it until that is submitted or deleted. */
export const RejectionSchema = v.strictObject({
  /** The rejected entry. */
  entryId: IdSchema,
  /** When that entry was captured: the sums of a day count the draft in its place. */
  capturedAt: moment,
  /** When it was rejected. */
  at: moment,
  serverMessage: v.pipe(v.string(), v.maxLength(5000)),
  fieldErrors: v.pipe(
    v.record(
      v.pipe(v.string(), v.maxLength(200)),
      v.pipe(v.array(v.pipe(v.string(), v.maxLength(5000))), v.maxLength(100)),
    ),
    v.maxEntries(200),
  ),
  /** See `ServerWords`. */
  unread: v.exactOptional(v.pipe(v.string(), v.maxLength(5000))),
  /** The fields as they were rejected. */
  refused: DraftFieldsSchema,
  /** Which product it was claimed under. */
  refusedProduct: v.exactOptional(v.picklist(products)),
  /** The files that were in its slots. */
  refusedFiles: v.exactOptional(SlotFilesSchema),
})
export type Rejection = Readonly<v.InferOutput<typeof RejectionSchema>>

export const DraftSchema = v.strictObject({
  /** UUIDv7; becomes the id of the entry. */
  id: IdSchema,
  product: v.picklist(products),
  fields: DraftFieldsSchema,
  customer: v.exactOptional(CustomerSchema),
  ...referenceFields,
  createdAt: moment,
  updatedAt: moment,
  /** Set when the draft was made from a rejected entry. */
  rejection: v.nullable(RejectionSchema),
  /**
   * A policy number that is not in its normal form, and is to be sent as typed: the officer undid the normalisation.
   */
  policyAsTyped: v.exactOptional(anyText),
  slotFiles: v.exactOptional(SlotFilesSchema),
  /** What was chosen in slots without a file or a link; its link is found when the claim is submitted. */
  standIns: v.exactOptional(SlotStandInsSchema),
  /** Belongs to the office, not to one officer: everyone who signs in sees it. */
  isShared: v.exactOptional(v.boolean()),
})
export type Draft = Readonly<v.InferOutput<typeof DraftSchema>>

/** The fields of a claim, all empty. */
export function emptyFields(): DraftFields {
  return v.parse(DraftFieldsSchema, {})
}

/** The slots whose link comes from their file, where there is a file store: a link that was typed goes before a file. */
export function fieldsFromFiles({
  fields,
  slotFiles = {},
}: Pick<Draft, 'fields' | 'slotFiles'>): readonly AttachmentField[] {
  return attachmentFields.filter((name) => slotFiles[name] !== undefined && fields[name].trim() === '')
}

/** The fields that are still to be filled: "3 missing". @param fromFiles as {@link fieldsFromFiles} */
export function missingFields(
  fields: DraftFields,
  fromFiles: readonly ClaimFieldName[] = [],
): ClaimFieldName[] {
  return claimFieldNames.filter(
    (name) => fields[name].trim() === '' && isRequired(name) && !fromFiles.includes(name),
  )
}

/** An amount as typed, without what stands round it on paper: `₦`, `NGN`, `#`, `=N=`, `about`, `naira`, `/=`, `only`. */
export const bareAmount = (typed: string): string =>
  typed
    .trim()
    .replace(/^(?:about|approx\.?|~)\s*/i, '')
    .replace(/^(?:₦|NGN|=\s*N\s*=|N|#)\s*/i, '')
    .replace(/(?:\s*(?:naira|only|\/[=-]|=))+\.?$/i, '')

/**
 * The amount in naira as typed: grouping (comma, space) and what {@link bareAmount} leaves out do not count, a point
 * separates the kobo; k and m stand for thousands and millions. NaN when it is not a number, or its points may group
 * thousands.
 */
export function parseNaira(typed: string): number {
  if (groupedByPoints(typed) !== null) return Number.NaN
  const bare = bareAmount(typed).replace(/(?<=\d)[,\s](?=\d{3}(?!\d))/g, '')
  const [, figures = '', unit = ''] = /^(-?\d+(?:\.\d+)?)\s*([km]?)$/i.exec(bare) ?? []
  if (figures === '') return Number.NaN
  // As an exponent, because 1.1 times a million is no whole number.
  return Number(`${figures}e${{ k: 3, m: 6 }[unit.toLowerCase()] ?? 0}`)
}

/** The amount of a draft for lists and sums; null where it is none that could be submitted. */
export function draftAmount({ repairEstimate }: Pick<DraftFields, 'repairEstimate'>): number | null {
  const amount = parseNaira(repairEstimate)
  return v.is(ClaimSchema.entries.repairEstimate, amount) ? amount : null
}

/** The amount an officer may mean whose points group thousands, such as 45,000 for `45.000`; null for any other text. */
export function groupedByPoints(typed: string): string | null {
  const bare = bareAmount(typed)
  return /^\d{1,3}([.,\s]\d{3})*\.\d{3}$/.test(bare) ? bare.replace(/[.\s]/g, ',') : null
}

/** Stands for a link that a file is going to give. */
const linkToCome = 'https://file.invalid/'

/**
 * The claim made from a draft, or the problem of each field.
 *
 * @param fromFiles as {@link fieldsFromFiles}: their links are empty in the claim
 */
export function claimOf(
  fields: DraftFields,
  fromFiles: readonly AttachmentField[] = [],
): Result<ClaimContent, ClaimProblems> {
  const all = (link: string): Partial<Record<AttachmentField, string>> =>
    Object.fromEntries(fromFiles.map((name) => [name, link]))
  const parsed = v.safeParse(ClaimSchema, {
    ...Object.fromEntries(claimFieldNames.map((name) => [name, valueOf(name, fields[name])])),
    ...all(linkToCome),
  })
  if (parsed.success) return ok({ ...parsed.output, ...all('') })
  const problems = problemsOf(parsed.issues)
  for (const name of claimFieldNames) {
    const problem = problems[name]
    if (problem !== undefined) problems[name] = plainProblem(problem, fields[name])
  }
  return err(problems)
}

function valueOf(name: ClaimFieldName, typed: string): string | number {
  if (holds(name, 'amount')) return parseNaira(typed)
  return holds(name, 'day') ? (parseDay(typed) ?? typed) : typed
}

/** What to say of a text whose value has a problem. */
function plainProblem(problem: FieldProblem, typed: string): FieldProblem {
  if (problem === 'not-a-number' && typed.trim() === '') return 'required'
  if (problem === 'not-a-number' && groupedByPoints(typed) !== null) return 'grouped-by-points'
  if (problem !== 'not-a-date') return problem
  // Understood, but its year would have to be guessed into the future.
  if (readDay(typed) !== null) return 'date-in-future'
  return isNoDay(typed) ? 'no-such-day' : problem
}

/** The fields of a claim as they would be typed. An insurer's day is kept as it is where it is none. */
export function fieldsOf(claim: Pick<InsurerClaim, ClaimFieldName> | ClaimContent): DraftFields {
  const fields: Record<ClaimFieldName, string> = { ...emptyFields() }
  for (const name of claimFieldNames) {
    const value = claim[name]
    const text = typeof value === 'object' && value !== null ? textOf(value) : String(value ?? '')
    fields[name] = holds(name, 'day') && isCalendarDate(text) ? typedDay(text) : text
  }
  return fields
}
