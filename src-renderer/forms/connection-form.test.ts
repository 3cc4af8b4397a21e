import { expect, it } from 'vitest'
import { baseUrlProblem, keyProblem } from './connection-form.ts'

it.each([
  ['', 'Enter the address'],
  ['insurer', 'Enter a web address'],
  ['http://api.insurer.example', 'that begins with https://'],
])('refuses the address %s in words', (typed, words) => {
  expect(baseUrlProblem(typed)).toContain(words)
})

it('accepts https, and http for this computer only', () => {
  expect(baseUrlProblem(' https://api.insurer.example/ ')).toBeUndefined()
  expect(baseUrlProblem('http://127.0.0.1:4010')).toBeUndefined()
})

it('refuses an empty key and one with a space or a line break inside', () => {
  expect(keyProblem('  ')).toContain('Enter the key')
  expect(keyProblem('made up')).toContain('no spaces')
  expect(keyProblem('made\nup')).toContain('no spaces')
  expect(keyProblem(' made-up-key ')).toBeUndefined()
})
