import * as v from 'valibot'
import type { Product } from '#shared/domain/product.ts'
import { isReceived, isRejected } from '#shared/outbox/predicates.ts'
import { MemoryNote, type EngineMemory } from '#main/outbox/engine-memory.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { Clock } from '#main/platform/clock.ts'

/** How long after a claim that was sent more than once was settled it is looked for again. */
const delaysMs = [10 * 60_000, 30 * 60_000, 60 * 60_000] as const
const [, , longestMs] = delaysMs
/** As many of the last such claims are looked for after a start, whatever the clock says. */
const mostAtStart = 50
/** A list that could not be read until then is not read for this any longer. */
const givenUpAfterMs = 24 * 3_600_000

interface Later {
  readonly product: Product
  /** When it was settled, or this run began. */
  readonly settledMs: number
  looks: number
  /** After a start it is looked for at once, beside its looks: several starts in a row must not use them up. */
  isDueAtStart: boolean
}

const PendingSchema = v.record(v.string(), v.number())

/**
 * Claims that were sent more than once are looked for again: the insurer may have received each of them. So are those that
 * were turned down after an attempt with an unknown outcome: it may turn down what it has already.
 */
export class LaterLooks {
  readonly #outbox: Outbox
  readonly #clock: Clock
  readonly #all = new Map<string, Later>()
  /** Claims that have looks left. */
  readonly waiting: ReadonlyMap<string, unknown> = this.#all
  /** Claims that had all their looks, so that another change starts no new ones. */
  readonly #done = new Set<string>()
  /** How many looks each of them had, for the next start. */
  readonly note: MemoryNote<typeof PendingSchema>

  constructor(outbox: Outbox, memory: EngineMemory, clock: Clock) {
    this.#outbox = outbox
    this.#clock = clock
    this.note = new MemoryNote(memory, 'later-looks', PendingSchema, {})
  }

  /**
   * After a start: those whose looks are missing, at once, and from then on as if they were settled now. By their order and
   * not by the clock, which may have jumped since, and without counting on the note, which a full disk may have refused.
   */
  resume(): void {
    this.note.load()
    const looksOf = new Map(Object.entries(this.note.value))
    for (const entry of this.#outbox.resent(mostAtStart).toReversed()) {
      const looks = looksOf.get(entry.id) ?? 0
      if (looks >= delaysMs.length) this.#done.add(entry.id)
      else this.#begin(entry, looks, true)
    }
  }

  /** An attempt settled an entry: one that may be at the insurer by another attempt gets its looks. */
  settled(entry: KeptEntry): void {
    this.#done.delete(entry.id)
    this.lookLater(entry)
  }

  /** An entry was settled by anything but an attempt: it gets its looks, unless it had them. */
  lookLater(entry: KeptEntry): void {
    const { id, state, sends } = entry
    const isSettled = isReceived(state) || isRejected(state)
    if (isSettled && sends > 1 && !this.#all.has(id) && !this.#done.has(id)) this.#begin(entry, 0, false)
  }

  /** Claims that have looks left. */
  of(product: Product): readonly string[] {
    return [...this.#all].flatMap(([id, later]) => (later.product === product ? [id] : []))
  }

  isDue(product: Product): boolean {
    const nowMs = this.#clock.monotonicMs()
    return [...this.#all.values()].some(
      (later) =>
        later.product === product && dueOf(later) <= nowMs && nowMs - later.settledMs < givenUpAfterMs,
    )
  }

  /** The list was read or will not be. @param askedAtMs when (monotonic): it serves all looks that were due then. */
  done(product: Product, askedAtMs: number): void {
    for (const [id, later] of this.#all) {
      if (later.product !== product || dueOf(later) > askedAtMs) continue
      later.isDueAtStart = false
      while (later.looks < delaysMs.length && dueOf(later) <= askedAtMs) later.looks += 1
      if (later.looks >= delaysMs.length) {
        this.#all.delete(id)
        this.#done.add(id)
      }
      this.#keep()
    }
  }

  /** When each is due (monotonic). */
  dueTimes(): readonly number[] {
    return [...this.#all.values()].map(dueOf)
  }

  #begin({ id, body }: KeptEntry, looks: number, isDueAtStart: boolean): void {
    if (body.kind !== 'claim') return
    this.#all.set(id, { product: body.product, settledMs: this.#clock.monotonicMs(), looks, isDueAtStart })
    this.#keep()
  }

  #keep(): void {
    const kept = new Map<string, number>()
    for (const id of [...this.#done].slice(-mostAtStart)) kept.set(id, delaysMs.length)
    for (const [id, { looks }] of this.#all) kept.set(id, looks)
    this.note.set(Object.fromEntries(kept))
  }
}

function dueOf({ settledMs, looks, isDueAtStart }: Later): number {
  return settledMs + (isDueAtStart ? 0 : (delaysMs[looks] ?? longestMs))
}
