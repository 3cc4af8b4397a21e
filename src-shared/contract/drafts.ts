import * as v from 'valibot'
import { DraftSchema, type Draft } from '../domain/draft.ts'
import { byId, nothing } from './arguments.ts'
import { answer, call } from './call.ts'

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
  /** When those that cannot be opened were saved (ISO). */
  readonly unreadable: readonly string[]
}

/** Claims that are not submitted. */
export const draftCalls = {
  'drafts:list': call({ takes: nothing, answers: answer<KeptDrafts>() }),
  'drafts:save': call({
    takes: v.strictObject({
      draft: DraftSchema,
      /** It was never saved before. */
      isNew: v.boolean(),
      /** It is in a form. */
      isOpen: v.boolean(),
    }),
    answers: answer<DraftSaved>(),
  }),
  'drafts:discard': call({ takes: byId, answers: answer<null>() }),
  /** Brings a draft back that was deleted a moment ago, with its files. */
  'drafts:undo-discard': call({ takes: byId, answers: answer<Draft>() }),
}
