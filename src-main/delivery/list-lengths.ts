import type { Product } from '#shared/domain/product.ts'
import type { ClaimListReading } from './claim-list-reading.ts'
import { summaryOf } from './reconcile.ts'

/** Longer than a server needs to recover; a list that stays shorter for longer has permanently lost claims. */
const believedAfterMs = 5 * 60_000

interface Known {
  readonly count: number
  readonly highestId: number
  /** Since when readings are shorter than this (monotonic); null while they are not. */
  readonly shorterSinceMs: number | null
}

/** The length of each claim list in this run: a list that became shorter hides rows a baseline must include. */
export class ListLengths {
  readonly #known = new Map<Product, Known>()

  /** Records a reading; readings must be passed in chronological order. */
  note({ product, rows, takenAtMs }: ClaimListReading): void {
    const listed = summaryOf(rows)
    const known = this.#known.get(product)
    const isShorter =
      known !== undefined && (listed.count < known.count || listed.highestId < known.highestId)
    const shorterSinceMs = known?.shorterSinceMs ?? takenAtMs
    const isBelieved = !isShorter || takenAtMs - shorterSinceMs >= believedAfterMs
    this.#known.set(product, isBelieved ? { ...listed, shorterSinceMs: null } : { ...known, shorterSinceMs })
  }

  /** Whether the last reading was shorter than an earlier one, but not yet for long enough to be accepted. */
  isCut(product: Product): boolean {
    return (this.#known.get(product)?.shorterSinceMs ?? null) !== null
  }
}
