import type * as v from 'valibot'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { carriedReferences } from '#shared/domain/reference.ts'
import type { ClaimListHeadSchema } from './claims-repository-shapes.ts'

/** What the head itself stores. */
export type ClaimListHeadContent = Readonly<v.InferOutput<typeof ClaimListHeadSchema>>

/**
 * Read before the stored list itself: its newest claims, and of the others only what decides the number and order of
 * rows. A screen can show that at once and correctly; reading a hundred thousand claims takes seconds.
 */
export interface ClaimListHead extends ClaimListHeadContent {
  /** ISO time. */
  readonly fetchedAt: string
  /** Claims in the whole list. */
  readonly count: number
  /** Claims the insurer listed; above `count` where the oldest are not kept. */
  readonly listed: number
}

/** What a head and the bound of a list need to know of each claim while it is written. */
export interface ClaimNote {
  readonly id: number
  /** When the insurer entered it, in ms; the lowest number where it does not say. */
  readonly createdMs: number
  readonly status: string
  readonly references: readonly number[]
}

export function noteOf(claim: ReceivedClaim): ClaimNote {
  const createdMs = Date.parse(claim.createdAt)
  return {
    id: claim.id,
    createdMs: Number.isNaN(createdMs) ? -Infinity : createdMs,
    status: claim.status,
    references: carriedReferences(claim.incidentDetails).map((reference) =>
      referenceNumber(reference, claim.policyNumber),
    ),
  }
}

/** More than the tallest window shows. */
const newestClaims = 60

/** The newest of the claims in screen order; equal ones keep their order, as on the screen. */
export function newestOf(claims: readonly ReceivedClaim[]): ReceivedClaim[] {
  const newestFirst = claims.toSorted((one, other) =>
    one.createdAt === other.createdAt ? 0 : one.createdAt < other.createdAt ? 1 : -1,
  )
  return newestFirst.slice(0, newestClaims)
}

/** The head of a list. `digest` identifies the list's content; `newest` comes from `newestOf`. */
export function headOf(
  notes: Iterable<ClaimNote>,
  newest: readonly ReceivedClaim[],
  digest: string,
): ClaimListHeadContent {
  const shown = new Set(newest.map(({ id }) => id))
  const statuses = new Map<string, number>()
  const otherIds: number[] = []
  const otherReferences: number[] = []
  for (const { id, status, references } of notes) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (shown.has(id)) continue
    otherIds.push(id)
    otherReferences.push(...references)
  }
  return { digest, newest: [...newest], statuses: [...statuses], otherIds, otherReferences }
}

/** Stands for a reference on a claim of a policy: a hash of 53 bits, since a head holds very many of them. */
export function referenceNumber(reference: string, policyNumber: string): number {
  const text = `${reference.toUpperCase()} ${policyNumberOf(policyNumber)}`
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return 2 ** 32 * (other & 0x1fffff) + (one >>> 0)
}
