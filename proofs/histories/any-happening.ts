import fc from 'fast-check'
import type { Writing } from '#testing/insurer/as-written.ts'
import type { TextWays } from '#testing/insurer/kept-text.ts'
import { amountWays, dayWays, idWays, policyWays, timeWays } from '#testing/insurer/written.ts'
import type { Happening, OfficerDoes, PostFate } from '#testing/engine/happening.ts'

/*
 * What can happen. A claim that the insurer shows later than the documented limit (ten minutes after its POST) is
 * indistinguishable from none, and may be sent again; then the alarm must come.
 */

const commitAfterMs = fc.option(
  fc.constantFrom(0, 0, 0, 1_000, 20_000, 120_000, 280_000, 480_000, 1_300_000),
  { nil: null },
)
const hiddenMs = fc.constantFrom(0, 0, 0, 0, 1_000, 9_000, 100_000)

const fate: fc.Arbitrary<PostFate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<PostFate>({ type: 'rejected' }) },
  { weight: 1, arbitrary: fc.constant<PostFate>({ type: 'key-refused' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('answered' as const),
      hiddenMs: fc.constantFrom(0, 0, 1_000, 60_000, 280_000),
      twice: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.constant<PostFate>({ type: 'forbidden' }) },
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
      cause: fc.constantFrom(
        'reset',
        'timeout',
        'truncated',
        'server-error',
        'wrong-shape',
        'intercepted',
        'garbled',
      ),
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
  'keep-draft',
  'decide-candidates',
  'decide-candidates',
  'decide-candidates',
)

const product = fc.constantFrom('keke' as const, 'okada' as const)
const brink = fc.constantFrom('before-write', 'after-write', 'asking', 'arriving', 'answering', 'timer')

/** From texts that are kept as they are sent to those in which no reference is left. */
const keptText: fc.Arbitrary<TextWays> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<TextWays>({}) },
  { weight: 1, arbitrary: fc.constant<TextWays>({ lost: true }) },
  {
    weight: 6,
    arbitrary: fc.record<TextWays>(
      {
        letters: fc.constantFrom('upper-case', 'lower-case'),
        characters: fc.constantFrom('mojibake', 'question-marks', 'utf-16', 'wide'),
        brackets: fc.constantFrom('removed', 'round', 'entities', 'percent', 'backslash'),
        escaped: fc.constant(true),
        markup: fc.constant(true),
        oneSpace: fc.constant(true),
        cutAt: fc.constantFrom(8, 20, 30, 255),
      },
      { requiredKeys: [] },
    ),
  },
)

/** From the spec's own ways to days and times that nobody can read. */
export const anyWriting: fc.Arbitrary<Writing> = fc.record<Writing>(
  {
    days: fc.constantFrom(...dayWays),
    times: fc.constantFrom(...timeWays),
    amounts: fc.constantFrom(...amountWays),
    policies: fc.constantFrom(...policyWays),
    ids: fc.constantFrom(...idWays),
    more: fc.constant(true),
  },
  { requiredKeys: [] },
)

/** One thing that happens. */
export const anyHappening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('submit-claim' as const),
      policy: fc.integer({ min: 1, max: 4 }),
      product,
      twin: fc.boolean(),
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
        'reads-fail',
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('list' as const),
      product,
      fault: fc.constantFrom(
        'none',
        'server-error',
        'timeout',
        'wrong-shape',
        'cut-newest',
        'cut-oldest',
        'short',
        'short',
        'cut-off',
        'long-row',
        'stalls',
        'endless',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('details' as const),
      fault: fc.constantFrom('none', 'server-error', 'timeout', 'wrong-shape', 'refused'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('keeps' as const), text: keptText }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('writes' as const), writing: anyWriting }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('forbids' as const),
      policy: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('spelling' as const),
      spelling: fc.constantFrom('as-sent', 'upper-policy', 'spaced', 'decomposed', 'filled', 'long'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('other-computer' as const),
      product,
      like: fc.constantFrom('without-reference', 'with-reference', 'another-day', 'another-policy'),
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
  { weight: 2, arbitrary: fc.record({ type: fc.constant('discard' as const), pick: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('undo' as const), back: fc.constantFrom(0, 0, 0, 1, 2) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('correct' as const),
      back: fc.constantFrom(0, 0, 1, 2),
      policy: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('draft' as const),
      does: fc.constantFrom('submit', 'submit', 'submit', 'discard'),
      pick: fc.nat(20),
    }),
  },
)
