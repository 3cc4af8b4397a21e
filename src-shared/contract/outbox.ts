import type { Draft } from '../domain/draft.ts'
import { SubmissionSchema, type EntryDetail, type EntrySummary } from '../outbox/entry.ts'
import type { EntryCandidates } from '../outbox/candidate.ts'
import type { HistoryLine } from '../outbox/history.ts'
import { byId, candidateKey, nothing } from './arguments.ts'
import { answer, call } from './call.ts'

/** Items in the outbox, and what an officer decides about one. */
export const outboxCalls = {
  'outbox:accept': call({ takes: SubmissionSchema, answers: answer<EntrySummary>() }),
  'outbox:list': call({ takes: nothing, answers: answer<readonly EntrySummary[]>() }),
  'outbox:entry': call({ takes: byId, answers: answer<EntryDetail>() }),
  'outbox:history': call({ takes: byId, answers: answer<readonly HistoryLine[]>() }),
  'outbox:send-now': call({ takes: byId, answers: answer<EntrySummary>() }),
  /** Looks for an unconfirmed claim at the insurer now. */
  'outbox:look-now': call({ takes: byId, answers: answer<EntrySummary>() }),
  'outbox:accept-as-sent': call({ takes: byId, answers: answer<EntrySummary>() }),
  'outbox:send-again': call({ takes: byId, answers: answer<EntrySummary>() }),
  'outbox:discard': call({ takes: byId, answers: answer<null>() }),
  /** Undoes a discard of a moment ago. */
  'outbox:undo-discard': call({ takes: byId, answers: answer<EntrySummary>() }),
  /** Withdraws the entry; answers the new draft, whose sealed copy main has already saved. */
  'outbox:to-draft': call({ takes: byId, answers: answer<Draft>() }),
  /** What an unconfirmed claim may be at the insurer, beside what was submitted. */
  'outbox:candidates': call({ takes: byId, answers: answer<EntryCandidates>() }),
  /** The claim at the insurer is this entry, which is settled with it. */
  'outbox:this-is-it': call({ takes: candidateKey, answers: answer<EntrySummary>() }),
  /** The claim at the insurer is another one; it is not asked about again. */
  'outbox:this-is-another': call({ takes: candidateKey, answers: answer<EntrySummary>() }),
  'outbox:acknowledge-duplicate': call({ takes: byId, answers: answer<EntrySummary>() }),
}
