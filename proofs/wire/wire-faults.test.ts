import { expect, it } from 'vitest'
import { inLanes } from '#testing/in-lanes.ts'
import { leastOf, proofSize, recordFigure } from '#testing/proof.ts'
import { effects, points } from '#testing/wire/wire-fault.ts'
import { callsPerRound, callThroughFault, type CallReport } from './wire-call.ts'

/** 4 kinds of calls, 12 points of an exchange, 9 faults; ten rounds of it with other positions in the long size. */
const calls = proofSize('CLAIMS_DESK_WIRE_CALLS', {
  short: callsPerRound,
  long: 10 * callsPerRound,
  quick: 72,
})
/** Parallel, as calls mostly wait. */
const lanes = 16
/** Prime to the calls of a round: the first few are of every kind, with every effect and at every point. */
const stride = 101

const numbers = Array.from(
  { length: calls },
  (_, n) => n - (n % callsPerRound) + ((n * stride) % callsPerRound),
)

it(
  'whatever happens to the wire and where, what the client says of a call is true',
  async () => {
    const reports = await inLanes(lanes, numbers, callThroughFault)
    const count = (counts: (report: CallReport) => boolean): number => reports.filter(counts).length
    const said = (what: string, times: number | null): number =>
      count((report) => report.said === what && report.made === times)
    const untrue = reports.filter((report) => report.untrue.length > 0)
    const ways = {
      delivered: said('delivered', 1),
      'uncertain and there': said('uncertain', 1),
      'uncertain and not there': said('uncertain', 0),
      read: said('read', null),
      'not read': said('not read', null),
    }
    const delivered = count(({ next }) => next === 'delivered')
    recordFigure({
      proof: 'wire-faults',
      tried: { calls, kinds: 4, points: points.length, faults: effects.length },
      seen: { untrue: untrue.length, ...ways, 'the next one delivered': delivered },
    })
    expect(untrue.map((report) => `${report.name}: ${report.said}, ${report.untrue.join(', ')}`)).toEqual([])
    expect(reports).toHaveLength(calls)
    // Answers that are all alike would prove nothing.
    expect(Math.min(...Object.values(ways))).toBeGreaterThan(leastOf(0))
    expect(delivered).toBeGreaterThan(0)
  },
  120_000 + calls * 1_000,
)
