import type * as v from 'valibot'
import { carriedReferences } from '#shared/domain/reference.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { ClaimListHeadSchema } from './claims-repository-shapes.ts'

/** What the head itself stores. */
export type ClaimListHeadContent = Readonly<v.InferOutput<typeof ClaimListHeadSchema>>

/**
 * Read before the stored list itself: its newest claims, and of the others only what decides the number and order of
 * rows. A screen can show that at once and correctly; reading ten thousand claims takes ten times as long.
 */
export interface ClaimListHead extends ClaimListHeadContent {
  /** ISO time. */
  readonly fetchedAt: string
  /** Claims in the whole list. */
  readonly count: number
}

/** More than the tallest window shows. */
const newestClaims = 60

/** The head of a list. `digest` identifies the list's content. */
export function headOf(claims: readonly ReceivedClaim[], digest: string): ClaimListHeadContent {
  // The sort is stable: equal claims keep the list's order, as on the screen.
  const newestFirst = claims.toSorted((one, other) =>
    one.createdAt === other.createdAt ? 0 : one.createdAt < other.createdAt ? 1 : -1,
  )
  const statuses = new Map<string, number>()
  for (const { status } of claims) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const others = newestFirst.slice(newestClaims)
  return {
    digest,
    newest: newestFirst.slice(0, newestClaims),
    statuses: [...statuses],
    otherIds: others.map(({ id }) => id),
    otherReferences: others.flatMap((claim) =>
      carriedReferences(claim.incidentDetails).map((reference) => referenceOf(reference, claim.policyNumber)),
    ),
  }
}

/** How a head names a claim that carries a reference. */
export function referenceOf(reference: string, policyNumber: string): string {
  return `${reference} ${policyNumberOf(policyNumber)}`
}
