import type { DatabaseSync } from 'node:sqlite'
import type { Result } from '#shared/result.ts'
import { guardStorage, type StorageFailure } from '#main/platform/sqlite.ts'

export type MemoryName =
  'paused' | 'rate-limited-until' | 'habits' | 'lists' | 'later-looks' | 'pharmacies-at' | 'following'

/** What the engine remembers across starts. Nothing personal. */
export interface EngineMemory {
  read(name: MemoryName): string | null
  write(name: MemoryName, value: string | null): Result<null, StorageFailure>
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
        else {
          database
            .prepare(
              `INSERT INTO engine_memory (name, value) VALUES (?, ?)
               ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
            )
            .run(name, value)
        }
        return null
      }),
  }
}
