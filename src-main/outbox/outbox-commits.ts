import type { DatabaseSync } from 'node:sqlite'
import type { Result } from '#shared/result.ts'
import { guardStorage } from '#main/platform/storage-failure.ts'
import { inTransaction } from '#main/platform/transaction.ts'
import type { LiveEntries } from './live-entries.ts'
import type { OutboxFailure } from './outbox-contract.ts'

/** The commits of an outbox: of one change, or of a group of them. */
export class OutboxCommits {
  readonly #database: DatabaseSync
  readonly #live: LiveEntries
  #isGrouping = false

  constructor(database: DatabaseSync, live: LiveEntries) {
    this.#database = database
    this.#live = live
  }

  /** Several changes in one commit; where that fails, file and memory stay as they were. */
  group<T>(work: () => Result<T, OutboxFailure>): Result<T, OutboxFailure> {
    const group = (): Result<T, OutboxFailure> => {
      this.#isGrouping = true
      try {
        const result = work()
        if (this.#database.isTransaction) this.#database.exec(result.ok ? 'COMMIT' : 'ROLLBACK')
        return result
      } finally {
        this.#isGrouping = false
        // A full disk may have rolled it back already.
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      }
    }
    const done = guardStorage(() => this.#live.inGroup(group, ({ ok: isKept }) => isKept))
    return done.ok ? done.value : done
  }

  /** One change: a commit of its own, or a part of the group, whose first change begins it. Throws what SQLite throws. */
  run<T>(work: () => T): T {
    if (!this.#isGrouping) return inTransaction(this.#database, work)
    if (!this.#database.isTransaction) this.#database.exec('BEGIN IMMEDIATE')
    return work()
  }
}
