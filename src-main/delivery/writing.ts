import type { Result } from '#shared/result.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { OutboxFailure } from '#main/outbox/outbox.ts'
import { guardStorage, isStorageFailure } from '#main/platform/sqlite.ts'
import type { EngineHolds } from './engine-holds.ts'
import type { EngineOptions } from './engine-options.ts'

/** Entries that changed, or why it could not be written. */
export type Changed = Result<readonly KeptEntry[], OutboxFailure>

/** What the engine writes, and what the application hears of it: a failed write holds everything. */
export class Writing {
  readonly #holds: EngineHolds
  readonly #onChange: EngineOptions['onChange']
  /** What the disk refused. */
  readonly #refused: (() => Changed)[] = []

  constructor(holds: EngineHolds, onChange: EngineOptions['onChange']) {
    this.#holds = holds
    this.#onChange = onChange
  }

  /** Tells the application of entries that changed, or holds everything. */
  tell(written: Result<readonly KeptEntry[] | null, OutboxFailure>): void {
    if (!written.ok) {
      if (this.#holds.holdIfUnwritten(written.error)) this.#onChange([])
    } else if (written.value !== null && written.value.length > 0) this.#onChange(written.value)
  }

  /**
   * Writes what the insurer showed, and tells of it. What the disk refuses is written once it can be, before anything is
   * sent: a claim that was seen there must not go again.
   */
  write(work: () => Changed): void {
    const guarded = guardStorage(work)
    const done = guarded.ok ? guarded.value : guarded
    this.tell(done)
    if (!done.ok && isStorageFailure(done.error)) this.#refused.push(work)
  }

  /** Writes again what the disk refused. */
  writeRefused(): void {
    for (const work of this.#refused.splice(0)) this.write(work)
  }
}
