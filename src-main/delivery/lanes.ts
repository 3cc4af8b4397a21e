import { waitsForFiles } from '#shared/outbox/entry-files.ts'
import { isReconcilable, isWaiting } from '#shared/outbox/predicates.ts'
import { policyOf, type KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Clock } from '#main/platform/clock.ts'
import { backoffMs, probeBackoff, type Random } from '#main/platform/backoff.ts'

/** A lane is added again after this many answers in a row without trouble, for each lane that is open. */
const answersPerLane = 4
/** Troubles in a row after which attempts pause. */
const troublesBeforePause = 3
/** After an outage of the server the branches return spread over at most this time, not all at once. */
const spreadMs = 60_000
/**
 * A server that asks to wait has too many branches at once. So each waits longer than it was asked, by a random part of
 * `asked.waitMs`, doubled from the seventh time on; then one lane rests after each answer, a little less each time. The
 * numbers are what `proofs/fleet` found: a thousand branches use such a server fully and are seldom refused.
 */
const asked = {
  waitMs: 20_000,
  mostMs: 5 * 60_000,
  freely: 6,
  restMs: 2_000,
  shrinks: 0.85,
  leastRestMs: 250,
} as const

export interface LanesOptions {
  readonly clock: Clock
  readonly random: Random
  /** How many entries, each of another policy, may be in flight at once; at least one. */
  readonly most: () => number
}

/** How many attempts may be in flight at once: fewer while the server has trouble, more again slowly. */
export class Lanes {
  readonly #options: LanesOptions
  #open = Infinity
  #answersInARow = 0
  #troublesInARow = 0
  #timesAsked = 0
  #restMs = 0
  #narrowedAtMs = -Infinity
  #opensAtMs = -Infinity

  constructor(options: LanesOptions) {
    this.#options = options
  }

  /** How many lanes are open now. */
  get count(): number {
    return Math.max(1, Math.min(this.#options.most(), this.#open))
  }

  /** @param open attempts in flight. */
  mayOpen(open: number): boolean {
    return this.#opensAtMs <= this.#options.clock.monotonicMs() && open < this.count
  }

  /** When attempts may begin again (monotonic). */
  get opensAtMs(): number {
    return this.#opensAtMs
  }

  /** Milliseconds until attempts may begin again; null when they may. */
  msUntilOpen(): number | null {
    const leftMs = this.#opensAtMs - this.#options.clock.monotonicMs()
    return leftMs > 0 ? leftMs : null
  }

  /** The server can be reached again after an outage of its own: attempts wait a random part of it, a minute at most. */
  spread(outageMs: number): void {
    const mostMs = Math.min(outageMs, spreadMs)
    this.#opensAtMs = this.#options.clock.monotonicMs() + this.#options.random() * mostMs
  }

  /** An officer asked for it, or our own network is back: nothing waits any longer. */
  openNow(): void {
    this.#opensAtMs = -Infinity
    this.#troublesInARow = 0
    this.#restMs = 0
  }

  /** The server answered as it should. */
  noteAnswer(): void {
    this.#troublesInARow = 0
    this.#timesAsked = Math.max(0, this.#timesAsked - 1)
    if (this.#restMs > 0) {
      this.#rest()
      return
    }
    this.#answersInARow += 1
    if (this.#open === Infinity || this.#answersInARow < answersPerLane * this.#open) return
    this.#answersInARow = 0
    this.#open += 1
    if (this.#open >= this.#options.most()) this.#open = Infinity
  }

  #rest(): void {
    const { clock, random } = this.#options
    this.#restMs *= asked.shrinks
    if (this.#restMs < asked.leastRestMs) this.#restMs = 0
    this.#opensAtMs = clock.monotonicMs() + (0.5 + random()) * this.#restMs
  }

  /** It asked to wait. @param openedAtMs when the attempt began (monotonic): those of one moment narrow the lanes once */
  noteAsked(retryAfterMs: number, openedAtMs: number): void {
    const { clock, random } = this.#options
    if (openedAtMs < this.#narrowedAtMs) return
    this.#narrowedAtMs = clock.monotonicMs()
    this.#answersInARow = 0
    this.#timesAsked += 1
    this.#open = 1
    this.#restMs = asked.restMs
    const waitMs = Math.min(asked.mostMs, asked.waitMs * 2 ** Math.max(0, this.#timesAsked - asked.freely))
    this.#opensAtMs = clock.monotonicMs() + retryAfterMs + random() * waitMs
  }

  /** It failed, or did not answer in time. @param openedAtMs as for `noteAsked` */
  noteTrouble(openedAtMs: number): void {
    const { clock, random } = this.#options
    this.#answersInARow = 0
    if (openedAtMs < this.#narrowedAtMs) return
    this.#narrowedAtMs = clock.monotonicMs()
    this.#open = Math.max(1, Math.floor(this.count / 2))
    this.#troublesInARow += 1
    const pauses = this.#troublesInARow - troublesBeforePause + 1
    if (pauses < 1) return
    const { firstMs, mostMs } = probeBackoff
    this.#opensAtMs = clock.monotonicMs() + backoffMs(pauses, random, firstMs, mostMs)
  }
}

/** Everything that is not settled, in the order of acceptance, and which of it is in flight. */
interface Entries {
  readonly inOrder: Iterable<KeptEntry>
  readonly onTheirWay: Iterable<KeptEntry>
}

/**
 * The entries whose turn it is, in order, one of each policy: entries of one policy are sent one after the other, so
 * one that waits, fails or is looked for holds back only later ones of its policy, also while it has a candidate: theirs
 * would be more of them. One that only an officer can move on otherwise holds back none, and neither does a claim whose
 * files are on their way. While an entry of a policy is in flight, nothing else of that policy is sent, whatever its kind.
 */
export function* inTurn(entries: Entries, mayTry: (entry: KeptEntry) => boolean): Generator<KeptEntry, void> {
  const onTheirWay = [...entries.onTheirWay]
  // An officer may resend an earlier entry while a later one of its policy is in flight: never both at once.
  const held = new Set(onTheirWay.map(({ policyTag }) => policyTag))
  const busy = new Set(onTheirWay.map(policyOf))
  for (const entry of entries.inOrder) {
    const { kind } = entry.body
    if (isWaiting(entry.state)) {
      if (waitsForFiles(entry.body)) continue
      const mayGo = !held.has(entry.policyTag) && !busy.has(policyOf(entry)) && mayTry(entry)
      held.add(entry.policyTag)
      if (!mayGo) continue
      busy.add(policyOf(entry))
      yield entry
    } else if (isReconcilable(kind, entry.state)) {
      held.add(entry.policyTag)
    }
  }
}
