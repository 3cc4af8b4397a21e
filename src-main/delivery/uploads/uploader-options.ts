import type { UploadHold } from '#shared/outbox/entry-files.ts'
import type { AttachmentStore } from '#main/outbox/attachments/attachment-store.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { Random } from '#main/platform/backoff.ts'
import type { Clock } from '#main/platform/clock.ts'
import type { StoreSource } from './stores.ts'
import type { UploadRows } from './upload-rows.ts'

/** Why nothing may leave this computer; `quiet` where the outbox itself says so. */
export type Stopped = Extract<UploadHold, 'paused'> | 'quiet'

export interface UploaderOptions {
  readonly outbox: Pick<Outbox, 'undelivered' | 'get' | 'putLinks'>
  readonly rows: UploadRows
  readonly attachments: Pick<AttachmentStore, 'readable'>
  readonly stores: StoreSource
  readonly clock: Clock
  readonly random: Random
  /** How many files are uploaded at once; two by default. */
  readonly sideBySide?: number
  /** Whether nothing may leave this computer now: paused, stopped, asleep, locked. */
  readonly stoppedBy: () => Stopped | null
  /** Whether the insurer cannot be reached either. */
  readonly isOffline: () => boolean
  /** Called with the entries whose files' progress changed. */
  readonly onEntries: (changed: readonly KeptEntry[]) => void
  /** What is uploaded, or what holds it, changed. */
  readonly onStatus: () => void
  /** A claim has all its links. */
  readonly onReady: () => void
}
