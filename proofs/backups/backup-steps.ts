import fc from 'fast-check'
import type { Mishap } from '#testing/uploads/simulated-store.ts'
import type { PostFate } from '#testing/engine/happening.ts'
import { kindsOf } from '#testing/kinds-of.ts'

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
const policy = fc.nat(3)
const meets = kindsOf<PostFate>()
const fate = fc.oneof(
  meets(1, 'rejected', {}),
  meets(1, 'never-left', { cause: fc.constant('refused') }),
  meets(1, 'answered', { hiddenMs: fc.constantFrom(0, 60_000, 280_000), twice: fc.constant(false) }),
  meets(1, 'lost', {
    cause: fc.constantFrom('reset', 'timeout', 'server-error'),
    commitAfterMs: fc.constantFrom(null, 0, 20_000, 280_000),
    hiddenMs: fc.constantFrom(0, 9_000),
  }),
  meets(1, 'hangs', { commitAfterMs: fc.constantFrom(null, 0, 20_000), hiddenMs: fc.constant(0) }),
)
const mishap = fc.constantFrom<Mishap[]>(
  { type: 'answer-lost' },
  { type: 'cut' },
  { type: 'fails', problem: 'busy' },
  { type: 'fails', problem: 'not-allowed' },
)
const happens = kindsOf<Step>()
export const step: fc.Arbitrary<Step> = fc.oneof(
  happens(5, 'claim', { at, policy, files: fc.boolean() }),
  happens(2, 'request', { at, policy }),
  happens(6, 'time', { seconds: fc.constantFrom(0, 1, 16, 61, 150, 285, 301, 700, 1_900) }),
  happens(4, 'line', { at, online: fc.boolean() }),
  happens(1, 'kill', { at }),
  happens(3, 'fate', { fate }),
  happens(2, 'store', { mishap }),
  happens(3, 'copy', { at }),
  happens(5, 'move', { at, to: at }),
  happens(4, 'take-in', { at, file: fc.nat(5) }),
)
