import type { Product } from '#shared/domain/product.ts'
import type { ClaimListReading } from './claim-list-reading.ts'
import { summaryOf } from './reconcile.ts'

/** Longer than a server needs to be itself again; a list that stays shorter for longer has lost claims for good. */
const believedAfterMs = 5 * 60_000

interface Known {
  readonly count: number
  readonly highestId: number
  /** Since when readings are shorter than this (monotonic); null while they are not. */
  readonly shorterSinceMs: number | null
}

/** How long each claim list was in this run: one that became shorter hides what a new claim must rise above. */
export class ListLengths {
  readonly #known = new Map<Product, Known>()

  /** Takes up a reading, the older ones first. */
  note({ product, rows, takenAtMs }: ClaimListReading): void {
    const listed = summaryOf(rows)
    const known = this.#known.get(product)
    const isShorter =
      known !== undefined && (listed.count < known.count || listed.highestId < known.highestId)
    const shorterSinceMs = known?.shorterSinceMs ?? takenAtMs
    const isBelieved = !isShorter || takenAtMs - shorterSinceMs >= believedAfterMs
    this.#known.set(product, isBelieved ? { ...listed, shorterSinceMs: null } : { ...known, shorterSinceMs })
  }

  /** Whether the last reading was shorter than one before, and not yet for so long that it is believed. */
  isCut(product: Product): boolean {
    return (this.#known.get(product)?.shorterSinceMs ?? null) !== null
  }
}
