import { seededRandom } from '#main/practice/data/random.ts'
import type { Crash } from '#testing/kills/crash.ts'
import { standsStill } from './moods.ts'
import { isOfFiles, killPoints } from './points.ts'

/** The rest of the kills comes at random moments. */
const shareAtPoints = 0.85
const killsPerRound = 45

/** Whether a process may come to a point twice. */
function comesAgain(point: string): boolean {
  if (isOfFiles(point)) return /^(?:put|head|link)\//.test(point)
  return !/orphan|proved-absent|unprovable|candidate|look-note|list|officer|still/.test(point)
}

/**
 * Where each process dies, in rounds that begin with a new file: every point equally often, the rest at random. The
 * same number makes the same plan. Two rounds at least, as they run side by side.
 */
export function killPlan(kills: number): readonly (readonly Crash[])[] {
  const rounds = Math.max(2, Math.ceil(kills / killsPerRound))
  // A file gets its schema once: its two points open a round, in turn.
  const points = [...killPoints, standsStill].filter((point) => !point.startsWith('commit/schema/'))
  return spread(points, Math.max(0, kills - rounds), rounds).map((crashes, round) => {
    const moment = round % 2 === 0 ? 'after' : 'before'
    return [{ point: `commit/schema/${moment}`, nth: 1 + (Math.floor(round / 2) % 2) }, ...crashes]
  })
}

function spread(points: readonly string[], kills: number, rounds: number): readonly (readonly Crash[])[] {
  const random = seededRandom(kills)
  const most = Math.floor(kills * shareAtPoints)
  // A small plan has no room for each: it takes some of every kind.
  const step = Math.max(1, points.length / most)
  const atPoints = step > 1 ? most : most - (most % points.length)
  const crashes = Array.from({ length: kills }, (_, n): Crash => {
    const point = n < atPoints ? (points[Math.floor(n * step) % points.length] ?? null) : null
    return { point, nth: random.oneIn(3) && comesAgain(point ?? '') ? 2 : 1 }
  })
  const left = [...crashes]
  const shuffled = crashes.flatMap(() => left.splice(random.integer(0, left.length - 1), 1))
  return Array.from({ length: rounds }, (_, round) => shuffled.filter((_crash, n) => n % rounds === round))
}
