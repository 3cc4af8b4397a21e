import { seededRandom } from '#main/practice/data/random.ts'
import type { Crash } from '../crash.ts'
import { shuffle } from '../kill-plan.ts'
import { standsStill } from './moods.ts'
import { filePoints } from './points.ts'

/** The rest of the kills comes at random moments. */
const shareAtPoints = 0.85
const killsPerRound = 40

/** Where each process dies, in rounds that begin with a new file. The same number makes the same plan. */
export function fileKillPlan(kills: number): readonly (readonly Crash[])[] {
  const random = seededRandom(kills)
  // Two at least, as they run side by side.
  const roundCount = Math.max(2, Math.ceil(kills / killsPerRound))
  const points = [...filePoints, standsStill]
  const most = Math.floor(kills * shareAtPoints)
  // A small plan has no room for each: it takes some of every kind.
  const step = Math.max(1, points.length / most)
  const atPoints = step > 1 ? most : most - (most % points.length)
  const crashes = Array.from({ length: kills }, (_, n): Crash => {
    const point = n < atPoints ? (points[Math.floor(n * step) % points.length] ?? null) : null
    return { point, nth: random.oneIn(3) && /^(?:put|part|head|link)\//.test(point ?? '') ? 2 : 1 }
  })
  const shuffled = shuffle(crashes, (below) => random.integer(0, below - 1))
  return Array.from({ length: roundCount }, (_, round) =>
    shuffled.filter((_crash, n) => n % roundCount === round),
  )
}
