import type { Outbox } from '#main/outbox/outbox.ts'
import type { UploadRows } from '#main/delivery/uploads/upload-rows.ts'
import { Death } from '#testing/kills/crash.ts'
import { overlaid } from '#testing/engine/simulated-process.ts'
import type { Caller } from '#testing/uploads/simulated-store.ts'

/** Commits of a file's way, each with a moment before and one after it. */
const commits = ['name', 'left', 'proved', 'links', 'removed'] as const
type Commit = (typeof commits)[number]

/** What happens at the store and at the insurer. */
const happenings = [
  'before-put',
  'mid-put',
  'after-put',
  'head-done',
  'link-opened',
  'removed-there',
  'posted',
] as const

/** Every moment at which a process can be killed while files go up. */
export const killPoints: readonly string[] = [
  ...commits.flatMap((commit) => [`commit/${commit}/before`, `commit/${commit}/after`]),
  ...happenings,
]

/** The life of a simulated process: it does nothing from its death on. */
export class Life {
  #isAlive = true
  readonly #death: Death

  constructor(death = new Death()) {
    this.#death = death
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  kill(): void {
    this.#isAlive = false
  }

  reach(point: string): void {
    if (this.#isAlive && this.#death.reach(point)) this.kill()
  }

  /** What the store tells of this process's calls. */
  get caller(): Caller {
    return {
      isAlive: () => this.#isAlive,
      reach: (point) => this.reach(point === 'removed' ? 'removed-there' : point),
    }
  }

  /** The outbox of this process: nothing is written any more once it is dead. */
  outbox(outbox: Outbox): Outbox {
    const write = <A extends readonly unknown[], R>(work: (...args: A) => R) => this.#write(null, work)
    return overlaid(outbox, {
      accept: write((...args) => outbox.accept(...args)),
      inOneCommit: (work) => (this.#isAlive ? outbox.inOneCommit(work) : full),
      apply: write((...args) => outbox.apply(...args)),
      undoDiscard: write((...args) => outbox.undoDiscard(...args)),
      openAttempt: write((...args) => outbox.openAttempt(...args)),
      closeAttempt: write((...args) => outbox.closeAttempt(...args)),
      noteLooks: write((...args) => outbox.noteLooks(...args)),
      found: write((...args) => outbox.found(...args)),
      remove: write((...args) => outbox.remove(...args)),
      putLinks: this.#write('links', (...args) => outbox.putLinks(...args)),
    })
  }

  /** The rows of files as this process writes them. */
  rows(rows: UploadRows): UploadRows {
    return {
      ...rows,
      name: (uploads, leaving) =>
        this.#write((leaving?.length ?? 0) > 0 ? 'left' : 'name', () => rows.name(uploads, leaving))(),
      note: (id, change, state) =>
        this.#write(state === 'proved' ? 'proved' : null, () => rows.note(id, change, state))(),
      removed: this.#write('removed', (...args) => rows.removed(...args)),
      keep: this.#write(null, (...args) => rows.keep(...args)),
    }
  }

  #write<A extends readonly unknown[], R>(
    commit: Commit | null,
    work: (...args: A) => R,
  ): (...args: A) => R | typeof full {
    return (...args) => {
      if (commit !== null) this.reach(`commit/${commit}/before`)
      if (!this.#isAlive) return full
      const written = work(...args)
      if (commit !== null) this.reach(`commit/${commit}/after`)
      return written
    }
  }
}

const full = { ok: false, error: { type: 'disk-full' } } as const
