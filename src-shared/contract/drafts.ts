import * as v from 'valibot'
import { DraftSchema, IdSchema, type Draft } from '../domain/draft.ts'
import { byId, nothing } from './arguments.ts'
import { answer, call } from './call.ts'

/** Main's sealed copies of the page's drafts. */
export const draftCalls = {
  'drafts:keep-copy': call({ takes: DraftSchema, answers: answer<null>() }),
  'drafts:forget-copy': call({ takes: byId, answers: answer<null>() }),
  /** Brings a draft back that was deleted a moment ago, with its files. */
  'drafts:undo-forget': call({ takes: byId, answers: answer<Draft>() }),
  'drafts:copies': call({ takes: nothing, answers: answer<readonly Draft[]>() }),
  /** Which of these ids main has already accepted: their drafts are leftovers of a crash. */
  'drafts:accepted': call({
    takes: v.strictObject({ ids: v.pipe(v.array(IdSchema), v.maxLength(10_000)) }),
    answers: answer<readonly string[]>(),
  }),
}
