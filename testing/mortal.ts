import type { Clock } from '#main/platform/clock.ts'
import { Death } from './kills/crash.ts'

/** A process as its surroundings meet it. Once it is dead it gets no more answers, but what it sent still arrives. */
export interface Living<Point extends string = string> {
  isAlive(): boolean
  /** Whether its computer has a connection; it has where that is left out. */
  isOnline?(): boolean
  /** Called at a point at which it may be killed. */
  reach(point: Point): void
}

/** The life of a simulated process, until it is killed or comes to its death. */
export class Mortal implements Living {
  #isAlive = true
  readonly #death: Death

  constructor(death = new Death()) {
    this.#death = death
  }

  isAlive(): boolean {
    return this.#isAlive
  }

  kill(): void {
    this.#isAlive = false
  }

  reach(point: string): void {
    if (this.#isAlive && this.#death.reach(point)) this.kill()
  }
}

/** A clock of which nothing comes any more once its process is dead. */
export function clockOf(living: Pick<Living, 'isAlive'>, clock: Clock): Clock {
  return {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs(),
    soon: (callBack) => clock.soon(() => living.isAlive() && callBack()),
    after: (delayMs, callBack) => clock.after(delayMs, () => living.isAlive() && callBack()),
  }
}

/** What the dead get. */
export function never<T>(): Promise<T> {
  return new Promise(() => undefined)
}
