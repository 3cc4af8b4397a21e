import { join } from 'node:path'
import { alternately } from '../alternately.ts'
import { bareLoop, type Bare } from '../deliver/bare-loop.ts'
import { BenchDesk } from '../deliver/bench-desk.ts'
import { queuedClaims } from '../deliver/queued-claims.ts'
import type { Figure, Goal, Line, Outcome, Surroundings } from '../figure.ts'
import { Insurer } from '../insurer/insurer.ts'

const key = 'bench-key'
const queued = 1_000

async function pace(
  insurer: Insurer,
  { folder, runs }: Surroundings,
  of: { readonly latencyMs: number; readonly bare: Bare; readonly goal: Goal | null },
): Promise<Line> {
  await insurer.order({ order: 'begin', rows: 0 })
  await insurer.order({ order: 'latency', ms: of.latencyMs })
  const slice = Math.floor(queued / (runs + 1))
  const desk = new BenchDesk({
    file: join(folder, `${of.bare}-${of.latencyMs}.sqlite`),
    url: insurer.url,
    key,
  })
  try {
    desk.accept(queuedClaims(queued))
    const pairs = await alternately(runs, {
      ours: async () => {
        const { delivered, tookMs } = await desk.deliver(slice)
        return tookMs / delivered
      },
      raw: async () =>
        (await bareLoop(of.bare, queuedClaims(slice), { url: insurer.url, key, sideBySide: 1 })) / slice,
    })
    return {
      what: `deliver ${queued.toLocaleString('en')} queued claims, the server's answer after ${of.latencyMs} ms: pace`,
      against: `bare \`${of.bare}\``,
      unit: '×',
      goal: of.goal,
      runs: pairs.map(({ ours, raw }) => raw / ours),
    }
  } finally {
    await desk.close()
  }
}

async function measure(surroundings: Surroundings): Promise<Outcome> {
  const insurer = await Insurer.start()
  try {
    const lines = [
      await pace(insurer, surroundings, {
        latencyMs: 0,
        bare: 'fetch',
        goal: { bound: 'at least', value: 0.65 },
      }),
      await pace(insurer, surroundings, {
        latencyMs: 20,
        bare: 'request',
        goal: { bound: 'at least', value: 0.9 },
      }),
    ]
    return { lines, notes: [] }
  } finally {
    await insurer.end()
  }
}

/** How fast a queue is delivered. */
export const figure: Figure = { name: 'deliver', title: 'Delivering a queue', needsBuild: false, measure }
