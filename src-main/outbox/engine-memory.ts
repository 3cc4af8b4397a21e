import type { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { ok, type Result } from '#shared/result.ts'
import { guardStorage, statementsOf, type Prepare, type StorageFailure } from '#main/platform/sqlite.ts'

const put = `INSERT INTO engine_memory (name, value) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`

export type MemoryName =
  | 'address'
  | 'paused'
  | 'rate-limited-until'
  | 'habits'
  | 'lists'
  | 'later-looks'
  | 'pharmacies-at'
  | 'following'

/** What the engine remembers across starts. Nothing personal. */
export interface EngineMemory {
  read(name: MemoryName): string | null
  write(name: MemoryName, value: string | null): Result<null, StorageFailure>
}

/** Whether it is about another address of the insurer. @param address '' for none, as where the settings are lost */
export function isAboutOther(memory: Pick<EngineMemory, 'read'>, address: string): boolean {
  const before = memory.read('address')
  return before !== null && address !== '' && before !== address
}

export function createEngineMemory(database: DatabaseSync): EngineMemory {
  return {
    read(name) {
      const value = database.prepare('SELECT value FROM engine_memory WHERE name = ?').get(name)?.['value']
      return typeof value === 'string' ? value : null
    },
    write: (name, value) =>
      guardStorage(() => {
        if (value === null) database.prepare('DELETE FROM engine_memory WHERE name = ?').run(name)
        else database.prepare(put).run(name, value)
        return null
      }),
  }
}

const rowName = 'elsewhere'
const IdsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

/**
 * Notes drafts and entries of which another computer has a copy by now: it may send them first. Those that are no draft
 * and were received are taken out; a discard may still be undone. Throws what SQLite throws.
 */
export function noteElsewhere(database: DatabaseSync, ids: readonly string[]): void {
  const statement = statementsOf(database)
  const isOpen = statement(
    `SELECT DISTINCT value AS id FROM json_each(?) WHERE value IN (SELECT id FROM draft)
       OR value IN (SELECT id FROM entry WHERE state <> 'delivered')`,
  )
  const kept = isOpen.all(JSON.stringify([...elsewhere(statement), ...ids])).map(({ id }) => id)
  statement(put).run(rowName, JSON.stringify(kept))
}

/** What was noted. Throws what SQLite throws. */
export function elsewhere(prepare: Prepare): readonly string[] {
  const value = prepare('SELECT value FROM engine_memory WHERE name = ?').get(rowName)?.['value']
  const ids = v.safeParse(IdsSchema, value)
  return ids.success ? ids.output : []
}

/** Something the engine learned and keeps across starts as JSON. What cannot be read counts as never learned. */
export class MemoryNote<S extends v.GenericSchema> {
  readonly #memory: EngineMemory
  readonly #name: MemoryName
  readonly #schema: S
  readonly #empty: v.InferOutput<S>
  #value: v.InferOutput<S>
  #isWritten = true

  constructor(memory: EngineMemory, name: MemoryName, schema: S, empty: v.InferOutput<S>) {
    this.#memory = memory
    this.#name = name
    this.#schema = schema
    this.#empty = empty
    this.#value = empty
  }

  get value(): v.InferOutput<S> {
    return this.#value
  }

  /** Reads what an earlier run kept. */
  load(): void {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), this.#schema), this.#memory.read(this.#name))
    if (parsed.success) this.#value = parsed.output
  }

  /** Replaces it in memory; the next `save` writes it. */
  set(value: v.InferOutput<S>): void {
    this.#value = value
    this.#isWritten = false
  }

  /** As if it had never been learned. */
  forget(): Result<null, StorageFailure> {
    this.#value = this.#empty
    return this.#memory.write(this.#name, null)
  }

  /** Writes the newest value, if it changed since the last save. */
  save(): Result<null, StorageFailure> {
    if (this.#isWritten) return ok(null)
    const written = this.#memory.write(this.#name, JSON.stringify(this.#value))
    this.#isWritten = written.ok
    return written
  }
}
