import type { EntryState, EntryStateName } from '#shared/outbox/entry.ts'

type Of<N extends EntryStateName> = Extract<EntryState, { readonly name: N }>

const at = '2026-03-04T09:00:00.000Z'
/** One of each name. */
export const plainStates: { readonly [N in EntryStateName]: Of<N> } = {
  queued: { name: 'queued', since: at, reason: { type: 'new' }, notSentInARow: 0, resends: 0 },
  sending: { name: 'sending', since: at, notSentInARow: 0, resends: 0 },
  unconfirmed: { name: 'unconfirmed', since: at, cause: 'reset', absentReadings: 0, resends: 0 },
  'needs-review': { name: 'needs-review', since: at, why: 'absent-again', resends: 2 },
  delivered: { name: 'delivered', at, proof: 'answer', claimId: null, serverMessage: '' },
  rejected: { name: 'rejected', at, serverMessage: '', fieldErrors: {}, forbidden: false },
  withdrawn: { name: 'withdrawn', at, to: 'draft' },
}

/** A state of an entry, which differs from the plainest of its name in these parts. */
export function aState<N extends EntryStateName>(name: N, change: Partial<Of<N>> = {}): Of<N> {
  return { ...plainStates[name], ...change }
}
