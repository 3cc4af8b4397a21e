import type { DatabaseSync } from 'node:sqlite'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import { InsurerHabits } from '#main/delivery/insurer-habits.ts'
import { Engine } from '#main/delivery/engine.ts'
import type { EngineOptions } from '#main/delivery/engine-options.ts'

type Given = Pick<EngineOptions, 'outbox' | 'api' | 'clock'> & Partial<EngineOptions>

/** The real engine over a file, with a key, one attempt at a time and backoff without jitter unless given otherwise. */
export function plainEngine(database: DatabaseSync, given: Given): Engine {
  const { memory = createEngineMemory(database) } = given
  return new Engine({
    memory,
    habits: new InsurerHabits(memory),
    address: 'https://insurer.example',
    random: () => 0.5,
    hasKey: () => Promise.resolve(true),
    sideBySide: () => 1,
    onChange: () => undefined,
    ...given,
  })
}
