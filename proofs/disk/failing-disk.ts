import { DatabaseSync, StatementSync } from 'node:sqlite'

/** How a disk fails, by SQLite's primary result codes. */
const troubles = { 'disk-full': 13, io: 10, 'read-only': 8 } as const
export type Trouble = keyof typeof troubles

export interface FailingDisk {
  /** How often it failed. */
  readonly failed: number
  /** Asks the disk something while it is not in trouble. */
  aside<T>(look: () => T): T
  /** The disk works again. */
  repair(): void
  /** Takes the failing disk out of this process. */
  remove(): void
}

export interface Failing {
  readonly trouble: Trouble
  /** The nth thing asked of SQLite fails. */
  readonly atAsk: number
  /** Everything from then on fails until it is repaired; otherwise that one thing alone. */
  readonly lasts: boolean
  /** Counts and fails what writes alone: the beginning of a transaction, its end, and what changes rows. */
  readonly onlyWrites: boolean
}

/**
 * Makes SQLite fail in this process. Giving up a transaction is no question to the disk and always works, as it does
 * in SQLite.
 */
export function installFailingDisk(plan: Failing): FailingDisk {
  let asked = 0
  let failed = 0
  let isRepaired = false
  let isAside = false

  function ask(isWrite: boolean): void {
    if (isAside || (plan.onlyWrites && !isWrite)) return
    asked += 1
    if (isRepaired || (plan.lasts ? asked < plan.atAsk : asked !== plan.atAsk)) return
    failed += 1
    const errcode = troubles[plan.trouble]
    throw Object.assign(new Error(plan.trouble), { code: 'ERR_SQLITE_ERROR', errcode })
  }
  const restore = [
    replace(DatabaseSync.prototype, 'exec', ([sql]) => {
      if (sql !== 'ROLLBACK') ask(true)
    }),
    ...(['run', 'get', 'all', 'iterate'] as const).map((name) =>
      replace(StatementSync.prototype, name, () => ask(name === 'run')),
    ),
  ]
  return {
    get failed() {
      return failed
    },
    aside(look) {
      isAside = true
      try {
        return look()
      } finally {
        isAside = false
      }
    },
    repair: () => {
      isRepaired = true
    },
    remove: () => {
      for (const put of restore) put()
    },
  }
}

/** Has something said before each call of a method. @returns what puts the method back. */
function replace(prototype: object, name: string, before: (given: readonly unknown[]) => void): () => void {
  const original: unknown = Reflect.get(prototype, name)
  if (typeof original !== 'function') throw new Error(`SQLite has no ${name} here.`)
  const define = (value: unknown): void => {
    Object.defineProperty(prototype, name, { configurable: true, writable: true, value })
  }
  define(function (this: unknown, ...given: unknown[]): unknown {
    before(given)
    const answer: unknown = Reflect.apply(original, this, given)
    return answer
  })
  return () => define(original)
}
