import { beforeEach, describe, expect, it } from 'vitest'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import {
  answers,
  claimOf,
  hanging,
  harness,
  harnessForEach,
  holds,
  start,
  states,
} from '#testing/engine/harness-for-each.ts'

harnessForEach()
beforeEach(() => {
  harness.sideBySide = 3
  harness.server.hang = hanging()
})

/** Accepts one claim for each of this many policies, then starts the engine. */
async function startWith(policies: number): Promise<readonly string[]> {
  const ids = Array.from({ length: policies }, (_, n) => claimOf(`KKP/2026/LA/${n}`))
  await start()
  return ids
}

async function answer(): Promise<void> {
  const { hang } = harness.server
  harness.server.hang = hanging()
  hang?.resolve()
  await harness.clock.settle()
}

it('entries of different policies are in flight in parallel, as many as the setting allows', async () => {
  const ids = await startWith(5)
  expect(states(ids)).toEqual(['sending', 'sending', 'sending', 'queued', 'queued'])
  await answer()
  expect(states(ids)).toEqual(['delivered', 'delivered', 'delivered', 'sending', 'sending'])
  await answer()
  expect(harness.server.claims).toHaveLength(5)
  expect(harness.server.readings).toBe(0)
})

it('sends entries of one policy one after the other, whatever their kind', async () => {
  const [first, second] = [claimOf('KKP/2026/LA/1'), claimOf(' kkp/2026/la/1')]
  const request = harness.accept(pharmacySubmission('KKP/2026/LA/1'))
  const other = harness.accept(claimSubmission({ policyNumber: 'KKP/2026/LA/1' }, { product: 'okada' }))
  await startWith(0)
  expect(states([first, second, request, other])).toEqual(['sending', 'queued', 'queued', 'queued'])
  await answer()
  expect(states([first, second, request, other])).toEqual(['delivered', 'sending', 'queued', 'queued'])
  await answer()
  await answer()
  await answer()
  expect(states([second, request, other])).toEqual(['delivered', 'delivered', 'delivered'])
})

describe('while attempts are open', () => {
  it('one that is asked to wait stops all later ones for the longer of two waits, and then one goes at a time', async () => {
    answers(
      { type: 'rate-limited', retryAfterMs: 3_600_000 },
      { type: 'rate-limited', retryAfterMs: 1_000 },
      { type: 'delivered', serverMessage: '', keptReference: null },
    )
    const ids = await startWith(5)
    await answer()
    expect(states(ids)).toEqual(['queued', 'queued', 'delivered', 'queued', 'queued'])
    expect(holds()).toEqual(['rate-limited'])
    await harness.clock.advance(3_500_000)
    expect(harness.server.arrivals).toBe(3)
    await harness.clock.advance(200_000)
    // A server that asks to wait gets one attempt at a time.
    expect(harness.server.arrivals).toBe(4)
  })

  it('an answer to one does not lift the hold that the other caused', async () => {
    answers(
      { type: 'uncertain', cause: 'intercepted', httpStatus: 200 },
      { type: 'delivered', serverMessage: '', keptReference: null },
      { type: 'delivered', serverMessage: '', keptReference: null },
    )
    harness.server.connection = { type: 'works' }
    const ids = await startWith(4)
    harness.server.connection = { type: 'not-the-api' }
    await answer()
    expect(holds()).toEqual(['intercepted'])
    expect(harness.state(ids[3] ?? '')).toBe('queued')
  })

  it('a stop waits for all of them, and sends nothing more', async () => {
    const ids = await startWith(4)
    let stopped = false
    const stopping = harness.engine.stop().then(() => (stopped = true))
    await harness.clock.settle()
    expect(stopped).toBe(false)
    await answer()
    await stopping
    expect(states(ids)).toEqual(['delivered', 'delivered', 'delivered', 'queued'])
  })
})

describe('attempts answered at the same moment', () => {
  it('share a commit with the attempts sent next', async () => {
    const ids = await startWith(6)
    const commits: string[] = []
    const group = harness.outbox.inOneCommit.bind(harness.outbox)
    harness.outbox.inOneCommit = (work) => {
      const before = states(ids).join()
      const done = group(work)
      if (states(ids).join() !== before) commits.push(states(ids).join())
      return done
    }
    await answer()
    expect(commits).toEqual(['delivered,delivered,delivered,sending,sending,sending'])
  })

  it('are kept and written later when the commit fails, and nothing new is sent meanwhile', async () => {
    const ids = await startWith(4)
    const open = harness.outbox.openAttempt.bind(harness.outbox)
    harness.outbox.openAttempt = () => ({ ok: false, error: { type: 'disk-full' } })
    await answer()
    expect(holds()).toEqual(['disk-full'])
    expect(states(ids)).toEqual(['sending', 'sending', 'sending', 'queued'])
    expect(harness.server.arrivals).toBe(3)
    harness.outbox.openAttempt = open
    await harness.clock.advance(15_000)
    expect(states(ids)).toEqual(['delivered', 'delivered', 'delivered', 'sending'])
    expect(harness.server.arrivals).toBe(4)
  })
})
