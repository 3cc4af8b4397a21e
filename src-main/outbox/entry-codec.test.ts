import { expect, it } from 'vitest'
import { aState } from '#testing/claim/a-state.ts'
import { notSentCauses, uncertainCauses } from '#shared/outbox/attempt-outcome.ts'
import { reviewCauses, type EntryState } from '#shared/outbox/entry.ts'
import { associated, entryOfRow, sealBody, sealState } from './entry-codec.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'

const at = '2026-11-20T09:00:00.000Z'
const { id, body } = claimSubmission()
const waiting: EntryState = aState('queued', { since: at })

const rowOf = (state: EntryState, changes: object = {}): object => ({
  seq: 7,
  id,
  accepted_at: at,
  officer_id: null,
  attempts: 2,
  first_attempt_at: at,
  sends: 1,
  candidates: 3,
  policy_tag: 'tag',
  body: sealBody(plainProtection, id, { officerId: null, body }),
  state_data: sealState(plainProtection, id, state),
  ...changes,
})
const opened = (row: unknown): unknown => entryOfRow(plainProtection, row)
const unreadable = { ok: false, error: { type: 'unreadable' } }
const sealed = (value: unknown, associatedData: string): Uint8Array =>
  plainProtection.seal(JSON.stringify(value), associatedData)

const queued = (reason: Extract<EntryState, { name: 'queued' }>['reason']): EntryState =>
  aState('queued', { since: at, reason, notSentInARow: 3, resends: 1 })
const unconfirmed = (cause: Extract<EntryState, { name: 'unconfirmed' }>['cause']): EntryState =>
  aState('unconfirmed', { since: at, cause, absentReadings: 2, resends: 1 })
const delivered = (proof: Extract<EntryState, { name: 'delivered' }>['proof']): EntryState =>
  aState('delivered', { at, proof, claimId: proof === 'list' ? 5 : null, serverMessage: 'Done' })
const unconfirmedState = aState('unconfirmed', { since: at, absentReadings: 1, resends: 1 })
const refusedState = aState('rejected', {
  at,
  serverMessage: 'No',
  fieldErrors: { policyNumber: ['Unknown', 'Twice'] },
})

it.each<EntryState>([
  queued({ type: 'new' }),
  ...notSentCauses.map((cause) => queued({ type: 'not-sent', cause })),
  queued({ type: 'key-refused' }),
  queued({ type: 'rate-limited' }),
  queued({ type: 'forbidden' }),
  queued({ type: 'proved-absent' }),
  queued({ type: 'officer-resend' }),
  { name: 'sending', since: at, notSentInARow: 3, resends: 1 },
  ...uncertainCauses.map(unconfirmed),
  ...reviewCauses.map((why) => ({ name: 'needs-review', since: at, why, resends: 2 }) as const),
  delivered('answer'),
  delivered('details'),
  delivered('list'),
  delivered('officer'),
  refusedState,
  { name: 'rejected', at, serverMessage: '', fieldErrors: {}, forbidden: true },
  { name: 'withdrawn', at, to: 'draft' },
  { name: 'withdrawn', at, to: 'draft', by: 'ada', as: '01939c5f-0000-7000-8000-000000000007' },
  { name: 'withdrawn', at, to: 'corrected', as: '01939c5f-0000-7000-8000-000000000007' },
  { name: 'withdrawn', at, to: 'discarded', was: unconfirmedState },
  { name: 'withdrawn', at, to: 'discarded', by: 'ada', was: refusedState },
])('comes back as it was: %o', (state) => {
  expect(opened(rowOf(state))).toEqual({
    ok: true,
    value: {
      id,
      seq: 7,
      acceptedAt: at,
      officerId: null,
      attempts: 2,
      policyTag: 'tag',
      body,
      state,
      firstAttemptAt: at,
      sends: 1,
      candidates: 3,
    },
  })
})

it('comes back with its sealed officer, before its first attempt, and whatever its kind', () => {
  const request = pharmacySubmission()
  const row = rowOf(waiting, {
    officer_id: 'officer-2',
    first_attempt_at: null,
    body: sealBody(plainProtection, id, { officerId: 'officer-1', body: request.body }),
  })
  expect(opened(row)).toMatchObject({
    ok: true,
    value: { officerId: 'officer-1', firstAttemptAt: null, body: request.body },
  })
})

it.each<[string, object]>([
  ['a body that was moved here', { body: sealed({ officerId: null, body }, associated.body('another')) }],
  ['a state that was moved here', { state_data: sealed(waiting, associated.state('another')) }],
  ['a body for a state', { state_data: sealed(waiting, associated.body(id)) }],
  ['a candidate for a body', { body: sealed({ officerId: null, body }, associated.candidate(id)) }],
  ['a draft for a body', { body: sealed({ officerId: null, body }, associated.draft(id)) }],
  ['a message for a body', { body: sealed({ officerId: null, body }, associated.message(id)) }],
  [
    'a body of another shape',
    { body: sealed({ officerId: null, body: { kind: 'claim' } }, associated.body(id)) },
  ],
  ['a body without its officer', { body: sealed({ body }, associated.body(id)) }],
  ['a state of another name', { state_data: sealed({ name: 'lost', at }, associated.state(id)) }],
  ['a state without its time', { state_data: sealed({ name: 'needs-review' }, associated.state(id)) }],
  ['a column of another type', { attempts: 'two' }],
  ['a missing column', { body: undefined }],
])('is unreadable with %s', (_what, changes) => {
  expect(opened(rowOf(waiting, changes))).toEqual(unreadable)
})

it('is unreadable when there is no row', () => {
  expect(opened(undefined)).toEqual(unreadable)
})

it('has each part sealed under its own name', () => {
  const names = Object.values(associated).flatMap((name) => [name('a'), name('b')])
  expect(new Set(names).size).toBe(18)
})
