import { describe, expect, it } from 'vitest'
import type { ListProgress, ListSize } from '#renderer/data/repositories/claims-repository.ts'
import { durationText, readingWords, whenText } from './reading-words.ts'

const noon = (day: number): string => new Date(2026, 10, day, 12, 0).toISOString()
const size: ListSize = { bytes: 16_000_000, isWhole: true, bytesPerSecond: 40_000, at: noon(20) }
const progress: ListProgress = {
  isWaiting: false,
  bytes: 4_200_000,
  totalBytes: 16_000_000,
  claims: 26_000,
  msLeft: 240_000,
}
const nothing = { progress: null, wasStopped: false, fetchedAt: null, unchangedSince: null, size: null }
const wordsOf = (list: Partial<Parameters<typeof readingWords>[1]>, otherPace: number | null = null) =>
  readingWords('keke', { ...nothing, ...list }, 2_000_000, otherPace)

describe('before a list is read', () => {
  it.each([
    [{}, 'It was never read on this computer. How much there is to read is not known yet.'],
    [{ size }, 'About 16 MB to read, about 7 minutes at the last pace.'],
    [{ size: { ...size, bytesPerSecond: null } }, 'About 16 MB to read.'],
    [{ size: { ...size, isWhole: false } }, 'More than 16 MB to read.'],
    [{ size }, 'It is read only when you ask for it, because it is larger than 2 MB.'],
    [{ size: { ...size, bytes: 900_000 } }, 'It is read only when you ask for it.'],
  ])('says what it costs: %o', (list, words) => {
    expect(wordsOf(list).state).toContain(words)
  })

  it('takes the pace of the other list, where its own is not known', () => {
    const { state } = wordsOf({ size: { ...size, bytesPerSecond: null } }, 80_000)
    expect(state).toContain('about 4 minutes at the last pace')
  })

  it('names the size on the button', () => {
    expect(wordsOf({ size }).button).toBe('Read the keke list (about 16 MB)')
  })

  it('says when it was read, and since when it has been the same', () => {
    const list = { size, fetchedAt: noon(3), unchangedSince: noon(1) }
    expect(wordsOf(list).state).toMatch(/^Last read on .*3 Nov.*, unchanged since on /)
  })
})

describe('while a list is read', () => {
  it.each([
    [progress, '4.2 MB of 16 MB read, 26,000 claims, about 4 minutes left.'],
    [{ ...progress, msLeft: null }, '4.2 MB of 16 MB read, 26,000 claims.'],
    [{ ...progress, totalBytes: null, msLeft: null }, '4.2 MB read so far, 26,000 claims.'],
    [{ ...progress, bytes: 0, claims: 0 }, 'Asking the insurer for the list…'],
    [{ ...progress, isWaiting: true }, 'This reading begins after it.'],
  ])('says how far it is', (now, words) => {
    expect(wordsOf({ progress: now }).state).toContain(words)
  })

  it('says which list is shown meanwhile', () => {
    expect(wordsOf({ progress, fetchedAt: noon(3) }).state).toMatch(/The list read on .* is shown until/)
    expect(wordsOf({ progress }).state).toContain('The claims appear once the list is complete.')
  })
})

describe('a duration', () => {
  it.each([
    [0, 'a few seconds'],
    [31_000, 'about 40 seconds'],
    [91_000, 'about 2 minutes'],
    [60 * 60_000, 'about 60 minutes'],
    [100 * 60_000, 'about 2 hours'],
  ])('of %i ms is %s', (ms, words) => {
    expect(durationText(ms)).toBe(words)
  })
})

describe('a past moment', () => {
  it.each([
    [new Date(2026, 2, 1, 14, 5), 'today at 14:05'],
    [new Date(2026, 1, 28, 14, 5), 'yesterday at 14:05'],
    [new Date(2026, 1, 27, 14, 5), /^on .*27 Feb.* 14:05$/],
  ])('is named by its day', (at, words) => {
    expect(whenText(at.toISOString(), new Date(2026, 2, 1, 23, 0))).toMatch(words)
  })
})
