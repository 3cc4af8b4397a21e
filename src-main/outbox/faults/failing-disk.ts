import { DatabaseSync, StatementSync } from 'node:sqlite'

/** How a disk fails, by SQLite's primary result codes. */
export const troubles = { 'disk-full': 13, io: 10, 'read-only': 8 } as const
export type Trouble = keyof typeof troubles

export interface FailingDisk {
  /** How often SQLite was asked for something so far. */
  readonly asked: number
  /** How often it failed. */
  readonly failed: number
  /** The disk works again. */
  repair(): void
  /** Takes the failing disk out of this process. */
  remove(): void
}

const statementMethods = ['run', 'get', 'all', 'iterate'] as const

/**
 * Makes SQLite fail in this process at the nth thing it is asked for: once, or until it is repaired. Giving up a
 * transaction is no question to the disk and always works, as it does in SQLite.
 */
export function installFailingDisk(plan: {
  readonly trouble: Trouble
  readonly atAsk: number
  readonly lasts: boolean
}): FailingDisk {
  const exec = DatabaseSync.prototype.exec
  const methods = statementMethods.map((name) => [name, StatementSync.prototype[name]] as const)
  let asked = 0
  let failed = 0
  let isRepaired = false

  function ask(): void {
    asked += 1
    if (isRepaired || (plan.lasts ? asked < plan.atAsk : asked !== plan.atAsk)) return
    failed += 1
    const errcode = troubles[plan.trouble]
    throw Object.assign(new Error(plan.trouble), { code: 'ERR_SQLITE_ERROR', errcode })
  }
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql) {
    if (sql !== 'ROLLBACK') ask()
    exec.call(this, sql)
  }
  for (const [name, method] of methods) {
    Object.defineProperty(StatementSync.prototype, name, {
      configurable: true,
      writable: true,
      value(this: StatementSync, ...values: unknown[]): unknown {
        ask()
        return Reflect.apply(method, this, values)
      },
    })
  }
  return {
    get asked() {
      return asked
    },
    get failed() {
      return failed
    },
    repair: () => {
      isRepaired = true
    },
    remove() {
      DatabaseSync.prototype.exec = exec
      for (const [name, value] of methods) {
        Object.defineProperty(StatementSync.prototype, name, { configurable: true, writable: true, value })
      }
    },
  }
}
