import type { Product } from '#shared/domain/product.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Clock } from '../platform/clock.ts'

/** After a claim that was sent more than once was received. */
const delaysMs = [10 * 60_000, 30 * 60_000, 60 * 60_000] as const
const [, , longestMs] = delaysMs

interface Later {
  readonly product: Product
  readonly receivedMs: number
  looks: number
}

/** Claims that were sent more than once are looked for again: the insurer may have received each of them. */
export class LaterLooks {
  readonly #outbox: Outbox
  readonly #clock: Clock
  readonly #all = new Map<string, Later>()

  constructor(outbox: Outbox, clock: Clock) {
    this.#outbox = outbox
    this.#clock = clock
  }

  /** After a start: those that were received so recently that looks may be missing. */
  resume(): void {
    const nowMs = this.#clock.now().getTime()
    for (const entry of this.#outbox.resentSince(new Date(nowMs - 2 * longestMs).toISOString())) {
      const agoMs = 'at' in entry.state ? nowMs - Date.parse(entry.state.at) : 0
      this.#begin(entry, Math.min(Math.max(agoMs, 0), longestMs))
    }
  }

  /** An entry changed: one that was sent more than once and is received now gets its looks. */
  note(entry: KeptEntry): void {
    if (isReceived(entry.state) && entry.sends > 1 && !this.#all.has(entry.id)) this.#begin(entry, 0)
  }

  isDue(product: Product): boolean {
    const nowMs = this.#clock.monotonicMs()
    return [...this.#all.values()].some((later) => later.product === product && dueOf(later) <= nowMs)
  }

  /** The list was read or will not be. @param askedAtMs when (monotonic): it serves all looks that were due then. */
  done(product: Product, askedAtMs: number): void {
    for (const [id, later] of this.#all) {
      if (later.product !== product) continue
      while (later.looks < delaysMs.length && dueOf(later) <= askedAtMs) later.looks += 1
      if (later.looks >= delaysMs.length) this.#all.delete(id)
    }
  }

  /** Milliseconds from `sinceMs` (monotonic) until the next one that was not due then; null without one. */
  msUntilNext(sinceMs: number): number | null {
    const waits = [...this.#all.values()].map((later) => dueOf(later) - sinceMs).filter((ms) => ms > 0)
    return waits.length === 0 ? null : Math.min(...waits)
  }

  #begin({ id, body }: KeptEntry, agoMs: number): void {
    if (body.kind !== 'claim') return
    this.#all.set(id, { product: body.product, receivedMs: this.#clock.monotonicMs() - agoMs, looks: 0 })
  }
}

function dueOf({ receivedMs, looks }: Later): number {
  return receivedMs + (delaysMs[looks] ?? longestMs)
}
