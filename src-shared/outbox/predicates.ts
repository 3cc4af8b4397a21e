import type { EntryKind, EntryState, EntryStateName } from './entry.ts'

/** Waits its turn: nothing of it is on the way, an attempt may be opened. */
export function isWaiting(state: EntryState): boolean {
  return state.name === 'queued'
}

/** An attempt is open. */
export function isSending(state: EntryState): boolean {
  return state.name === 'sending'
}

/** Nobody knows yet whether the server has it. */
export function isUnconfirmed(state: EntryState): boolean {
  return state.name === 'unconfirmed'
}

/** The insurer has it. */
export function isReceived(state: EntryState): boolean {
  return state.name === 'delivered'
}

/** The insurer turned it down. */
export function isRejected(state: EntryState): boolean {
  return state.name === 'rejected'
}

/** Another computer sends it now. */
export function isHandedOver(state: EntryState): boolean {
  return state.name === 'withdrawn' && state.to === 'handed-over'
}

/** May be given to another computer: nothing of it is on its way, and something is still to be done about it. */
export function mayBeHandedOver(state: EntryState): boolean {
  return mayBeDiscarded(state)
}

/** An officer took it back. */
export function isWithdrawn(state: EntryState): boolean {
  return state.name === 'withdrawn'
}

/** Nothing more happens by itself, and nobody needs to do anything. */
export function isSettled(state: EntryState): boolean {
  return isReceived(state) || isWithdrawn(state)
}

/** Counts as undelivered when the officer quits or looks at the badge. */
export function isUndelivered(state: EntryState): boolean {
  return !isSettled(state)
}

/** An officer must decide: there is no way on without one. */
export function needsOfficer(kind: EntryKind, state: EntryState): boolean {
  return (
    state.name === 'rejected' ||
    state.name === 'needs-review' ||
    (state.name === 'unconfirmed' && kind === 'pharmacy-request')
  )
}

/** The claim list may settle it. */
export function isReconcilable(kind: EntryKind, state: EntryState): boolean {
  return kind === 'claim' && state.name === 'unconfirmed'
}

/** An officer may say whether it arrived: accept it as sent, or send it again after a warning. */
export function isDecidable(state: EntryState): boolean {
  return state.name === 'unconfirmed' || state.name === 'needs-review'
}

/** May go back to a draft: it provably never became a claim. */
export function mayReturnToDraft(kind: EntryKind, state: EntryState): boolean {
  return kind === 'claim' && (state.name === 'queued' || state.name === 'rejected')
}

/** May be discarded by an officer; where it may have arrived, only after a warning. */
export function mayBeDiscarded(state: EntryState): boolean {
  return state.name !== 'sending' && !isSettled(state)
}

/** May be destroyed when a customer asks: the insurer has it, or provably never will from here. */
export function mayBeForgotten(state: { readonly name: EntryStateName }): boolean {
  return state.name === 'delivered' || state.name === 'withdrawn' || state.name === 'rejected'
}

/** Discarding it may leave a claim at the insurer that nobody here follows. */
export function discardNeedsWarning(state: EntryState): boolean {
  return isDecidable(state)
}
