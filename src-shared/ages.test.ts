import { expect, it } from 'vitest'
import { ageLimits, ageOf } from './ages.ts'

const limits = { agingMs: 10, oldMs: 20 }

it.each([
  [-5, 'fresh'],
  [9, 'fresh'],
  [10, 'aging'],
  [19, 'aging'],
  [20, 'old'],
] as const)('what is %d old is %s', (passedMs, age) => {
  expect(ageOf(limits, passedMs)).toBe(age)
})

it.each(Object.entries(ageLimits))('%s ages before it is old', (_, { agingMs, oldMs }) => {
  expect(agingMs).toBeGreaterThan(0)
  expect(oldMs).toBeGreaterThan(agingMs)
})
