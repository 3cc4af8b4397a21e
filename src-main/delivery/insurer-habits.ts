import * as v from 'valibot'
import { products, type Product } from '#shared/domain/product.ts'
import type { EngineMemory } from '#main/outbox/engine-memory.ts'
import type { Result } from '#shared/result.ts'
import type { StorageFailure } from '#main/platform/storage-failure.ts'
import { MemoryNote } from './memory-note.ts'

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
export class InsurerHabits {
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
