import * as v from 'valibot'
import { IdSchema } from '../domain/draft.ts'
import { longestSecret, OfficerNameSchema, officerRoles, OfficerSecretSchema } from '../domain/officer.ts'
import { byId } from './arguments.ts'
import { answer, call } from './call.ts'
import type { OfficerAnswer } from './officer-status.ts'

/** A secret to be checked: any typed text of a reasonable length. */
const typedSecret = v.pipe(v.string(), v.maxLength(longestSecret))
const newSecret = v.pipe(OfficerSecretSchema, v.examples(['made up words']))

/** Who works here, signing in and out. */
export const officerCalls = {
  'officers:sign-in': call({
    takes: v.strictObject({
      id: IdSchema,
      secret: typedSecret,
      /** The officer's own, in place of a first one by head office. */
      next: v.optional(newSecret),
    }),
    answers: answer<OfficerAnswer>(),
    who: 'anyone',
  }),
  /** The page has saved what was open; `place` is where to return to. The application locks. */
  'officers:leave': call({
    takes: v.strictObject({ place: v.nullable(v.pipe(v.string(), v.maxLength(2000))) }),
    answers: answer<null>(),
  }),
  'officers:add': call({
    takes: v.strictObject({
      name: OfficerNameSchema,
      role: v.pipe(v.picklist(officerRoles), v.examples(['manager'])),
      secret: newSecret,
    }),
    answers: answer<OfficerAnswer>(),
  }),
  'officers:change-secret': call({
    takes: v.strictObject({ present: typedSecret, next: newSecret }),
    answers: answer<OfficerAnswer>(),
  }),
  'officers:reset-secret': call({
    takes: v.strictObject({ id: IdSchema, next: newSecret }),
    answers: answer<OfficerAnswer>(),
  }),
  'officers:set-role': call({
    takes: v.strictObject({ id: IdSchema, role: v.picklist(officerRoles) }),
    answers: answer<OfficerAnswer>(),
  }),
  'officers:remove': call({ takes: byId, answers: answer<OfficerAnswer>() }),
  'officers:recover': call({
    takes: v.strictObject({
      key: v.pipe(v.string(), v.trim(), v.maxLength(4096)),
      name: OfficerNameSchema,
      secret: newSecret,
    }),
    answers: answer<OfficerAnswer>(),
    who: 'anyone',
  }),
}
