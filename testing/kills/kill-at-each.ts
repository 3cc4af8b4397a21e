import { chanceOf } from '#testing/chance.ts'
import { inLanes } from '#testing/in-lanes.ts'
import { proofSeed, recordFigure } from '#testing/proof.ts'
import { seededRandom } from '#main/practice/data/random.ts'

type Awaitable<T> = T | Promise<T>

/** What is killed, and how often. */
export interface Kills<P> {
  /** The name of the proof, and which part of it this is. */
  readonly proof: string
  readonly part?: string
  /** Every point at which something may be killed: names, or the moments of a life that was recorded. */
  readonly points: readonly P[]
  readonly kills: number
  readonly seed?: number
  /** How many kills one life sees, each after a restart; one by default. */
  readonly killsPerLife?: number
  /** How many other lives are tried where one did not come to its point. */
  readonly tries?: number
  /** Lives side by side: one waits while the other computes. */
  readonly lanes?: number
}

/** A life that is killed, started again and looked at. */
export interface Life<P> {
  /** Lives until it is killed. @returns whether it came to that point */
  dieAt(point: P): Promise<boolean>
  /** Starts again, and holds what is there against what was promised. @returns what is wrong, in words */
  ledger(): Awaitable<readonly string[]>
  /** Lives on, unkilled, until nothing is left to do. @returns what is wrong then */
  end?(): Awaitable<readonly string[]>
  /** What it had and did, for the figure. */
  readonly counts?: Readonly<Record<string, number>>
}

/** Which life it is, and its own chance: the same for the same seed. */
export interface Beginning {
  readonly n: number
  readonly chance: () => number
}

/**
 * Kills a life at each of these points, or at some of them, spread evenly from any of them on, and holds it against its
 * ledger after each kill. Where more kills are asked for than there are points, each must have been died at.
 *
 * @returns everything that is wrong, with what repeats it; a figure says what was tried
 */
export async function killAtEach<P>(
  { proof, part, points, kills, seed = proofSeed(), killsPerLife = 1, tries = 1, lanes = 1 }: Kills<P>,
  begin: (beginning: Beginning) => Awaitable<Life<P>>,
): Promise<readonly string[]> {
  const wrong: string[] = []
  const diedAt = new Map(points.map((point) => [point, 0]))
  const counts = new Map<string, number>()
  let deaths = 0

  async function live(planned: readonly P[], n: number, tried: number): Promise<void> {
    const ownSeed = seed + n * tries + tried
    const life = await begin({ n, chance: chanceOf(ownSeed) })
    const left: P[] = []
    const found: string[] = []
    for (const point of planned) {
      const isThere = await life.dieAt(point)
      if (isThere) diedAt.set(point, (diedAt.get(point) ?? 0) + 1)
      else left.push(point)
      deaths += Number(isThere)
      found.push(...(await life.ledger()).map((words) => `${words} (seed ${ownSeed}, ${String(point)})`))
      if (found.length > 0) break
    }
    if (found.length === 0) found.push(...((await life.end?.()) ?? []))
    wrong.push(...found)
    for (const [what, count] of Object.entries(life.counts ?? {}))
      counts.set(what, (counts.get(what) ?? 0) + count)
    if (found.length === 0 && left.length > 0 && tried + 1 < tries) await live(left, n, tried + 1)
  }

  const lives = chunked(sampleOf(points, kills, seed), killsPerLife)
  await inLanes(lanes, lives, (planned, n) => live(planned, n, 0))
  const fewest = Math.min(...diedAt.values())
  recordFigure({
    proof,
    tried: {
      ...(part === undefined ? {} : { part }),
      kills,
      points: points.length,
      'died at one': deaths,
      seed,
    },
    seen: { ...Object.fromEntries(counts), 'fewest at one': fewest, wrong: wrong.length },
  })
  if (deaths < kills / 4) wrong.push(`only ${deaths} of ${kills} died as planned`)
  const missed = [...diedAt].flatMap(([point, times]) =>
    times === 0 ? [`nothing died at ${String(point)}`] : [],
  )
  return kills >= points.length ? [...wrong, ...missed] : wrong
}

/** So many of these, spread evenly, beginning anywhere; all of them in turn where more are asked for. */
function sampleOf<P>(points: readonly P[], count: number, seed: number): readonly P[] {
  const from = seededRandom(seed).integer(0, points.length - 1)
  const step = Math.max(1, points.length / count)
  const at = (n: number): number => Math.floor(from + n * step) % points.length
  return Array.from({ length: count }, (_, n) => points[at(n)]).filter((point) => point !== undefined)
}

function chunked<T>(items: readonly T[], length: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, n) =>
    items.slice(n * length, (n + 1) * length),
  )
}
