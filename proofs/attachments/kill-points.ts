import { DatabaseSync } from 'node:sqlite'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { UploadRows } from '#main/delivery/uploads/upload-rows.ts'
import { overlaid } from '#testing/engine/simulated-process.ts'
import { Mortal } from '#testing/mortal.ts'

/** What a commit is for, each with a moment before and one after it. */
const commits = ['name', 'left', 'proved', 'links', 'removed', 'other'] as const
type Commit = (typeof commits)[number]

/** A POST on its way, with the insurer, and on its way back. */
const brinks = ['asking', 'arriving', 'answering'] as const

/** What happens at the store and at the insurer. */
const happenings = [
  'before-put',
  'mid-put',
  'after-put',
  'head-done',
  'link-opened',
  'removed-there',
  ...brinks.map((brink) => `posting/${brink}` as const),
] as const

/** Every moment at which a process can be killed while files go up. */
export const killPoints: readonly string[] = [
  ...commits.flatMap((commit) => [`commit/${commit}/before`, `commit/${commit}/after`]),
  ...happenings,
]

/** The life of a simulated process: it does nothing from its death on. */
export class Life extends Mortal {
  #purpose: Commit = 'other'

  /** From now on a file is written by this process, and by no one once it is dead. */
  writes(database: DatabaseSync): void {
    database.exec = (sql) => {
      const moment = (when: string): void => {
        if (sql === 'COMMIT') this.reach(`commit/${this.#purpose}/${when}`)
      }
      moment('before')
      if (!this.isAlive() && sql !== 'ROLLBACK') throw Object.assign(new Error('dead'), { errcode: 13 })
      DatabaseSync.prototype.exec.call(database, sql)
      moment('after')
    }
  }

  outbox(outbox: Outbox): Outbox {
    return overlaid(outbox, { putLinks: (...args) => this.#for('links', () => outbox.putLinks(...args)) })
  }

  rows(rows: UploadRows): UploadRows {
    return {
      ...rows,
      name: (uploads, leaving) =>
        this.#for(leaving !== undefined && leaving.length > 0 ? 'left' : 'name', () =>
          rows.name(uploads, leaving),
        ),
      note: (id, change, state) =>
        this.#for(state === 'proved' ? 'proved' : 'other', () => rows.note(id, change, state)),
      removed: (id) => this.#for('removed', () => rows.removed(id)),
    }
  }

  #for<T>(purpose: Commit, work: () => T): T {
    this.#purpose = purpose
    try {
      return work()
    } finally {
      this.#purpose = 'other'
    }
  }
}
