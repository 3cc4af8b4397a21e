import { err, ok, type Result } from '../result.ts'
import type { AttemptOutcome, UncertainCause } from './attempt-outcome.ts'
import type { EntryKind, EntryState, LookPlace, UnprovableCause } from './entry.ts'
import {
  isDecidable,
  mayBeCorrected,
  mayBeDiscarded,
  mayBeSentAgain,
  mayBeUndone,
  mayReturnToDraft,
} from './predicates.ts'

/*
 *             attempt-opened            answer: delivered
 *   ┌────────┐ ────────────► ┌─────────┐ ──────────────────────────► ┌───────────┐
 *   │ queued │               │ sending │                             │ delivered │
 *   └────────┘ ◄──────────── └─────────┘ ── answer: rejected ──┐     └───────────┘
 *    ▲  │  │   not sent, key    │  uncertain, process killed   │           ▲
 *    │  │  │   refused, wait,   │                              │           │ found in details or list (claim),
 *    │  │  │   forbidden        ▼                              ▼           │ identified or accepted by the
 *    │  │  │             ┌─────────────┐                  ┌──────────┐     │ officer
 *    │  │  │             │ unconfirmed │ ─────────────────┼──────────┼─────┤
 *    │  │  │             └─────────────┘                  │ rejected │     │
 *    │  │  └─ refused alone*─┼──┼─────────────────────────► └──────────┘    │
 *    ├──┼────────────────────┘  │ absent the third time,      │  │         │
 *    │  │    proved absent      ▼ or cannot be proved         │  │         │
 *    │  │    (claim, twice)  ┌──────────────┐                 │  │         │
 *    │  │                    │ needs-review │ ────────────────┼──┼─────────┘
 *    │  │                    └──────────────┘                 │  │
 *    └──┼── officer sends again ─┼── (after a warning) ───────┘  │ only when refused alone
 *       ▼                        │ officer                       ▼ officer
 *     ┌───────────┐ ◄────────────┴───────────────────────────────┘
 *     │ withdrawn │   to a draft, discarded, or corrected by another request; a discard can be undone at once
 *     └───────────┘
 *
 * (*) or, of a request, its pharmacy was chosen at another address of the insurer.
 * A row can also be found while the entry is queued or rejected: a slow server commits late. A hold (offline, key, rate
 * limit, paused …) belongs to the engine, not to an entry, and burns no attempt.
 */
export type EntryEvent =
  | { readonly type: 'attempt-opened'; readonly at: string }
  | { readonly type: 'attempt-closed'; readonly at: string; readonly outcome: AttemptOutcome }
  /** Start-up found an attempt without an outcome. */
  | { readonly type: 'attempt-orphaned'; readonly at: string; readonly cause: UncertainCause }
  /** The insurer shows it; `claimId` is null when the details of its policy do, which have no id. */
  | {
      readonly type: 'found'
      readonly at: string
      readonly claimId: number | null
      readonly by: LookPlace
    }
  /** A look that counts did not show it; `proved` when two of them lie at least five minutes apart. */
  | { readonly type: 'absent'; readonly at: string; readonly proved: boolean; readonly by: LookPlace }
  /** No look will ever prove that it is absent. */
  | { readonly type: 'cannot-be-proved'; readonly at: string; readonly why: UnprovableCause }
  /** A GET with the same key was answered after the 403: the insurer's system refuses this entry alone. */
  | { readonly type: 'refused-alone'; readonly at: string }
  /** A request that waits was chosen at another address of the insurer. */
  | { readonly type: 'chosen-elsewhere'; readonly at: string }
  | { readonly type: 'officer-accepts'; readonly at: string }
  /** The officer saw a claim at the insurer beside this one and says that it is this one. */
  | { readonly type: 'officer-identifies'; readonly at: string; readonly claimId: number | null }
  | { readonly type: 'officer-resends'; readonly at: string }
  | {
      readonly type: 'withdraw'
      readonly at: string
      readonly to: 'draft' | 'corrected'
      /** The officer, where there are any. */
      readonly by?: string
      /** The id of the draft, or of the request that was sent in its place. */
      readonly as?: string
    }
  | { readonly type: 'withdraw'; readonly at: string; readonly to: 'discarded'; readonly by?: string }
  /** Nothing of it was lost since: that long after it, main no longer does it. */
  | { readonly type: 'discard-undone'; readonly at: string }

/** Queued again after proof of absence at most this often; then an officer decides. */
const maximumResends = 2

export interface ImpossibleTransition {
  readonly type: 'impossible-transition'
  readonly from: EntryState['name']
  readonly event: EntryEvent['type']
}

/** A newly accepted entry waits. */
export function initialState(at: string): EntryState {
  return { name: 'queued', since: at, reason: { type: 'new' }, notSentInARow: 0, resends: 0 }
}

/**
 * The state after an event. Pure: no clock, no randomness.
 *
 * @returns the next state, or `impossible-transition` when the event cannot happen in this state; the caller then
 * changes nothing.
 */
export function transition(
  kind: EntryKind,
  state: EntryState,
  event: EntryEvent,
): Result<EntryState, ImpossibleTransition> {
  const next = nextState(kind, state, event)
  return next === null
    ? err({ type: 'impossible-transition', from: state.name, event: event.type })
    : ok(next)
}

