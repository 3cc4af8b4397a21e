import { setTimeout as after } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { endpoints } from '#main/practice/endpoints.ts'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import { bareLoop } from '../deliver/bare-loop.ts'
import { queuedClaims, type QueuedClaim } from '../deliver/queued-claims.ts'
import { SkippingClock } from '../deliver/skipping-clock.ts'
import { SlicedDelivery } from '../deliver/sliced-delivery.ts'
import type { Figure, Line, Outcome, Surroundings } from '../figure.ts'
import type { InsurerCounts } from '../insurer/orders.ts'
import { Insurer } from '../insurer/insurer.ts'
import { median, numberText } from '../statistics.ts'

const key = 'bench-key'
const sideBySide = mostSideBySide
/** Claims in each of the insurer's lists: what depended on their length would be seen. */
const listed = 1_000_000
/** Claims of a day. */
const queued = 20
/** By then the insurer was looked at once more to learn how it keeps text, and would have been for anything else. */
const laterMs = 2 * 60 * 60_000
const stepMs = 60_000

/** Bytes from the insurer, heads of the answers included. */
interface Cost {
  readonly bytes: number
  readonly bareBytes: number
}
interface Delivered extends Cost {
  readonly lists: number
}
interface Found extends Cost {
  readonly afterMs: number
}

function delivering(insurer: Insurer, clock: SkippingClock, claims: readonly QueuedClaim[]): SlicedDelivery {
  // What is counted does not depend on the disk.
  const delivery = new SlicedDelivery({ file: ':memory:', url: insurer.url, key, sideBySide, clock })
  delivery.accept(claims)
  return delivery
}

const counted = (insurer: Insurer): Promise<InsurerCounts> => insurer.order({ order: 'count' })

/** A day's claims, delivered without trouble, and what is asked for because of them afterwards. */
async function withoutTrouble(insurer: Insurer): Promise<Delivered> {
  const claims = queuedClaims(queued)
  await insurer.order({ order: 'begin', rows: listed })
  await bareLoop('request, a connection each', claims, { url: insurer.url, key, sideBySide })
  const { sentBytes: bareBytes } = await counted(insurer)
  await insurer.order({ order: 'begin', rows: listed })
  const clock = new SkippingClock()
  const delivery = delivering(insurer, clock, claims)
  try {
    await delivery.deliver(queued)
    clock.skip(stepMs)
    while ((await counted(insurer)).details < 2) await after(1)
    const { sentBytes: bytes } = await counted(insurer)
    for (let skippedMs = 0; skippedMs < laterMs; skippedMs += stepMs) {
      clock.skip(stepMs)
      await after(1)
    }
    const { lists } = await counted(insurer)
    return { bytes: bytes / queued, bareBytes: bareBytes / queued, lists }
  } finally {
    await delivery.close()
  }
}

/** A claim that the insurer kept while its answer was lost, from then until it is received. */
async function afterLostAnswer(insurer: Insurer): Promise<Found> {
  const claims = queuedClaims(1)
  await insurer.order({ order: 'begin', rows: listed })
  await insurer.order({ order: 'lose' })
  const clock = new SkippingClock()
  const delivery = delivering(insurer, clock, claims)
  try {
    const received = delivery.deliver(1).then(() => true)
    while ((await counted(insurer)).posts < 1) await after(1)
    const lostAtMs = clock.monotonicMs()
    while (!(await Promise.race([received, after(2, false)]))) clock.skip(100)
    const afterMs = clock.monotonicMs() - lostAtMs
    const { sentBytes: bytes } = await counted(insurer)
    await bareLook(insurer, claims)
    return { bytes, bareBytes: (await counted(insurer)).sentBytes - bytes, afterMs }
  } finally {
    await delivery.close()
  }
}

/** What the details of the policies take by themselves. */
async function bareLook(insurer: Insurer, claims: readonly QueuedClaim[]): Promise<void> {
  const dispatcher = new Agent({ pipelining: 0 })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  for (const { body } of claims) {
    const { path } = endpoints[body.product === 'keke' ? 'keke-claim-details' : 'okada-claim-details']
    const asked = JSON.stringify({ policyNumber: body.claim.policyNumber })
    const options = { method: 'POST', headers, body: asked, dispatcher } as const
    await (await request(`${insurer.url}${path}`, options)).body.text()
  }
  await dispatcher.close()
}

async function each<T>(runs: number, measureOne: () => Promise<T>): Promise<readonly T[]> {
  const seen: T[] = []
  for (let run = 0; run < runs; run += 1) seen.push(await measureOne())
  return seen
}

const listText = `${listed.toLocaleString('en')} claims in each list`

function deliveredLines(all: readonly Delivered[]): readonly Line[] {
  return [
    {
      what: `bytes from the insurer for each of ${queued} claims, ${listText}, beyond the answers themselves`,
      against: '',
      unit: 'kB',
      goal: { bound: 'at most', value: 2, judged: 'worst' },
      runs: all.map(({ bytes, bareBytes }) => (bytes - bareBytes) / 1000),
    },
    {
      what: 'lists read in two hours after them',
      against: '',
      unit: 'lists',
      goal: { bound: 'at most', value: 0, judged: 'worst' },
      runs: all.map(({ lists }) => lists),
    },
  ]
}

function foundLines(all: readonly Found[]): readonly Line[] {
  return [
    {
      what: `an answer lost, ${listText}: received after`,
      against: '',
      unit: 's',
      goal: { bound: 'at most', value: 20, judged: 'worst' },
      runs: all.map(({ afterMs }) => afterMs / 1000),
    },
    {
      what: 'bytes until then, the start’s probe included',
      against: '',
      unit: 'kB',
      goal: { bound: 'at most', value: 10, judged: 'worst' },
      runs: all.map(({ bytes }) => bytes / 1000),
    },
  ]
}

async function measure({ runs }: Surroundings): Promise<Outcome> {
  const insurer = await Insurer.start()
  try {
    const delivered = await each(runs, () => withoutTrouble(insurer))
    const found = await each(runs, () => afterLostAnswer(insurer))
    const bare = median(delivered.map(({ bareBytes }) => bareBytes))
    const look = median(found.map(({ bareBytes }) => bareBytes))
    return {
      lines: [...deliveredLines(delivered), ...foundLines(found)],
      notes: [
        `A bare answer has ${numberText(bare)} bytes; beyond it come a page of pharmacies at the start and a look for each product that day (${numberText(look)} bytes), over ${queued} claims.`,
        'At the insurer’s sockets, without TLS and compression.',
      ],
    }
  } finally {
    await insurer.end()
  }
}

/** What a claim costs on the line, however many the insurer has. */
export const figure: Figure = {
  name: 'claim-cost',
  title: 'What a claim costs',
  needsBuild: false,
  measure,
}
