import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordFigure } from '../proof.ts'
import { DeskUnderTest } from '../histories/desk-under-test.ts'
import { broken, endBroken, minutes, situations } from './situations.ts'

/** Whether the monotonic clock counts the sleep depends on the system: Windows does, Linux does not. */
const nights = [
  { name: 'a night that the steady clock counts', counted: true },
  { name: 'a night that it does not count', counted: false },
] as const
const nightMs = 8 * minutes(60)

let desk: DeskUnderTest
let tried = 0
let bad = 0
beforeEach(() => {
  desk = new DeskUnderTest()
})
afterEach(async () => {
  const stopped = desk.engine.stop()
  await desk.clock.advance(10_000)
  await stopped
  desk.dispose()
})
afterAll(() => recordFigure({ proof: 'suspend-resume', tried: { cases: tried }, seen: { broken: bad } }))

async function sleep(counted: boolean): Promise<void> {
  desk.engine.suspend()
  await desk.clock.settle()
  if (counted) await desk.clock.advance(nightMs)
  else desk.clock.jump(nightMs)
}

describe.each(situations)('an entry that is $name', (situation) => {
  it.each(nights)('sleeps through $name and continues when the network is back', async ({ counted }) => {
    const { server } = desk
    const id = await situation.begin(desk)
    expect(desk.state(id)).toBe(situation.state)
    const before = { arrivals: server.arrivals, probes: server.probes }
    const attempts = desk.entry(id).attempts
    await sleep(counted)
    const seen: string[] = []
    const silent = (when: string): void => {
      if (server.arrivals !== before.arrivals) seen.push(`sent ${when}`)
      if (desk.entry(id).attempts !== attempts) seen.push(`an attempt burnt ${when}`)
    }
    silent('in its sleep')
    if (server.probes !== before.probes) seen.push('asked in its sleep')
    if (situation.name === 'sending' && desk.state(id) !== 'unconfirmed')
      seen.push('in flight, and not unconfirmed')

    // The computer is awake before its network is.
    const { connection } = server
    server.connection = { type: 'no-network' }
    desk.engine.resume()
    await desk.clock.advance(20_000)
    silent('before the network was back')
    seen.push(...broken(desk, id))
    server.connection = connection
    await desk.clock.advance(minutes(5))
    seen.push(...broken(desk, id))
    situation.end(desk, id)
    await desk.clock.advance(minutes(60))
    seen.push(...endBroken(desk, id, situation))
    tried += 1
    if (seen.length > 0) bad += 1
    expect(seen).toEqual([])
  })

  it('is resumed by an officer when the system never reported that it woke up', async () => {
    const id = await situation.begin(desk)
    await sleep(true)
    situation.end(desk, id)
    desk.engine.tryNow()
    await desk.clock.advance(minutes(60))
    const seen = endBroken(desk, id, situation)
    tried += 1
    if (seen.length > 0) bad += 1
    expect(seen).toEqual([])
  })
})
