import { carriesReference } from '#shared/domain/reference.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import type { ClaimLook } from '#main/insurer/api/claim-reading.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { EngineParts } from './engine-parts.ts'
import { isAsSent } from './recognition.ts'

/** From a delivery to the look that learns from it: an insurer may show it a little later. */
const delayMs = 60_000

interface Lesson {
  readonly entry: KeptEntry
  readonly dueMs: number
}

/**
 * One look at the details after the first claim delivered each day: a claim that is known to be there shows how this
 * insurer keeps text, and whether its details can be trusted.
 */
export class Lessons {
  readonly #parts: EngineParts
  readonly #planned = new Map<Product, Lesson>()

  constructor(parts: EngineParts) {
    this.#parts = parts
  }

  /** An entry was closed: a claim that was delivered now may teach something. */
  note(entry: KeptEntry): void {
    const { options, habits } = this.#parts
    const { body, state } = entry
    if (body.kind !== 'claim' || !isReceived(state) || this.#planned.has(body.product)) return
    if (habits.wasTaughtOn(body.product, this.#today())) return
    this.#planned.set(body.product, { entry, dueMs: options.clock.monotonicMs() + delayMs })
  }

  /** Asks for the details where a lesson is due. */
  start(): void {
    const { options, inFlight } = this.#parts
    for (const product of products) {
      const lesson = this.#planned.get(product)
      const name = `details/lesson/${product}` as const
      if (lesson === undefined || lesson.dueMs > options.clock.monotonicMs()) continue
      if (!inFlight.isAsking(name)) this.#ask(product, lesson.entry)
    }
  }

  /** Milliseconds from `sinceMs` (monotonic) until the next one that was not due then; null without one. */
  msUntilNext(sinceMs: number): number | null {
    const waits = [...this.#planned.values()].map(({ dueMs }) => dueMs - sinceMs).filter((ms) => ms > 0)
    return waits.length === 0 ? null : Math.min(...waits)
  }

  #ask(product: Product, entry: KeptEntry): void {
    const { options, connection, inFlight } = this.#parts
    if (entry.body.kind !== 'claim') return
    const { policyNumber } = entry.body.claim
    const { keys } = connection
    inFlight.ask(
      `details/lesson/${product}`,
      (signal) => options.api.lookUpClaim(product, policyNumber, signal),
      (look) => {
        if (!look.ok && connection.afterFailedLook(look.error, keys)) return
        this.#planned.delete(product)
        this.#parts.habits.noteTaught(product, this.#today())
        if (!look.ok) return
        connection.reached()
        options.onStatus()
        this.#learn(product, entry, look.value)
      },
    )
  }

  #learn(product: Product, { body }: KeptEntry, look: ClaimLook): void {
    const { habits } = this.#parts
    if (body.kind !== 'claim') return
    if (look.type === 'none') {
      habits.noteDetails(product, false)
      return
    }
    const { claim, branchReference } = body
    if (!isSamePolicy(look.claim.policyNumber, claim.policyNumber)) return
    const isOurs = carriesReference(look.claim.incidentDetails, branchReference)
    const isOursWithoutReference = !isOurs && isAsSent(look.claim, body)
    if (isOurs || isOursWithoutReference) habits.noteDetails(product, true)
    if (isOursWithoutReference) habits.noteReferenceLost(product)
  }

  #today(): string {
    const now = this.#parts.options.clock.now()
    return `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`
  }
}
