import { randomBytes } from 'node:crypto'
import type { UploadHold } from '#shared/outbox/entry-files.ts'
import type { AttachmentStore } from '#main/outbox/attachments/attachment-store.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { Random } from '#main/platform/backoff.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Delays } from '#main/platform/holds.ts'
import { Loop, storageRetryMs, type LoopOptions } from '#main/platform/loop.ts'
import { Progress } from './progress.ts'
import { Sending } from './sending.ts'
import { StoreHolds } from './store-holds.ts'
import { OpenStores, type StoreSource } from './stores.ts'
import type { UploadRows } from './upload-rows.ts'

/** Why nothing may leave this computer; `quiet` where the outbox itself says so. */
export type Stopped = Extract<UploadHold, 'paused' | 'stopped'> | 'quiet'

export interface UploaderOptions {
  readonly outbox: Pick<Outbox, 'undelivered' | 'get' | 'putLinks'>
  readonly rows: UploadRows
  readonly attachments: Pick<AttachmentStore, 'readable'>
  readonly stores: StoreSource
  readonly clock: Clock
  readonly random: Random
  /** Makes the unguessable part of a name: by default 128 random bits as hexadecimal. */
  readonly newName?: () => string
  /** Bytes of a part of a large file, a whole number of chunks; 5 MiB by default. */
  readonly partBytes?: number
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

/** What the uploader knows and works with; only rows and outbox are kept in a file. */
export interface UploaderParts {
  readonly options: UploaderOptions
  readonly stores: OpenStores
  readonly holds: StoreHolds
  readonly delays: Delays
  readonly progress: Progress
  readonly sending: Sending
  readonly loop: Loop
  readonly newName: () => string
  /** Notes that an entry's files have changed for whoever shows them. */
  readonly changed: (entryId: string) => void
  /** The disk refused something: everything waits a while. */
  readonly unwritten: () => void
}

/** The delay of everything, after the disk refused something. */
export const diskDelay = 'disk'

export function uploaderParts(
  options: UploaderOptions,
  turn: LoopOptions['turn'],
  changed: (entryId: string | null) => void,
): UploaderParts {
  const { clock, random, rows } = options
  const progress = new Progress(clock, () => changed(null))
  const delays = new Delays(clock)
  const unwritten = (): void => {
    delays.delay(diskDelay, storageRetryMs)
    loop.wakeUp()
  }
  const loop = new Loop({ clock, turn, onDiskFailure: unwritten })
  return {
    options,
    stores: new OpenStores(options.stores),
    holds: new StoreHolds(clock, random),
    delays,
    progress,
    sending: new Sending({ rows, clock, progress, partBytes: options.partBytes }),
    loop,
    newName: options.newName ?? (() => randomBytes(16).toString('hex')),
    changed,
    unwritten,
  }
}
