import * as v from 'valibot'
import { today } from '#shared/domain/calendar-date.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { InsurerClaim } from '#shared/domain/received-claim.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import type { ClaimLook } from '#main/insurer/api/claim-list.ts'
import { MemoryNote, type EngineMemory } from '#main/outbox/engine-memory.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { Holds } from '#main/platform/holds.ts'
import type { Loop } from '#main/platform/loop.ts'
import type { EngineOptions } from './engine-options.ts'
import type { InsurerConnection } from './insurer-connection.ts'

import { isAsSent, keptDay, likenessOf, soughtOf } from './recognition.ts'

const HabitsSchema = v.object({
  /** Whether the details of a policy last showed a claim that was known to be there. */
  detailsShowOurs: v.boolean(),
  /** Whether our reference was ever seen to be lost: from then on its absence proves nothing. */
  referenceLost: v.boolean(),
  /** What became of the days of our claims, at worst: they may not be read, or be others. */
  days: v.picklist(['as-sent', 'unread', 'another']),
  /** The day of the last look at a claim that was known to be there. */
  taughtOn: v.nullable(v.string()),
})
type Habits = Readonly<v.InferOutput<typeof HabitsSchema>>

const none: Habits = { detailsShowOurs: false, referenceLost: false, days: 'as-sent', taughtOn: null }

/** How the insurer keeps and shows claims: learned from what it is known to have, and kept across starts. */
export class InsurerHabits {
  readonly note: MemoryNote<v.GenericSchema<unknown, Readonly<Record<Product, Habits>>>>

  constructor(memory: EngineMemory) {
    const schema = v.object({ keke: HabitsSchema, okada: HabitsSchema })
    this.note = new MemoryNote(memory, 'habits', schema, { keke: none, okada: none })
  }

  of(product: Product): Habits {
    return this.note.value[product]
  }

  /** The products of which the insurer was seen to lose our reference. */
  get referenceLost(): readonly Product[] {
    return products.filter((product) => this.of(product).referenceLost)
  }

  /** The products of which days of our claims came back otherwise than they were sent. */
  get daysLost(): readonly Product[] {
    return products.filter((product) => this.of(product).days !== 'as-sent')
  }

  /** Whether days of this insurer tell claims apart. */
  daysTell(product: Product): boolean {
    return this.of(product).days !== 'another'
  }

  /** Learns from a claim that is known to be ours. @param sent the day that it was sent with */
  learnDay(product: Product, claim: InsurerClaim, sent: string): void {
    const days = keptDay(claim, sent)
    if (days === 'another' || (days === 'unread' && this.daysTell(product))) this.learn(product, { days })
  }

  learn(product: Product, learned: Partial<Habits>): void {
    const known = this.of(product)
    const next = { ...known, ...learned }
    if (JSON.stringify(next) !== JSON.stringify(known)) this.note.set({ ...this.note.value, [product]: next })
  }
}

/** From a delivery to the look that learns from it: an insurer may show it a little later. */
const delayMs = 60_000

interface LessonsOptions extends Pick<EngineOptions, 'api' | 'clock' | 'onChange'> {
  readonly connection: InsurerConnection
  readonly loop: Loop
  readonly habits: InsurerHabits
}

/**
 * One look at the details after the first claim delivered each day: a claim that is known to be there shows how this
 * insurer keeps text, and whether its details can be trusted.
 */
export class Lessons {
  readonly #options: LessonsOptions
  /** The entries from which something is learned then. */
  readonly #planned: Holds<Product, KeptEntry>

  constructor(options: LessonsOptions) {
    this.#options = options
    this.#planned = new Holds(options.clock)
  }

  /** An entry was closed: a claim that was delivered now may teach something. */
  note(entry: KeptEntry): void {
    const { habits } = this.#options
    const { body, state } = entry
    if (body.kind !== 'claim' || !isReceived(state) || this.#planned.has(body.product)) return
    if (habits.of(body.product).taughtOn === this.#today()) return
    this.#planned.add(body.product, entry, delayMs)
  }

  /** Asks for the details where a lesson is due. */
  start(): void {
    for (const [product, entry] of this.#planned.all())
      if (this.#planned.isDue(product)) this.#ask(product, entry)
  }

  /** When they are due (monotonic). */
  dueTimes(): readonly number[] {
    return this.#planned.dueTimes()
  }

  #ask(product: Product, entry: KeptEntry): void {
    const { api, onChange, connection, loop } = this.#options
    const name = `ask/details/lesson/${product}`
    if (entry.body.kind !== 'claim' || loop.has(name)) return
    const { policyNumber } = entry.body.claim
    const { keys } = connection
    loop.start(name, async (signal) => {
      const look = await api.lookUpClaim(product, policyNumber, signal)
      return () => {
        if (!look.ok && connection.afterFailedLook(look.error, keys)) return
        this.#planned.lift(product)
        this.#options.habits.learn(product, { taughtOn: this.#today() })
        if (!look.ok) return
        connection.reached()
        onChange([])
        this.#learn(product, entry, look.value)
      }
    })
  }

  #learn(product: Product, entry: KeptEntry, look: ClaimLook): void {
    const { habits } = this.#options
    const { body } = entry
    const sought = soughtOf(entry)
    if (body.kind !== 'claim' || sought === null) return
    if (look.type === 'none') {
      habits.learn(product, { detailsShowOurs: false })
      return
    }
    if (!isSamePolicy(look.claim.policyNumber, body.claim.policyNumber)) return
    const likeness = likenessOf(look.claim, sought, habits.daysTell(product))
    if (likeness === 'ours') habits.learnDay(product, look.claim, body.claim.occurrenceDate)
    // A later claim of the policy in the same words carries its own reference, and teaches nothing.
    const isOursWithoutReference = likeness === 'candidate' && isAsSent(look.claim, body)
    if (likeness === 'ours' || isOursWithoutReference) habits.learn(product, { detailsShowOurs: true })
    if (isOursWithoutReference) habits.learn(product, { referenceLost: true })
  }

  #today(): string {
    return today(this.#options.clock.now())
  }
}
