import { expect, it } from 'vitest'
import { secretWeakness, shortestSecret } from './officer.ts'

it.each([
  ['12345', 'too-short'],
  ['', 'too-short'],
  ['000000', 'one-character'],
  ['123456', 'in-sequence'],
  ['987654', 'in-sequence'],
  ['998877', 'in-sequence'],
  ['100000', 'in-sequence'],
  ['aabbccdd', 'in-sequence'],
  ['121212', 'repeats'],
  ['696696', 'repeats'],
  ['477447', 'repeats'],
  ['blueblue', 'repeats'],
  ['010190', 'date'],
  ['311299', 'date'],
  ['01011990', 'date'],
  ['19900101', 'date'],
  ['01.01.1990', 'date'],
  ['1/12/1990', null],
  ['320190', null],
  ['271390', null],
  ['135791', 'common'],
  ['password', 'common'],
  ['Password1', 'common'],
  ['nigeria2026', 'common'],
  ['abc123', 'common'],
  ['nigerian food on sunday', null],
  ['271828', null],
  ['a sentence of words', null],
])('%j is judged %j', (secret, weakness) => {
  expect(secretWeakness(secret, { minimumLength: shortestSecret, needsLetters: false })).toBe(weakness)
})

it.each([
  ['2718281', 'too-short'],
  ['27182818', 'no-letters'],
  ['2718-2818', 'no-letters'],
  ['aaaaaaaa', 'one-character'],
  ['27182818e', null],
  ['òkúta kan', null],
])('%j is judged %j if the organisation requires eight characters with letters', (secret, weakness) => {
  expect(secretWeakness(secret, { minimumLength: 8, needsLetters: true })).toBe(weakness)
})
