import { describe, expect, it } from 'vitest'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { pharmacySubmission } from '#testing/outbox/made-up.ts'
import {
  answers,
  claimOf,
  hanging,
  harness,
  harnessForEach,
  holds,
  minutes,
  start,
  states,
} from '#testing/engine/harness-for-each.ts'

harnessForEach()

const uncertain = (httpStatus: number | null): AttemptOutcome =>
  httpStatus === null
    ? { type: 'uncertain', cause: 'timeout', httpStatus }
    : { type: 'uncertain', cause: 'server-error', httpStatus }
const delivered: AttemptOutcome = { type: 'delivered', serverMessage: '', keptReference: null }
const rejected: AttemptOutcome = { type: 'rejected', serverMessage: 'No such policy', fieldErrors: {} }

const requestOf = (policyNumber: string): string => harness.accept(pharmacySubmission(policyNumber))

/** From now on the insurer answers nothing well. */
function fail(posts: number): void {
  harness.server.connection = { type: 'server-trouble' }
  answers(...Array.from({ length: posts }, () => uncertain(500)))
}

/** Posts from now on are answered when it is resolved. */
function hang(): { readonly resolve: () => void } {
  const answer = hanging()
  harness.server.hang = answer
  return answer
}

/** Policies A to H; under the hold after A and B. */
async function startHeld(posts = 20): Promise<readonly string[]> {
  fail(posts)
  const ids = Array.from('ABCDEFGH', (policy) => claimOf(`KKP/${policy}`))
  await start()
  expect(holds()).toEqual(['insurer-problem'])
  return ids
}

describe('an insurer whose system has a problem', () => {
  it('is one that answers 5xx to two policies in a row: what it was not sent waits, the two are looked for', async () => {
    const ids = await startHeld()
    expect(states(ids.slice(0, 3))).toEqual(['unconfirmed', 'unconfirmed', 'queued'])
    expect(harness.server.arrivals).toBe(2)
    expect(harness.entry(ids[2] ?? '').attempts).toBe(0)
    const { looks } = harness.server
    await harness.clock.advance(20_000)
    expect(harness.server.looks).toBe(looks + 2)
    expect(holds()).toEqual(['insurer-problem'])
  })

  it('is one that says so with 200, but not one that answers 408', async () => {
    answers(uncertain(408), uncertain(408), uncertain(200), uncertain(200))
    for (const policy of 'AB') claimOf(`KKP/${policy}`)
    await start()
    expect(holds()).toEqual([])
    for (const policy of 'CD') claimOf(`KKP/${policy}`)
    await harness.clock.advance(1_000)
    expect(holds()).toEqual(['insurer-problem'])
  })

  it('is not one that answers 5xx to one policy alone', async () => {
    answers(uncertain(500), uncertain(502))
    const ids = [requestOf('KKP/A'), requestOf('kkp/a'), claimOf('KKP/B')]
    await start()
    expect(holds()).toEqual([])
    expect(states(ids)).toEqual(['unconfirmed', 'unconfirmed', 'delivered'])
  })

  it.each<[string, AttemptOutcome]>([
    ['took one', delivered],
    ['turned one down', rejected],
  ])('is not one that %s between', async (_what, between) => {
    answers(uncertain(500), between, uncertain(500))
    for (const policy of 'ABCD') claimOf(`KKP/${policy}`)
    await start()
    expect(harness.server.arrivals).toBe(4)
    expect(holds()).toEqual([])
  })

  it('is one that did not answer between, and not one that only takes long', async () => {
    answers(uncertain(408), uncertain(500), uncertain(null), uncertain(503))
    for (const policy of 'ABCDE') claimOf(`KKP/${policy}`)
    await start()
    // Attempts pause after so much trouble.
    await harness.clock.advance(10_000)
    expect(holds()).toEqual(['insurer-problem'])
    expect(harness.server.arrivals).toBe(4)
  })
})

