import type * as v from 'valibot'
import type { Failure } from '../failure.ts'
import type { Result } from '../result.ts'
import { appCalls } from './app.ts'
import { backupCalls } from './backups.ts'
import type { Answer } from './call.ts'
import { claimCalls } from './claims.ts'
import { draftCalls } from './drafts.ts'
import { attachmentCalls } from './attachments.ts'
import { fileStoreCalls } from './file-store.ts'
import { networkCalls } from './network.ts'
import { officeCalls } from './office.ts'
import { officerCalls } from './officers.ts'
import { outboxCalls } from './outbox.ts'
import { pharmacyCalls } from './pharmacies.ts'
import { privacyCalls } from './privacy.ts'
import { reportCalls } from './reports.ts'
import { setUpCalls } from './set-up.ts'
import { updateCalls } from './updates.ts'
import { uploadCalls } from './uploads.ts'

/** All calls the page can make to main. Each call is declared only in its domain's file. */
export const calls = {
  ...appCalls,
  ...networkCalls,
  ...fileStoreCalls,
  ...officerCalls,
  ...outboxCalls,
  ...draftCalls,
  ...attachmentCalls,
  ...uploadCalls,
  ...privacyCalls,
  ...backupCalls,
  ...officeCalls,
  ...updateCalls,
  ...reportCalls,
  ...setUpCalls,
  ...claimCalls,
  ...pharmacyCalls,
}

export type RequestChannel = keyof typeof calls

/** The names of all calls. */
export const requestChannels = namesOf(calls)

function namesOf<T extends object>(object: T): readonly (keyof T)[] {
  // The object literals have no keys beyond their type.
  return Object.keys(object) as (keyof T)[]
}

/** What a caller passes. */
export type RequestInput<C extends RequestChannel> = v.InferInput<(typeof calls)[C]['takes']>
/** What a handler gets. */
export type RequestArgument<C extends RequestChannel> = v.InferOutput<(typeof calls)[C]['takes']>
/** What main answers on success. */
export type RequestValue<C extends RequestChannel> =
  (typeof calls)[C]['answers'] extends Answer<infer T> ? T : never
/** What main answers: a value, or a failure as data. */
export type RequestResult<C extends RequestChannel> = Result<RequestValue<C>, Failure>
