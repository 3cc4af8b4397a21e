import { describe, expect, it } from 'vitest'
import type { AttemptOutcome } from './attempt-outcome.ts'
import type { EntryKind, EntryState } from './entry.ts'
import { initialState, transition, type EntryEvent } from './transition.ts'

const at = '2026-11-20T09:00:00.000Z'

/** The states after each event; an impossible event shows as such. */
function walk(kind: EntryKind, ...events: EntryEvent[]): EntryState | 'impossible' {
  let state = initialState(at)
  for (const event of events) {
    const next = transition(kind, state, event)
    if (!next.ok) return 'impossible'
    state = next.value
  }
  return state
}

const opened: EntryEvent = { type: 'attempt-opened', at }
const closed = (outcome: AttemptOutcome): EntryEvent => ({ type: 'attempt-closed', at, outcome })
const lost = closed({ type: 'uncertain', cause: 'reset', httpStatus: null })
const refused = closed({ type: 'rejected', serverMessage: 'No', fieldErrors: {} })
const arrived = closed({ type: 'delivered', serverMessage: 'Yes', keptReference: null })
const absent = (proved: boolean): EntryEvent => ({ type: 'absent', at, proved, by: 'list' })
const found: EntryEvent = { type: 'found', at, claimId: 5, by: 'list' }
const accepts: EntryEvent = { type: 'officer-accepts', at }
const resends: EntryEvent = { type: 'officer-resends', at }
const identifies: EntryEvent = { type: 'officer-identifies', at, claimId: 6 }
const forbidden = [opened, closed({ type: 'forbidden' })]
const alone: EntryEvent = { type: 'refused-alone', at }
const withdraw = (to: 'draft' | 'discarded'): EntryEvent => ({ type: 'withdraw', at, to })
const absentAgain = [opened, lost, absent(true)]

const table: readonly [string, EntryKind, EntryEvent[], object | 'impossible'][] = [
  ['waits at first', 'claim', [], { name: 'queued', reason: { type: 'new' } }],
  ['is sent once at a time', 'claim', [opened, opened], 'impossible'],
  ['is delivered by its answer', 'claim', [opened, arrived], { name: 'delivered', proof: 'answer' }],
  ['is bound by a reading afterwards', 'claim', [opened, arrived, found], { proof: 'answer', claimId: 5 }],
  ['is bound once', 'claim', [opened, arrived, found, found], 'impossible'],
  ['is rejected with reasons', 'claim', [opened, refused], { name: 'rejected', serverMessage: 'No' }],
  [
    'counts what never left',
    'claim',
    [opened, closed({ type: 'not-sent', cause: 'dns' }), opened, closed({ type: 'not-sent', cause: 'dns' })],
    { name: 'queued', notSentInARow: 2 },
  ],
  [
    'waits for a new key',
    'claim',
    [opened, closed({ type: 'key-refused' })],
    { name: 'queued', notSentInARow: 0 },
  ],
  [
    'waits as asked',
    'claim',
    [opened, closed({ type: 'rate-limited', retryAfterMs: 5 })],
    { name: 'queued' },
  ],
  [
    'is unconfirmed when the answer is lost',
    'claim',
    [opened, lost],
    { name: 'unconfirmed', cause: 'reset' },
  ],
  [
    'is unconfirmed when the process ended',
    'claim',
    [opened, { type: 'attempt-orphaned', at, cause: 'stopped' }],
    { name: 'unconfirmed', cause: 'stopped' },
  ],
  [
    'waits until it is known whether the key is refused or this one alone',
    'claim',
    forbidden,
    { name: 'queued', reason: { type: 'forbidden' } },
  ],
  ['is set aside when it is refused alone', 'claim', [...forbidden, alone], { forbidden: true }],
  ['is sent again after it was refused alone', 'claim', [...forbidden, alone, resends], { name: 'queued' }],
  ['is not sent again when the insurer turned it down', 'claim', [opened, refused, resends], 'impossible'],
  [
    'is bound to the claim that an officer recognises',
    'claim',
    [opened, lost, identifies],
    { name: 'delivered', proof: 'officer', claimId: 6 },
  ],
  [
    'is shown by the details of its policy',
    'claim',
    [opened, lost, { type: 'found', at, claimId: null, by: 'details' }],
    { name: 'delivered', proof: 'details', claimId: null },
  ],
  ['is found in the list', 'claim', [opened, lost, found], { name: 'delivered', proof: 'list', claimId: 5 }],
  ['counts readings without a match', 'claim', [opened, lost, absent(false)], { absentReadings: 1 }],
  ['waits again once proved absent', 'claim', absentAgain, { name: 'queued', resends: 1 }],
  [
    'goes to an officer the third time',
    'claim',
    [...absentAgain, ...absentAgain, ...absentAgain],
    { name: 'needs-review', why: 'absent-again' },
  ],
  [
    'keeps count of its resends over what never left',
    'claim',
    [...absentAgain, opened, closed({ type: 'not-sent', cause: 'dns' })],
    { name: 'queued', resends: 1 },
  ],
  [
    'of a pharmacy is not looked for in a list',
    'pharmacy-request',
    [opened, lost, absent(true)],
    'impossible',
  ],
  ['of a pharmacy is not found in a list', 'pharmacy-request', [opened, lost, found], 'impossible'],
  ['is accepted as sent by an officer', 'pharmacy-request', [opened, lost, accepts], { proof: 'officer' }],
  [
    'is sent again by an officer',
    'pharmacy-request',
    [opened, lost, resends],
    { reason: { type: 'officer-resend' } },
  ],
  ['is not decided while it waits', 'claim', [accepts], 'impossible'],
  ['of a pharmacy is not recognised', 'pharmacy-request', [opened, lost, identifies], 'impossible'],
  ['goes back to a draft while it waits', 'claim', [withdraw('draft')], { name: 'withdrawn', to: 'draft' }],
  ['does not go back while it is on its way', 'claim', [opened, withdraw('draft')], 'impossible'],
  ['is not discarded while it is on its way', 'claim', [opened, withdraw('discarded')], 'impossible'],
  [
    'does not become a draft when it may have arrived',
    'claim',
    [opened, lost, withdraw('draft')],
    'impossible',
  ],
  [
    'may be discarded when it may have arrived',
    'claim',
    [opened, lost, withdraw('discarded')],
    { to: 'discarded' },
  ],
  ['goes back to a draft when rejected', 'claim', [opened, refused, withdraw('draft')], { to: 'draft' }],
  ['stays delivered', 'claim', [opened, arrived, withdraw('discarded')], 'impossible'],
  [
    'is found though it was rejected',
    'claim',
    [opened, refused, found],
    { name: 'delivered', proof: 'list' },
  ],
  ['is found while it waits to be sent again', 'claim', [...absentAgain, found], { name: 'delivered' }],
  ['stays withdrawn', 'claim', [withdraw('discarded'), found], 'impossible'],
]

describe('an entry', () => {
  it.each(table)('%s', (_what, kind, events, expected) => {
    const state = walk(kind, ...events)
    if (expected === 'impossible') expect(state).toBe('impossible')
    else expect(state).toMatchObject(expected)
  })
})
