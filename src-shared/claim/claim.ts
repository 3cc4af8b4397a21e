import type { Draft } from '../domain/draft.ts'
import { hasLostFile } from '../outbox/entry-files.ts'
import type { EntrySummary } from '../outbox/entry.ts'
import type { InsurerSays } from './follow-up.ts'
import { isReceived, isRejected, isWithdrawn, needsDecision } from '../outbox/predicates.ts'

/** A claim that was not submitted, or was turned down and is being corrected. */
export interface DraftClaim {
  readonly type: 'draft'
  readonly draft: Draft
  /** Claims Desk stopped while it was in a form. */
  readonly isRecovered: boolean
}

/** A claim or a pharmacy request that was submitted on this computer; `standing` in its entry is the insurer's side. */
export interface OwnClaim {
  readonly type: 'own'
  readonly entry: EntrySummary
}

/** A claim that the insurer lists, and that is not ours, or that this officer may not see as ours. */
export interface ListedClaim {
  readonly type: 'listed'
  readonly claimId: number
  readonly says: InsurerSays
  /** When the list was read (ISO). */
  readonly asOf: string
}

/** One claim from its first letter until it is paid: on our side, on the insurer's, or on both. */
export type Claim = DraftClaim | OwnClaim | ListedClaim

/** The groups of the list; what an officer took out is in none, and shown with everything. */
export const claimGroups = ['needs-you', 'on-its-way', 'drafts', 'received'] as const
export type ClaimGroup = (typeof claimGroups)[number]

/** The facts by which an entry falls into its group. */
type Grouped = Pick<EntrySummary, 'kind' | 'state' | 'candidates' | 'duplicateClaimIds' | 'files'> & {
  readonly standing: Pick<NonNullable<EntrySummary['standing']>, 'wrong' | 'isReopened' | 'isNews'> | null
}

/** Whether someone must do something about an entry: correct it, decide, make a call, add a lost file again. */
export function needsYou(entry: Grouped): boolean {
  const { kind, state, candidates, duplicateClaimIds, standing } = entry
  return (
    isRejected(state) ||
    needsDecision(kind, state, { candidates, duplicates: duplicateClaimIds.length }) ||
    hasLostFile(entry) ||
    standing?.wrong?.isDone === false ||
    (standing?.isReopened === true && standing.isNews)
  )
}

/** Whether an officer said that something is wrong with it: it is in no sum, told or not. */
export function isMarkedWrong({ standing }: Pick<Grouped, 'standing'>): boolean {
  return standing !== null && standing.wrong !== null
}

/** The group of an entry; null for one that was taken out. */
export function groupOfEntry(entry: Grouped): ClaimGroup | null {
  if (isWithdrawn(entry.state)) return null
  if (needsYou(entry)) return 'needs-you'
  return isReceived(entry.state) ? 'received' : 'on-its-way'
}

/** The group of a draft: one that was turned down or recovered needs someone. */
export function groupOfDraft({ draft, isRecovered }: Pick<DraftClaim, 'draft' | 'isRecovered'>): ClaimGroup {
  return isRecovered || draft.rejection !== null ? 'needs-you' : 'drafts'
}

/** The group of a claim; each has exactly one, or none where it was taken out. */
export function groupOf(claim: Claim): ClaimGroup | null {
  switch (claim.type) {
    case 'draft':
      return groupOfDraft(claim)
    case 'own':
      return groupOfEntry(claim.entry)
    case 'listed':
      return 'received'
  }
}
