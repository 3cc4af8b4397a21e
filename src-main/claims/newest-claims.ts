import type { ReceivedClaim } from '#shared/domain/received-claim.ts'

/** How much of a list is kept: the newest claims, bounded in number and in letters of all texts together. */
export const mostKept = { claims: 10_000, letters: 30_000_000 }
/** Claims beyond the bound, as a part of it, after which the oldest are dropped: each time costs a sort. */
const slack = 0.25

interface Held {
  readonly claim: ReceivedClaim
  readonly createdMs: number
  readonly letters: number
}

/** Collects a list of any length and any order, and keeps its newest claims. */
export class NewestClaims {
  readonly #most: typeof mostKept
  #held: Held[] = []
  #letters = 0
  /** How many claims were added. */
  listed = 0

  constructor(most = mostKept) {
    this.#most = most
  }

  add(claims: readonly ReceivedClaim[]): void {
    this.listed += claims.length
    for (const claim of claims) {
      const { createdAt } = claim
      const letters = lettersOf(claim)
      // One of which nobody knows how old it is stays: it may be the newest.
      const createdMs = createdAt.type === 'read' ? Date.parse(createdAt.at) : Infinity
      this.#held.push({ claim, createdMs, letters })
      this.#letters += letters
    }
    if (this.#isOver(1 + slack)) this.#dropOldest()
  }

  /** The newest, in the order of the list; of equally old ones those that came first. */
  all(): readonly ReceivedClaim[] {
    if (this.#isOver(1)) this.#dropOldest()
    return this.#held.map(({ claim }) => claim)
  }

  #isOver(part: number): boolean {
    return this.#held.length > part * this.#most.claims || this.#letters > part * this.#most.letters
  }

  #dropOldest(): void {
    const stays = new Set<Held>()
    let letters = 0
    for (const held of this.#held.toSorted(newerFirst)) {
      if (stays.size === this.#most.claims || letters + held.letters > this.#most.letters) break
      stays.add(held)
      letters += held.letters
    }
    this.#held = this.#held.filter((held) => stays.has(held))
    this.#letters = letters
  }
}

// Of two unknown times the higher number is the newer claim's, as far as anything tells.
function newerFirst(one: Held, other: Held): number {
  if (one.createdMs !== other.createdMs) return other.createdMs > one.createdMs ? 1 : -1
  return one.createdMs === Infinity ? other.claim.id - one.claim.id : 0
}

function lettersOf(claim: ReceivedClaim): number {
  let letters = 0
  for (const value of Object.values(claim)) if (typeof value === 'string') letters += value.length
  return letters
}
