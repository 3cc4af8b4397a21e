import { expect, it } from 'vitest'
import { durationText } from './duration.ts'
import { englishSay } from '#testing/claim/made-up.ts'

it.each([
  [20_000, 'less than a minute'],
  [60_000, '1 minute'],
  [13 * 60_000, '13 minutes'],
  [135 * 60_000, '2 hours 15 minutes'],
  [120 * 60_000, '2 hours'],
  [75 * 3_600_000, '3 days 3 hours'],
  [-13 * 60_000, '13 minutes'],
])('%i ms are %s', (ms, text) => {
  expect(durationText(ms, englishSay)).toBe(text)
})
