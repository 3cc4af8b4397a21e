import { DatabaseSync } from 'node:sqlite'

/** Where a process dies: the nth time it reaches a point; null where something else ends it. */
export interface Crash {
  readonly point: string | null
  readonly nth: number
}

/** Counts towards the death of a process, a real one or a simulated one. */
export class Death {
  readonly #crash: Crash
  #times = 0

  constructor(crash: Crash = { point: null, nth: 1 }) {
    this.#crash = crash
  }

  /** @returns whether this is the end */
  reach(point: string): boolean {
    if (point !== this.#crash.point) return false
    this.#times += 1
    return this.#times === this.#crash.nth
  }

  /** Whether reaching this point now would be the end. */
  isDue(point: string): boolean {
    return point === this.#crash.point && this.#times + 1 === this.#crash.nth
  }
}

/** Ends this process by a signal that nothing can catch. */
export function die(): void {
  process.kill(process.pid, 'SIGKILL')
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
