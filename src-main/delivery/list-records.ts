import * as v from 'valibot'
import type { Product } from '#shared/domain/product.ts'
import { MemoryNote, type EngineMemory } from '#main/outbox/engine-memory.ts'
import type { Clock } from '#main/platform/clock.ts'
import { backoffMs, entryBackoff, type Random } from '#main/platform/backoff.ts'
import { Delays } from '#main/platform/holds.ts'

/** A list that stays shorter for this long while we run has lost its claims for good. */
const believedAfterMs = 24 * 3_600_000
/** A reading that was cut off is not repeated before this many times as long as it took, */
const restFactor = 20
/** but the second one comes within this, since an officer decides after it. */
const longestFirstRestMs = 60 * 60_000
/** Readings that were cut off and took this much together show that the list cannot be read. */
const unreadable = { readings: 2, tookMs: 10 * 60_000, bytes: 64 * 1024 * 1024 }
/** Short ones show it as well when they go on failing. */
const failing = { readings: 4, forMs: 60 * 60_000 }
/** What a reading may have cost to be repeated for a mere check. */
const affordableBytes = 5 * 1024 * 1024

const RecordSchema = v.object({
  count: v.number(),
  highestId: v.number(),
  /** How long readings have been shorter than that, in ms during which we ran; null while they are not. */
  shorterForMs: v.nullable(v.number()),
  /** What the last reading cost. */
  bytes: v.number(),
})
type ListRecord = Readonly<v.InferOutput<typeof RecordSchema>>

/** The cost of a reading. */
export interface ListCost {
  readonly bytes: number
  readonly tookMs: number
}

interface CutOffs extends ListCost {
  readonly readings: number
  readonly firstAtMs: number
}

/** What readings of the claim lists showed: how long each is, what it costs, and whether it can be read at all. */
export class ListRecords {
  readonly #clock: Clock
  readonly #random: Random
  readonly note: MemoryNote<v.GenericSchema<unknown, Readonly<Record<Product, ListRecord | null>>>>
  readonly #cutOffs = new Map<Product, CutOffs>()
  readonly #rests: Delays<Product>
  /** When a short list was last read in this run (monotonic). */
  readonly #shortAtMs = new Map<Product, number>()

  constructor(memory: EngineMemory, clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
    this.#rests = new Delays(clock)
    const schema = v.object({ keke: v.nullable(RecordSchema), okada: v.nullable(RecordSchema) })
    this.note = new MemoryNote(memory, 'lists', schema, { keke: null, okada: null })
  }

  /** A reading reached the end of the list. */
  noteComplete(
    product: Product,
    listed: { readonly count: number; readonly highestId: number },
    bytes: number,
  ): void {
    this.#cutOffs.delete(product)
    this.#rests.lift(product)
    const known = this.note.value[product]
    const isShorter = known !== null && (listed.count < known.count || listed.highestId < known.highestId)
    if (isShorter) this.#noteShorter(product, known, listed, bytes)
    else {
      this.#shortAtMs.delete(product)
      this.#set(product, { ...listed, bytes, shorterForMs: null })
    }
  }

  /** A reading failed on the way, or its answer could not be used. */
  noteCutOff(product: Product, { bytes, tookMs }: ListCost): void {
    const nowMs = this.#clock.monotonicMs()
    const before = this.#cutOffs.get(product) ?? { readings: 0, bytes: 0, tookMs: 0, firstAtMs: nowMs }
    const readings = before.readings + 1
    const pauseMs = backoffMs(readings, this.#random, entryBackoff.firstMs, entryBackoff.mostMs)
    const restMs = Math.min(restFactor * tookMs, readings === 1 ? longestFirstRestMs : Infinity)
    this.#cutOffs.set(product, {
      readings,
      bytes: before.bytes + bytes,
      tookMs: before.tookMs + tookMs,
      firstAtMs: before.firstAtMs,
    })
    this.#rests.delay(product, Math.max(pauseMs, restMs))
  }

  /** Whether the last reading was shorter than an earlier one, and not yet for long enough to be believed. */
  isShort(product: Product): boolean {
    return (this.note.value[product]?.shorterForMs ?? null) !== null
  }

  /** Milliseconds until it may be read again; 0 when it may. */
  msUntilRead(product: Product): number {
    return this.#rests.msUntil(product) ?? 0
  }

  /** When each may be read again (monotonic). */
  dueTimes(): readonly number[] {
    return this.#rests.dueTimes()
  }

  /** Whether it cannot be read in a reasonable time or at a reasonable cost. */
  isUnreadable(product: Product): boolean {
    const seen = this.#cutOffs.get(product)
    if (seen === undefined) return false
    const forMs = this.#clock.monotonicMs() - seen.firstAtMs
    return isTooDear(seen) || (seen.readings >= failing.readings && forMs >= failing.forMs)
  }

  /** Whether a reading costs so little that a mere check may have one. */
  isAffordable(product: Product): boolean {
    const seen = this.#cutOffs.get(product)
    if (seen !== undefined) return !isTooDear(seen)
    return (this.note.value[product]?.bytes ?? 0) <= affordableBytes
  }

  // Counted while we run: a system clock that jumps must not make a list believed that was cut a minute ago.
  #noteShorter(
    product: Product,
    known: ListRecord,
    listed: { readonly count: number; readonly highestId: number },
    bytes: number,
  ): void {
    const nowMs = this.#clock.monotonicMs()
    const sinceLastMs = nowMs - (this.#shortAtMs.get(product) ?? nowMs)
    this.#shortAtMs.set(product, nowMs)
    const shorterForMs = (known.shorterForMs ?? 0) + sinceLastMs
    const isBelieved = shorterForMs >= believedAfterMs
    this.#set(
      product,
      isBelieved ? { ...listed, bytes, shorterForMs: null } : { ...known, bytes, shorterForMs },
    )
  }

  #set(product: Product, record: ListRecord): void {
    this.note.set({ ...this.note.value, [product]: record })
  }
}

function isTooDear({ readings, tookMs, bytes }: CutOffs): boolean {
  return readings >= unreadable.readings && (tookMs > unreadable.tookMs || bytes > unreadable.bytes)
}
