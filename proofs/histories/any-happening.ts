import fc from 'fast-check'
import type { Writing } from '#testing/insurer/as-written.ts'
import type { TextWays } from '#testing/insurer/kept-text.ts'
import { kindsOf } from '#testing/kinds-of.ts'
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

const meets = kindsOf<PostFate>()
const fate: fc.Arbitrary<PostFate> = fc.oneof(
  meets(2, 'rejected', {}),
  meets(1, 'key-refused', {}),
  meets(2, 'answered', {
    hiddenMs: fc.constantFrom(0, 0, 1_000, 60_000, 280_000),
    twice: fc.constantFrom(false, false, false, true),
  }),
  meets(1, 'forbidden', {}),
  meets(2, 'never-left', {
    cause: fc.constantFrom('dns', 'refused', 'tls', 'connect-timeout', 'network'),
  }),
  meets(1, 'rate-limited', { retryAfterMs: fc.constantFrom(1_000, 60_000, 3_600_000) }),
  meets(4, 'lost', {
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
  meets(2, 'hangs', { commitAfterMs, hiddenMs }),
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

/** How often something happens beside the rest, and what of it. */
export const happens = kindsOf<Happening>()

/** One thing that happens. */
export const anyHappening: fc.Arbitrary<Happening> = fc.oneof(
  happens(10, 'submit-claim', { policy: fc.integer({ min: 1, max: 4 }), product, twin: fc.boolean() }),
  happens(3, 'submit-request', { policy: fc.integer({ min: 1, max: 3 }) }),
  happens(13, 'time', { seconds: fc.constantFrom(0, 1, 5, 16, 61, 150, 285, 301, 1_900) }),
  happens(10, 'fate', { fate }),
  happens(4, 'weather', {
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
  happens(3, 'list', {
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
  happens(1, 'details', {
    fault: fc.constantFrom('none', 'server-error', 'timeout', 'wrong-shape', 'refused'),
  }),
  happens(4, 'keeps', { text: keptText }),
  happens(2, 'writes', { writing: anyWriting }),
  happens(1, 'forbids', { policy: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }) }),
  happens(1, 'spelling', {
    spelling: fc.constantFrom('as-sent', 'upper-policy', 'spaced', 'decomposed', 'filled', 'long'),
  }),
  happens(2, 'other-computer', {
    product,
    like: fc.constantFrom('without-reference', 'with-reference', 'another-day', 'another-policy'),
    pick: fc.nat(20),
  }),
  happens(2, 'kill', {}),
  happens(3, 'kill-at', { brink, nth: fc.integer({ min: 1, max: 6 }) }),
  happens(2, 'sleep', { seconds: fc.constantFrom(1, 30, 7200) }),
  { weight: 1, arbitrary: fc.constantFrom<Happening>({ type: 'suspend' }, { type: 'resume' }) },
  happens(2, 'pause', { paused: fc.boolean() }),
  happens(2, 'full-disk', { writes: fc.constantFrom(0, 1, 2, 3, 1e9) }),
  happens(2, 'clock-jump', { minutes: fc.constantFrom(-5_256_000, -1_440, -60, 60, 1_440, 5_256_000) }),
  happens(1, 'network', { online: fc.boolean() }),
  happens(1, 'contact', { seen: fc.constantFrom('online', 'offline', 'intercepted', 'key-refused') }),
  happens(1, 'key', { has: fc.boolean() }),
  happens(1, 'outside-hold', { held: fc.boolean() }),
  happens(6, 'officer', { does: officerDoes, pick: fc.nat(20) }),
  happens(2, 'discard', { pick: fc.nat(20) }),
  happens(2, 'undo', { back: fc.constantFrom(0, 0, 0, 1, 2) }),
  happens(3, 'correct', { back: fc.constantFrom(0, 0, 1, 2), policy: fc.integer({ min: 1, max: 3 }) }),
  happens(2, 'draft', {
    does: fc.constantFrom('submit', 'submit', 'submit', 'discard'),
    pick: fc.nat(20),
  }),
)
