import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordFigure } from '../proof.ts'
import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { EngineHarness } from '../histories/engine-harness.ts'
import { broken, endBroken, minutes, situations, type Situation } from './situations.ts'

const tenYearsMs = 3_652 * 24 * minutes(60)

interface Move {
  readonly name: string
  /** The wall clock before the move; the default day if absent. */
  readonly from?: string
  readonly byMs: number
}

/** Summer time begins and ends at 01:00 UTC in Berlin; Nigeria has none, but a computer may be set to any place. */
const moves: readonly Move[] = [
  { name: 'ten years ahead', byMs: tenYearsMs },
  { name: 'ten years back', byMs: -tenYearsMs },
  { name: 'an hour ahead by hand', byMs: minutes(60) },
  { name: 'an hour back by hand', byMs: -minutes(60) },
  { name: 'into summer time', from: '2026-03-29T00:59:30.000Z', byMs: 0 },
  { name: 'out of summer time', from: '2026-10-25T00:59:30.000Z', byMs: 0 },
]

let harness: EngineHarness
let tried = 0
let bad = 0
const zone = process.env['TZ']

beforeEach(() => {
  process.env['TZ'] = 'Europe/Berlin'
  harness = new EngineHarness()
})
afterEach(async () => {
  await quit()
  harness.dispose()
})
afterAll(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  recordFigure({ proof: 'clock-moves', tried: { cases: tried }, seen: { broken: bad } })
})

async function quit(): Promise<void> {
  const stopped = harness.engine.stop()
  await harness.clock.advance(10_000)
  await stopped
}

/** Lets time pass as in an office and checks at every step. */
async function pass(id: string, forMs: number): Promise<string[]> {
  const seen: string[] = []
  for (let passed = 0; passed < forMs; passed += minutes(5)) {
    await harness.clock.advance(minutes(5))
    seen.push(...broken(harness, id))
  }
  return seen
}

/** When POSTs arrived, by the monotonic clock. */
async function arrivalsOf(
  situation: Situation,
  move: Move | null,
): Promise<{ at: number[]; broken: string[] }> {
  const at: number[] = []
  const post = harness.server.createClaim.bind(harness.server)
  harness.server.createClaim = async (...asked) => {
    at.push(harness.clock.monotonicMs())
    return await post(...asked)
  }
  if (move?.from !== undefined) harness.clock.jump(Date.parse(move.from) - harness.clock.now().getTime())
  const id = await situation.begin(harness)
  expect(harness.state(id)).toBe(situation.state)
  harness.clock.jump(move?.byMs ?? 0)
  const seen = [...broken(harness, id), ...(await pass(id, minutes(15)))]
  situation.end(harness, id)
  seen.push(...(await pass(id, minutes(60))), ...endBroken(harness, id, situation))
  return { at, broken: seen }
}

function note(seen: readonly string[]): void {
  tried += 1
  if (seen.length > 0) bad += 1
}

it('is tested in a time zone with summer time', () => {
  expect(new Date('2026-03-29T00:30:00Z').getHours()).toBe(1)
  expect(new Date('2026-03-29T01:30:00Z').getHours()).toBe(3)
})

describe.each(situations)('an entry that is $name', (situation) => {
  it.each(moves)('continues at the same pace when the clock is moved $name', async (move) => {
    const moved = await arrivalsOf(situation, move)
    await quit()
    harness.dispose()
    harness = new EngineHarness()
    const unmoved = await arrivalsOf(situation, null)
    const isSame = JSON.stringify(moved.at) === JSON.stringify(unmoved.at)
    const seen = [
      ...moved.broken,
      ...(isSame ? [] : [`sent at ${moved.at.join()}, not ${unmoved.at.join()}`]),
    ]
    note(seen)
    expect(seen).toEqual([])
  })

  it.each(moves)('continues when the clock was moved $name while the computer was off', async (move) => {
    if (move.from !== undefined) harness.clock.jump(Date.parse(move.from) - harness.clock.now().getTime())
    const id = await situation.begin(harness)
    await quit()
    harness.clock.jump(move.byMs)
    harness.restart()
    harness.engine.start()
    await harness.clock.settle()
    const seen = [...broken(harness, id), ...(await pass(id, minutes(15)))]
    situation.end(harness, id)
    seen.push(...(await pass(id, minutes(120))), ...endBroken(harness, id, situation))
    note(seen)
    expect(seen).toEqual([])
  })
})

it('keeps the order of acceptance and counts no other day’s entry as today’s, whatever the clock says', async () => {
  harness.engine.start()
  const ids: string[] = []
  for (const byMs of [0, tenYearsMs, -2 * tenYearsMs, tenYearsMs]) {
    harness.clock.jump(byMs)
    const policyNumber = `KKP/2026/LA/${String(ids.length)}`
    ids.push(harness.accept(claimSubmission({ policyNumber }, { branchReference: `3333-444${ids.length}` })))
    await harness.clock.settle()
  }
  expect(harness.outbox.settled(10).map(({ id }) => id)).toEqual(ids.toReversed())
  // The first and the last count: the clock is back on the day of the first.
  expect(harness.engine.status().counts.receivedToday).toBe(2)
})