function nextState(kind: EntryKind, state: EntryState, event: EntryEvent): EntryState | null {
  switch (event.type) {
    case 'attempt-opened':
      return state.name === 'queued'
        ? { name: 'sending', since: event.at, notSentInARow: state.notSentInARow, resends: state.resends }
        : null
    case 'attempt-closed':
      return state.name === 'sending' ? afterAttempt(state, event.at, event.outcome) : null
    case 'attempt-orphaned':
      return state.name === 'sending' ? unconfirmed(event.at, event.cause, state.resends) : null
    case 'found':
      return kind === 'claim' ? afterFound(state, event) : null
    case 'absent':
      return kind === 'claim' ? afterAbsent(state, event.at, event.proved) : null
    case 'cannot-be-proved':
      return kind === 'claim' && state.name === 'unconfirmed'
        ? { name: 'needs-review', since: event.at, why: event.why, resends: state.resends }
        : null
    case 'refused-alone':
      return state.name === 'queued' && state.reason.type === 'forbidden'
        ? { name: 'rejected', at: event.at, serverMessage: '', fieldErrors: {}, forbidden: true }
        : null
    case 'chosen-elsewhere':
      return kind === 'pharmacy-request' && state.name === 'queued'
        ? {
            name: 'rejected',
            at: event.at,
            serverMessage: '',
            fieldErrors: {},
            forbidden: false,
            chosenElsewhere: true,
          }
        : null
    case 'officer-accepts':
      return isDecidable(state) ? byOfficer(event.at, null) : null
    case 'officer-identifies':
      return kind === 'claim' && isDecidable(state) ? byOfficer(event.at, event.claimId) : null
    case 'officer-resends':
      return mayBeSentAgain(state)
        ? {
            name: 'queued',
            since: event.at,
            reason: { type: 'officer-resend' },
            notSentInARow: 0,
            resends: 0,
          }
        : null
    case 'withdraw':
      return afterWithdrawal(kind, state, event)
    case 'discard-undone':
      return mayBeUndone(state, Date.parse(event.at)) ? state.was : null
  }
}

type Sending = Extract<EntryState, { name: 'sending' }>

// Something that may have reached the server never becomes a draft: a draft would be sent as a new claim.
function afterWithdrawal(
  kind: EntryKind,
  state: EntryState,
  event: Extract<EntryEvent, { type: 'withdraw' }>,
): EntryState | null {
  const { at } = event
  const by = event.by === undefined ? {} : { by: event.by }
  if (event.to === 'discarded') {
    return mayBeDiscarded(state) ? { name: 'withdrawn', at, to: event.to, ...by, was: state } : null
  }
  const isPossible = event.to === 'draft' ? mayReturnToDraft(kind, state) : mayBeCorrected(kind, state)
  const as = event.as === undefined ? {} : { as: event.as }
  return isPossible ? { name: 'withdrawn', at, to: event.to, ...by, ...as } : null
}

function unconfirmed(at: string, cause: UncertainCause, resends: number): EntryState {
  return { name: 'unconfirmed', since: at, cause, absentReadings: 0, resends }
}

function byOfficer(at: string, claimId: number | null): EntryState {
  return { name: 'delivered', at, proof: 'officer', claimId, serverMessage: '' }
}

function afterAttempt(state: Sending, at: string, outcome: AttemptOutcome): EntryState {
  const queued = { name: 'queued', since: at, notSentInARow: 0, resends: state.resends } as const
  switch (outcome.type) {
    case 'delivered':
      return {
        name: 'delivered',
        at,
        proof: 'answer',
        claimId: null,
        serverMessage: outcome.serverMessage,
      }
    case 'rejected':
      return {
        name: 'rejected',
        at,
        serverMessage: outcome.serverMessage,
        fieldErrors: outcome.fieldErrors,
        ...(outcome.unread === undefined ? {} : { unread: outcome.unread }),
        forbidden: false,
      }
    case 'not-sent':
      return {
        ...queued,
        reason: { type: 'not-sent', cause: outcome.cause },
        notSentInARow: state.notSentInARow + 1,
      }
    case 'key-refused':
      return { ...queued, reason: { type: 'key-refused' } }
    case 'rate-limited':
      return { ...queued, reason: { type: 'rate-limited' } }
    case 'forbidden':
      return { ...queued, reason: { type: 'forbidden' } }
    case 'uncertain':
      return unconfirmed(at, outcome.cause, state.resends)
  }
}

// A row can turn up in any state after the first attempt: a slow server commits late. Finding it always wins, except
// over an officer's withdrawal, and it gives one that was delivered its number, or another one.
function afterFound(
  state: EntryState,
  { at, claimId, by }: Extract<EntryEvent, { type: 'found' }>,
): EntryState | null {
  switch (state.name) {
    case 'delivered':
      return claimId !== null && claimId !== state.claimId ? { ...state, claimId } : null
    case 'queued':
    case 'unconfirmed':
    case 'needs-review':
    case 'rejected':
      return { name: 'delivered', at, proof: by, claimId, serverMessage: '' }
    case 'sending':
    case 'withdrawn':
      return null
  }
}

function afterAbsent(state: EntryState, at: string, proved: boolean): EntryState | null {
  if (state.name !== 'unconfirmed') return null
  if (!proved) return { ...state, absentReadings: state.absentReadings + 1 }
  if (state.resends >= maximumResends) {
    return { name: 'needs-review', since: at, why: 'absent-again', resends: state.resends }
  }
  return {
    name: 'queued',
    since: at,
    reason: { type: 'proved-absent' },
    notSentInARow: 0,
    resends: state.resends + 1,
  }
}
