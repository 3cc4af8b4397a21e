import { DatabaseSync } from 'node:sqlite'

/** Where a process dies: the nth time it reaches a point; null when its parent kills it. */
export interface Crash {
  readonly point: string | null
  readonly nth: number
}

/** Ends this process as its crash says, by a signal that nothing can catch. */
export class Death {
  readonly #crash: Crash
  #times = 0

  constructor(crash: Crash) {
    this.#crash = crash
  }

  reach(point: string): void {
    if (point !== this.#crash.point) return
    this.#times += 1
    if (this.#times === this.#crash.nth) process.kill(process.pid, 'SIGKILL')
  }

  /** Whether reaching this point now would be the end. */
  isDue(point: string): boolean {
    return point === this.#crash.point && this.#times + 1 === this.#crash.nth
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
