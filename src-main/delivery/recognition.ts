import { createHash } from 'node:crypto'
import { claimFieldNames, holds, type ClaimContent } from '#shared/domain/claim.ts'
import { likenessOfPolicies, policyNumberOf, type PolicyNumber } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { InsurerClaim, ReceivedClaim } from '#shared/domain/received-claim.ts'
import {
  carriesReference,
  detailsWithReference,
  hasReferenceAsSent,
  keptTextMatches,
  referencesIn,
} from '#shared/domain/reference.ts'
import { nearnessOf, orderOf, sortTextOf, type ToldDay } from '#shared/domain/told.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import type { Candidate, CandidateRow } from '#main/outbox/insurer-claims.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'

/*
 * Which claims at the insurer are ours. A claim that carries our reference is ours however its text was kept. One that
 * carries none, of the same policy and about the same time, may be ours: only an officer can tell.
 */

const dayMs = 86_400_000

/** The parts of an entry by which it is recognised at the insurer. */
export interface Sought {
  readonly id: string
  readonly product: Product
  readonly policy: PolicyNumber
  readonly reference: string
  readonly occurrenceDate: string
  /** When it was first sent, in ms; null if that was on another computer. */
  readonly firstAttemptMs: number | null
}

/** What is looked for of a claim; null for a pharmacy request. */
export function soughtOf({ id, body, firstAttemptAt }: KeptEntry): Sought | null {
  if (body.kind !== 'claim') return null
  return {
    id,
    product: body.product,
    policy: policyNumberOf(body.claim.policyNumber),
    reference: body.branchReference.toUpperCase(),
    occurrenceDate: body.claim.occurrenceDate,
    firstAttemptMs: firstAttemptAt === null ? null : Date.parse(firstAttemptAt),
  }
}

export type Likeness = 'ours' | 'candidate' | 'other'

/**
 * What a claim at the insurer is to an entry, unless another entry is bound to it. It is another claim only where what
 * tells it apart was read and differs: its policy, the reference in its text, or its day, unless it was made since our
 * first attempt. That it was made before proves nothing: the clock of this computer may be wrong.
 *
 * @param daysTell whether days of this insurer tell claims apart
 * @param clearIn reads the references that are clearly in a text; none where it is not read, which tells nothing apart
 */
export function likenessOf(
  claim: InsurerClaim,
  sought: Sought,
  daysTell = true,
  clearIn = referencesIn,
): Likeness {
  const policy =
    claim.product === sought.product ? likenessOfPolicies(claim.policyNumber, sought.policy) : 'other'
  // Another policy's claim with our reference may be a text that was copied by hand.
  if (carriesReference(claim.incidentDetails, sought.reference))
    return policy === 'same' ? 'ours' : 'candidate'
  if (policy === 'other') return 'other'
  if (
    daysTell &&
    nearnessOf(claim.occurrenceDate, sought.occurrenceDate) === 'elsewhere' &&
    !isSince(claim, sought)
  )
    return 'other'
  if (hasReferenceAsSent(claim.incidentDetails)) return 'other'
  const isOthers = clearIn(claim.incidentDetails).some((reference) => reference !== sought.reference)
  return isOthers ? 'other' : 'candidate'
}

// The clock of this computer may be a little wrong, and the insurer's in another zone.
function isSince({ createdAt }: InsurerClaim, { firstAttemptMs }: Sought): boolean {
  return firstAttemptMs !== null && orderOf(createdAt, firstAttemptMs - dayMs) === 'since'
}

/** What became of the day of a claim that is known to be ours: as sent, not to be read, or another. */
export function keptDay({ occurrenceDate }: InsurerClaim, sent: string): 'as-sent' | 'unread' | 'another' {
  if (occurrenceDate.type !== 'read') return 'unread'
  return nearnessOf(occurrenceDate, sent) === 'elsewhere' ? 'another' : 'as-sent'
}

/** Whether a day is the one that was sent, as far as it can be told. */
function isDayAsSent(told: ToldDay, sent: string): boolean {
  return ['same', 'unknown'].includes(nearnessOf(told, sent))
}

/** Whether a claim has the day and the text that were sent, whatever became of the reference. */
export function isAsSent(
  { occurrenceDate, incidentDetails }: InsurerClaim,
  { claim, branchReference }: Extract<EntryBody, { kind: 'claim' }>,
): boolean {
  return (
    isDayAsSent(occurrenceDate, claim.occurrenceDate) &&
    keptTextMatches(detailsWithReference(claim.incidentDetails, branchReference), incidentDetails)
  )
}

/** Whether everything of a claim but its text is what was sent. */
export function isAsSentButText(there: InsurerClaim, sent: ClaimContent): boolean {
  return claimFieldNames.every((name) => {
    // The policies were compared before, however they are spelled.
    if (name === 'policyNumber' || name === 'incidentDetails') return true
    if (holds(name, 'day')) return isDayAsSent(there[name], sent[name])
    if (holds(name, 'amount') || holds(name, 'link')) return there[name] === sent[name]
    return there[name] === sent[name] || keptTextMatches(sent[name], there[name])
  })
}

/** The claim of a policy's details as a candidate; null when it is one that is known already. */
export function shownCandidate(claim: InsurerClaim, known: readonly Candidate[]): CandidateRow | null {
  const key = shownKeyOf(claim)
  const isKnown = known.some((one) => shownKeyOf(one.claim) === key)
  return isKnown ? null : { key, claimId: null, claim }
}

/**
 * Rows of a list as candidates, without those that are known already: by their id, or because the details showed them
 * before. Rows that look the same cannot be told apart by what the details showed.
 */
export function listedCandidates(
  rows: readonly ReceivedClaim[],
  known: readonly Candidate[],
): readonly CandidateRow[] {
  const keys = new Set(known.map(({ key }) => key))
  const alike = Map.groupBy(rows, (row) => shownKeyOf(row))
  return rows.flatMap((row): readonly CandidateRow[] => {
    const key = `id/${row.id}`
    const shownKey = shownKeyOf(row)
    const wasShown = keys.has(shownKey) && alike.get(shownKey)?.length === 1
    return keys.has(key) || wasShown ? [] : [{ key, claimId: row.id, claim: row }]
  })
}

/**
 * The key of a claim as the details of a policy show it: they have no id. Without days and times that were not read: what
 * is "2 minutes ago" now is told in other words the next time.
 */
function shownKeyOf(claim: InsurerClaim): string {
  const shown = claimFieldNames.map((name) => {
    const value = claim[name]
    if (typeof value === 'object' && value !== null) return sortTextOf(value)
    if (typeof value !== 'string') return value
    return holds(name, 'policy') ? policyNumberOf(value) : value.trim()
  })
  const hash = createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
  return `shown/${sortTextOf(claim.createdAt)}/${hash}`
}
