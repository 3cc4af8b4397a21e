import { join } from 'node:path'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import { alternately, type Pair } from '../alternately.ts'
import { bareLoop } from '../deliver/bare-loop.ts'
import { queuedClaims } from '../deliver/queued-claims.ts'
import { SlicedDelivery } from '../deliver/sliced-delivery.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { Insurer } from '../insurer/insurer.ts'
import { median, numberText } from '../statistics.ts'

const key = 'bench-key'
const queued = 1_000
const sideBySide = mostSideBySide
/** Answered after so long, with so many of the queue in each run. */
const cases = [
  { latencyMs: 20, slice: 120 },
  { latencyMs: 300, slice: 60 },
] as const
type Case = (typeof cases)[number]

/** The queue in slices, each beside the same number of bare POSTs. */
async function againstBare(
  { folder, runs }: Surroundings,
  insurer: Insurer,
  { latencyMs, slice }: Case,
): Promise<readonly Pair[]> {
  await insurer.order({ order: 'begin', rows: 0 })
  await insurer.order({ order: 'latency', ms: latencyMs })
  const line = { url: insurer.url, key, sideBySide }
  const delivery = new SlicedDelivery({ file: join(folder, `${latencyMs}.sqlite`), ...line })
  try {
    // A slice also waits for those that were answered or opened together with its last claim.
    delivery.accept(queuedClaims(queued + 2 * (runs + 1) * sideBySide))
    return await alternately(runs, {
      subject: async () => {
        const { delivered, tookMs } = await delivery.deliver(slice)
        return tookMs / delivered
      },
      raw: async () => (await bareLoop('request', queuedClaims(slice), line)) / slice,
    })
  } finally {
    await delivery.close()
  }
}

async function measure(surroundings: Surroundings): Promise<Outcome> {
  const insurer = await Insurer.start()
  const lines = []
  const notes = []
  try {
    for (const of of cases) {
      const pairs = await againstBare(surroundings, insurer, of)
      const [own, bare] = (['subject', 'raw'] as const).map((side) =>
        numberText(median(pairs.map((pair) => pair[side]))),
      )
      lines.push({
        what: `pace, ${sideBySide} at once, answered after ${of.latencyMs} ms`,
        against: 'bare `undici.request`, as many at once',
        unit: '×',
        goal: { bound: 'at least', value: 0.9 } as const,
        runs: pairs.map(({ subject, raw }) => raw / subject),
      })
      notes.push(`Answered after ${of.latencyMs} ms, a claim takes ${own} ms (bare ${bare} ms).`)
    }
  } finally {
    await insurer.end()
  }
  const limit =
    'The limit: a connection for each POST, a flush of the disk before the next one leaves, one thread that seals and writes.'
  return { lines, notes: [...notes, limit] }
}

/** How fast a queue is delivered. */
export const figure: Figure = {
  name: 'deliver',
  title: 'Delivering a queue of 1,000 claims',
  needsBuild: false,
  measure,
}
