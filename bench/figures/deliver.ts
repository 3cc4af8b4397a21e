import { join } from 'node:path'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import { alternately, type Pair } from '../alternately.ts'
import { bareLoop, type Bare } from '../deliver/bare-loop.ts'
import { SlicedDelivery } from '../deliver/sliced-delivery.ts'
import { queuedClaims } from '../deliver/queued-claims.ts'
import type { Figure, Goal, Line, Outcome, Surroundings } from '../figure.ts'
import { Insurer } from '../insurer/insurer.ts'
import { median, numberText } from '../statistics.ts'

const key = 'bench-key'
const queued = 1_000
const sideBySide = mostSideBySide
/** Answered late, a part of the queue in each run is enough. */
const lateSlice = 60
const lateSliceOfOne = 12

interface Stage extends Surroundings {
  readonly insurer: Insurer
}

/** A queue on the disk, or in memory, from which one slice after the other is delivered. */
async function withQueue<T>(
  { insurer, folder, runs }: Stage,
  of: { readonly latencyMs: number; readonly lanes: number; readonly file?: string },
  work: (deliver: (count: number) => Promise<number>) => Promise<T>,
): Promise<T> {
  await insurer.order({ order: 'begin', rows: 0 })
  await insurer.order({ order: 'latency', ms: of.latencyMs })
  const file = of.file ?? join(folder, `${of.latencyMs}-${of.lanes}-${performance.now()}.sqlite`)
  const delivery = new SlicedDelivery({ file, url: insurer.url, key, sideBySide: of.lanes })
  try {
    // A slice also waits for those that were answered or opened together with its last claim.
    delivery.accept(queuedClaims(queued + 2 * (runs + 1) * of.lanes))
    return await work(async (count) => {
      const { delivered, tookMs } = await delivery.deliver(count)
      return tookMs / delivered
    })
  } finally {
    await delivery.close()
  }
}

const bareMs =
  ({ insurer }: Stage, bare: Bare, count: number, lanes: number = sideBySide) =>
  async (): Promise<number> =>
    (await bareLoop(bare, queuedClaims(count), { url: insurer.url, key, sideBySide: lanes })) / count

const paces = (pairs: readonly Pair[]): readonly number[] => pairs.map(({ subject, raw }) => raw / subject)
const msOf = (pairs: readonly Pair[], side: keyof Pair): string =>
  numberText(median(pairs.map((pair) => pair[side])))

/** So many in each run that the queue is delivered at the end. */
const wholeSlice = ({ runs }: Stage): number => Math.floor(queued / (runs + 1))

/** The queue in slices, each beside the same number of bare POSTs. */
async function againstBare(stage: Stage, latencyMs: number, bare: Bare): Promise<readonly Pair[]> {
  const slice = latencyMs > 100 ? lateSlice : wholeSlice(stage)
  return await withQueue(stage, { latencyMs, lanes: sideBySide }, (deliver) =>
    alternately(stage.runs, { subject: () => deliver(slice), raw: bareMs(stage, bare, slice) }),
  )
}

/** One at a time beside bare POSTs one at a time. */
async function oneAgainstBare(stage: Stage, latencyMs: number, bare: Bare): Promise<readonly Pair[]> {
  return await withQueue(stage, { latencyMs, lanes: 1 }, (deliver) =>
    alternately(stage.runs, { subject: () => deliver(lateSlice), raw: bareMs(stage, bare, lateSlice, 1) }),
  )
}

/** What goes side by side against one at a time, of two queues like each other. */
async function againstOneAtATime(stage: Stage, latencyMs: number): Promise<readonly Pair[]> {
  return await withQueue(stage, { latencyMs, lanes: 1 }, (one) =>
    withQueue(stage, { latencyMs, lanes: sideBySide }, (several) =>
      alternately(stage.runs, {
        subject: () => several(lateSliceOfOne * sideBySide),
        raw: () => one(lateSliceOfOne),
      }),
    ),
  )
}

/** Where the time goes that bare POSTs do not take: a bare part of it, and all but the disk. */
interface Parts {
  /** Bare POSTs each over a connection of its own, against those over kept ones. */
  readonly fresh: readonly Pair[]
  /** The queue with nothing written to a disk, against the same. */
  readonly withoutDisk: readonly Pair[]
}

async function parts(stage: Stage, latencyMs: number, bare: Bare): Promise<Parts> {
  const slice = wholeSlice(stage)
  const raw = bareMs(stage, bare, slice)
  const queue = { latencyMs, lanes: sideBySide, file: ':memory:' }
  const withoutDisk = await withQueue(stage, queue, (deliver) =>
    alternately(stage.runs, { subject: () => deliver(slice), raw }),
  )
  const subject = bareMs(stage, 'fetch, a connection each', slice)
  return { withoutDisk, fresh: await alternately(stage.runs, { subject, raw }) }
}

/** What each claim takes of its lane's time, part by part. */
function partsText(
  latencyMs: number,
  bare: Bare,
  whole: readonly Pair[],
  { fresh, withoutDisk }: Parts,
): string {
  const [all, raw] = [msOf(whole, 'subject'), msOf(whole, 'raw')]
  const [connected, unwritten] = [msOf(fresh, 'subject'), msOf(withoutDisk, 'subject')]
  return `Answered after ${latencyMs} ms, a claim takes ${raw} ms by bare \`${bare}\`, ${connected} ms by \`fetch\` over own connections, ${unwritten} ms here without a disk, ${all} ms as it is.`
}

function paceLine(
  latencyMs: number,
  against: string,
  goal: Goal | null,
  pairs: readonly Pair[],
  lanes = sideBySide,
): Line {
  const atOnce = lanes === 1 ? 'one at a time' : `${lanes} at once`
  const what = `pace, ${atOnce}, answered after ${latencyMs} ms`
  return { what, against, unit: '×', goal, runs: paces(pairs) }
}

async function measure(surroundings: Surroundings): Promise<Outcome> {
  const insurer = await Insurer.start()
  const stage = { ...surroundings, insurer }
  try {
    const atOnce = await againstBare(stage, 0, 'fetch')
    const near = await againstBare(stage, 20, 'request')
    const nearOne = await oneAgainstBare(stage, 20, 'request')
    const far = await againstBare(stage, 300, 'request')
    const brings = await againstOneAtATime(stage, 300)
    const partsAtOnce = await parts(stage, 0, 'fetch')
    const partsNear = await parts(stage, 20, 'request')
    return {
      lines: [
        paceLine(0, 'bare `fetch`, as many at once', { bound: 'at least', value: 0.65 }, atOnce),
        paceLine(20, 'bare `undici.request`, as many at once', { bound: 'at least', value: 0.9 }, near),
        paceLine(20, 'bare `undici.request`, one at a time', null, nearOne, 1),
        paceLine(300, 'bare `undici.request`, as many at once', { bound: 'at least', value: 0.9 }, far),
      ],
      notes: [
        partsText(0, 'fetch', atOnce, partsAtOnce),
        partsText(20, 'request', near, partsNear),
        'The limit is delivering once: a connection for each POST, a flush of the disk before the next one leaves, and one thread that seals and writes.',
        `Answered after 300 ms, ${sideBySide} at once deliver a claim in ${msOf(brings, 'subject')} ms, one at a time in ${msOf(brings, 'raw')} ms.`,
      ],
    }
  } finally {
    await insurer.end()
  }
}

/** How fast a queue is delivered. */
export const figure: Figure = {
  name: 'deliver',
  title: 'Delivering a queue of 1,000 claims',
  needsBuild: false,
  measure,
}
