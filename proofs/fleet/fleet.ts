import { DatabaseSync } from 'node:sqlite'
import { isReceived } from '#shared/outbox/predicates.ts'
import { migrate } from '#main/outbox/migrations.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import type { Engine } from '#main/delivery/engine.ts'
import { chanceOf } from '#testing/chance.ts'
import { plainEngine } from '#testing/engine/plain-engine.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { BusyInsurer, type Line } from './busy-insurer.ts'

export interface FleetOptions {
  readonly branches: number
  readonly claimsEach: number
  readonly postsPerSecond: number
  /** What the insurer asks a POST to wait that it does not take. */
  readonly retryAfterMs: number
  /** What ends: the outage of each branch's own network, at any moment of one minute, or that of the insurer. */
  readonly outage: 'of the networks' | 'of the insurer'
  readonly seed: number
}

export interface FleetResult {
  /** Claims that the insurer has exactly once and whose entry says so; and those that it has more often. */
  readonly once: number
  readonly twice: number
  /** From the moment at which the first branch could send until the insurer had every claim. */
  readonly seconds: number
  /** The same had every branch sent all it had at once, and the insurer kept what it could not take yet. */
  readonly idealSeconds: number
  /** POSTs refused, of all; and the same after the first minute. */
  readonly refused: Share
  readonly refusedLater: Share
}

export interface Share {
  readonly count: number
  readonly of: number
}

const minuteMs = 60_000
/** Long enough for branches to probe as seldom as they ever do. */
const outageMs = 5 * minuteMs
const longestMs = 24 * 60 * minuteMs

/** A branch with the real outbox and the real engine. */
interface Branch {
  readonly line: Line
  readonly outbox: Outbox
  readonly engine: Engine
  readonly database: DatabaseSync
  readonly references: ReadonlyMap<string, string>
}

/** Lets the branches come back after an outage, each with claims of offline days. */
export async function comeBack(options: FleetOptions): Promise<FleetResult> {
  const fleet = new Fleet(options)
  try {
    return await fleet.comeBack()
  } finally {
    fleet.close()
  }
}

class Fleet {
  readonly #options: FleetOptions
  readonly #clock = new VirtualClock()
  readonly #insurer: BusyInsurer
  readonly #random: () => number
  readonly #branches: readonly Branch[]

  constructor(options: FleetOptions) {
    this.#options = options
    this.#insurer = new BusyInsurer({ ...options, clock: this.#clock })
    this.#random = chanceOf(options.seed)
    this.#branches = Array.from({ length: options.branches }, (_, n) => this.#branch(n))
  }

  async comeBack(): Promise<FleetResult> {
    const { outage, branches, claimsEach } = this.#options
    this.#insurer.isDown = outage === 'of the insurer'
    for (const { engine } of this.#branches) engine.start()
    await this.#pass(outageMs)
    this.#insurer.isDown = false
    if (outage === 'of the networks') for (const branch of this.#branches) this.#returns(branch)
    await this.#pass(longestMs, () => this.#insurer.tookAtMs.length >= branches * claimsEach)
    // What is still on its way arrives, and a claim that was sent again would be.
    await this.#pass(minuteMs)
    return this.#result()
  }

  #pass(ms: number, isOver?: () => boolean): Promise<void> {
    return this.#clock.advance(ms, isOver, this.#branches.length)
  }

  close(): void {
    for (const { database } of this.#branches) database.close()
  }

  #returns({ line, engine }: Branch): void {
    this.#clock.after(this.#random() * minuteMs, () => {
      line.isUp = true
      engine.networkChanged(true)
    })
  }

  #branch(n: number): Branch {
    const { outage, claimsEach } = this.#options
    const isUp = outage === 'of the insurer'
    const line: Line = { roundTripMs: 150 + this.#random() * 250, isUp, foundAtMs: null }
    const database = new DatabaseSync(':memory:')
    migrate(database)
    const outbox = new Outbox(database, plainProtection)
    const references = new Map<string, string>()
    for (let claim = 0; claim < claimsEach; claim += 1) {
      const id = `00000000-0000-7000-8000-${String(claim).padStart(12, '0')}`
      const branchReference = `${String(n).padStart(4, '0')}-${String(claim).padStart(4, '0')}`
      const policyNumber = `KKP/2026/${n}/${claim}`
      const body = {
        kind: 'claim',
        product: 'keke',
        claim: madeUpClaim({ policyNumber }),
        branchReference,
      } as const
      const accepted = outbox.accept({ id, body }, this.#clock.now().toISOString())
      if (!accepted.ok) throw new Error(`not accepted: ${accepted.error.type}`)
      references.set(id, branchReference)
    }
    const engine = plainEngine(database, {
      outbox,
      api: this.#insurer.apiFor(line),
      clock: this.#clock,
      random: this.#random,
      sideBySide: () => 4,
    })
    return { line, outbox, engine, database, references }
  }

  #result(): FleetResult {
    const { made, tookAtMs, refusedAtMs } = this.#insurer
    const foundAtMs = this.#branches.map(({ line }) => line.foundAtMs ?? Infinity).toSorted((a, b) => a - b)
    const firstMs = foundAtMs[0] ?? 0
    const laterFromMs = firstMs + minuteMs
    let once = 0
    for (const { outbox, references } of this.#branches) {
      for (const [id, reference] of references) {
        const entry = outbox.get(id)
        if (entry !== null && isReceived(entry.state) && made.get(reference) === 1) once += 1
      }
    }
    const later = (times: readonly number[]): number => times.filter((atMs) => atMs >= laterFromMs).length
    const posts = (taken: number, refused: number): Share => ({ count: refused, of: taken + refused })
    return {
      once,
      twice: [...made.values()].filter((times) => times > 1).length,
      seconds: ((tookAtMs.at(-1) ?? Infinity) - firstMs) / 1_000,
      idealSeconds: this.#idealSeconds(foundAtMs),
      refused: posts(tookAtMs.length, refusedAtMs.length),
      refusedLater: posts(later(tookAtMs), later(refusedAtMs)),
    }
  }

  #idealSeconds(foundAtMs: readonly number[]): number {
    const { claimsEach, postsPerSecond } = this.#options
    const firstMs = foundAtMs[0] ?? 0
    let doneMs = 0
    for (const atMs of foundAtMs) doneMs = Math.max(doneMs, atMs) + (claimsEach / postsPerSecond) * 1_000
    return (doneMs - firstMs) / 1_000
  }
}
