import * as v from 'valibot'
import { branchReferencePattern } from './identifier.ts'
import { frontLengthOf, isKeptOf, readingsOf } from './kept-text.ts'

/*
 * The branch reference in the details of a claim. It is sent at the very front, so that a text that was cut still has
 * it, and it is recognised there however the insurer keeps text. A text that quotes it further down is another claim.
 */

const four = '([0-9A-HJKMNP-TV-Z]{4})'

/** A branch reference, as every claim has one. */
export const BranchReferenceSchema = v.pipe(
  v.string(),
  v.regex(branchReferencePattern),
  v.examples(['7F3K-92QD']),
)

// The first of them and the newest are kept.
const mostEarlier = 100

/**
 * The references of a claim. `branchReference`: what this submission is sent under, another one after each correction,
 * so that a late arrival of an earlier attempt is never taken for it. The claim's reference for its whole life, which
 * people see, is {@link referenceOf}.
 */
export const referenceFields = {
  branchReference: BranchReferenceSchema,
  /** What the claim was to be sent under before it was corrected: the oldest first. */
  earlierReferences: v.exactOptional(v.pipe(v.array(BranchReferenceSchema), v.maxLength(mostEarlier))),
}

/** The references of a draft or of what was submitted. */
export interface References {
  readonly branchReference: string
  readonly earlierReferences?: readonly string[] | undefined
}

/** The claim's reference for its whole life: on screens and slips, and in talk with the customer. */
export function referenceOf({ branchReference, earlierReferences }: References): string {
  return earlierReferences?.[0] ?? branchReference
}

/** Every reference that the claim was to be sent under, the current one last. Any of them finds it. */
export function sentReferencesOf({ branchReference, earlierReferences = [] }: References): readonly string[] {
  return [...earlierReferences, branchReference]
}

/** The references of a corrected claim. @param next what it is sent under from now on */
export function correctedReferences(
  before: References,
  next: string,
): References & { earlierReferences: string[] } {
  const [first, ...rest] = sentReferencesOf(before)
  return {
    branchReference: next,
    earlierReferences: first === undefined ? [] : [first, ...rest.slice(1 - mostEarlier)],
  }
}

/** The reference as it stands before the details. */
export function referenceToken(branchReference: string): string {
  return `[Ref ${branchReference}]`
}

/** The details as they go on the wire: the reference, then the officer's text. */
export function detailsWithReference(details: string, branchReference: string): string {
  return `${referenceToken(branchReference)} ${details}`
}

/** The characters that the reference takes of what is sent. */
export const referenceLength = detailsWithReference('', '0000-0000').length

// More than any markup that an editor puts before a text; rows of a list are many.
const frontLength = 1000

// As long as what is sent, so as much as has to be compared of a text that may be far longer.
const longestCompared = 5000

// Brackets, hyphen and spaces may be gone or be others; nothing but those stands before it.
const atFront = new RegExp(`^[^0-9A-Z]*REF[^0-9A-Z]{0,24}${four}[^0-9A-Z]{0,24}${four}`)

// Not to be taken for words ("refreshment"): with its hyphen, and nothing attached.
const clear = `REF[ .:#]{0,3}${four} ?- ?${four}(?![0-9A-Z])`
const clearAtFront = new RegExp(`^[^0-9A-Z]*${clear}`)
// Its own, and those of claims that it was copied from.
const allAtFront = new RegExp(`^(?:[^0-9A-Z]*${clear}){1,3}`)
const inBrackets = new RegExp(`\\[ ?${clear} ?\\]`, 'g')

const asSent = new RegExp(`^\\[Ref ${four}-${four}\\]`)

/** Whether a text begins with a reference that is exactly as it was sent: {@link carriedReferences} then costs nothing. */
export const hasReferenceAsSent = (text: string): boolean => asSent.test(text)

/**
 * The references that a text may carry as its own, one for each way in which it may have been kept: usually one or
 * none. Words may look like one, so this is for looking up known references.
 */
export function carriedReferences(text: string): readonly string[] {
  if (lastRead?.text === text) return lastRead.references
  const unchanged = asSent.exec(text)
  const found =
    unchanged === null
      ? readingsOf(text.slice(0, frontLength)).map((reading) => atFront.exec(reading))
      : [unchanged]
  lastRead = { text, references: written(found) }
  return lastRead.references
}

// A row's text is asked for several claims of ours, one after the other, and takes up to a millisecond to read.
let lastRead: { readonly text: string; readonly references: readonly string[] } | null = null

/** Whether a text was sent with this reference, however it was kept since. Quoting it further down does not count. */
export function carriesReference(text: string, branchReference: string): boolean {
  return carriedReferences(text).includes(branchReference.toUpperCase())
}

/** The references in a text, where they are clearly that: at its front, or in brackets anywhere. */
export function referencesIn(text: string): readonly string[] {
  const readings = readingsOf(text.slice(0, longestCompared))
  return written([
    ...readings.map((reading) => clearAtFront.exec(reading)),
    ...readings.flatMap((reading) => [...reading.matchAll(inBrackets)]),
  ])
}

/** The officer's own text of details that were sent or kept: without the references at its front that can be read. */
export function withoutReference(text: string): string {
  const own = text.trim()
  const front = frontLengthOf(own.slice(0, frontLength), allAtFront)
  return front === 0 ? own : own.slice(front).replace(closing, '')
}

/** Whether the insurer's text is the one that was sent, whatever became of the reference. See `isKeptOf`. */
export function keptTextMatches(sent: string, kept: string): boolean {
  return isKeptOf(sent.slice(0, longestCompared), kept.slice(0, longestCompared), referenceLetters)
}

const referenceLetters = new RegExp(`^REF${four}${four}`)

// The closing bracket, however it is escaped, and white space; not the markup of the text.
const closing =
  /^(?:\s|\0|\\?\]|&(?:amp;)*(?:#0*93|#x0*5d|rsqb|rbrack);?|%(?:25)*5d|=5d|\\x5d|[\\%]u005d|_x005d_)*/i

function written(matches: readonly (RegExpExecArray | null)[]): readonly string[] {
  const found = matches.flatMap((match) => (match === null ? [] : [`${match[1] ?? ''}-${match[2] ?? ''}`]))
  return [...new Set(found)]
}
