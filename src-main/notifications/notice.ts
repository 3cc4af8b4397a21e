import type { ClaimGroup } from '#shared/claim/claim.ts'
import type { EntryKind } from '#shared/outbox/entry.ts'
import { isDecidable, isForbidden, isReceived, isRejected, needsOfficer } from '#shared/outbox/predicates.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'

/** How many of each kind. A notification contains only numbers, since it may be shown on a locked screen. */
export interface Tally {
  readonly claims: number
  readonly requests: number
}

/** The content of one notification. */
export interface Notice {
  readonly received: Tally
  readonly rejected: Tally
  /** It has long been unknown whether they arrived, or will stay unknown. */
  readonly unconfirmed: Tally
  /** The unconfirmed ones that the insurer's list cannot settle. */
  readonly undecided: number
  /** Claims whose status the insurer has changed. */
  readonly decided: number
  readonly keyRefused: boolean
  /** Claims wait for files that go up only once someone does something. */
  readonly filesHeld: boolean
}

export type NoticePart = 'key-refused' | 'files-held' | 'rejected' | 'unconfirmed' | 'decided' | 'received'

/** Counts entries by their current state. States that need no notification are not counted. */
export function noticeOf(
  entries: readonly KeptEntry[],
  others: Pick<Notice, 'keyRefused' | 'filesHeld' | 'decided'>,
): Notice {
  const unsure = entries.filter(isUnsure)
  return {
    ...others,
    received: tallyOf(entries.filter(cameToTheInsurer)),
    rejected: tallyOf(entries.filter(wasTurnedDown)),
    unconfirmed: tallyOf(unsure),
    undecided: unsure.filter(({ body, state, candidates }) => needsOfficer(body.kind, state, candidates))
      .length,
  }
}

/** Received without an officer's doing: an officer who marks a claim as arrived already knows. */
export function cameToTheInsurer({ state }: Pick<KeptEntry, 'state'>): boolean {
  return isReceived(state) && !('proof' in state && state.proof === 'officer')
}

/** The insurer turned it down, or its system refuses it: someone must act. */
export function wasTurnedDown({ state }: Pick<KeptEntry, 'state'>): boolean {
  return isRejected(state) || isForbidden(state)
}

/** It is unknown whether it arrived. */
export function isUnsure({ state }: Pick<KeptEntry, 'state'>): boolean {
  return isDecidable(state)
}

/** The parts of a notice, most serious first; empty when there is nothing to report. */
export function partsOf(notice: Notice): readonly NoticePart[] {
  return [
    ...(notice.keyRefused ? (['key-refused'] as const) : []),
    ...(notice.filesHeld ? (['files-held'] as const) : []),
    ...(['rejected', 'unconfirmed'] as const).filter((part) => sum(notice[part]) > 0),
    ...(notice.decided > 0 ? (['decided'] as const) : []),
    ...(sum(notice.received) > 0 ? (['received'] as const) : []),
  ]
}

/** The group of claims that shows what a notice is about; null when it is about several. */
export function groupOf(notice: Notice): ClaimGroup | null {
  const [part, ...others] = partsOf(notice)
  if (part === undefined || others.length > 0) return null
  switch (part) {
    case 'received':
    case 'decided':
      return 'received'
    case 'rejected':
      return 'needs-you'
    case 'unconfirmed':
      return notice.undecided === sum(notice.unconfirmed) ? 'needs-you' : 'on-its-way'
    case 'key-refused':
    case 'files-held':
      return 'on-its-way'
  }
}

function sum({ claims, requests }: Tally): number {
  return claims + requests
}

function tallyOf(entries: readonly KeptEntry[]): Tally {
  const count = (kind: EntryKind): number => entries.filter(({ body }) => body.kind === kind).length
  return { claims: count('claim'), requests: count('pharmacy-request') }
}
