import { join } from 'node:path'
import type { UpdateFailure, UpdatesOff, UpdateStatus } from '#shared/updates.ts'
import type { Network } from '#main/network/network.ts'
import { systemClock, type Clock } from '#main/platform/clock.ts'
import { Signal } from '#main/platform/signal.ts'
import { FeedError, failureBehind } from './feed-client.ts'
import { createSignedUpdater, type SignedUpdater, type SignedUpdaterOptions } from './signed-updater.ts'
import { isNewer, isOver, openUpdateMemory, type MemoryFile } from './update-memory.ts'
import { nextUpdateStatus, type UpdateEvent } from './update-state.ts'

const firstCheckMs = 20_000
const checkEveryMs = 6 * 3_600_000
const retryMs = 15 * 60_000
const lookEveryMs = 60_000
/** After this much idle time, by the system's count, no one is at the computer. */
const idleSeconds = 15 * 60
/** Failures that may be temporary. */
const passing: ReadonlySet<UpdateFailure> = new Set(['unreachable', 'broken-off', 'not-installed'])

/** Holds new attempts back, and reports when none is in flight. */
export interface Drain {
  readonly drained: Promise<unknown>
  goOn(): void
}

export interface UpdaterOptions {
  /** Where releases are looked up; null means nowhere. */
  readonly feedUrl: () => string | null
  /** Whether updates are looked for only when an officer asks. */
  readonly savesData: () => boolean
  readonly publicKeys: readonly string[]
  /** Whether this application can replace itself. */
  readonly replacesItself: boolean
  readonly version: string
  readonly folder: string
  readonly memory: MemoryFile
  readonly clock: Clock
  /** Keeps new attempts from starting. */
  readonly drain: () => Drain
  /** Seconds since the last input on this computer. */
  readonly idleSeconds: () => number
  /** Quits the application without a question. @returns false if it cannot quit now. */
  readonly leave: () => boolean
  readonly onEvent: (name: 'update-ready' | 'update-failed' | 'update-handed-over', reason?: string) => void
  readonly createUpdater: (options: SignedUpdaterOptions) => SignedUpdater
}

/**
 * When updates of this installation are looked for, downloaded and installed, and what is reported of them. A
 * `SignedUpdater` does it.
 */
export class Updater {
  readonly changed = new Signal<UpdateStatus>()
  readonly #options: UpdaterOptions
  #status: UpdateStatus = { type: 'idle', checkedAt: null }
  #feed: string | null = null
  #updater: SignedUpdater | null = null
  #drain: Drain | null = null
  #cancelTimer: () => void = () => undefined

  constructor(options: UpdaterOptions) {
    this.#options = options
  }

