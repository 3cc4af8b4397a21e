import { describe, expect, it } from 'vitest'
import { isCalendarDate, today } from './calendar-date.ts'
import { branchReferencePattern, newBranchReference, newId } from './identifier.ts'

it('a branch reference is eight letters and digits that cannot be misread, and differs each time', () => {
  const references = new Set(Array.from({ length: 2000 }, () => newBranchReference()))
  expect(references.size).toBe(2000)
  for (const reference of references) expect(reference).toMatch(branchReferencePattern)
  expect([...references].join('')).not.toMatch(/[ILOU]/)
})

it('an id is a UUIDv7: later ones sort after earlier ones', () => {
  const ids = Array.from({ length: 100 }, () => newId())
  expect(ids).toEqual(ids.toSorted())
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
})

describe('a date', () => {
  it.each(['2026-11-02', '2024-02-29', '2000-02-29', '1900-01-01'])('%s exists', (text) => {
    expect(isCalendarDate(text)).toBe(true)
  })
  it.each(['2023-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '26-1-1', '2026-11-2', ''])(
    '%s does not',
    (text) => {
      expect(isCalendarDate(text)).toBe(false)
    },
  )
  it('is today in the local time zone', () => {
    expect(today(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05')
    expect(today(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31')
  })
})
