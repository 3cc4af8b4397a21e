import * as v from 'valibot'
import type { CommandId } from '../commands.ts'
import type { DayReport } from '../day-report.ts'
import { BranchReferenceSchema } from '../domain/reference.ts'
import type { ListStates } from '../domain/claim-list.ts'
import type { ConnectivityNow } from '../connectivity.ts'
import type { EntrySummary } from '../outbox/entry.ts'
import type { UploadStatus } from '../outbox/entry-files.ts'
import type { ShownEngine } from '../outbox/hold.ts'
import type { Opened } from '../screens.ts'
import type { UpdateStatus } from '../updates.ts'
import type { AppStatus } from './app-status.ts'
import { answer, call, day, nothing, type Answer } from './call.ts'
import type { Failure } from '../failure.ts'
import type { Result } from '../result.ts'
import { appCalls } from './app.ts'
import { backupCalls } from './backup.ts'
import { claimCalls } from './claims.ts'
import { outboxCalls } from './outbox.ts'
import { attachmentCalls } from './attachments.ts'
import { fileStoreCalls } from './file-store.ts'
import { officerCalls } from './officers.ts'
import { privacyCalls } from './privacy.ts'
import { setUpCalls } from './set-up.ts'

/** What main announces to the page. */
export const announcements = {
  /** The states that changed, each whole. */
  'app:status-changed': answer<Partial<AppStatus>>(),
  /** The application is about to lock: save what is open, then leave by `officers:leave`. */
  'officers:locking': answer<null>(),
  /** The session may be ending: what is typed is saved at once. */
  'drafts:save-now': answer<null>(),
  /** Entries as they are now, and the ids of entries that left the outbox. */
  'outbox:changed': answer<{
    readonly changed: readonly EntrySummary[]
    readonly removed: readonly string[]
  }>(),
  /** How the insurer's lists stand; during a reading at most four times a second. */
  'claims:lists-changed': answer<ListStates>(),
  /** Rows that were asked for before are ours, as became known since: what is shown of claims is asked for again. */
  'claims:paired': answer<null>(),
  'engine:changed': answer<ShownEngine>(),
  /** The uploads to the file store; while bytes flow, at most about once a second. */
  'uploads:changed': answer<UploadStatus>(),
  'connectivity:changed': answer<ConnectivityNow>(),
  'updates:changed': answer<UpdateStatus>(),
  /** The menu runs a command. */
  command: answer<{ readonly id: CommandId }>(),
  /** The tray or a notification opens a screen. */
  navigate: answer<Opened>(),
}

export type AnnouncementChannel = keyof typeof announcements

/** The payload of each announcement. */
export type Announcements = {
  readonly [C in AnnouncementChannel]: (typeof announcements)[C] extends Answer<infer T> ? T : never
}

/** Announces something to the page. */
export type Announce = <C extends AnnouncementChannel>(channel: C, news: Announcements[C]) => void

/** Null when the officer cancelled. */
const saved = answer<{ readonly savedAs: string | null }>()

/** Reports that are read, printed and saved: for support, customers and head office. */
const reportCalls = {
  /** The support report, shown before it is saved. */
  'support:report': call(nothing, answer<{ readonly text: string }>(), 'anyone'),
  /** Saves the report exactly as it was last shown; the system's dialog asks where. */
  'support:save-report': call(nothing, saved, 'anyone'),

  /** Prints the current print view; the system's dialog asks how. */
  'paper:print': call(nothing, answer<null>()),
  /** Saves the current print view as a PDF; the system's dialog asks where. */
  'paper:save-pdf': call(
    v.variant('paper', [
      v.strictObject({ paper: v.literal('customer-slip'), reference: BranchReferenceSchema }),
      v.strictObject({ paper: v.literal('correction-note'), reference: BranchReferenceSchema }),
      v.strictObject({ paper: v.literal('pharmacy-slip') }),
      v.strictObject({ paper: v.literal('day-report'), day }),
      v.strictObject({ paper: v.literal('claims-list') }),
    ]),
    saved,
  ),
  'day:report': call(v.strictObject({ day }), answer<DayReport>()),
  /** A day's claims and sums as a table for spreadsheets; the system's dialog asks where to save it. */
  'day:save-csv': call(v.strictObject({ day }), saved),
}

/** All calls the page can make to main. Each call is declared only in its domain's file. */
export const calls = {
  ...fileStoreCalls,
  ...appCalls,
  ...officerCalls,
  ...outboxCalls,
  ...attachmentCalls,
  ...privacyCalls,
  ...backupCalls,
  ...reportCalls,
  ...setUpCalls,
  ...claimCalls,
}

export type RequestChannel = keyof typeof calls

/** The calls that only managers may make, some with some of their fields only. */
export type ManagersChannel = {
  [C in RequestChannel]: (typeof calls)[C]['who'] extends 'anyone' | 'signed-in' ? never : C
}[RequestChannel]

/** The names of all calls. */
export const requestChannels = namesOf(calls)

function namesOf<T extends object>(object: T): readonly (keyof T)[] {
  // The object literals have no keys beyond their type.
  return Object.keys(object) as (keyof T)[]
}

/** The type of a call's argument as the page passes it, before its schema has parsed it. */
export type RequestInput<C extends RequestChannel> = v.InferInput<(typeof calls)[C]['takes']>
/** The type of a call's argument as its handler gets it, after its schema has parsed it. */
export type RequestArgument<C extends RequestChannel> = v.InferOutput<(typeof calls)[C]['takes']>
/** What main answers on success. */
export type RequestValue<C extends RequestChannel> =
  (typeof calls)[C]['answers'] extends Answer<infer T> ? T : never
/** What main answers: a value, or a failure as data. */
export type RequestResult<C extends RequestChannel> = Result<RequestValue<C>, Failure>

/** `window.bridge`: the one object the page gets. It passes plain data; no Electron object crosses it. */
export interface Bridge {
  /**
   * Calls main. Failures come back as data; a rejected promise means a bug (an argument that cannot be cloned, or a
   * channel that does not exist).
   */
  request<C extends RequestChannel>(
    channel: C,
    ...input: RequestInput<C> extends undefined ? [] : [RequestInput<C>]
  ): Promise<RequestResult<C>>

  /** Listens to announcements from main. @returns a function that stops listening. */
  on<C extends AnnouncementChannel>(channel: C, listener: (news: Announcements[C]) => void): () => void
}
