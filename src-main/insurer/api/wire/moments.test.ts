import { describe, expect, it } from 'vitest'
import { readDay, readTime, wireRemoved } from './moments.ts'
import * as v from 'valibot'

const read = (day: string) => ({ type: 'read', day })
const unread = (text: string) => ({ type: 'not-understood', text })
const missing = { type: 'missing' }

describe('a day', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    [' 2026-11-20\n', '2026-11-20'],
    ['2026/11/20', '2026-11-20'],
    ['2026-11-20 00:00:00', '2026-11-20'],
    ['2026-11-20 15:04', '2026-11-20'],
    ['2026-11-20T00:00:00', '2026-11-20'],
    ['2026-11-20T00:00:00.000000Z', '2026-11-20'],
    ['2026-11-20T00:00:00+00:00', '2026-11-20'],
    ['2026-11-20T00:00:00+01:00', '2026-11-20'],
    ['2026-11-20T00:00:00.000+0100', '2026-11-20'],
    ['2026-11-20 00:00:00+01', '2026-11-20'],
    ['2026-11-20T00:00:00-05:00', '2026-11-20'],
    // Midnight of the next day in Lagos, as Laravel writes a date of an application there.
    ['2026-11-19T23:00:00.000000Z', '2026-11-20'],
    ['2026-11-19T23:00:00Z', '2026-11-20'],
    ['2026-12-31T23:00:00.000000Z', '2027-01-01'],
    ['2024-02-28T23:00:00.000000Z', '2024-02-29'],
    ['2026-11-19T22:59:59.999Z', '2026-11-19'],
    ['2026-11-20T22:30:00Z', '2026-11-20'],
    ['20/11/2026', '2026-11-20'],
    ['20-11-2026 08:00:00', '2026-11-20'],
    ['20.11.2026', '2026-11-20'],
    ['11/20/2026', '2026-11-20'],
    // Whichever is the month.
    ['11/11/2026', '2026-11-11'],
    ['1/1/2026', '2026-01-01'],
  ])('%j is %s', (written, day) => {
    expect(readDay(written)).toEqual(read(day))
  })

  it('is read of PHP’s own JSON of one', () => {
    const date = '2026-11-20 00:00:00.000000'
    expect(readDay({ date, timezone_type: 3, timezone: 'Africa/Lagos' })).toEqual(read('2026-11-20'))
  })

  it.each([undefined, null, '', '  ', '0000-00-00', '0000-00-00 00:00:00'])('%j is none', (written) => {
    expect([readDay(written), readTime(written)]).toEqual([missing, missing])
  })

  it.each([
    '03-12-2026',
    '3/12/2026',
    '03/12/2026 10:00:00',
    '2026-02-30',
    '2026-13-01',
    '2026-11-20 24:00:00',
    '2026-11-20T10:61:00Z',
    '31/02/2026',
    '20/11/26',
    '20261120',
    '1763596800',
    '2 days ago',
    'Fri, 20 Nov 2026',
    '2026-11-20-',
    'true',
  ])('%j is not understood', (written) => {
    expect([readDay(written), readTime(written)]).toEqual([unread(written), unread(written)])
  })

  it.each([
    [1_763_596_800, '1763596800'],
    [false, 'false'],
    [{}, '?'],
    [['2026-11-20'], '?'],
    ['2026-11-20'.repeat(1000), '2026-11-20'.repeat(6)],
  ])('%j is not understood, and told as %j', (written, text) => {
    expect(readDay(written)).toEqual(unread(text))
  })
})

it.each([
  ['2026-11-28T22:06:32.123456Z', '2026-11-28T22:06:32.123Z'],
  ['2026-11-28t22:06:32z', '2026-11-28T22:06:32.000Z'],
  ['2026-11-28 22:06:32', '2026-11-28T22:06:32.000Z'],
  ['2026-11-28 22:06:32 UTC', '2026-11-28T22:06:32.000Z'],
  ['2026-11-28T23:06:32+01:00', '2026-11-28T22:06:32.000Z'],
  ['2026-11-28 23:06:32 +0100', '2026-11-28T22:06:32.000Z'],
  ['2026-11-28T16:36:32-05:30', '2026-11-28T22:06:32.000Z'],
  ['2026-11-28', '2026-11-28T00:00:00.000Z'],
  ['28/11/2026 22:06:32', '2026-11-28T22:06:32.000Z'],
])('a time %j is %s', (written, at) => {
  expect(readTime(written)).toEqual({ type: 'read', at })
})

it.each([
  [null, false],
  [undefined, false],
  ['', false],
  [false, false],
  [0, false],
  ['0', false],
  ['0000-00-00 00:00:00', false],
  ['2026-11-28T22:06:32.000000Z', true],
  // When is not understood; that it was is.
  ['03/12/2026 10:00', true],
  [true, true],
])('a claim that is removed at %j counts as removed: %s', (written, isRemoved) => {
  expect(v.parse(wireRemoved, written).type !== 'missing').toBe(isRemoved)
})
