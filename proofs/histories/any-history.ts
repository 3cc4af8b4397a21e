import fc from 'fast-check'
import type { Circumstances, Happening, HistoryScript, OfficerDoes, PostFate } from './happening.ts'

/*
 * What can happen. A commit that becomes visible later than the span of the proof of absence (five minutes) is
 * indistinguishable from none (decision 5), so commit and hiding add up to less.
 */

const commitAfterMs = fc.option(fc.constantFrom(0, 0, 1_000, 20_000, 120_000, 280_000), { nil: null })
const hiddenMs = fc.constantFrom(0, 0, 0, 1_000, 9_000)

const fate: fc.Arbitrary<PostFate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<PostFate>({ type: 'rejected' }) },
  { weight: 1, arbitrary: fc.constant<PostFate>({ type: 'key-refused' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('answered' as const),
      hiddenMs: fc.constantFrom(0, 1_000, 60_000, 280_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('never-left' as const),
      cause: fc.constantFrom('dns', 'refused', 'tls', 'connect-timeout', 'network'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('rate-limited' as const),
      retryAfterMs: fc.constantFrom(1_000, 60_000, 3_600_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('lost' as const),
      cause: fc.constantFrom('reset', 'timeout', 'truncated', 'server-error', 'wrong-shape', 'intercepted'),
      commitAfterMs,
      hiddenMs,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('hangs' as const), commitAfterMs, hiddenMs }) },
)

const officerDoes = fc.constantFrom<OfficerDoes>(
  'accept-as-sent',
  'send-again',
  'discard',
  'to-draft',
  'edit-draft',
  'send-now',
  'look-now',
  'look-now',
  'try-now',
  'acknowledge',
  'submit-again',
)

const product = fc.constantFrom('keke' as const, 'okada' as const)
const brink = fc.constantFrom('before-write', 'after-write', 'asking', 'arriving', 'answering', 'timer')

/** One thing that happens. */
const anyHappening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('submit-claim' as const),
      policy: fc.integer({ min: 1, max: 4 }),
      product,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('submit-request' as const),
      policy: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 13,
    arbitrary: fc.record({
      type: fc.constant('time' as const),
      seconds: fc.constantFrom(0, 1, 5, 16, 61, 150, 285, 301, 1_900),
    }),
  },
  { weight: 10, arbitrary: fc.record({ type: fc.constant('fate' as const), fate }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('weather' as const),
      weather: fc.constantFrom(
        'fine',
        'fine',
        'fine',
        'offline',
        'intercepted',
        'key-refused',
        'rate-limited',
        'server-trouble',
        'lists-fail',
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('list' as const),
      product,
      fault: fc.constantFrom('none', 'server-error', 'timeout', 'wrong-shape', 'cut-newest', 'cut-oldest'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('spelling' as const),
      spelling: fc.constantFrom('as-sent', 'upper-policy', 'spaced', 'decomposed'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('other-computer' as const),
      product,
      like: fc.constantFrom('similar', 'equal', 'other'),
      pick: fc.nat(20),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Happening>({ type: 'kill' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('kill-at' as const),
      brink,
      nth: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('sleep' as const), seconds: fc.constantFrom(1, 30, 7200) }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Happening>({ type: 'suspend' }, { type: 'resume' }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('pause' as const), paused: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('full-disk' as const),
      writes: fc.constantFrom(0, 1, 2, 3, 1e9),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('clock-jump' as const),
      minutes: fc.constantFrom(-5_256_000, -1_440, -60, 60, 1_440, 5_256_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('network' as const), online: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('contact' as const),
      seen: fc.constantFrom('online', 'offline', 'intercepted', 'key-refused'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('key' as const), has: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('outside-hold' as const), held: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('officer' as const), does: officerDoes, pick: fc.nat(20) }),
  },
)

const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  chances: fc.array(fc.constantFrom(0, 0.1, 0.5, 0.9, 0.999), { minLength: 1, maxLength: 3 }),
  baselineMaxAgeMinutes: fc.constantFrom(1, 10, 60),
  sideBySide: fc.constantFrom(1, 2, 3, 4),
  latenciesMs: fc.array(fc.constantFrom(0, 0, 0, 40, 300, 4_000, 16_000, 38_000), {
    minLength: 1,
    maxLength: 3,
  }),
  rowsBefore: fc.integer({ min: 0, max: 3 }),
})

/** A whole history. @param maxLength how many things happen in it at most */
export function anyHistory(maxLength: number): fc.Arbitrary<HistoryScript> {
  return fc.record({
    circumstances,
    happenings: fc.array(anyHappening, { maxLength, size: 'max' }),
  })
}
