import { expect, it } from 'vitest'
import { retryAfterMs } from './server-message.ts'

const now = Date.parse('2024-05-06T10:00:00Z')

it.each([
  ['1', 1000],
  ['7', 7000],
  ['120', 120_000],
  ['0', 1000],
  ['3600', 3_600_000],
  ['3601', 3_600_000],
  ['9'.repeat(400), 3_600_000],
  ['Mon, 06 May 2024 10:02:00 GMT', 120_000],
  ['mon, 06 may 2024 10:02:00 gmt', 120_000],
  ['Mon, 06 May 2024 10:00:00 GMT', 1000],
  ['Mon, 06 May 2024 09:00:00 GMT', 1000],
  ['Tue, 07 May 2024 10:00:00 GMT', 3_600_000],
])('of %s is a wait between a second and an hour', (header, waitMs) => {
  expect(retryAfterMs(header, now)).toBe(waitMs)
})

it.each([null, '', ' ', '-5', '+5', '7.5', '7 8', '0x10', 'soon', '5 seconds from now'])(
  'of %s is ignored',
  (header) => {
    expect(retryAfterMs(header, now)).toBeNull()
  },
)
