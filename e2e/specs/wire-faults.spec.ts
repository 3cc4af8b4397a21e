import { proofSize, recordFigure } from '#testing/proof.ts'
import { expect, test } from '../support/fixtures.ts'
import { inLanes } from '#testing/in-lanes.ts'
import { casesPerRound, wireCase } from '../support/wire/wire-case.ts'
import { askThroughFault, questionCases } from '../support/wire/wire-question.ts'
import { runWireCase, type WireReport } from '../support/wire/wire-run.ts'

/** 3 kinds of POST, 12 points of an exchange, 9 faults; thirteen rounds of it with other positions in the long size. */
const runs = proofSize('CLAIMS_DESK_WIRE_RUNS', { short: casesPerRound, long: 4_320 })
/** Parallel, as cases mostly wait. */
const lanes = 16

const numbers = (count: number): readonly number[] => [...Array(count).keys()]

test('whatever happens to the wire and where, each entry becomes one claim', async () => {
  test.setTimeout(120_000 + runs * 1_000)
  const reports = await inLanes(lanes, numbers(runs), (number) => runWireCase(wireCase(number)))
  const count = (counts: (report: WireReport) => boolean): number => reports.filter(counts).length
  const broken = reports.filter((report) => report.broken.length > 0)
  const ways = {
    'received by the answer': count(({ proof }) => proof === 'answer'),
    'found in details': count(({ proof }) => proof === 'details'),
    'found in the list': count(({ proof }) => proof === 'list'),
    'decided by an officer': count(({ proof }) => proof === 'officer'),
    'uncertain for a while': count(({ wasUncertain }) => wasUncertain),
    'sent more than once': count(({ attempts }) => attempts > 1),
  }
  recordFigure({
    proof: 'wire-faults',
    tried: { runs, kinds: 3, insurers: 5, points: 12, faults: 9 },
    seen: {
      'promises broken': broken.length,
      ...ways,
      'on a computer too busy to judge waiting': count(({ starved }) => starved),
    },
  })
  expect(broken.map(({ name, broken: what }) => `${name}: ${what.join(', ')}`)).toEqual([])
  expect(reports).toHaveLength(runs)
  // A fault without effect would prove nothing, nor would a matrix with a missing combination.
  expect(reports.filter(({ struck }) => struck === 0).map(({ name }) => name)).toEqual([])
  if (runs >= casesPerRound) expect(Math.min(...Object.values(ways))).toBeGreaterThan(0)
})

test('whatever happens to the wire, a question by POST is asked once and ends in an answer or a failure', async () => {
  test.setTimeout(120_000)
  const reports = await inLanes(lanes, numbers(questionCases), askThroughFault)
  const twice = reports.filter(({ arrivals }) => arrivals > 1)
  const answered = reports.filter((report) => report.answered).length
  recordFigure({
    proof: 'wire-faults',
    tried: { questions: reports.length, points: 12, faults: 9 },
    seen: { 'arrived more than once': twice.length, answered },
  })
  expect(twice.map(({ name }) => name)).toEqual([])
  expect(answered).toBeGreaterThan(0)
  expect(answered).toBeLessThan(questionCases)
})
