import { expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import type { AttemptOutcome, UncertainCause } from './attempt-outcome.ts'
import type { EntryKind, EntryState, QueuedReason, UnprovableCause } from './entry.ts'
import { initialState, transition, type EntryEvent } from './transition.ts'

// The whole table: every state with every event.
const before = '2026-11-20T09:00:00.000Z'
const at = '2026-11-20T09:30:00.000Z'

const inReview = { name: 'needs-review', since: before, why: 'absent-again', resends: 2 } as const
const states = {
  queued: aState('queued', {
    since: before,
    reason: { type: 'not-sent', cause: 'dns' },
    notSentInARow: 3,
    resends: 1,
  }),
  refused: aState('queued', { since: before, reason: { type: 'forbidden' }, resends: 1 }),
  sending: { name: 'sending', since: before, notSentInARow: 3, resends: 1 },
  unconfirmed: { name: 'unconfirmed', since: before, cause: 'reset', absentReadings: 4, resends: 1 },
  'needs-review': inReview,
  delivered: { name: 'delivered', at: before, proof: 'answer', claimId: null, serverMessage: 'Done' },
  bound: { name: 'delivered', at: before, proof: 'answer', claimId: 7, serverMessage: 'Done' },
  rejected: aState('rejected', {
    at: before,
    serverMessage: 'No',
    fieldErrors: { policyNumber: ['Unknown'] },
  }),
  forbidden: { name: 'rejected', at: before, serverMessage: '', fieldErrors: {}, forbidden: true },
  withdrawn: { name: 'withdrawn', at: before, to: 'draft' },
  discarded: { name: 'withdrawn', at, to: 'discarded', was: inReview },
  /** So long ago that it can no longer be undone. */
  'long discarded': { name: 'withdrawn', at: before, to: 'discarded', was: inReview },
} as const satisfies Record<string, EntryState>
type From = keyof typeof states
const stateNames = Object.keys(states) as readonly From[]

const closed = (outcome: AttemptOutcome): EntryEvent => ({ type: 'attempt-closed', at, outcome })
const queued = { name: 'queued', since: at, notSentInARow: 0, resends: 1 } as const
const found: EntryState = { name: 'delivered', at, proof: 'list', claimId: 5, serverMessage: '' }
const shown: EntryState = { name: 'delivered', at, proof: 'details', claimId: null, serverMessage: '' }
const identified: EntryState = { name: 'delivered', at, proof: 'officer', claimId: 6, serverMessage: '' }
const review = { name: 'needs-review', since: at, resends: 1 } as const
const accepted: EntryState = { name: 'delivered', at, proof: 'officer', claimId: null, serverMessage: '' }
const again: EntryState = { ...queued, reason: { type: 'officer-resend' }, resends: 0 }
const discarded = (was: Extract<EntryState, { to: 'discarded' }>['was']): EntryState => {
  return { name: 'withdrawn', at, to: 'discarded', by: 'ada', was }
}
const draft: EntryState = { name: 'withdrawn', at, to: 'draft' }

/** An event, and what it makes of the states in which it can happen. */
type Row = readonly [string, EntryEvent, Partial<Record<From, EntryState>>]

const no = { serverMessage: 'No', fieldErrors: { policyNumber: ['Unknown'] } }
const sending = (notSentInARow: number): EntryState =>
  aState('sending', { since: at, notSentInARow, resends: 1 })
const waits = (reason: QueuedReason, notSentInARow = 0): Row[2] => ({
  sending: { ...queued, reason, notSentInARow },
})
const inDoubt = (cause: UncertainCause): Row[2] => ({
  sending: aState('unconfirmed', { since: at, cause, resends: 1 }),
})
const each = (state: EntryState, ...from: readonly From[]): Row[2] =>
  Object.fromEntries(from.map((name) => [name, state]))
const endable = ['queued', 'refused', 'rejected', 'forbidden', 'unconfirmed', 'needs-review'] as const
const unproved = (why: UnprovableCause): Row => [
  `an insurer of which nothing proves it, ${why}`,
  { type: 'cannot-be-proved', at, why },
  { unconfirmed: { ...review, why } },
]
const confirmed: EntryState = { ...states.delivered, at, serverMessage: 'Yes' }
const forbidden: EntryState = { ...states.forbidden, at }
const absentOnceMore: EntryState = { ...states.unconfirmed, absentReadings: 5 }
const provedAbsent: EntryState = { ...queued, reason: { type: 'proved-absent' }, resends: 2 }
const uncertain = { type: 'uncertain', cause: 'server-error', httpStatus: 500 } as const
const yes = { type: 'delivered', serverMessage: 'Yes', keptReference: null } as const

const forBoth: readonly Row[] = [
  ['opening an attempt', { type: 'attempt-opened', at }, { queued: sending(3), refused: sending(0) }],
  ['an answer that confirms', closed(yes), { sending: confirmed }],
  [
    'an answer that refuses',
    closed({ type: 'rejected', ...no }),
    { sending: aState('rejected', { at, ...no }) },
  ],
  [
    'an attempt that never left',
    closed({ type: 'not-sent', cause: 'tls' }),
    waits({ type: 'not-sent', cause: 'tls' }, 4),
  ],
  ['a refused key', closed({ type: 'key-refused' }), waits({ type: 'key-refused' })],
  ['an answer that forbids it', closed({ type: 'forbidden' }), waits({ type: 'forbidden' })],
  ['being refused alone', { type: 'refused-alone', at }, { refused: forbidden }],
  [
    'being asked to wait',
    closed({ type: 'rate-limited', retryAfterMs: 1000 }),
    waits({ type: 'rate-limited' }),
  ],
  ['an uncertain answer', closed(uncertain), inDoubt('server-error')],
  ['the end of the process', { type: 'attempt-orphaned', at, cause: 'stopped' }, inDoubt('stopped')],
  ['accepting it as sent', { type: 'officer-accepts', at }, each(accepted, 'unconfirmed', 'needs-review')],
  [
    'sending it again',
    { type: 'officer-resends', at },
    each(again, 'unconfirmed', 'needs-review', 'forbidden'),
  ],
  [
    'discarding',
    { type: 'withdraw', at, to: 'discarded', by: 'ada' },
    Object.fromEntries(endable.map((from) => [from, discarded(states[from])])),
  ],
  ['undoing a discard', { type: 'discard-undone', at }, { discarded: states['needs-review'] }],
]

const corrected: EntryState = { name: 'withdrawn', at, to: 'corrected', by: 'ada', as: 'later' }
const correcting: EntryEvent = { type: 'withdraw', at, to: 'corrected', by: 'ada', as: 'later' }

const elsewhere: EntryState = aState('rejected', { at, chosenElsewhere: true })

const forClaims: readonly Row[] = [
  [
    'taking back to a draft',
    { type: 'withdraw', at, to: 'draft' },
    each(draft, 'queued', 'refused', 'rejected', 'forbidden'),
  ],
  [
    'a row in the list',
    { type: 'found', at, claimId: 5, by: 'list' },
    {
      ...each(found, ...endable),
      delivered: { ...states.delivered, claimId: 5 },
      bound: { ...states.bound, claimId: 5 },
    },
  ],
  ['details that show it', { type: 'found', at, claimId: null, by: 'details' }, each(shown, ...endable)],
  [
    'an officer who recognises it',
    { type: 'officer-identifies', at, claimId: 6 },
    each(identified, 'unconfirmed', 'needs-review'),
  ],
  unproved('list-unreadable'),
  unproved('reference-lost'),
  ['a list without it', { type: 'absent', at, proved: false, by: 'list' }, { unconfirmed: absentOnceMore }],
  ['proof of absence', { type: 'absent', at, proved: true, by: 'details' }, { unconfirmed: provedAbsent }],
]

const rows: readonly (readonly [EntryKind, ...Row])[] = [
  ...[...forBoth, ...forClaims].map((row) => ['claim', ...row] as const),
  ...forBoth.map((row) => ['pharmacy-request', ...row] as const),
  ['claim', 'correcting by another', correcting, {}],
  ['pharmacy-request', 'correcting by another', correcting, { rejected: corrected }],
  ['claim', 'another address', { type: 'chosen-elsewhere', at }, {}],
  [
    'pharmacy-request',
    'another address',
    { type: 'chosen-elsewhere', at },
    each(elsewhere, 'queued', 'refused'),
  ],
  // The insurer shows no pharmacy requests, and no draft is one.
  ...forClaims.map(([what, event]) => ['pharmacy-request', what, event, {}] as const),
]
const cases = rows.flatMap(([kind, what, event, possible]) =>
  stateNames.map((from) => ({ kind, what, event, from, possible })),
)

it.each(cases)('holds for $what of a $kind that is $from', ({ kind, event, from, possible }) => {
  const next = possible[from]
  expect(transition(kind, states[from], event)).toEqual(
    next === undefined
      ? { ok: false, error: { type: 'impossible-transition', from: states[from].name, event: event.type } }
      : { ok: true, value: next },
  )
})

it.each([
  [0, { ...queued, reason: { type: 'proved-absent' }, resends: 1 }],
  [1, { ...queued, reason: { type: 'proved-absent' }, resends: 2 }],
  [2, { ...review, why: 'absent-again', resends: 2 }],
  [3, { ...review, why: 'absent-again', resends: 3 }],
] satisfies [number, EntryState][])('proof of absence after %i resends', (resends, next) => {
  const event: EntryEvent = { type: 'absent', at, proved: true, by: 'list' }
  expect(transition('claim', { ...states.unconfirmed, resends }, event)).toEqual({ ok: true, value: next })
})

it('leads to every reason for which an entry waits', () => {
  const reasons: Readonly<Record<QueuedReason['type'], true>> = {
    new: true,
    'not-sent': true,
    'key-refused': true,
    'rate-limited': true,
    forbidden: true,
    'proved-absent': true,
    'officer-resend': true,
  }
  const reached = [initialState(at), ...cases.map(({ possible, from }) => possible[from])]
  const given = reached.flatMap((state) => (state?.name === 'queued' ? [state.reason.type] : []))
  expect(new Set(given)).toEqual(new Set(Object.keys(reasons)))
})

it.each<EntryKind>(['claim', 'pharmacy-request'])('begins as new: %s', (kind) => {
  expect(initialState(at)).toEqual({ ...queued, reason: { type: 'new' }, resends: 0 })
  expect(transition(kind, initialState(at), { type: 'attempt-opened', at }).ok).toBe(true)
})
