import { describe, expect, it } from 'vitest'
import { secretWeakness } from './officer.ts'

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
    expect(secretWeakness(secret)).toBe(weakness)
  })
})
