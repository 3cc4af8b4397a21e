import { join } from 'node:path'
import { ClaimListStore } from '#main/claims/list-store.ts'
import { createDraftStore, type DraftStore } from '#main/outbox/drafts/draft-store.ts'
import { createRowProtection } from '#main/outbox/entry-codec.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { fieldsOf } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import { products } from '#shared/domain/product.ts'
import { madeUpClaimList } from './made-up-claims.ts'

/**
 * Claims of the insurer's, and ours: of these, all but the waiting ones were received and are among the former. Beside
 * them drafts, and claims that were turned down and taken back, half of them for one that waits.
 */
const amounts = { listed: 10_000, own: 5_000, waiting: 500, drafts: 50, takenBack: 200 }

const protection = createRowProtection({ bytes: new Uint8Array(32).fill(7) })
const listsFileIn = (folder: string): string => join(folder, 'lists.sqlite')
const at = '2026-11-20T09:00:00.000Z'
const delivered = { type: 'delivered', serverMessage: 'Done', keptReference: null } as const

export interface KeptClaims {
  readonly outbox: Outbox
  readonly drafts: DraftStore
  readonly store: ClaimListStore
  readonly close: () => Promise<void>
}

/** Opens both files of a folder. @param isDurable as in the application; filling them needs no flush for each commit */
export function openKept(folder: string, isDurable = true): KeptClaims {
  const opened = openOutboxFile(join(folder, 'outbox.sqlite'), new Date())
  if (!opened.ok) throw new Error(`The outbox file does not open: ${opened.error.type}`)
  const { database } = opened.value
  if (!isDurable) database.exec('PRAGMA synchronous = OFF')
  const store = new ClaimListStore(listsFileIn(folder), protection)
  return {
    outbox: new Outbox(database, protection),
    drafts: createDraftStore(database, protection),
    store,
    async close() {
      await store.close()
      database.close()
    },
  }
}

/** Keeps made-up claims in a folder: the insurer's lists, and an outbox of which most are in them. */
export async function fillKept(folder: string): Promise<void> {
  const { outbox, drafts, store, close } = openKept(folder, false)
  const lists = products.map((product) => madeUpClaimList(product, amounts.listed / products.length))
  for (const [n, product] of products.entries()) {
    const claims = lists[n] ?? []
    const from = { fetchedAt: at, etag: null, digest: product, listed: claims.length }
    const published = await store.publish(product, claims, from)
    if (!published.ok) throw new Error(`Not kept: ${published.error.type}`)
  }
  // Every other one that the insurer lists is ours.
  const ours = lists.flat().filter((_, n) => n % 2 === 0)
  for (const { product, id: claimId, policyNumber, createdAt } of ours.slice(
    0,
    amounts.own - amounts.waiting,
  )) {
    const id = accept(
      outbox,
      claimSubmission({ policyNumber }, { product, branchReference: newBranchReference() }),
      createdAt.type === 'read' ? createdAt.at : at,
    )
    outbox.openAttempt(id, at)
    outbox.closeAttempt(id, delivered, at)
    outbox.claimRows.bind(product, claimId, id, false, at)
  }
  const claimOf = (n: number): ReturnType<typeof claimSubmission> =>
    claimSubmission({ policyNumber: `KKP/2026/LA/${n}` }, { branchReference: newBranchReference() })
  const waiting = Array.from({ length: amounts.waiting }, (_, n) => accept(outbox, claimOf(n)))
  for (let n = 0; n < amounts.takenBack; n += 1) {
    const as = n % 2 === 0 ? (waiting[n] ?? newId()) : newId()
    outbox.apply(accept(outbox, claimOf(n)), { type: 'withdraw', at, to: 'draft', as })
  }
  for (let n = 0; n < amounts.drafts; n += 1) {
    const { id, body } = claimOf(n)
    const { product, claim, branchReference } = body
    const times = { createdAt: at, updatedAt: at }
    drafts.save({ id, product, fields: fieldsOf(claim), branchReference, ...times, rejection: null })
  }
  await close()
}

/** @param acceptedAt about when the insurer lists it: lists are in that order */
function accept(outbox: Outbox, submission: ReturnType<typeof claimSubmission>, acceptedAt = at): string {
  const kept = outbox.accept(submission, acceptedAt)
  if (!kept.ok) throw new Error(`Not accepted: ${kept.error.type}`)
  return submission.id
}
