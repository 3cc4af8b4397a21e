import { describe, expect, it } from 'vitest'
import type { KeptList, ListProgress, ListSize } from '#shared/domain/claim-list.ts'
import { boundedText, durationText, readingText, whenText } from './reading-words.ts'

const noon = (day: number): string => new Date(2026, 10, day, 12, 0).toISOString()
const size: ListSize = { bytes: 16_000_000, isWhole: true, bytesPerSecond: 40_000, at: noon(20) }
const progress: ListProgress = {
  isWaiting: false,
  bytes: 4_200_000,
  totalBytes: 16_000_000,
  claims: 26_000,
  msLeft: 240_000,
}
const nothing = { progress: null, wasStopped: false, kept: null, size: null }
const kept: KeptList = {
  fetchedAt: noon(3),
  count: 3,
  listed: 3,
  oldestCreatedAt: noon(1),
  statuses: [],
}
const textOf = (list: Partial<Parameters<typeof readingText>[0]>, savesData = false) =>
  readingText({ ...nothing, ...list }, savesData)

describe('before a list is read', () => {
  it.each([
    [{}, 'Never read on this computer. Size not known yet.'],
    [{ size }, 'About 16 MB, about 7 minutes.'],
    [{ size: { ...size, bytesPerSecond: null } }, 'About 16 MB.'],
    [{ size: { ...size, isWhole: false } }, 'More than 16 MB.'],
    [{ size }, 'Above 2 MB, read only when you ask.'],
    [{ size: { ...size, bytes: 900_000 } }, 'Read only when you ask.'],
  ])('says what it costs: %o', (list, words) => {
    expect(textOf(list)).toContain(words)
  })
})

describe('a list above the bound', () => {
  it('is said to be there in part', () => {
    const text = boundedText({ kept: { ...kept, listed: 1548 } })
    expect(text).toMatch(/^The newest 3 of 1,548 are saved\. Look up those before .* by policy number/)
    expect(boundedText({ kept })).toBe(null)
  })
})

describe('while a list is read', () => {
  it.each([
    [progress, '4.2 MB of 16 MB, 26,000 claims, about 4 minutes left.'],
    [{ ...progress, msLeft: null }, '4.2 MB of 16 MB, 26,000 claims.'],
    [{ ...progress, totalBytes: null, msLeft: null }, '4.2 MB so far, 26,000 claims.'],
    [{ ...progress, bytes: 0, claims: 0 }, 'Asking the insurer…'],
    [{ ...progress, isWaiting: true }, 'A claim is checked in this list first'],
  ])('says how far it is', (now, words) => {
    expect(textOf({ progress: now })).toContain(words)
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
