import fc from 'fast-check'
import { anyHappening, anyWriting, happens } from './any-happening.ts'
import type { Circumstances, Happening, HistoryScript } from '#testing/engine/happening.ts'

const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  chances: fc.array(fc.constantFrom(0, 0.1, 0.5, 0.9, 0.999), { minLength: 1, maxLength: 3 }),
  sideBySide: fc.constantFrom(1, 2, 3, 4),
  latenciesMs: fc.array(fc.constantFrom(0, 0, 0, 40, 300, 4_000, 16_000, 38_000), {
    minLength: 1,
    maxLength: 3,
  }),
  rowsBefore: fc.integer({ min: 0, max: 3 }),
  insurer: fc.record({
    detailsShow: fc.constantFrom('newest', 'newest', 'oldest', 'any', 'none'),
    order: fc.constantFrom('oldest-first', 'newest-first', 'any'),
    echoes: fc.constantFrom('as-sent', 'as-kept', 'nothing'),
    etags: fc.boolean(),
    writes: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: anyWriting }),
    failsFor: fc.constantFrom(null, null, null, 1, 2),
  }),
})

/** What was done is undone: at once, as long as it is offered, as long as main does it, and later. */
const discardAndUndo: fc.Arbitrary<readonly Happening[]> = fc
  .record({
    pick: fc.nat(20),
    seconds: fc.constantFrom(0, 0, 5, 10, 20, 21),
    meanwhile: fc.array(anyHappening, { maxLength: 2 }),
  })
  .map(({ pick, seconds, meanwhile }) => [
    { type: 'discard', pick },
    ...meanwhile,
    { type: 'time', seconds },
    { type: 'undo', back: 0 },
  ])

/** Something that is not accepted, and is corrected as often. */
const turnedDownAndCorrected: fc.Arbitrary<readonly Happening[]> = fc
  .record({
    first: fc.oneof(
      happens(1, 'submit-request', { policy: fc.integer({ min: 1, max: 3 }) }),
      happens(1, 'submit-claim', {
        policy: fc.integer({ min: 1, max: 4 }),
        product: fc.constantFrom('keke', 'okada'),
        twin: fc.constant(false),
      }),
    ),
    corrections: fc.array(
      fc.record({
        seconds: fc.constantFrom(0, 1, 61),
        policy: fc.integer({ min: 1, max: 3 }),
        meanwhile: fc.array(anyHappening, { maxLength: 1 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ first, corrections }) => [
    { type: 'fate', fate: { type: 'rejected' } },
    first,
    ...corrections.flatMap(({ seconds, policy, meanwhile }, n): readonly Happening[] => [
      ...meanwhile,
      { type: 'time', seconds },
      ...(n + 1 < corrections.length ? [{ type: 'fate', fate: { type: 'rejected' } } as const] : []),
      { type: 'correct', back: 0, policy },
    ]),
  ])

/** A claim whose answer is lost, and which an officer has sent again before the insurer shows anything of it. */
const sentOnceMore: fc.Arbitrary<readonly Happening[]> = fc
  .record({
    lost: fc.constantFrom(true, true, false),
    policy: fc.integer({ min: 1, max: 4 }),
    product: fc.constantFrom('keke' as const, 'okada' as const),
    hiddenMs: fc.constantFrom(0, 0, 9_000, 100_000),
    meanwhile: fc.array(anyHappening, { maxLength: 1 }),
    seconds: fc.constantFrom(1, 61, 1_900),
  })
  .map(({ lost, policy, product, hiddenMs, meanwhile, seconds }) => [
    { type: 'keeps', text: lost ? { lost } : {} },
    { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs } },
    { type: 'submit-claim', policy, product, twin: false },
    { type: 'officer', does: 'send-again', pick: -1 },
    ...meanwhile,
    { type: 'time', seconds },
  ])

/** A whole history. @param maxLength how many things happen in it at most */
export function anyHistory(maxLength: number): fc.Arbitrary<HistoryScript> {
  return fc.record({
    circumstances,
    happenings: fc
      .array(
        fc.oneof(
          { weight: 24, arbitrary: anyHappening.map((one) => [one]) },
          { weight: 1, arbitrary: discardAndUndo },
          { weight: 1, arbitrary: turnedDownAndCorrected },
          { weight: 1, arbitrary: sentOnceMore },
        ),
        { maxLength, size: 'max' },
      )
      .map((parts) => parts.flat()),
  })
}
