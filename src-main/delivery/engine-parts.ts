import * as v from 'valibot'
import type { Result } from '#shared/result.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { Delays, Scheduler } from '#main/platform/scheduler.ts'
import type { EngineMemory } from '#main/outbox/engine-memory.ts'
import type { StorageFailure } from '#main/platform/sqlite.ts'
import { ConnectionWatch, type ConnectionWatchOptions } from './connection-watch.ts'
import type { EngineOptions } from './engine-options.ts'
import { InFlight } from './in-flight.ts'
import { Lanes } from './lanes.ts'
import { LaterLooks } from './later-looks.ts'
import { ListRecords } from './list-records.ts'
import { Searches } from './searches.ts'
import { holdIfUnwritten } from './hold-set.ts'
import { MemoryNote } from './memory-note.ts'

/** Entries that changed, or why it could not be written. */
export type Changed = Result<readonly KeptEntry[], OutboxFailure>

/** What the engine knows and works with; only the outbox is kept in a file. */
export interface EngineParts {
  readonly options: EngineOptions
  readonly connection: ConnectionWatch
  readonly lanes: Lanes
  readonly delays: Delays
  readonly doubts: Doubts
  readonly searches: Searches
  readonly laterLooks: LaterLooks
  readonly habits: InsurerHabits
  readonly records: ListRecords
  readonly inFlight: InFlight
  readonly drain: Drain
  readonly waker: Scheduler
  /** What the rest of the application asked for. */
  readonly wishes: { paused: boolean; suspended: boolean; stopping: boolean }
  /** Officers who wait for a look at a claim: called when it is over. */
  readonly awaited: Map<string, () => void>
  /** Tells the application of entries that changed; a failed write holds everything. */
  readonly tell: (written: Changed) => void
}

export function engineParts(
  options: EngineOptions,
  onReconnect: ConnectionWatchOptions['onReconnect'],
): EngineParts {
  const { clock, random, memory, outbox } = options
  const waker = new Scheduler(clock)
  const tell = (written: Changed): void => {
    if (!written.ok) {
      if (holdIfUnwritten(connection.holds, written)) options.onStatus()
      return
    }
    if (written.value.length > 0) options.onEntries(written.value)
  }
  const connection: ConnectionWatch = new ConnectionWatch({
    clock,
    random,
    memory,
    savesData: options.savesData ?? (() => false),
    onReconnect,
    onStorageFailure: (error) => tell({ ok: false, error }),
  })
  return {
    options,
    connection,
    lanes: new Lanes({ clock, random, most: options.sideBySide }),
    delays: new Delays(clock),
    doubts: new Doubts(),
    searches: new Searches(clock),
    laterLooks: new LaterLooks(outbox, memory, clock),
    habits: new InsurerHabits(memory),
    records: new ListRecords(memory, clock, random),
    // Requests answered at the same time are handled together, and share a commit.
    inFlight: new InFlight(() => clock.soon(() => waker.wakeUp())),
    drain: new Drain(),
    waker,
    wishes: { paused: false, suspended: false, stopping: false },
    awaited: new Map(),
    tell,
  }
}

/**
 * Entries that were refused with 403: either the key is refused, or the insurer's system refuses this entry alone. A
 * request that only reads decides; nothing is sent before. Kept in memory: after a start they are tried again.
 */
class Doubts {
  readonly #ids = new Set<string>()

  get isAny(): boolean {
    return this.#ids.size > 0
  }

  add(id: string): void {
    this.#ids.add(id)
  }

  /** Which key was refused is not known any more, or it was another key. */
  clear(): void {
    this.#ids.clear()
  }

  /** Takes all that there are. */
  take(): readonly string[] {
    const ids = [...this.#ids]
    this.#ids.clear()
    return ids
  }
}

/** Callers that need a moment without open attempts: no attempt begins while any of them is waiting. */
class Drain {
  readonly #waiting = new Set<() => void>()

  get isAsked(): boolean {
    return this.#waiting.size > 0
  }

  /** @param goneOn called once this caller lets attempts begin again. */
  ask(goneOn: () => void): { readonly drained: Promise<void>; goOn(): void } {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const release = (): void => resolve(undefined)
    this.#waiting.add(release)
    return {
      drained: promise.then(() => undefined),
      goOn: () => {
        this.#waiting.delete(release)
        release()
        goneOn()
      },
    }
  }

  /** Call when no attempt is open. */
  settle(): void {
    for (const release of this.#waiting) release()
  }
}

const HabitsSchema = v.object({
  /** Whether the details of a policy last showed a claim that was known to be there. */
  detailsShowOurs: v.boolean(),
  /** Whether our reference was ever seen to be lost: from then on its absence proves nothing. */
  referenceLost: v.boolean(),
  /** The day of the last look at a claim that was known to be there. */
  taughtOn: v.nullable(v.string()),
})
type Habits = Readonly<v.InferOutput<typeof HabitsSchema>>

const none: Habits = { detailsShowOurs: false, referenceLost: false, taughtOn: null }

/** How the insurer keeps and shows claims: learned from what it is known to have, and kept across starts. */
class InsurerHabits {
  readonly #note: MemoryNote<v.GenericSchema<unknown, Readonly<Record<Product, Habits>>>>

  constructor(memory: EngineMemory) {
    const schema = v.object({ keke: HabitsSchema, okada: HabitsSchema })
    this.#note = new MemoryNote(memory, 'habits', schema, { keke: none, okada: none })
  }

  load(): void {
    this.#note.load()
  }

  save(): Result<null, StorageFailure> {
    return this.#note.save()
  }

  detailsShowOurs(product: Product): boolean {
    return this.#note.value[product].detailsShowOurs
  }

  isReferenceLost(product: Product): boolean {
    return this.#note.value[product].referenceLost
  }

  /** The products of which the insurer was seen to lose our reference. */
  get referenceLost(): readonly Product[] {
    return products.filter((product) => this.isReferenceLost(product))
  }

  wasTaughtOn(product: Product, day: string): boolean {
    return this.#note.value[product].taughtOn === day
  }

  noteReferenceLost(product: Product): void {
    this.#learn(product, { referenceLost: true })
  }

  noteDetails(product: Product, showOurs: boolean): void {
    this.#learn(product, { detailsShowOurs: showOurs })
  }

  noteTaught(product: Product, day: string): void {
    this.#learn(product, { taughtOn: day })
  }

  #learn(product: Product, learned: Partial<Habits>): void {
    const known = this.#note.value[product]
    const next = { ...known, ...learned }
    if (JSON.stringify(next) !== JSON.stringify(known))
      this.#note.set({ ...this.#note.value, [product]: next })
  }
}
