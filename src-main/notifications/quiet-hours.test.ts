import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isQuiet, isTimeOfDay, QuietHoursSchema } from '#shared/quiet-hours.ts'

const zoneBefore = process.env['TZ']
beforeEach(() => {
  process.env['TZ'] = 'Europe/Berlin'
})
afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

const at = (local: string): Date => new Date(local)
const night = { from: '18:00', until: '07:30' }

describe('quiet hours', () => {
  it.each([
    ['2026-11-20T17:59', false],
    ['2026-11-20T18:00', true],
    ['2026-11-20T23:59', true],
    ['2026-11-21T00:00', true],
    ['2026-11-21T07:29', true],
    ['2026-11-21T07:30', false],
  ])('over midnight: at %s they are %s', (local, quiet) => {
    expect(isQuiet(at(local), night)).toBe(quiet)
  })

  it.each([
    ['2026-11-20T11:59', false],
    ['2026-11-20T12:00', true],
    ['2026-11-20T12:59', true],
    ['2026-11-20T13:00', false],
  ])('within a day: at %s they are %s', (local, quiet) => {
    expect(isQuiet(at(local), { from: '12:00', until: '13:00' })).toBe(quiet)
  })

  it('are off when none are set', () => {
    expect(isQuiet(at('2026-11-20T03:00'), null)).toBe(false)
  })

  it('end by the wall clock, also in the nights of a clock change', () => {
    const early = { from: '22:00', until: '02:30' }
    // Local time goes from 01:59 to 03:00; and from 02:59 back to 02:00.
    expect(isQuiet(new Date('2026-03-29T00:59:59Z'), early)).toBe(true)
    expect(isQuiet(new Date('2026-03-29T01:00:00Z'), early)).toBe(false)
    expect(isQuiet(new Date('2026-03-29T05:29:00Z'), night)).toBe(true)
    expect(isQuiet(new Date('2026-03-29T05:30:00Z'), night)).toBe(false)
    expect(isQuiet(new Date('2026-10-25T06:29:00Z'), night)).toBe(true)
    expect(isQuiet(new Date('2026-10-25T06:30:00Z'), night)).toBe(false)
  })

  it.each(['24:00', '7:30', '07:60', '07:30 ', '', '０7:30'])('have no time such as “%s”', (text) => {
    expect(isTimeOfDay(text)).toBe(false)
    expect(v.is(QuietHoursSchema, { from: text, until: '08:00' })).toBe(false)
    expect(v.is(QuietHoursSchema, { from: '08:00', until: text })).toBe(false)
  })

  it('cannot start and end at the same time', () => {
    expect(v.is(QuietHoursSchema, night)).toBe(true)
    expect(v.is(QuietHoursSchema, { from: '08:00', until: '08:00' })).toBe(false)
  })
})
