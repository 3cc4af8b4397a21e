import * as v from 'valibot'
import {
  longestSecret,
  OfficerNameSchema,
  officerRoles,
  OfficerSecretSchema,
  type OfficerSummary,
  type SecretWeakness,
} from '../domain/officer.ts'
import { IdSchema } from '../domain/draft.ts'
import { byId, answer, call } from './call.ts'

/** Who is signed in; visible to anyone at this computer. */
export type OfficerStatus =
  /** No officers were added: anyone who opens the application can work in it. */
  | { readonly type: 'off' }
  /** Someone has to sign in; nothing personal is shown until then. */
  | {
      readonly type: 'locked'
      readonly officers: readonly OfficerSummary[]
      /** The id of the officer who was signed in before, if someone was since the start. */
      readonly last: string | null
    }
  | {
      readonly type: 'signed-in'
      readonly officer: OfficerSummary
      readonly officers: readonly OfficerSummary[]
      /** Where this officer was when the application was locked. */
      readonly place: string | null
    }
  /** The officers' file is damaged, gone, or its key cannot be opened now. */
  | { readonly type: 'unreadable' }

/** Why signing in, or a change of the officers, was not possible. */
export type OfficerFailure =
  | { readonly type: 'wrong-secret'; readonly retryAfterMs: number }
  /** Too many wrong attempts: this one was not checked. */
  | { readonly type: 'wait'; readonly retryAfterMs: number }
  | {
      readonly type: 'weak-secret'
      readonly problem: SecretWeakness
      /** The minimum length accepted here. */
      readonly minimumLength: number
    }
  /** Head office gave it: signing in needs another one, of the officer's own. */
  | { readonly type: 'first-secret' }
  | { readonly type: 'name-taken' }
  | { readonly type: 'unknown-officer' }
  | { readonly type: 'not-allowed' }
  | { readonly type: 'last-manager' }
  | { readonly type: 'disk-full' }
  | { readonly type: 'read-only' }
  | { readonly type: 'storage-unavailable' }

/** The result of a call about officers: done, with who is signed in now, or refused with its own reason. */
export type OfficerAnswer =
  | { readonly type: 'done'; readonly officers: OfficerStatus }
  | { readonly type: 'refused'; readonly why: OfficerFailure }

/** A secret to be checked: any typed text of a reasonable length. */
const typedSecret = v.pipe(v.string(), v.maxLength(longestSecret))
const newSecret = v.pipe(OfficerSecretSchema, v.examples(['made up words']))

/** Who works here, signing in and out. */
export const officerCalls = {
  'officers:sign-in': call(
    v.strictObject({
      id: IdSchema,
      secret: typedSecret,
      /** The officer's own, in place of a first one by head office. */
      next: v.optional(newSecret),
    }),
    answer<OfficerAnswer>(),
    'anyone',
  ),
  /** The page has saved what was open; `place` is where to return to. The application locks. */
  'officers:leave': call(
    v.strictObject({ place: v.nullable(v.pipe(v.string(), v.maxLength(2000))) }),
    answer<null>(),
  ),
  'officers:add': call(
    v.strictObject({
      name: OfficerNameSchema,
      role: v.pipe(v.picklist(officerRoles), v.examples(['manager'])),
      secret: newSecret,
    }),
    answer<OfficerAnswer>(),
    'manager',
  ),
  'officers:change-secret': call(
    v.strictObject({ present: typedSecret, next: newSecret }),
    answer<OfficerAnswer>(),
  ),
  'officers:reset-secret': call(
    v.strictObject({ id: IdSchema, next: newSecret }),
    answer<OfficerAnswer>(),
    'manager',
  ),
  'officers:set-role': call(
    v.strictObject({ id: IdSchema, role: v.picklist(officerRoles) }),
    answer<OfficerAnswer>(),
    'manager',
  ),
  'officers:remove': call(byId, answer<OfficerAnswer>(), 'manager'),
  'officers:recover': call(
    v.strictObject({
      key: v.pipe(v.string(), v.trim(), v.maxLength(4096)),
      name: OfficerNameSchema,
      secret: newSecret,
    }),
    answer<OfficerAnswer>(),
    'anyone',
  ),
}
