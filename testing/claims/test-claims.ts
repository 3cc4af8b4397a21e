import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { emptyFields, type Draft, type DraftFields } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { FollowUp, InsurerSays } from '#shared/claim/follow-up.ts'
import type { Result } from '#shared/result.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { createDraftStore, type DraftStore, type SaveOptions } from '#main/outbox/drafts/draft-store.ts'
import { createRowProtection } from '#main/outbox/entry-codec.ts'
import { entryFiles } from '#testing/claim/made-up.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import type { Audience } from '#main/outbox/audience.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { at, lost } from '#testing/outbox/entries.ts'
import { claimSubmission, madeUpDraft } from '#testing/outbox/made-up.ts'
import { ClaimTable, type ClaimTableOptions } from '#main/claims/claim-table.ts'

export function done<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(result.error.type)
  return result.value
}

/** The table of claims over an outbox, drafts and lists that a test fills; it goes with the test. */
export class TestClaims {
  readonly outbox: Outbox
  readonly drafts: DraftStore
  /** The same drafts as the next start has them. */
  readonly draftsAfterStart: () => DraftStore
  readonly clock = new VirtualClock(at)
  /** What the table is made of. */
  readonly sources: ClaimTableOptions
  readonly table: ClaimTable
  lists: Record<Product, readonly ReceivedClaim[]> = { keke: [], okada: [] }
  /** The lists that were read. */
  readonly reads: Product[] = []
  /** Called when a list is read. */
  onRead: () => Promise<void> | void = () => undefined
  /** The officer who is signed in; null sees everything. */
  signedIn: string | null = null
  /** What became known after a claim was received, by the ids of entries. */
  readonly says = new Map<string, InsurerSays>()
  readonly words = new Map<string, string>()
  readonly wrong = new Set<string>()
  /** Whose final status was left again, unseen. */
  readonly reopened = new Set<string>()
  /** Entries with a file that is gone. */
  readonly lostFiles = new Set<string>()
  readonly followUps = {
    saysOf: (id: string) => this.says.get(id) ?? null,
    searchText: (id: string) => this.words.get(id) ?? '',
    wrongIds: () => this.wrong,
    needsLook: (id: string) => this.reopened.has(id),
    standingOf: () => null,
    followUpOf: (id: string): FollowUp => ({ changes: [], note: this.#noteOf(id), wrong: null }),
    opened: (id: string, openedAt: string) => this.opened.push([id, openedAt]),
  }
  /** The claims that an officer looked at, and when. */
  readonly opened: (readonly [string, string])[] = []
  readonly audience: Audience = {
    officerId: () => this.signedIn,
    isOffices: (officerId) => this.signedIn === null || officerId === null,
    seesDraftOf: (officerId) => this.#sees(officerId),
    seesEntryOf: (officerId) => this.#sees(officerId),
    countsEntryOf: () => true,
    nameOf: () => null,
  }
  readonly store = {
    read: async (product: Product) => {
      this.reads.push(product)
      const list = this.lists[product]
      await this.onRead()
      return list
    },
  }
  readonly uploads = {
    filesOf: ({ id }: { readonly id: string }) =>
      this.lostFiles.has(id) ? entryFiles({ hold: 'file-lost' }) : null,
    eachOf: () => [],
  }
  /** Holders of whom details were kept, by policy. */
  readonly holders = new Map<string, string>()
  readonly keptDetails = { holderOf: (policy: string) => this.holders.get(policy) ?? '' }
  readonly engine = { nextTryAt: () => null }
  readonly claimLists = {
    kept: (product: Product) => ({
      fetchedAt: `2026-11-2${product === 'keke' ? 1 : 2}T09:00:00.000Z`,
      count: 0,
      listed: 0,
      oldestCreatedAt: null,
    }),
  }

  constructor() {
    const opened = done(openOutboxFile(join(createTestFolder(), 'outbox.sqlite'), new Date(at)))
    onTestFinished(() => opened.database.close())
    const protection = createRowProtection({ bytes: new Uint8Array(32).fill(9) })
    this.outbox = new Outbox(opened.database, protection)
    this.draftsAfterStart = () => createDraftStore(opened.database, protection)
    this.drafts = this.draftsAfterStart()
    const { outbox, drafts, clock, store, uploads, followUps, audience } = this
    this.sources = { outbox, drafts, clock, store, uploads, followUps, audience }
    this.table = new ClaimTable(this.sources)
    // Before its file closes: search texts may still be made.
    onTestFinished(() => this.table.drop())
  }

  /** A draft. @returns its id */
  draft(
    fields: Partial<DraftFields> = {},
    { id = newId(), ...change }: Partial<Draft> = {},
    options: SaveOptions = {},
  ): string {
    const draft = madeUpDraft({
      id,
      fields: { ...emptyFields(), ...fields },
      branchReference: newBranchReference(),
      ...change,
    })
    done(this.drafts.save(draft, options))
    return id
  }

  /** A claim that waits. @returns its id */
  queued(changes: Partial<ClaimContent> = {}, officerId: string | null = null, id = newId()): string {
    return done(this.outbox.accept({ ...claimSubmission(changes), id }, at, officerId)).id
  }

  /** A received claim. @returns its id */
  delivered(officerId: string | null = null): string {
    const id = this.queued({}, officerId)
    this.deliver(id)
    return id
  }

  deliver(id: string): void {
    done(this.outbox.openAttempt(id, at))
    done(this.outbox.closeAttempt(id, { type: 'delivered', serverMessage: '', keptReference: null }, at))
  }

  /** A received claim that the insurer showed as its row with that id. @returns its id */
  bound(claimId: number, officerId: string | null = null, product: Product = 'keke'): string {
    const row = this.lists[product].find((listed) => listed.id === claimId)
    const id = this.queued(row === undefined ? {} : { policyNumber: row.policyNumber }, officerId)
    done(this.outbox.openAttempt(id, at))
    done(this.outbox.closeAttempt(id, lost, at))
    done(this.outbox.found(id, product, claimId, 'list', at))
    return id
  }

  #noteOf(id: string): FollowUp['note'] {
    const text = this.words.get(id)
    return text === undefined ? null : { text, at, by: null }
  }

  #sees(officerId: string | null): boolean {
    return this.signedIn === null || officerId === null || officerId === this.signedIn
  }
}
