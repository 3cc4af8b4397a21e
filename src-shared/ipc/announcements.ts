import type { CommandId } from '../commands.ts'
import type { ConnectionNow } from '../connection.ts'
import type { EntrySummary } from '../outbox/entry.ts'
import type { EngineStatus } from '../outbox/hold.ts'
import type { Opened } from '../screens.ts'
import type { UpdateStatus } from '../updates.ts'
import type { AppStatus } from './app-status.ts'
import type { announcementChannels } from './channels.ts'

/** What main announces to the page. */
export interface Announcements {
  'app:status-changed': AppStatus
  /** The desk is about to lock: save what is open, then leave by `officers:leave`. */
  'officers:locking': null
  /** Entries as they are now, and the ids of entries that left the outbox. */
  'outbox:changed': { readonly changed: readonly EntrySummary[]; readonly removed: readonly string[] }
  'engine:changed': EngineStatus
  'connection:changed': ConnectionNow
  'updates:changed': UpdateStatus
  /** The menu asks for a command. */
  command: { readonly id: CommandId }
  /** The tray or a notification asks for a screen. */
  navigate: Opened
}
export type AnnouncementChannel = (typeof announcementChannels)[number]
