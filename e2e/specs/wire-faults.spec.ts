import { proofSize, recordFigure } from '#main/testing/proof.ts'
import { expect, test } from '../support/fixtures.ts'
import { casesPerRound, wireCase } from '../support/wire/wire-case.ts'
import { runWireCase, type WireReport } from '../support/wire/wire-run.ts'

/** 4 kinds of POST, 12 points of an exchange, 9 faults; ten rounds of it with other positions in the long size. */
const runs = proofSize('CLAIMS_DESK_WIRE_RUNS', { short: casesPerRound, long: 10 * casesPerRound })
/** They mostly wait. */
const lanes = 12

test('whatever happens to the wire and where, each entry becomes one claim', async ({ dataDir }) => {
  test.setTimeout(60_000 + runs * 1_000)
  const reports: WireReport[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < runs) {
      next += 1
      reports.push(await runWireCase(wireCase(next - 1), dataDir))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))

  const count = (counts: (report: WireReport) => boolean): number => reports.filter(counts).length
  const broken = reports.filter((report) => report.broken.length > 0)
  recordFigure({
    proof: 'wire-faults',
    tried: { runs, kinds: 4, points: 12, faults: 9 },
    seen: {
      'promises broken': broken.length,
      'received by the answer': count(({ evidence }) => evidence === 'answer'),
      'found in the list': count(({ evidence }) => evidence === 'list'),
      'decided by an officer': count(({ evidence }) => evidence === 'officer'),
      'uncertain for a while': count(({ wasUncertain }) => wasUncertain),
      'sent more than once': count(({ attempts }) => attempts > 1),
    },
  })
  expect(broken.map(({ name, broken: what }) => `${name}: ${what.join(', ')}`)).toEqual([])
  expect(reports).toHaveLength(runs)
  // A fault that met nothing would prove nothing.
  expect(reports.filter(({ struck }) => struck === 0).map(({ name }) => name)).toEqual([])
})
