import type { EndableState, EntryBody, EntryKind, EntryState, EntryStateName } from './entry.ts'

/** Queued: nothing is in flight, and an attempt may start. */
export function isWaiting(state: EntryState): boolean {
  return state.name === 'queued'
}

/** An attempt is in flight. */
export function isSending(state: EntryState): boolean {
  return state.name === 'sending'
}

/** It is not yet known whether the server has it. */
export function isUnconfirmed(state: EntryState): boolean {
  return state.name === 'unconfirmed'
}

/** The insurer has it. */
export function isReceived(state: EntryState): boolean {
  return state.name === 'delivered'
}

/** The insurer turned it down for what it says, or it was turned away before it was sent ({@link isTurnedAway}). */
export function isRejected(state: EntryState): boolean {
  return state.name === 'rejected' && !state.forbidden
}

/** It was not sent, as its pharmacy was chosen at another address: see {@link isChosenElsewhere}. */
export function isTurnedAway(state: EntryState): boolean {
  return state.name === 'rejected' && state.chosenElsewhere === true
}

/** The insurer's system refuses this one although the key works; it may be sent again. */
export function isForbidden(state: EntryState): boolean {
  return state.name === 'rejected' && state.forbidden
}

/** An officer withdrew it. */
export function isWithdrawn(state: EntryState): boolean {
  return state.name === 'withdrawn'
}

/**
 * Whether it is nowhere among what was submitted: a claim that was taken out is in the list of claims, and a corrected
 * request has another in its place. A discarded request stays, so that none disappears.
 */
export function isGone(kind: EntryKind, state: EntryState): boolean {
  return state.name === 'withdrawn' && (kind === 'claim' || state.to !== 'discarded')
}

/** Final: nothing happens automatically, and no one needs to act. */
export function isSettled(state: EntryState): boolean {
  return isReceived(state) || isWithdrawn(state)
}

/** Whether a state's name, as a plain column holds it, says that the entry is settled. */
export function isNameOfSettled(name: unknown): boolean {
  return name === 'delivered' || name === 'withdrawn'
}

/**
 * Only an officer can move it on. @param candidates claims at the insurer that may be this one: while there is one,
 * nothing proves that it did not arrive.
 */
export function needsOfficer(kind: EntryKind, state: EntryState, candidates: number): boolean {
  return (
    state.name === 'rejected' ||
    state.name === 'needs-review' ||
    (state.name === 'unconfirmed' && (kind === 'pharmacy-request' || candidates > 0))
  )
}

/**
 * Someone must decide about it, or call the insurer about a duplicate claim. What the insurer turned down is not
 * included: it counts as to correct.
 */
export function needsDecision(
  kind: EntryKind,
  state: EntryState,
  { candidates, duplicates }: { readonly candidates: number; readonly duplicates: number },
): boolean {
  return (needsOfficer(kind, state, candidates) && !isRejected(state)) || duplicates > 0
}

/** The insurer's details or list may settle it. */
export function isReconcilable(kind: EntryKind, state: EntryState): boolean {
  return kind === 'claim' && state.name === 'unconfirmed'
}

/** An officer may say whether it arrived: accept it as sent, or send it again after a warning. */
export function isDecidable(state: EntryState): boolean {
  return state.name === 'unconfirmed' || state.name === 'needs-review'
}

/** An officer may have it sent again. */
export function mayBeSentAgain(state: EntryState): boolean {
  return isDecidable(state) || isForbidden(state)
}

/** May go back to a draft: it was never sent, or the insurer turned it down. */
export function mayReturnToDraft(kind: EntryKind, state: EntryState): boolean {
  return kind === 'claim' && (state.name === 'queued' || state.name === 'rejected')
}

/** May be discarded by an officer; where it may have arrived, only after a warning. */
export function mayBeDiscarded(state: EntryState): state is EndableState {
  return state.name !== 'sending' && !isSettled(state)
}

/** For so long after a discard main can undo it: longer than it is offered, so that the last moment counts. */
export const undoMs = 20_000

/** Its discard may be undone: nothing of it is lost yet. @param nowMs of the same clock as its times */
export function mayBeUndone(
  state: EntryState,
  nowMs: number,
): state is Extract<EntryState, { to: 'discarded' }> {
  return state.name === 'withdrawn' && state.to === 'discarded' && undoLeftMs(state.at, nowMs) !== null
}

/** For how long a discard of that time (ISO) can still be undone, in ms; null when that is over. */
export function undoLeftMs(at: string, nowMs: number): number | null {
  const sinceMs = nowMs - Date.parse(at)
  // A clock that was set back says nothing: it counts as over.
  return sinceMs >= 0 && sinceMs <= undoMs ? undoMs - sinceMs : null
}

/** A request that the insurer turned down: another one may be sent in its place. */
export function mayBeCorrected(kind: EntryKind, state: EntryState): boolean {
  return kind === 'pharmacy-request' && isRejected(state)
}

/**
 * Whether a request names its pharmacy by a number of another address, where it may be another pharmacy's here: it is never
 * sent. @param place where the insurer is; '' for nowhere, as where the settings are lost
 */
export function isChosenElsewhere(body: EntryBody, place: string): boolean {
  if (body.kind === 'claim' || body.chosenAt === undefined || place === '') return false
  return body.chosenAt !== place
}

/** May be destroyed when a customer asks: the insurer has it, or provably never will from here. */
export function mayBeForgotten(state: { readonly name: EntryStateName }): boolean {
  return state.name === 'delivered' || state.name === 'withdrawn' || state.name === 'rejected'
}

/** Discarding it may leave a claim at the insurer that is no longer tracked here. */
export function discardNeedsWarning(state: EntryState): boolean {
  return isDecidable(state)
}
