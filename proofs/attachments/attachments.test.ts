import { expect, it } from 'vitest'
import { proofSize, recordFigure } from '#testing/proof.ts'
import { liveWeek } from './any-week.ts'
import { killPoints } from './kill-points.ts'

/*
 * Claims with files: whatever happens, no file is lost or lies under two names, every link of every claim that arrived
 * shows the very bytes, no claim arrives twice, and claims without files never wait for those with.
 */

const kills = proofSize('CLAIMS_DESK_FILE_KILLS', { short: 21, medium: 210, long: 1_000 })
const weeks = proofSize('CLAIMS_DESK_FILE_WEEKS', { short: 6, medium: 200, long: 1_000 })
const seed = Number(process.env['CLAIMS_DESK_FILE_SEED'] ?? Date.now() % 1_000_000_000)

/** Tries for one kill: not every week leads past every point. */
const mostTries = 40

it('keeps its promises wherever the process is killed while files go up', async () => {
  const killedAt = new Map(killPoints.map((point) => [point, 0]))
  const broken: string[] = []
  let next = seed
  for (let killed = 0; killed < kills; killed += 1) {
    const point = killPoints[killed % killPoints.length] ?? ''
    for (let tries = 0; tries < mostTries; tries += 1) {
      next += 1
      const week = await liveWeek(next, { point, nth: 1 + (next % 3) }, 12)
      broken.push(...week.broken.map((words) => `${next}, ${point}: ${words}`))
      if (!week.wasKilled) continue
      killedAt.set(point, (killedAt.get(point) ?? 0) + 1)
      break
    }
  }
  const reached = [...killedAt.values()].filter((count) => count > 0).length
  const all = [...killedAt.values()].reduce((sum, count) => sum + count, 0)
  recordFigure({
    proof: 'attachments',
    tried: { kills: all, points: reached, seed },
    seen: { broken: broken.length },
  })
  expect(broken).toEqual([])
  expect(
    [...killedAt].flatMap(([point, count]) => (count === 0 && kills >= killPoints.length ? [point] : [])),
  ).toEqual([])
}, 3_600_000)

it('keeps its promises through weeks of lost connections, kills, officers and other stores', async () => {
  const broken: string[] = []
  let files = 0
  let undone = 0
  for (let n = 0; n < weeks; n += 1) {
    const week = await liveWeek(seed + n, null, 40)
    files += week.files
    undone += week.undone
    broken.push(...week.broken.map((words) => `${seed + n}: ${words}`))
  }
  recordFigure({
    proof: 'attachments',
    tried: { histories: weeks, files, 'discards undone': undone, seed },
    seen: { broken: broken.length },
  })
  expect(broken).toEqual([])
}, 3_600_000)
