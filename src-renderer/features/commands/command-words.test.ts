import { expect, it } from 'vitest'
import { commandLabels, commands, commandWords } from '#shared/commands.ts'
import { named } from './found.ts'

const all = commands.map(({ id }) => ({ label: commandLabels[id], words: commandWords[id] ?? '' }))
const found = (...words: readonly string[]): readonly string[] => named(all, words).map(({ label }) => label)

it.each([
  ['print', ['Print the list of claims', 'Customer’s slip', 'Day report']],
  ['export', ['Save the list of claims as CSV', 'Day report']],
  ['to correct', ['Claims that need you']],
  ['on its way', ['Claims']],
  ['csv', ['Save the list of claims as CSV', 'Day report']],
])('“%s” finds the commands that do it, those that say so first', (word, labels) => {
  expect(found(...word.split(' '))).toEqual(labels)
})

it('the day report is found by its name, and by what it was called before', () => {
  expect(found('day', 'report')).toEqual(['Day report'])
  expect(found('close')).toEqual(['Day report'])
})
