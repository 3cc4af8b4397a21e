import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { giveBackMemory } from './give-back-memory.ts'

interface Held {
  readonly all: number
  /** What V8 has in reserve for what is made next. */
  readonly reserve: number
}

function held(): Held {
  const young = getHeapSpaceStatistics().filter(({ space_name: name }) => name === 'new_space')
  return {
    all: getHeapStatistics().total_physical_size,
    reserve: young.reduce((sum, space) => sum + space.physical_space_size, 0),
  }
}

it('gives back garbage and what is in reserve, without leaving the collection to others', () => {
  const made = Array.from({ length: 400_000 }, (_, index) => ({ index, text: `row ${index}` }))
  const before = held()
  expect(made.splice(0)).toHaveLength(400_000)
  expect(giveBackMemory()).toBe(true)
  const after = held()
  expect(after.all).toBeLessThan(before.all - 10_000_000)
  expect(after.reserve).toBeLessThan(before.reserve / 4)
  expect(globalThis.gc).toBeUndefined()
})
