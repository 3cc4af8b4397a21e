import { expect, it } from 'vitest'
import { filledText } from './message.ts'

it('chooses its form: one or many, and none where there is a form for it', () => {
  const formsOf = (source: string, numbers: readonly number[]) =>
    numbers.map((n) => filledText(source, { n }))
  expect(formsOf('any', [0, 1, 7])).toEqual(['any', 'any', 'any'])
  expect(formsOf('one | many', [0, 1, 2, 1.5])).toEqual(['many', 'one', 'many', 'many'])
  expect(formsOf('none | one | many', [0, 1, 2])).toEqual(['none', 'one', 'many'])
})

it('writes its number as people do, and leaves an id alone', () => {
  expect(filledText('1 item | {n} items of {id}', { n: 1200, id: '1200' })).toBe('1,200 items of 1200')
  expect(filledText('Open {host}', { host: 'a.example' })).toBe('Open a.example')
})
