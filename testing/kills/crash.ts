import { DatabaseSync } from 'node:sqlite'

/** Where a process dies: the nth time it reaches a point, or any of them; null where something else ends it. */
export interface Crash {
  readonly point: string | null
  readonly nth: number
}

/** The nth of all points, whatever they are. */
export const anyPoint = 'any'

/** Counts towards the death of a process, a real one or a simulated one. */
export class Death {
  readonly #crash: Crash
  /** How often the point was reached. */
  times = 0

  constructor(crash: Crash = { point: null, nth: 1 }) {
    this.#crash = crash
  }

  /** @returns whether this is the end */
  reach(point: string): boolean {
    if (!this.#isOf(point)) return false
    this.times += 1
    return this.times === this.#crash.nth
  }

  /** Whether reaching this point now would be the end. */
  isDue(point: string): boolean {
    return this.#isOf(point) && this.times + 1 === this.#crash.nth
  }

  #isOf(point: string): boolean {
    return this.#crash.point === anyPoint || point === this.#crash.point
  }
}

/** Where a real process is: it ends at one of the points by a signal that nothing can catch. */
export class Moments {
  /** Points do not count before. */
  isCounted = false
  /** What the points reached now are part of, before their names; '' for nothing. */
  within = ''
  readonly #death: Death

  constructor(crash: Crash) {
    this.#death = new Death(crash)
  }

  get count(): number {
    return this.#death.times
  }

  reach(point: string): void {
    if (this.isCounted && this.#death.reach(this.within + point)) process.kill(process.pid, 'SIGKILL')
  }

  /** Whether this process ends at this point, if it reaches it now. */
  isLast(point: string): boolean {
    return this.isCounted && this.#death.isDue(point)
  }
}

/** Calls back before and after each of SQLite's commits, in any file. */
export function watchCommits(reach: (moment: 'before' | 'after') => void): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on whatever it is called on later
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    if (sql === 'COMMIT') reach('before')
    exec.call(this, sql)
    if (sql === 'COMMIT') reach('after')
  }
}
