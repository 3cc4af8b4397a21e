import type { Product } from '#shared/domain/product.ts'
import type { LookPlace } from '#shared/outbox/entry.ts'
import type { EntryEvent } from '#shared/outbox/transition.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { guardStorage } from '#main/platform/storage-failure.ts'
import type { Candidates } from './candidates.ts'
import type { ClaimRows } from './claim-rows.ts'
import type { KeptEntry } from './entry-codec.ts'
import type { OutboxFailure } from './outbox-contract.ts'

/** A claim as the insurer has it. */
interface InsurerRow {
  readonly product: Product
  readonly claimId: number | null
  readonly at: string
}

interface Parts {
  readonly claimRows: ClaimRows
  readonly candidates: Candidates
  /** Commits an event of an entry, with another write. */
  readonly change: (id: string, event: EntryEvent, also: () => void) => Result<KeptEntry, OutboxFailure>
  readonly inCommit: <T>(work: () => T) => T
  /** Reads entries again whose candidates changed. */
  readonly refresh: (ids: readonly string[]) => void
}

/** Settles entries that the insurer shows, and binds its rows to them. As `Outbox` describes it. */
export class EntriesAtInsurer {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  found(
    id: string,
    product: Product,
    claimId: number | null,
    by: LookPlace,
    at: string,
  ): Result<KeptEntry, OutboxFailure> {
    const row = { product, claimId, at }
    const settled = this.#settleBy(id, { type: 'found', at, claimId, by }, row)
    if (settled.ok || settled.error.type !== 'impossible-transition') return settled
    // The entry is no longer followed, but its row must not settle another entry.
    const bound = guardStorage(() => this.#parts.refresh(this.#parts.inCommit(() => this.#bind(id, row))))
    return bound.ok ? settled : bound
  }

  /** An entry that is followed again: received where the insurer showed it since. */
  foundMeanwhile(entry: KeptEntry, at: string): Result<KeptEntry, OutboxFailure> {
    if (entry.body.kind !== 'claim') return ok(entry)
    const row = this.#parts.claimRows.ofEntry(entry.id).find(({ surplus }) => !surplus)
    return row === undefined ? ok(entry) : this.found(entry.id, entry.body.product, row.claimId, 'list', at)
  }

  identify(id: string, key: string, at: string): Result<KeptEntry, OutboxFailure> {
    const read = guardStorage(() => this.#parts.candidates.ofEntry(id).find((one) => one.key === key))
    if (!read.ok) return read
    if (read.value === undefined) return err({ type: 'unknown-candidate' })
    const { claimId, claim } = read.value
    const { product } = claim
    const isTaken = this.#parts.claimRows
      .bound(product)
      .some((row) => row.claimId === claimId && row.entryId !== id)
    if (isTaken) return err({ type: 'unknown-candidate' })
    return this.#settleBy(id, { type: 'officer-identifies', at, claimId }, { product, claimId, at })
  }

  #settleBy(id: string, event: EntryEvent, row: InsurerRow): Result<KeptEntry, OutboxFailure> {
    let others: readonly string[] = []
    const settled = this.#parts.change(id, event, () => {
      others = this.#bind(id, row)
    })
    if (!settled.ok) return settled
    const refreshed = guardStorage(() => this.#parts.refresh(others))
    return refreshed.ok ? settled : refreshed
  }

  /** A row that is one entry is no candidate for another. @returns the entries that had it as a candidate. */
  #bind(id: string, { product, claimId, at }: InsurerRow): readonly string[] {
    if (claimId === null) return []
    this.#parts.claimRows.bind(product, claimId, id, false, at)
    return this.#parts.candidates.takeOut(product, claimId, id, at)
  }
}
