import { describe, expect, it } from 'vitest'
import { passphraseStrength } from './backup.ts'

describe('a passphrase', () => {
  it.each([
    ['too-short', 'short words'],
    ['weak', 'aaaaaaaaaaaaaaaaaaaaaaaa'],
    ['weak', 'passwordpass'],
    ['fair', 'three made wordss'],
    ['good', 'four made up words of a file'],
    ['good', 'Okada-Market 17 blue'],
  ])('is rated %s: “%s”', (strength, passphrase) => {
    expect(passphraseStrength(passphrase)).toBe(strength)
  })

  it('is counted in characters, however they are stored', () => {
    expect(passphraseStrength('cafe\u0301 cafe\u0301')).toBe('too-short')
  })
})
