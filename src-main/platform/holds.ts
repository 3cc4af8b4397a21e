import type { Clock } from './clock.ts'

interface Held<Why> {
  readonly why: Why
  readonly againAtMs: number | null
}

/**
 * What is not tried now, by name, and why: until a time of the monotonic clock, or until an event lifts it. Kept in memory:
 * a start tries at once.
 */
export class Holds<Name extends string, Why> {
  readonly #clock: Clock
  readonly #held = new Map<Name, Held<Why>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Adds or renews a hold. @param againInMs when to try again; null where only an event ends it */
  add(name: Name, why: Why, againInMs: number | null): void {
    const againAtMs = againInMs === null ? null : this.#clock.monotonicMs() + againInMs
    this.#held.set(name, { why, againAtMs })
  }

  /** @returns whether there was such a hold. */
  lift(...names: readonly Name[]): boolean {
    return names.map((name) => this.#held.delete(name)).includes(true)
  }

  liftAll(): void {
    this.#held.clear()
  }

  has(name: Name): boolean {
    return this.#held.has(name)
  }

  of(name: Name): Why | null {
    return this.#held.get(name)?.why ?? null
  }

  all(): readonly (readonly [Name, Why])[] {
    return [...this.#held].map(([name, { why }]) => [name, why])
  }

  /** Whether the next try is due. */
  isDue(name: Name): boolean {
    return this.msUntil(name) === 0
  }

  /** Milliseconds until the next try; null without a hold, and where only an event ends it. */
  msUntil(name: Name): number | null {
    const againAtMs = this.#held.get(name)?.againAtMs ?? null
    return againAtMs === null ? null : Math.max(0, againAtMs - this.#clock.monotonicMs())
  }

  /** The next try of these, where they are held, is due now. */
  lookAgainNow(...names: readonly Name[]): void {
    for (const [name, why] of this.all()) if (names.includes(name)) this.add(name, why, 0)
  }

  /** When each is tried again (monotonic). */
  dueTimes(): readonly number[] {
    return [...this.#held.values()].flatMap(({ againAtMs }) => againAtMs ?? [])
  }
}

/** Holds that nobody asks the reason of: what is only not tried before a time. */
export class Delays<Name extends string = string> extends Holds<Name, null> {
  delay(name: Name, delayMs: number): void {
    this.add(name, null, delayMs)
  }

  isOver(name: Name): boolean {
    return (this.msUntil(name) ?? 0) === 0
  }
}
