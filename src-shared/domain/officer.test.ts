import { describe, expect, it } from 'vitest'
import { secretWeakness, shortestSecret } from './officer.ts'

describe('a secret', () => {
  it.each([
    ['12345', 'too-short'],
    ['', 'too-short'],
    ['000000', 'one-character'],
    ['aaaaaaaa', 'one-character'],
    ['123456', 'in-sequence'],
    ['987654', 'in-sequence'],
    ['abcdef', 'in-sequence'],
    ['135791', null],
    ['246810', null],
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
})
