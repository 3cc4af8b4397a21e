import { seededRandom } from '#main/practice/data/random.ts'
import type { Crash } from './crash.ts'
import { crashPoints } from './crash-points.ts'

/** The rest of the kills comes at random moments. */
const shareAtPoints = 0.85
const killsPerRound = 50

/** Comes once in a process's life, or hardly more often. */
const isRare = (point: string | null): boolean =>
  /orphan|proved-absent|unprovable|candidate|look-note|list|officer/.test(point ?? '')
const isSchema = (point: string | null): boolean => point?.startsWith('commit/schema/') ?? false

/**
 * Where each process dies, in rounds that begin with a new file: every named point equally often, the rest at random.
 * The same number makes the same plan.
 */
export function killPlan(kills: number): readonly (readonly Crash[])[] {
  const random = seededRandom(kills)
  // Two at least, as they run side by side.
  const roundCount = Math.max(2, Math.ceil(kills / killsPerRound))
  // A file gets its schema once: those two points open a round, before and after in turn.
  const openings = Array.from({ length: roundCount }, (_, round): Crash => {
    const moment = round % 2 === 0 ? 'after' : 'before'
    return { point: `commit/schema/${moment}`, nth: 1 + (Math.floor(round / 2) % 2) }
  })
  const points = crashPoints.filter((point) => !isSchema(point))
  const rest = Math.max(0, kills - roundCount)
  const most = Math.floor(rest * shareAtPoints)
  // A small plan has no room for each: it takes some of every kind.
  const step = Math.max(1, points.length / most)
  const atPoints = step > 1 ? most : most - (most % points.length)
  const crashes = Array.from({ length: rest }, (_, n): Crash => {
    const point = n < atPoints ? (points[Math.floor(n * step) % points.length] ?? null) : null
    return { point, nth: random.oneIn(3) && !isRare(point) ? 2 : 1 }
  })
  const shuffled = shuffle(crashes, (below) => random.integer(0, below - 1))
  return openings.map((opening, round) => [opening, ...shuffled.filter((_, n) => n % roundCount === round)])
}

/** @param below draws a whole number below its limit */
export function shuffle<T>(items: readonly T[], below: (limit: number) => number): readonly T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(below(left.length), 1))
}
