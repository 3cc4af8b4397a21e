import { DatabaseSync, StatementSync } from 'node:sqlite'

/** How a disk fails, by SQLite's primary result codes. */
const troubles = { 'disk-full': 13, io: 10, 'read-only': 8 } as const
export type Trouble = keyof typeof troubles

export interface FailingDisk {
  /** How often it was asked, and how often it failed. */
  readonly asked: number
  readonly failed: number
  /** Runs something while the disk works. */
  aside<T>(look: () => T): T
  /** Makes the disk work again. */
  repair(): void
  /** Removes the failing disk from this process. */
  remove(): void
}

export interface Failing {
  readonly trouble: Trouble
  /** The nth call to SQLite fails. */
  readonly atAsk: number
  /** Every later call fails too until the repair; otherwise only that one. */
  readonly lasts: boolean
  /** Counts and fails only writes: the begin and the commit of a transaction, and changes of rows. */
  readonly onlyWrites: boolean
}

/**
 * Makes SQLite fail in this process. A rollback does not need the disk and always works, as it does
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
    get asked() {
      return asked
    },
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

/** Runs a callback before each call of a method. @returns a function that restores the method. */
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
