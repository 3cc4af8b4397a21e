import { describe, expect, it } from 'vitest'
import type { KeptList, ListProgress, ListSize } from '#shared/domain/claim-list.ts'
import { boundedText, listsText, readingText } from './reading-words.ts'

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
}
const textOf = (list: Partial<Parameters<typeof readingText>[0]>, savesData = false) =>
  readingText({ ...nothing, ...list }, savesData)

it.each([
  [{}, 'Never read on this computer. Size not known yet.'],
  [{ size }, 'About 16 MB, 7 minutes.'],
  [{ size: { ...size, bytesPerSecond: null } }, 'About 16 MB.'],
  [{ size: { ...size, isWhole: false } }, 'More than 16 MB.'],
  [{ size }, 'Above 2 MB, read only when you ask.'],
  [{ size: { ...size, bytes: 900_000 } }, 'Updated automatically.'],
])('before a list is read says what it costs: %o', (list, words) => {
  expect(textOf(list)).toContain(words)
})

it('says why it is not read by itself, where data is to be saved', () => {
  expect(textOf({ size: { ...size, bytes: 900_000 } }, true)).toContain('to save data')
})

describe('both lists together', () => {
  const now = new Date().toISOString()
  const of = (fetchedAt: string) => ({ ...nothing, kept: { ...kept, fetchedAt } })
  const reading = (change: Partial<ListProgress> = {}) => ({
    ...nothing,
    progress: { ...progress, ...change },
  })

  it('are as old as the older of them', () => {
    expect(listsText([of(now), of(noon(3))])).toMatch(/^Lists .*3 Nov/)
    expect(listsText([of(now), of(now)])).toMatch(/^Lists \d\d:\d\d$/)
    expect(listsText([of(now), nothing])).toBe('Lists not read')
  })

  it('say how far they are while any of them is read', () => {
    expect(listsText([reading(), of(now)])).toBe('Lists 26%')
    expect(listsText([reading(), reading({ bytes: 12_000_000 })])).toBe('Lists 50%')
    expect(listsText([reading(), reading({ totalBytes: null, bytes: 800_000 })])).toBe('Lists 5 MB')
    expect(listsText([reading({ bytes: 0, totalBytes: null }), nothing])).toBe('Lists …')
  })
})

describe('a list above the bound', () => {
  it('is said to be there in part', () => {
    const text = boundedText({ kept: { ...kept, listed: 1548 } })
    expect(text).toMatch(/^The newest 3 of 1,548 are saved\. Look up those before .* by policy number/)
    expect(boundedText({ kept })).toBe(null)
  })

  it.each(['', 'in March'])('is said also where the insurer wrote no moment: “%s”', (oldestCreatedAt) => {
    expect(boundedText({ kept: { ...kept, listed: 4, oldestCreatedAt } })).toContain(oldestCreatedAt)
  })
})

it.each([
  [progress, '4.2 MB of 16 MB, 26,000 claims, 4 minutes left.'],
  [{ ...progress, msLeft: null }, '4.2 MB of 16 MB, 26,000 claims.'],
  [{ ...progress, totalBytes: null, msLeft: null }, '4.2 MB so far, 26,000 claims.'],
  [{ ...progress, bytes: 0, claims: 0 }, 'Asking the insurer…'],
  [{ ...progress, isWaiting: true }, 'A claim is checked in this list first'],
])('while a list is read says how far it is', (now, words) => {
  expect(textOf({ progress: now })).toContain(words)
})
