import { getHeapStatistics } from 'node:v8'
import { expect, it } from 'vitest'
import { giveBackMemory } from './give-back-memory.ts'

it('gives back what garbage held, without leaving the collection to others', () => {
  const made = Array.from({ length: 400_000 }, (_, index) => ({ index, text: `row ${index}` }))
  const { physical } = held()
  expect(made.splice(0)).toHaveLength(400_000)
  expect(giveBackMemory()).toBe(true)
  expect(held().physical).toBeLessThan(physical - 10_000_000)
  expect(globalThis.gc).toBeUndefined()
})

function held(): { readonly physical: number } {
  return { physical: getHeapStatistics().total_physical_size }
}
