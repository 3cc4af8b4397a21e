import * as v from 'valibot'
import { expect, it } from 'vitest'
import { plainStates as states } from '#testing/claim/a-state.ts'
import { EntryBodySchema, type EntryKind, type EntryState, type EntryStateName } from './entry.ts'
import * as predicates from './predicates.ts'

const at = '2026-11-20T09:00:00.000Z'
type OfState =
  | 'isWaiting'
  | 'isSending'
  | 'isUnconfirmed'
  | 'isReceived'
  | 'isRejected'
  | 'isWithdrawn'
  | 'isSettled'
  | 'isDecidable'
  | 'isForbidden'
  | 'isTurnedAway'
  | 'mayBeSentAgain'
  | 'mayBeDiscarded'
  | 'mayBeForgotten'
  | 'discardNeedsWarning'
type OfKindAndState = 'isGone' | 'isReconcilable' | 'mayReturnToDraft' | 'mayBeCorrected'

/** The states in which each predicate holds, for both kinds. */
const ofState: Readonly<Record<OfState, readonly EntryStateName[]>> = {
  isWaiting: ['queued'],
  isSending: ['sending'],
  isUnconfirmed: ['unconfirmed'],
  isReceived: ['delivered'],
  isRejected: ['rejected'],
  isWithdrawn: ['withdrawn'],
  isSettled: ['delivered', 'withdrawn'],
  mayBeForgotten: ['delivered', 'rejected', 'withdrawn'],
  isDecidable: ['unconfirmed', 'needs-review'],
  isForbidden: [],
  isTurnedAway: [],
  mayBeSentAgain: ['unconfirmed', 'needs-review'],
  mayBeDiscarded: ['queued', 'unconfirmed', 'needs-review', 'rejected'],
  discardNeedsWarning: ['unconfirmed', 'needs-review'],
}

const ofKindAndState: Readonly<
  Record<OfKindAndState, Readonly<Record<EntryKind, readonly EntryStateName[]>>>
> = {
  isGone: { claim: ['withdrawn'], 'pharmacy-request': ['withdrawn'] },
  isReconcilable: { claim: ['unconfirmed'], 'pharmacy-request': [] },
  mayReturnToDraft: { claim: ['queued', 'rejected'], 'pharmacy-request': [] },
  mayBeCorrected: { claim: [], 'pharmacy-request': ['rejected'] },
}

const where = (holds: (state: EntryState) => boolean): readonly string[] =>
  Object.values(states)
    .filter(holds)
    .map((state) => state.name)

it.each(Object.keys(ofState) as OfState[])('%s is right', (name) => {
  expect(where(predicates[name])).toEqual(ofState[name])
})

it.each(
  (Object.keys(ofKindAndState) as OfKindAndState[]).flatMap((name) =>
    (['claim', 'pharmacy-request'] as const).map((kind) => [name, kind] as const),
  ),
)('%s of a %s is right', (name, kind) => {
  expect(where((state) => predicates[name](kind, state))).toEqual(ofKindAndState[name][kind])
})

// Details and list settle an unconfirmed claim, unless one there may be it; nothing settles a pharmacy request.
it.each([
  ['claim', 0, ['needs-review', 'rejected']],
  ['claim', 1, ['unconfirmed', 'needs-review', 'rejected']],
  ['pharmacy-request', 0, ['unconfirmed', 'needs-review', 'rejected']],
] as const)('needsOfficer of a %s with %i candidates is right', (kind, candidates, names) => {
  expect(where((state) => predicates.needsOfficer(kind, state, candidates))).toEqual(names)
})

it('a discarded request is still there, and what was turned down is decided only where it is listed twice', () => {
  const discarded: EntryState = { name: 'withdrawn', at, to: 'discarded', was: states.queued }
  expect([predicates.isGone('claim', discarded), predicates.isGone('pharmacy-request', discarded)]).toEqual([
    true,
    false,
  ])
  const decided = (duplicates: number): readonly string[] =>
    where((state) => predicates.needsDecision('claim', state, { candidates: 0, duplicates }))
  expect([decided(0), decided(1).length]).toEqual([['needs-review'], 7])
  expect(where(({ name }) => predicates.isNameOfSettled(name))).toEqual(ofState.isSettled)
})

it('tells apart what the insurer turned down, and what its system refuses', () => {
  const refused: EntryState = { ...states.rejected, forbidden: true }
  expect([predicates.isForbidden(refused), predicates.mayBeSentAgain(refused)]).toEqual([true, true])
})

it.each([
  [0, true],
  [predicates.undoMs, true],
  [predicates.undoMs + 1, false],
  [-1, false],
])('a discard may be undone %i ms later: %s', (ms, may) => {
  const nowMs = Date.parse(at) + ms
  const discarded: EntryState = { name: 'withdrawn', at, to: 'discarded', was: states.queued }
  expect(predicates.mayBeUndone(discarded, nowMs)).toBe(may)
  expect(predicates.mayBeUndone(states.withdrawn, nowMs)).toBe(false)
})

it.each([
  ['https://a.example', 'https://b.example', true],
  ['https://a.example', 'https://a.example', false],
  ['https://a.example', '', false],
  [undefined, 'https://b.example', false],
])('a pharmacy chosen at %s may be another at “%s”: %s', (chosenAt, place, is) => {
  const request = { kind: 'pharmacy-request', pharmacyId: 7, pharmacyName: 'Made-up', policyNumber: 'KP/1' }
  const body = v.parse(EntryBodySchema, chosenAt === undefined ? request : { ...request, chosenAt })
  expect(predicates.isChosenElsewhere(body, place)).toBe(is)
})

it('leaves no undelivered entry that neither moves by itself nor waits for an officer', () => {
  for (const kind of ['claim', 'pharmacy-request'] as const) {
    const stuck = where(
      (state) =>
        !predicates.isSettled(state) &&
        !predicates.isWaiting(state) &&
        !predicates.isSending(state) &&
        !predicates.isReconcilable(kind, state) &&
        !predicates.needsOfficer(kind, state, 0),
    )
    expect(stuck).toEqual([])
  }
})
