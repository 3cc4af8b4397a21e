import { randomBytes } from 'node:crypto'
import type { UploadHold } from '#shared/outbox/entry-files.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import type { AttachmentStore } from '#main/outbox/attachments/attachment-store.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { Random } from '#main/platform/backoff.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Delays, Scheduler } from '#main/platform/scheduler.ts'
import type { StorageFailure } from '#main/platform/sqlite.ts'
import { Progress } from './progress.ts'
import { Sending } from './sending.ts'
import { StoreHolds } from './store-holds.ts'
import type { StoreSource, OpenedStore } from './store-source.ts'
import type { UploadRows } from './upload-rows.ts'
import { isSamePlace } from './place.ts'

/** The stores that are in use, each opened once until keys or settings change. */
class OpenStores {
  readonly #source: StoreSource
  #opened = new Map<string, Promise<OpenedStore | null>>()

  constructor(source: StoreSource) {
    this.#source = source
  }

  /** The store of a file; null where its access key is not on this computer. */
  async of(store: FileStore): Promise<OpenedStore | null> {
    const current = this.#source.current()
    // Region, links and port may have been set right since.
    const now = current !== null && isSamePlace(current, store) ? current : store
    const address = JSON.stringify(now)
    const known = this.#opened.get(address) ?? this.#source.open(now)
    this.#opened.set(address, known)
    const opened = await known
    // A key may be given later.
    if (opened === null) this.#opened.delete(address)
    return opened
  }

  /** Closes all of them: what is in flight ends, and the next use opens them again. */
  async closeAll(): Promise<void> {
    const opened = [...this.#opened.values()]
    this.#opened = new Map()
    for (const one of await Promise.all(opened)) await one?.objects.close()
  }
}

/** What keeps everything on this computer; `quiet` where the outbox itself says why. */
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
  /** How many files go up at once; two by default. */
  readonly sideBySide?: number
  /** Whether nothing may leave this computer now: paused, stopped, asleep, locked. */
  readonly stoppedBy: () => Stopped | null
  /** Whether the insurer cannot be reached either. */
  readonly isOffline: () => boolean
  /** More of the files of these entries is known. */
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
  readonly jobs: Jobs
  readonly waker: Scheduler
  readonly newName: () => string
  /** Notes that an entry's files are to be shown again. */
  readonly changed: (entryId: string) => void
  /** The disk refused something: everything waits a while. */
  readonly unwritten: (failure: StorageFailure) => void
}

export function uploaderParts(
  options: UploaderOptions,
  heard: Pick<UploaderParts, 'changed' | 'unwritten'> & { readonly sentMore: () => void },
): UploaderParts {
  const { clock, random, rows } = options
  const waker = new Scheduler(clock)
  const progress = new Progress(clock, heard.sentMore)
  return {
    options,
    stores: new OpenStores(options.stores),
    holds: new StoreHolds(clock, random),
    delays: new Delays(clock),
    progress,
    sending: new Sending({ rows, clock, progress, partBytes: options.partBytes }),
    jobs: new Jobs(() => waker.wakeUp()),
    waker,
    newName: options.newName ?? (() => randomBytes(16).toString('hex')),
    changed: heard.changed,
    unwritten: heard.unwritten,
  }
}

type Work = (signal: AbortSignal) => Promise<() => void>

/**
 * What is under way at file stores, side by side. What a piece of work returns is run by `takeEnds`, unless it was cut
 * off: no consequences are drawn between the turns of the loop.
 */
class Jobs {
  readonly #ended: () => void
  readonly #running = new Map<
    string,
    { readonly controller: AbortController; readonly done: Promise<void> }
  >()
  #ends: (() => void)[] = []
  #broken: { readonly thrown: unknown } | null = null

  /** @param ended called whenever something ended */
  constructor(ended: () => void) {
    this.#ended = ended
  }

  has(name: string): boolean {
    return this.#running.has(name)
  }

  /** How many of one kind are under way: their names begin so. */
  count(kind: string): number {
    return [...this.#running.keys()].filter((name) => name.startsWith(kind)).length
  }

  start(name: string, work: Work): void {
    const controller = new AbortController()
    const run = async (): Promise<void> => {
      try {
        const end = await work(controller.signal)
        if (!controller.signal.aborted) this.#ends.push(end)
      } catch (thrown) {
        this.#broken ??= { thrown }
      } finally {
        this.#running.delete(name)
        this.#ended()
      }
    }
    const done = Promise.resolve().then(run)
    this.#running.set(name, { controller, done })
  }

  /** @throws what a piece of work threw: a bug must not look like a store that does not answer. */
  takeEnds(): void {
    if (this.#broken !== null) throw this.#broken.thrown
    for (let end = this.#ends.shift(); end !== undefined; end = this.#ends.shift()) end()
  }

  /** Ends what is under way, all of it or what its name says; what it would have led to does not happen. */
  cutOff(kind = ''): void {
    for (const [name, { controller }] of this.#running) if (name.startsWith(kind)) controller.abort()
    if (kind === '') this.#ends = []
  }

  /** Resolves when nothing is under way any more. */
  async ended(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done))
  }
}
