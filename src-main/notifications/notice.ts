import type { EntryKind } from '#shared/outbox/entry.ts'
import { isDecidable, isReceived, isRejected, needsOfficer } from '#shared/outbox/predicates.ts'
import type { OpenedGroup } from '#shared/screens.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'

/** How many of each kind. Numbers are all that a notification ever tells: it may be shown on a locked screen. */
export interface Tally {
  readonly claims: number
  readonly requests: number
}

/** What is told to whoever is at the computer, at once. */
export interface Notice {
  /** Told after the quiet hours, of all that happened in them. */
  readonly isSummary: boolean
  readonly received: Tally
  readonly rejected: Tally
  /** Nobody knows whether they arrived, for long now or for good. */
  readonly unconfirmed: Tally
  /** Of the unconfirmed ones: those that no list will settle. */
  readonly undecided: number
  readonly keyRefused: boolean
}

export type NoticePart = 'key-refused' | 'rejected' | 'unconfirmed' | 'received'

/** Counts entries by how they stand now. Those that stand in no way worth telling are not in it. */
export function noticeOf(
  entries: readonly KeptEntry[],
  { isSummary, keyRefused }: Pick<Notice, 'isSummary' | 'keyRefused'>,
): Notice {
  const unsure = entries.filter(isUnsure)
  return {
    isSummary,
    keyRefused,
    received: tallyOf(entries.filter(cameToTheInsurer)),
    rejected: tallyOf(entries.filter(({ state }) => isRejected(state))),
    unconfirmed: tallyOf(unsure),
    undecided: unsure.filter(({ body, state }) => needsOfficer(body.kind, state)).length,
  }
}

/** Received without an officer's doing: an officer who marks a claim as arrived need not be told. */
export function cameToTheInsurer({ state }: Pick<KeptEntry, 'state'>): boolean {
  return isReceived(state) && !('evidence' in state && state.evidence === 'officer')
}

/** Nobody knows whether it arrived. */
export function isUnsure({ state }: Pick<KeptEntry, 'state'>): boolean {
  return isDecidable(state)
}

/** What a notice tells of, the gravest first; empty when there is nothing to tell. */
export function partsOf(notice: Notice): readonly NoticePart[] {
  return [
    ...(notice.keyRefused ? (['key-refused'] as const) : []),
    ...(['rejected', 'unconfirmed', 'received'] as const).filter((part) => sum(notice[part]) > 0),
  ]
}

/** The group of the outbox that shows what a notice is about; none when it is about several. */
export function groupOf(notice: Notice): OpenedGroup | null {
  const [part, ...others] = partsOf(notice)
  if (part === undefined || others.length > 0) return null
  switch (part) {
    case 'received':
    case 'rejected':
      return part
    case 'unconfirmed':
      return notice.undecided === sum(notice.unconfirmed) ? 'needs-officer' : 'unconfirmed'
    case 'key-refused':
      return 'waiting'
  }
}

function sum({ claims, requests }: Tally): number {
  return claims + requests
}

function tallyOf(entries: readonly KeptEntry[]): Tally {
  const count = (kind: EntryKind): number => entries.filter(({ body }) => body.kind === kind).length
  return { claims: count('claim'), requests: count('pharmacy-request') }
}
