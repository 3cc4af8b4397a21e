import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createMerchantApi } from '#main/insurer/api/merchant-api.ts'
import { alternately, type Pair } from '../alternately.ts'
import { overKept, throughApi } from '../far-line/far-lanes.ts'
import type { Figure, Goal, Line, Outcome, Surroundings } from '../figure.ts'
import { Insurer, type FarState } from '../insurer/insurer.ts'
import { median, numberText } from '../statistics.ts'

const key = 'bench-key'
const roundTripMs = 250
const narrowBytesPerSecond = 40_000
/** Connections opened ahead for each lane: a handshake takes two round trips, an answer one. */
const ahead = 2
/** Claims of each lane in a run. A run begins with no spare connection: that is part of it. */
const perLane = 40
const perLaneUnprepared = 8

interface Case {
  readonly lanes: number
  readonly bytesPerSecond: number | null
  readonly ahead: number
  readonly perLane: number
}

interface Measured {
  readonly pairs: readonly Pair[]
  readonly before: FarState
  readonly after: FarState
}

/** Milliseconds of a lane for each claim, through the API and bare in turn, over the same line. */
async function measured({ runs }: Surroundings, insurer: Insurer, of: Case): Promise<Measured> {
  const { url, certificate } = await insurer.far({ roundTripMs, bytesPerSecond: of.bytesPerSecond })
  setDefaultCACertificates([...getCACertificates('bundled'), certificate])
  const api = createMerchantApi({ baseUrl: url, readKey: () => Promise.resolve(key) })
  const bare = overKept(url, key, of.lanes)
  const through = throughApi(api, of.lanes, of.ahead)
  const count = of.perLane * of.lanes
  try {
    // Both have met the server before: the bare connections are open, the API knows a TLS session.
    await bare(of.lanes)
    await through(1)
    const before = await insurer.far()
    const pairs = await alternately(runs, {
      subject: async () => (await through(count)) / of.perLane,
      raw: async () => (await bare(count)) / of.perLane,
    })
    return { pairs, before, after: await insurer.far() }
  } finally {
    await Promise.all([api.close(), bare.close()])
  }
}

const rateText = ({ bytesPerSecond }: Case): string =>
  bytesPerSecond === null ? '' : ` and ${bytesPerSecond / 1000} kB/s`

function paceLine(of: Case, { pairs }: Measured, goal: Goal | null): Line {
  const lanes = of.lanes === 1 ? 'one at a time' : `${of.lanes} at once`
  const opened = of.ahead === 0 ? ', connections not opened ahead' : ''
  return {
    what: `pace, TLS, a round trip of ${roundTripMs} ms${rateText(of)}, ${lanes}${opened}`,
    against: 'bare `undici.request` over kept connections, as many at once',
    unit: '×',
    goal,
    runs: pairs.map(({ subject, raw }) => raw / subject),
  }
}

function noteOf(of: Case, { pairs, before, after }: Measured): string {
  const [subject, raw] = (['subject', 'raw'] as const).map((side) =>
    numberText(median(pairs.map((pair) => pair[side]))),
  )
  const connections = after.connections - before.connections
  const resumed = Math.round(((after.resumed - before.resumed) / Math.max(connections, 1)) * 100)
  const posts = after.posts - before.posts
  return `${of.lanes} at once${rateText(of)}: ${subject} ms each (bare ${raw} ms); ${posts} claims, ${resumed}% of ${connections} connections resumed.`
}

async function measure(surroundings: Surroundings): Promise<Outcome> {
  const insurer = await Insurer.start()
  const goal: Goal = { bound: 'at least', value: 0.9 }
  const lines: Line[] = []
  const notes: string[] = []
  try {
    for (const [lanes, bytesPerSecond] of [
      [1, null],
      [4, null],
      [4, narrowBytesPerSecond],
    ] as const) {
      const of: Case = { lanes, bytesPerSecond, ahead, perLane }
      const seen = await measured(surroundings, insurer, of)
      lines.push(paceLine(of, seen, goal))
      notes.push(noteOf(of, seen))
    }
    const unprepared: Case = { lanes: 1, bytesPerSecond: null, ahead: 0, perLane: perLaneUnprepared }
    lines.push(paceLine(unprepared, await measured(surroundings, insurer, unprepared), null))
    return { lines, notes }
  } finally {
    await insurer.end()
  }
}

/** What a claim costs over a far line, its handshakes included, without the engine and the disk. */
export const figure: Figure = {
  name: 'far-line',
  title: 'Posting over a far line',
  needsBuild: false,
  measure,
}
