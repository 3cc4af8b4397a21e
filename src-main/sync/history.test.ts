import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { History, type Happening } from './model/history.ts'
import type { PostFate } from './model/simulated-insurer.ts'

// A commit that comes later than the span of the proof of absence cannot be told from none (decision 5).
const commitAfterMs = fc.option(fc.constantFrom(0, 0, 1_000, 20_000, 120_000, 280_000), { nil: null })

const fate: fc.Arbitrary<PostFate> = fc.oneof(
  fc.constantFrom<PostFate>(
    { type: 'answered' },
    { type: 'rejected' },
    { type: 'never-left' },
    { type: 'key-refused' },
    { type: 'rate-limited' },
  ),
  fc.record({
    type: fc.constant('lost' as const),
    cause: fc.constantFrom('reset', 'timeout', 'truncated', 'server-error', 'wrong-shape', 'intercepted'),
    commitAfterMs,
  }),
  fc.record({ type: fc.constant('hangs' as const), commitAfterMs }),
)

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('submit-claim' as const),
      policy: fc.integer({ min: 1, max: 4 }),
      product: fc.constantFrom('keke', 'okada'),
      exact: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('submit-request' as const),
      policy: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('time' as const),
      seconds: fc.constantFrom(0, 1, 5, 16, 61, 301, 1_900),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('fate' as const), fate }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('weather' as const),
      weather: fc.constantFrom('fine', 'fine', 'offline', 'intercepted', 'key-refused', 'lists-fail'),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Happening>({ type: 'kill' }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('sleep' as const), seconds: fc.constantFrom(1, 30, 7200) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pause' as const), paused: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('full-disk' as const),
      writes: fc.constantFrom(0, 1, 2, 3, 1e9),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('clock-jump' as const),
      days: fc.constantFrom(-3650, -1, 1, 3650),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('officer' as const),
      does: fc.constantFrom('accept', 'resend', 'discard', 'send-now', 'look-now', 'try-now'),
      pick: fc.nat(20),
    }),
  },
)

/** Lives through the happenings; rejects with the first promise that is broken. */
async function live(happenings: readonly Happening[]): Promise<void> {
  const history = new History()
  try {
    for (const one of happenings) await history.happen(one)
    await history.heal()
  } finally {
    await history.end()
  }
}

const runs = Number(process.env['CLAIMS_DESK_HISTORIES'] ?? 400)

describe('any history of faults, kills and officers', () => {
  it('loses nothing, sends nothing twice, and leaves nothing stuck', async () => {
    await fc.assert(fc.asyncProperty(fc.array(happening, { maxLength: 25, size: 'max' }), live), {
      numRuns: runs,
    })
  }, 3_600_000)
})

describe('a history', () => {
  it('in which a claim is committed and its answer lost ends with one claim', async () => {
    await expect(
      live([
        { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 280_000 } },
        { type: 'submit-claim', policy: 1, product: 'keke', exact: false },
        { type: 'kill' },
        { type: 'time', seconds: 1_900 },
      ]),
    ).resolves.toBeUndefined()
  })
})
