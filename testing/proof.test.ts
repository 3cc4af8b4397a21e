import { afterEach, describe, expect, it, vi } from 'vitest'
import { leastOf, proofSize } from '#testing/proof.ts'

const sizes = { short: 3, long: 300 }
afterEach(() => vi.unstubAllEnvs())

describe('the size of a proof', () => {
  it.each([
    [undefined, sizes, 3],
    ['long', sizes, 300],
    ['medium', { ...sizes, medium: 30 }, 30],
    ['medium', sizes, 3],
    // A small part of the short one, and never zero.
    ['quick', { short: 400, long: 1000 }, 20],
    ['quick', sizes, 1],
  ])('of %s is that of the run', (asked, given, size) => {
    vi.stubEnv('CLAIMS_DESK_PROOF', asked)
    expect(proofSize('CLAIMS_DESK_SOMETHING', given)).toBe(size)
  })

  it('is what its own variable says, which overrides everything else', () => {
    vi.stubEnv('CLAIMS_DESK_PROOF', 'long')
    vi.stubEnv('CLAIMS_DESK_SOMETHING', '7')
    expect(proofSize('CLAIMS_DESK_SOMETHING', sizes)).toBe(7)
  })

  it.each(['0', '-1', '2.5', 'many', ''])('is never %j', (asked) => {
    vi.stubEnv('CLAIMS_DESK_SOMETHING', asked)
    expect(() => proofSize('CLAIMS_DESK_SOMETHING', sizes)).toThrow('CLAIMS_DESK_SOMETHING')
  })
})

it('how much of everything a sample has to have tried is asked at every size but that of the inner loop, where chance may leave one out', () => {
  vi.stubEnv('CLAIMS_DESK_PROOF', 'short')
  expect(leastOf(5)).toBe(5)
  vi.stubEnv('CLAIMS_DESK_PROOF', 'quick')
  expect(0).toBeGreaterThan(leastOf(5))
})