  /** Starts checking for updates, if there is a feed. */
  start(): void {
    const { memory, version } = this.#options
    const { handedOver } = memory.memory
    this.feedChanged()
    if (handedOver === null || !isNewer(handedOver, version) || this.#status.type !== 'idle') return
    this.#to({ type: 'check' })
    this.#failed(new FeedError('not-installed'))
  }

  get status(): UpdateStatus {
    return this.#status
  }

  /** The settings name another feed, or none. */
  feedChanged(): void {
    const feed = this.#options.feedUrl()
    const off = this.#offBecause(feed)
    if (feed === this.#feed && (this.#status.type === 'off') === (off !== null)) return
    this.#feed = feed
    this.#letGo()
    this.#to({ type: 'switched', off })
    if (off === null) this.#checkLater(firstCheckMs)
  }

  /** Checks for an update now, and downloads it. */
  async check(): Promise<void> {
    const before = this.#status
    this.#to({ type: 'check' })
    if (this.#status === before) return
    this.#cancelTimer()
    try {
      const version = await this.#open().check()
      if (version === null) {
        this.#to({ type: 'none', at: this.#options.clock.now().toISOString() })
        this.#checkLater(checkEveryMs)
      } else await this.#download(version)
    } catch (thrown) {
      this.#failed(thrown)
    }
  }

  /**
   * Installs the update that is ready and still offered: stops new attempts, waits until none is in flight, and quits
   * the application; the installer starts once everything has stopped. @returns false if nothing is ready.
   */
  async install(): Promise<boolean> {
    const before = this.#status
    this.#to({ type: 'install' })
    if (this.#status === before) return false
    const drain = this.#options.drain()
    this.#drain = drain
    const [isOffered] = await Promise.all([this.#dropWithdrawn(), drain.drained])
    if (isOffered && !(await this.#isWhole())) this.#failed(new FeedError('damaged'))
    this.#to({ type: 'drained' })
    if (this.#status.type === 'installing' && this.#options.leave()) return true
    this.#to({ type: 'not-now' })
    this.#goOn()
    return false
  }

  /**
   * The last step before the process exits: no attempt is in flight, and everything is on the disk.
   *
   * @param isWantedAgain the application was started again in the meantime.
   * @returns whether the caller must relaunch the application: an officer who requested the update is never left without
   * it.
   */
  async lastly(isWantedAgain: boolean): Promise<boolean> {
    const status = this.#status
    if (status.type !== 'installing' || this.#updater === null) return isWantedAgain
    if (!(await this.#isWhole())) return true
    await this.#options.memory.change({ handedOver: status.version })
    this.#options.onEvent('update-handed-over')
    return !(await this.#updater.install())
  }

  close(): void {
    this.#cancelTimer()
    // A download resumes from where it is at the next start.
    if (this.#status.type !== 'ready' && this.#status.type !== 'installing') this.#letGo()
  }

  #offBecause(feed: string | null): UpdatesOff | null {
    if (!this.#options.replacesItself) return 'not-by-itself'
    if (this.#options.publicKeys.length === 0) return 'no-keys'
    return feed === null ? 'no-feed' : null
  }

  #open(): SignedUpdater {
    const { publicKeys, version, folder, memory, clock, createUpdater } = this.#options
    if (this.#feed === null) throw new FeedError('not-a-feed')
    this.#updater ??= createUpdater({
      feedUrl: this.#feed,
      publicKeys,
      version,
      folder,
      memory,
      now: () => clock.now(),
    })
    return this.#updater
  }

  async #download(version: string): Promise<void> {
    const { clock, onEvent } = this.#options
    this.#to({ type: 'found', version })
    await this.#updater?.download((percent) => {
      if (this.#status.type === 'downloading' && this.#status.percent !== percent) {
        this.#to({ type: 'progress', percent })
      }
    })
    this.#to({ type: 'downloaded' })
    onEvent('update-ready')
    this.#lookLater(clock.monotonicMs())
  }

  /** While an update is ready: whether it is still offered, and whether no one would be disturbed. */
  #lookLater(askedAtMs: number): void {
    const { clock, idleSeconds: idle, savesData, memory } = this.#options
    this.#later(lookEveryMs, () => {
      const isOld = clock.monotonicMs() - askedAtMs >= checkEveryMs && !savesData()
      this.#lookLater(isOld ? clock.monotonicMs() : askedAtMs)
      const status = this.#status
      // One that was not installed is tried again only when an officer asks.
      const isNew = status.type === 'ready' && status.version !== memory.memory.handedOver
      if (isNew && idle() >= idleSeconds) void this.install()
      else if (isOld) void this.#dropWithdrawn()
    })
  }

  /** Forgets what is ready if the feed offers it no longer, and takes what it offers. @returns whether it is offered. */
  async #dropWithdrawn(): Promise<boolean> {
    const before = this.#status
    if (await this.#isStillOffered()) return true
    if (this.#status !== before) return false
    this.#to({ type: 'withdrawn' })
    if (this.#status !== before) void this.check()
    return false
  }

  /** Whether what is ready is what the feed offers. A feed that does not answer takes nothing back. */
  async #isStillOffered(): Promise<boolean> {
    const status = this.#status
    if ((status.type !== 'ready' && status.type !== 'waiting') || this.#updater === null) return false
    try {
      return (await this.#updater.check()) === status.version
    } catch (thrown) {
      return passing.has(failureBehind(thrown))
    }
  }

  /** Whether what was downloaded is there, as it was signed. */
  async #isWhole(): Promise<boolean> {
    return (await this.#updater?.isWhole().catch(() => false)) === true
  }

  #failed(thrown: unknown): void {
    const before = this.#status
    const { memory, clock } = this.#options
    const seen = failureBehind(thrown)
    // A feed that is silent after the last manifest has ended is no news either.
    const isSilent = seen === 'unreachable' || seen === 'not-a-feed'
    const reason = isSilent && isOver(memory.memory.validUntil, clock.now()) ? 'expired' : seen
    this.#to({ type: 'failed', reason })
    // The feed was changed in the meantime: the result of the old one no longer matters.
    if (this.#status === before) return
    this.#options.onEvent('update-failed', reason)
    this.#checkLater(passing.has(reason) ? retryMs : checkEveryMs)
  }

  #to(event: UpdateEvent): void {
    const before = this.#status
    this.#status = nextUpdateStatus(before, event)
    if (this.#status !== before) this.changed.emit(this.#status)
  }

  #checkLater(delayMs: number): void {
    this.#later(delayMs, () => {
      if (this.#options.savesData()) this.#checkLater(retryMs)
      else void this.check()
    })
  }

  #later(delayMs: number, callBack: () => void): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#options.clock.after(delayMs, callBack)
  }

  #goOn(): void {
    this.#drain?.goOn()
    this.#drain = null
  }

  #letGo(): void {
    this.#cancelTimer()
    void this.#updater?.close()
    this.#updater = null
    this.#goOn()
  }
}

/** What the shell provides for updates. */
export type UpdateSources = Pick<
  UpdaterOptions,
  'replacesItself' | 'publicKeys' | 'idleSeconds' | 'leave' | 'onEvent'
>

export interface OpenUpdatesOptions extends Pick<
  UpdaterOptions,
  'feedUrl' | 'savesData' | 'version' | 'drain'
> {
  readonly dataFolder: string
  readonly network: Network
  readonly updateSources: UpdateSources
}

/** The updates of this installation, in `<data folder>/updates`. */
export async function openUpdates(options: OpenUpdatesOptions): Promise<Updater> {
  const { dataFolder, network, updateSources, ...rest } = options
  const folder = join(dataFolder, 'updates')
  return new Updater({
    ...updateSources,
    ...rest,
    folder,
    memory: await openUpdateMemory(folder),
    clock: systemClock,
    createUpdater: (given) => createSignedUpdater(given, network),
  })
}
