import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/settings.ts'
import type { KeptData } from './kept-data.ts'
import { removeAllOutlived, startRetention } from './retention-schedule.ts'

const now = new Date('2026-11-20T09:00:00.000Z')
const right = { aheadMs: 0, comparedAt: now.toISOString(), isWrong: false }

/** Retention over this many expired entries, with a clock the test moves. */
function retention(changes: { days?: number; clock?: typeof right | null; outlived?: number } = {}) {
  const { days = 90, clock = right, outlived = 120 } = changes
  let difference = clock
  let left = Array.from({ length: outlived }, (_, n) => `entry ${n}`)
  const asked: string[] = []
  const removed: string[] = []
  const waits: number[] = []
  const looked: string[] = []
  let sweeps = 0
  let next: () => void = () => undefined
  const kept: Pick<KeptData, 'removeOutlived' | 'sweepIfDue'> = {
    removeOutlived(before, limit) {
      asked.push(before)
      const taken = left.slice(0, limit)
      left = left.slice(limit)
      return ok(taken)
    },
    sweepIfDue() {
      sweeps += 1
      return ok(null)
    },
  }
  const stop = startRetention({
    kept,
    clock: {
      now: () => now,
      after(delayMs, callBack) {
        waits.push(delayMs)
        next = callBack
        return () => (next = () => undefined)
      },
    },
    keepReceivedDays: () => days,
    clockDifference: () => difference,
    onRemoved: (ids) => void removed.push(...ids),
    onLooked: (before) => void looked.push(before),
  })
  const compare = (): void => void (difference = right)
  return { asked, removed, waits, looked, kept, look: () => next(), sweeps: () => sweeps, stop, compare }
}

it('removes in small batches, rewrites the file once at the end, and runs again hours later', () => {
  const run = retention()
  for (let look = 0; look < 3; look += 1) run.look()
  expect(run.removed).toHaveLength(120)
  expect(run.asked[0]).toBe('2026-08-22T09:00:00.000Z')
  expect(run.sweeps()).toBe(1)
  // Other files follow once this one is done.
  expect(run.looked).toEqual(['2026-08-22T09:00:00.000Z'])
  expect(run.waits.at(-1)).toBeGreaterThanOrEqual(3_600_000)
  expect(run.waits.slice(1, 3).every((ms) => ms <= 1_000)).toBe(true)
})

it('leaves by default what the insurer was silent about for eleven months, and so has not decided', () => {
  const run = retention({ days: defaultSettings.keepReceivedDays })
  run.look()
  expect(Date.parse(run.asked[0] ?? '')).toBeLessThan(Date.parse('2025-12-20'))
})

it.each([
  ['the office keeps for ever', { days: 0 }],
  ['the clock was not compared yet', { clock: null }],
  ['the clock is wrong', { clock: { ...right, isWrong: true } }],
])('removes nothing while %s', (_why, changes) => {
  const run = retention(changes)
  run.look()
  expect(run.asked).toEqual([])
  expect(run.removed).toEqual([])
  expect(run.looked).toEqual([])
})

it('is tried again soon where the clock is compared only after the first look', () => {
  const run = retention({ clock: null, outlived: 3 })
  run.look()
  expect(run.waits.at(-1)).toBeLessThanOrEqual(15 * 60_000)
  run.compare()
  run.look()
  expect(run.removed).toHaveLength(3)
  expect(run.waits.at(-1)).toBeGreaterThanOrEqual(3_600_000)
})

it('removes everything from another file at once, and rewrites it once', async () => {
  const run = retention()
  await removeAllOutlived(run.kept, '2026-08-22T09:00:00.000Z')
  expect(run.asked).toHaveLength(3)
  expect(run.kept.removeOutlived('2026-08-22T09:00:00.000Z', 50)).toEqual(ok([]))
  expect(run.sweeps()).toBe(1)
})

it('does nothing once stopped', () => {
  const run = retention()
  run.stop()
  run.look()
  expect(run.removed).toEqual([])
})
