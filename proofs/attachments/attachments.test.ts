import { expect, it } from 'vitest'
import { chanceOf } from '#testing/chance.ts'
import { killAtEach } from '#testing/kills/kill-at-each.ts'
import { proofSeed, proofSize, recordFigure } from '#testing/proof.ts'
import { liveWeek } from './any-week.ts'
import { killPoints } from './kill-points.ts'

/*
 * Claims with files: whatever happens, no file is lost or lies under two names, every link of every claim that arrived
 * shows the very bytes, no claim arrives twice, and claims without files never wait for those with.
 */

const kills = proofSize('CLAIMS_DESK_FILE_KILLS', { short: 21, medium: 210, long: 1_000 })
const weeks = proofSize('CLAIMS_DESK_FILE_WEEKS', { short: 6, medium: 200, long: 1_000 })
const seed = proofSeed()

it('keeps its promises wherever the process is killed while files go up', async () => {
  // Not every week leads past every point.
  const plan = { proof: 'attachments', points: killPoints, kills, tries: 40 }
  const wrong = await killAtEach(plan, ({ chance }) => {
    let broken: readonly string[] = []
    const dieAt = async (point: string): Promise<boolean> => {
      const nth = 1 + Math.floor(chance() * (point.includes('other') ? 20 : 3))
      const week = await liveWeek(chance, { point, nth }, 12)
      broken = week.broken
      return week.wasKilled
    }
    return { dieAt, ledger: () => broken }
  })
  expect(wrong).toEqual([])
}, 3_600_000)

it('keeps its promises through weeks of lost connections, kills, officers and other stores', async () => {
  const broken: string[] = []
  let files = 0
  let undone = 0
  for (let n = 0; n < weeks; n += 1) {
    const week = await liveWeek(chanceOf(seed + n), null, 40)
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
