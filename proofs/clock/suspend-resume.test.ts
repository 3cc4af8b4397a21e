import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordFigure } from '../proof.ts'
import { EngineHarness } from '../histories/engine-harness.ts'
import { broken, endBroken, minutes, situations } from './situations.ts'

/** Whether the monotonic clock counts the sleep depends on the system: Windows does, Linux does not. */
const nights = [
  { name: 'a night that the steady clock counts', counted: true },
  { name: 'a night that it does not count', counted: false },
] as const
const nightMs = 8 * minutes(60)

let harness: EngineHarness
let tried = 0
let bad = 0
beforeEach(() => {
  harness = new EngineHarness()
})
afterEach(async () => {
  const stopped = harness.engine.stop()
  await harness.clock.advance(10_000)
  await stopped
  harness.dispose()
})
afterAll(() => recordFigure({ proof: 'suspend-resume', tried: { cases: tried }, seen: { broken: bad } }))

async function sleep(counted: boolean): Promise<void> {
  harness.engine.suspend()
  await harness.clock.settle()
  if (counted) await harness.clock.advance(nightMs)
  else harness.clock.jump(nightMs)
}

describe.each(situations)('an entry that is $name', (situation) => {
  it.each(nights)('sleeps through $name and continues when the network is back', async ({ counted }) => {
    const { server } = harness
    const id = await situation.begin(harness)
    expect(harness.state(id)).toBe(situation.state)
    const before = { arrivals: server.arrivals, probes: server.probes }
    const attempts = harness.entry(id).attempts
    await sleep(counted)
    const seen: string[] = []
    const silent = (when: string): void => {
      if (server.arrivals !== before.arrivals) seen.push(`sent ${when}`)
      if (harness.entry(id).attempts !== attempts) seen.push(`an attempt burnt ${when}`)
    }
    silent('in its sleep')
    if (server.probes !== before.probes) seen.push('asked in its sleep')
    if (situation.name === 'sending' && harness.state(id) !== 'unconfirmed')
      seen.push('in flight, and not unconfirmed')

    // The computer is awake before its network is.
    const { connection } = server
    server.connection = { type: 'no-network' }
    harness.engine.resume()
    await harness.clock.advance(20_000)
    silent('before the network was back')
    seen.push(...broken(harness, id))
    server.connection = connection
    await harness.clock.advance(minutes(5))
    seen.push(...broken(harness, id))
    situation.end(harness, id)
    await harness.clock.advance(minutes(60))
    seen.push(...endBroken(harness, id, situation))
    tried += 1
    if (seen.length > 0) bad += 1
    expect(seen).toEqual([])
  })

  it('is resumed by an officer when the system never reported that it woke up', async () => {
    const id = await situation.begin(harness)
    await sleep(true)
    situation.end(harness, id)
    harness.engine.tryNow()
    await harness.clock.advance(minutes(60))
    const seen = endBroken(harness, id, situation)
    tried += 1
    if (seen.length > 0) bad += 1
    expect(seen).toEqual([])
  })
})
