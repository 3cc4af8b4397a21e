import type { Product } from '#shared/domain/product.ts'
import { seededRandom, type SeededRandom } from '#main/practice/data/random.ts'
import { timestamp } from '#main/practice/timestamp.ts'
import type { PracticeClaim } from '#main/practice/wire.ts'
import type { Writing } from './as-written.ts'
import { keptText, type TextWays } from './kept-text.ts'

/** Which claim of a policy its details show. */
export type Shows = 'newest' | 'oldest' | 'any' | 'none'

/** The one that details show. @param rows oldest first */
export function oneShown<T>(rows: readonly T[], shows: Shows, random: SeededRandom): T | null {
  if (rows.length === 0 || shows === 'none') return null
  if (shows === 'any') return random.pick(rows)
  return rows.at(shows === 'newest' ? -1 : 0) ?? null
}

/** An answer in the API's own envelope that says there is no such claim. */
type SaysNone = '404' | 'unsuccessful' | 'null'

export interface ListWays {
  /** Anew for each reading where it is `any`; `oldest-first` by default. */
  readonly order?: 'oldest-first' | 'newest-first' | 'any'
  /** Rows of other branches, older than ours: up to a million, made while they are sent. */
  readonly otherRows?: number
  /** Newer rows of other branches follow without end. */
  readonly endless?: boolean
  /** An `ETag`, and 304 for a client that has this list already. */
  readonly etag?: boolean
  /** Compressed for a client that takes it. */
  readonly gzip?: boolean
}

/** How an insurer may behave without a word in the spec against it. What is left out is as kind as can be. */
export interface Ways {
  /** How texts of claims are kept that are created from now on. `server.claims()` has them as sent. */
  readonly text?: TextWays
  /** How every answer that is shown from now on is written, whenever its rows were made; a create's as it says below. */
  readonly writes?: Writing
  /** What a create answers: all as it is kept and written elsewhere; as it was sent, in the spec's way, by default. */
  readonly createAnswer?: 'as-kept'
  /** Which claim of a policy a details call shows (default: the newest), and how it says that there is none. */
  readonly details?: {
    readonly shows?: Shows
    readonly none?: SaysNone
  }
  readonly list?: ListWays
  /** A claim is shown, in list and details, only so long after its commit. */
  readonly lateMs?: number
  /** Creates for these policies are refused with 403, before anything is kept. */
  readonly refuses?: readonly string[]
  /** Any number is one of a customer's policies. */
  readonly anyPolicy?: boolean
  /** Ends connections on which nothing happened for so long, without announcing it. */
  readonly endsIdleAfterMs?: number
}

/** What of the rows of a list is to be sent in one reading. */
export interface Reading {
  readonly rows: readonly PracticeClaim[]
  readonly ways: ListWays
  readonly writes: Writing | undefined
  /** Differs between readings that show something else. */
  readonly etag: string
  /** Differs between readings. */
  readonly seed: number
}

/** How the server behaves now, and what it must remember for it. */
export class WaysOfServer {
  readonly #now: () => Date
  readonly #random = seededRandom(0x77617973)
  // By row: another way of keeping texts does not change what is kept already. In memory only.
  readonly #textWays = new WeakMap<PracticeClaim, TextWays>()
  #current: Ways = {}
  #changes = 0
  #readings: Record<Product, number> = { keke: 0, okada: 0 }

  constructor(now: () => Date) {
    this.#now = now
  }

  get current(): Ways {
    return this.#current
  }

  /** Replaces how the server behaves; readings are counted from here. */
  behave(ways: Ways): void {
    this.#current = ways
    this.#changes += 1
    this.#readings = { keke: 0, okada: 0 }
  }

  /** Remembers how the texts of a claim are kept that was just created. */
  kept(row: PracticeClaim): void {
    if (this.#current.text !== undefined) this.#textWays.set(row, this.#current.text)
  }

  /** The row with its texts as answers show them. */
  asKept(row: PracticeClaim): PracticeClaim {
    const ways = this.#textWays.get(row)
    // A text that was lost is null, which no kind insurer answers.
    if (ways === undefined) return row
    return { ...row, details_of_incidence: keptText(row.details_of_incidence, ways) } as PracticeClaim
  }

  /** The rows that anything shows by now. */
  visible(rows: readonly PracticeClaim[]): readonly PracticeClaim[] {
    const { lateMs } = this.#current
    if (lateMs === undefined) return rows
    // The spelling of timestamps sorts as they do.
    const latest = timestamp(new Date(this.#now().getTime() - lateMs))
    return rows.filter((row) => row.created_at <= latest)
  }

  /** The claim of a policy that a details call shows, of those of the policy that are visible, oldest first. */
  detailsOf(claims: readonly PracticeClaim[]): PracticeClaim | null {
    const standing = claims.filter((claim) => claim.deleted_at === null)
    const shown = standing.length > 0 ? standing : claims.slice(-1)
    return oneShown(shown, this.#current.details?.shows ?? 'newest', this.#random)
  }

  /** Begins a reading of a product's list. @param rows those that are visible, oldest first. */
  reading(product: Product, rows: readonly PracticeClaim[]): Reading {
    return {
      rows,
      ways: this.#current.list ?? {},
      writes: this.#current.writes,
      etag: `"${this.#changes}-${rows.length}"`,
      seed: ++this.#readings[product],
    }
  }
}