describe('under the hold', () => {
  it('one is tried after 1, 2, 4, 8, 15 and again 15 minutes', async () => {
    await startHeld()
    for (const wait of [1, 2, 4, 8, 15, 15]) {
      const { arrivals } = harness.server
      await harness.clock.advance(minutes(wait) - 1)
      expect(harness.server.arrivals).toBe(arrivals)
      await harness.clock.advance(1)
      expect(harness.server.arrivals).toBe(arrivals + 1)
    }
    expect(holds()).toEqual(['insurer-problem'])
  })

  it('several that were in flight when it began change nothing of that', async () => {
    harness.sideBySide = 4
    const ids = await startHeld()
    expect(harness.server.arrivals).toBe(4)
    expect(harness.engine.nextTryAt(harness.entry(ids[4] ?? ''))).toBe('2026-11-20T09:01:00.000Z')
    await harness.clock.advance(minutes(1))
    expect(harness.server.arrivals).toBe(5)
  })

  it('another policy is tried each time, where there is one', async () => {
    fail(20)
    const ids = ['KKP/A', 'KKP/B', 'KKP/B', 'KKP/B', 'KKP/A'].map((policy) => requestOf(policy))
    const tried = (): readonly boolean[] => ids.slice(2).map((id) => harness.entry(id).attempts > 0)
    await start()
    expect(tried()).toEqual([false, false, false])
    await harness.clock.advance(minutes(1))
    expect(tried()).toEqual([false, false, true])
    await harness.clock.advance(minutes(2))
    expect(tried()).toEqual([true, false, true])
    await harness.clock.advance(minutes(4))
    expect(tried()).toEqual([true, true, true])
  })

  it('something else that answers neither ends it nor counts', async () => {
    await startHeld(2)
    answers({ type: 'uncertain', cause: 'intercepted', httpStatus: 200 })
    harness.server.connection = { type: 'not-the-api' }
    await harness.clock.advance(minutes(1))
    expect(holds()).toEqual(['insurer-problem', 'intercepted'])
    fail(20)
    await harness.clock.advance(minutes(1))
    expect(holds()).toEqual(['insurer-problem'])
    expect(harness.server.arrivals).toBe(3)
  })

  it.each<[string, AttemptOutcome, string]>([
    ['taken', delivered, 'delivered'],
    ['turned down', rejected, 'rejected'],
  ])('the one that is %s ends it, and all others go at once', async (_what, answer, state) => {
    const ids = await startHeld(2)
    answers(answer)
    await harness.clock.advance(minutes(1))
    expect(holds()).toEqual([])
    expect(states(ids.slice(2))).toEqual([state, ...Array.from({ length: 5 }, () => 'delivered')])
  })

  it('the next one begins with a minute again', async () => {
    await startHeld(4)
    await harness.clock.advance(minutes(3))
    harness.server.connection = { type: 'works' }
    harness.engine.contactSeen('online')
    await harness.clock.advance(minutes(1))
    expect(holds()).toEqual([])
    fail(2)
    for (const policy of 'IJK') claimOf(`KKP/${policy}`)
    await harness.clock.settle()
    expect(holds()).toEqual(['insurer-problem'])
    const { arrivals } = harness.server
    await harness.clock.advance(minutes(1))
    expect(harness.server.arrivals).toBe(arrivals + 1)
  })

  it('a look that is answered well ends it', async () => {
    const ids = await startHeld(2)
    harness.server.connection = { type: 'works' }
    await harness.clock.advance(15_000)
    expect(holds()).toEqual([])
    expect(harness.state(ids[7] ?? '')).toBe('delivered')
  })

  it('so does a question of the page', async () => {
    const ids = await startHeld(2)
    harness.engine.contactSeen('online')
    await harness.clock.settle()
    expect(holds()).toEqual(['insurer-problem'])
    harness.server.connection = { type: 'works' }
    harness.engine.contactSeen('online')
    await harness.clock.settle()
    expect(holds()).toEqual([])
    expect(harness.state(ids[7] ?? '')).toBe('delivered')
  })

  it.each<[string, (id: string) => void]>([
    ['Try now', () => harness.engine.tryNow()],
    ['Send now', (id) => harness.engine.sendNow(id)],
  ])('“%s” tries one at once', async (_what, press) => {
    const [, , third = ''] = await startHeld()
    press(third)
    await harness.clock.settle()
    expect(harness.server.arrivals).toBe(3)
    expect(harness.state(third)).toBe('unconfirmed')
    expect(holds()).toEqual(['insurer-problem'])
  })

  it('no second one is tried while one is in flight, whoever asks', async () => {
    harness.sideBySide = 4
    fail(20)
    for (const policy of 'ABCDEFGH') claimOf(`KKP/${policy}`)
    const first = hang()
    await start()
    await harness.clock.advance(1_000)
    const second = hang()
    first.resolve()
    await harness.clock.settle()
    expect(holds()).toEqual(['insurer-problem'])
    for (let times = 0; times < 2; times += 1) {
      harness.engine.tryNow()
      await harness.clock.settle()
      expect(harness.server.arrivals).toBe(5)
    }
    second.resolve()
  })

  it('an officer who looks for a claim gets the look, and the list', async () => {
    const [first = ''] = await startHeld()
    const { looks, readings } = harness.server
    await Promise.all([harness.engine.lookNow(first), harness.clock.settle()])
    expect([harness.server.looks, harness.server.readings]).toEqual([looks + 1, readings + 1])
  })
})
