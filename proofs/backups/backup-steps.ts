import fc from 'fast-check'
import type { Mishap } from '#testing/uploads/simulated-store.ts'
import type { PostFate } from '#testing/engine/happening.ts'

export const computersInOffice = 3

/** What may happen to the computers of an office. */
export type Step =
  | { readonly type: 'claim'; readonly at: number; readonly policy: number; readonly files: boolean }
  | { readonly type: 'request'; readonly at: number; readonly policy: number }
  | { readonly type: 'time'; readonly seconds: number }
  | { readonly type: 'line'; readonly at: number; readonly online: boolean }
  | { readonly type: 'kill'; readonly at: number }
  | { readonly type: 'fate'; readonly fate: PostFate }
  /** What happens to the next call to the file store. */
  | { readonly type: 'store'; readonly mishap: Mishap }
  | { readonly type: 'copy'; readonly at: number }
  /** The file goes directly to the other computer. */
  | { readonly type: 'move'; readonly at: number; readonly to: number }
  | { readonly type: 'take-in'; readonly at: number; readonly file: number }

const at = fc.nat(computersInOffice - 1)
const fate = fc.oneof<fc.Arbitrary<PostFate>[]>(
  fc.constant({ type: 'rejected' }),
  fc.constant({ type: 'never-left', cause: 'refused' }),
  fc.record({ type: fc.constant('answered' as const), hiddenMs: fc.constantFrom(0, 60_000, 280_000) }),
  fc.record({
    type: fc.constant('lost' as const),
    cause: fc.constantFrom('reset', 'timeout', 'server-error'),
    commitAfterMs: fc.constantFrom(null, 0, 20_000, 280_000),
    hiddenMs: fc.constantFrom(0, 9_000),
  }),
  fc.record({
    type: fc.constant('hangs' as const),
    commitAfterMs: fc.constantFrom(null, 0, 20_000),
    hiddenMs: fc.constant(0),
  }),
)
const mishap = fc.constantFrom<Mishap[]>(
  { type: 'answer-lost' },
  { type: 'cut' },
  { type: 'fails', problem: 'busy' },
  { type: 'fails', problem: 'not-allowed' },
)
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('claim' as const), at, policy: fc.nat(3), files: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('request' as const), at, policy: fc.nat(3) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('time' as const),
      seconds: fc.constantFrom(0, 1, 16, 61, 150, 285, 301, 700, 1_900),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('line' as const), at, online: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('kill' as const), at }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('fate' as const), fate }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('store' as const), mishap }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('copy' as const), at }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('move' as const), at, to: at }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('take-in' as const), at, file: fc.nat(5) }) },
)
