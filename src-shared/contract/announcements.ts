import type { CommandId } from '../commands.ts'
import type { ListStates } from '../domain/claim-list.ts'
import type { ConnectivityNow } from '../connectivity.ts'
import type { EntrySummary } from '../outbox/entry.ts'
import type { UploadStatus } from '../outbox/entry-files.ts'
import type { EngineStatus } from '../outbox/hold.ts'
import type { Opened } from '../screens.ts'
import type { UpdateStatus } from '../updates.ts'
import type { AppStatus } from './app-status.ts'
import { answer, type Answer } from './call.ts'

/** What main announces to the page. */
export const announcements = {
  'app:status-changed': answer<AppStatus>(),
  /** The application is about to lock: save what is open, then leave by `officers:leave`. */
  'officers:locking': answer<null>(),
  /** Entries as they are now, and the ids of entries that left the outbox. */
  'outbox:changed': answer<{
    readonly changed: readonly EntrySummary[]
    readonly removed: readonly string[]
  }>(),
  /** How the insurer's lists stand; during a reading at most four times a second. */
  'claims:lists-changed': answer<ListStates>(),
  'engine:changed': answer<EngineStatus>(),
  /** What goes up to the file store; while bytes flow, at most about once a second. */
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
