import * as v from 'valibot'
import { DraftSchema, type Draft } from '../domain/draft.ts'
import { SubmissionSchema, type EntryDetail, type EntrySummary } from '../outbox/entry.ts'
import type { HistoryLine } from '../outbox/history.ts'
import { byId, candidateKey, nothing, answer, call } from './call.ts'
import type { ClaimContent } from '../domain/claim.ts'
import type { Product } from '../domain/product.ts'
import type { InsurerClaim } from '../domain/received-claim.ts'

/**
 * What became of a version that was to be saved. `superseded`: a newer one is there. `gone`: the draft was submitted or
 * deleted; nothing was written.
 */
export type DraftSaved = 'saved' | 'superseded' | 'gone'

/** The drafts that the officer who is signed in may see. */
export interface KeptDrafts {
  /** Newest first. */
  readonly drafts: readonly Draft[]
  /** Those whose form never closed: Claims Desk stopped while they were open. */
  readonly recoveredIds: readonly string[]
  /** When those that cannot be opened were saved (ISO), and claims that were submitted and wait. */
  readonly unreadable: readonly string[]
}

/** Items in the outbox and what an officer decides about one; claims that are not submitted. */
export const outboxCalls = {
  'outbox:accept': call(SubmissionSchema, answer<EntrySummary>()),
  'outbox:list': call(nothing, answer<readonly EntrySummary[]>()),
  'outbox:entry': call(byId, answer<EntryDetail>()),
  'outbox:history': call(byId, answer<readonly HistoryLine[]>()),
  'outbox:send-now': call(byId, answer<EntrySummary>()),
  /** Looks for an unconfirmed claim at the insurer now. */
  'outbox:look-now': call(byId, answer<EntrySummary>()),
  'outbox:accept-as-sent': call(byId, answer<EntrySummary>()),
  'outbox:send-again': call(byId, answer<EntrySummary>()),
  'outbox:discard': call(byId, answer<null>()),
  /** Undoes a discard of a moment ago. */
  'outbox:undo-discard': call(byId, answer<EntrySummary>()),
  /** Withdraws the entry; answers the new draft, whose sealed copy main has already saved. */
  'outbox:to-draft': call(byId, answer<Draft>()),
  /** What an unconfirmed claim may be at the insurer, beside what was submitted. */
  'outbox:candidates': call(byId, answer<EntryCandidates>()),
  /** The claim at the insurer is this entry, which is settled with it. */
  'outbox:this-is-it': call(candidateKey, answer<EntrySummary>()),
  /** The claim at the insurer is another one; it is not asked about again. */
  'outbox:this-is-another': call(candidateKey, answer<EntrySummary>()),
  'outbox:acknowledge-duplicate': call(byId, answer<EntrySummary>()),

  'drafts:list': call(nothing, answer<KeptDrafts>()),
  'drafts:save': call(
    v.strictObject({
      draft: DraftSchema,
      /** It was never saved before. */
      isNew: v.boolean(),
      /** It is in a form. */
      isOpen: v.boolean(),
    }),
    answer<DraftSaved>(),
  ),
  'drafts:discard': call(byId, answer<null>()),
  /** Brings a draft back that was deleted a moment ago, with its files. */
  'drafts:undo-discard': call(byId, answer<Draft>()),
}

/** A claim at the insurer that may be an entry of ours, as an officer compares it. */
export interface ShownCandidate {
  /** Names it when the officer decides. */
  readonly key: string
  /** Its id in the insurer's list; null for what the details of its policy showed. */
  readonly claimId: number | null
  /** When it was first seen here (ISO). */
  readonly seenAt: string
  readonly claim: InsurerClaim
}

/** An entry and what it may be at the insurer. */
export interface EntryCandidates {
  readonly product: Product
  readonly submitted: ClaimContent
  readonly reference: string | null
  /** When it was first sent (ISO). */
  readonly firstAttemptAt: string | null
  /** Those that no officer has ruled out, in the order in which they were seen. */
  readonly candidates: readonly ShownCandidate[]
}
