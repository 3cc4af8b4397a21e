import * as v from 'valibot'
import { ok, type Result } from '#shared/result.ts'
import type { EngineMemory, MemoryName } from '#main/outbox/engine-memory.ts'
import type { StorageFailure } from '#main/platform/sqlite.ts'

/** Something the engine learned and keeps across starts as JSON. What cannot be read counts as never learned. */
export class MemoryNote<S extends v.GenericSchema> {
  readonly #memory: EngineMemory
  readonly #name: MemoryName
  readonly #schema: S
  #value: v.InferOutput<S>
  #isWritten = true

  constructor(memory: EngineMemory, name: MemoryName, schema: S, empty: v.InferOutput<S>) {
    this.#memory = memory
    this.#name = name
    this.#schema = schema
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

  /** Writes the newest value, if it changed since the last save. */
  save(): Result<null, StorageFailure> {
    if (this.#isWritten) return ok(null)
    const written = this.#memory.write(this.#name, JSON.stringify(this.#value))
    this.#isWritten = written.ok
    return written
  }
}
