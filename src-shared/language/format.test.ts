import { expect, it } from 'vitest'
import { moment, naira, plainDay } from './format.ts'

it('shows naira with its sign, and kobo only when there are some', () => {
  expect(naira(45_000)).toBe('₦45,000')
  expect(naira(45_000.5)).toBe('₦45,000.50')
})

it('shows today by the time alone and other days with their date', () => {
  const now = new Date(2026, 2, 4, 18, 0)
  expect(moment(new Date(2026, 2, 4, 9, 5).toISOString(), now)).toBe('09:05')
  expect(moment(new Date(2026, 2, 3, 9, 5).toISOString(), now)).toMatch(/3 Mar.*09:05/)
  expect(moment(new Date(2025, 2, 3, 9, 5).toISOString(), now)).toMatch(/2025.*09:05/)
  expect(moment('soon', now)).toBe('soon')
})

it('keeps a day the same day in every time zone, and returns anything else unchanged', () => {
  expect(plainDay('2026-03-04')).toBe('4 March 2026')
  expect(plainDay('soon')).toBe('soon')
})
