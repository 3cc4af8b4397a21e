import type { UpdateFailure, UpdatesOff, UpdateStatus } from '#shared/updates.ts'
import type { Clock } from '../platform/clock.ts'
import { Signal } from '../platform/signal.ts'
import type { Manifest } from './manifest.ts'
import { FeedError, failureBehind } from './feed-client.ts'
import type { Installation } from './installation.ts'
import type { SignedUpdater, SignedUpdaterOptions } from './signed-updater.ts'
import type { MemoryFile } from './update-memory.ts'
import {
  byItselfFrom,
  nextUpdateState,
  updateStatusOf,
  type UpdateEvent,
  type UpdateState,
} from './update-state.ts'

const firstCheckMs = 20_000
const checkEveryMs = 6 * 3_600_000
const retryMs = 15 * 60_000
const lookEveryMs = 60_000
/** After this much idle time, by the system's count, nobody is at the computer. */
const idleSeconds = 15 * 60
/** Failures that may be temporary. */
const passing: ReadonlySet<UpdateFailure> = new Set(['unreachable', 'broken-off', 'not-installed'])

/** Holds new attempts back, and reports when none is in flight. */
export interface Drain {
  readonly drained: Promise<void>
  goOn(): void
}

export interface UpdaterOptions {
  /** Where releases are looked up; null means nowhere. */
  readonly feedUrl: () => string | null
  /** Whether updates are looked for only when an officer asks. */
  readonly savesData: () => boolean
  readonly publicKeys: readonly string[]
  /** Null if this application cannot replace itself. */
  readonly installation: Installation | null
  readonly version: string
  readonly folder: string
  readonly memory: MemoryFile
  readonly clock: Clock
  /** How far this computer's clock is ahead of the insurer's, in ms; 0 while that is unknown. */
  readonly clockAheadMs: () => number
  /** Keeps new attempts from starting. */
  readonly drain: () => Drain
  /** Seconds since the last input on this computer. */
  readonly idleSeconds: () => number
  /** Quits the application without a question. @returns false if it cannot quit now. */
  readonly leave: () => boolean
  readonly onEvent: (name: 'update-ready' | 'update-failed' | 'update-handed-over', reason?: string) => void
  readonly createUpdater: (options: SignedUpdaterOptions) => Promise<SignedUpdater>
}

/** Updates of this installation: checks for them, downloads them, reports them, and hands them to the installer. */
export class Updater {
  readonly changed = new Signal<UpdateStatus>()
  readonly #options: UpdaterOptions
  #state: UpdateState = { name: 'idle', checkedAt: null }
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
    if (handedOver === null) return
    void memory.change({ handedOver: null })
    if (handedOver !== version && this.#state.name === 'idle') {
      this.#to({ type: 'check' })
      this.#failed(new FeedError('not-installed'))
    }
  }

  get status(): UpdateStatus {
    return updateStatusOf(this.#state)
  }

  /** The settings name another feed, or none. */
  feedChanged(): void {
    const feed = this.#options.feedUrl()
    const off = this.#offBecause(feed)
    if (feed === this.#feed && (this.#state.name === 'off') === (off !== null)) return
    this.#feed = feed
    this.#letGo()
    this.#to({ type: 'switched', off })
    if (off === null) this.#checkLater(firstCheckMs)
  }

  /** Checks for an update now, and downloads it. */
  async check(): Promise<void> {
    const before = this.#state
    this.#to({ type: 'check' })
    if (this.#state === before) return
    this.#cancelTimer()
    try {
      const version = await (await this.#open()).check()
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
    const before = this.#state
    this.#to({ type: 'install' })
    if (this.#state === before) return false
    const drain = this.#options.drain()
    this.#drain = drain
    const [isOffered] = await Promise.all([this.#dropWithdrawn(), drain.drained])
    const isWhole = (await this.#updater?.isWhole().catch(() => false)) === true
    if (isOffered && !isWhole) this.#failed(new FeedError('damaged'))
    this.#to({ type: 'drained' })
    if (this.#state.name === 'installing' && this.#options.leave()) return true
    this.#to({ type: 'not-now' })
    this.#goOn()
    return false
  }

  /**
   * The last step before the process exits: no attempt is in flight, and everything is on the disk.
   *
   * @param isWantedAgain the application was started again in the meantime.
   * @returns whether the caller must relaunch the application.
   */
  async lastly(isWantedAgain: boolean): Promise<boolean> {
    const state = this.#state
    if ((state.name !== 'installing' && state.name !== 'ready') || this.#updater === null)
      return isWantedAgain
    const isAsked = state.name === 'installing'
    if (!isAsked && !(this.#isDue() && (await this.#isStillOffered()))) return isWantedAgain
    const { memory } = this.#options
    const runAfter = isAsked || isWantedAgain
    if (!(await this.#updater.isWhole().catch(() => false))) return runAfter
    await memory.change({ handedOver: state.version, ready: null })
    this.#options.onEvent('update-handed-over')
    const isStarted = await this.#updater.install(runAfter)
    // An officer who requested the update is never left without the application.
    return runAfter && !isStarted
  }

  close(): void {
    this.#cancelTimer()
    // A download resumes from where it is at the next start.
    if (this.#state.name !== 'ready' && this.#state.name !== 'installing') this.#letGo()
  }

  #offBecause(feed: string | null): UpdatesOff | null {
    if (this.#options.installation === null) return 'not-by-itself'
    if (this.#options.publicKeys.length === 0) return 'no-keys'
    return feed === null ? 'no-feed' : null
  }

  async #open(): Promise<SignedUpdater> {
    const { installation, publicKeys, version, folder, createUpdater } = this.#options
    if (this.#feed === null || installation === null) throw new FeedError('not-a-feed')
    this.#updater ??= await createUpdater({
      ...installation,
      feedUrl: this.#feed,
      publicKeys,
      version,
      folder,
      onManifest: (manifest) => this.#takeOrRefuse(manifest),
    })
    return this.#updater
  }

  // Old manifests have valid signatures too: a feed must not bring back known faults, or keep a computer where it is.
  async #takeOrRefuse({
    version: offered,
    validUntil,
  }: Pick<Manifest, 'version' | 'validUntil'>): Promise<void> {
    const { memory, version } = this.#options
    const { isNewer } = await import('./manifest.ts')
    const { highestSeen, validUntil: seenUntil } = memory.memory
    const isSame = highestSeen === offered
    const isEarlier = isSame && seenUntil !== null && Date.parse(validUntil) < Date.parse(seenUntil)
    if (isNewer(version, offered) || (highestSeen !== null && isNewer(highestSeen, offered)) || isEarlier) {
      throw new FeedError('older')
    }
    if (!isSame || validUntil !== seenUntil) await memory.change({ highestSeen: offered, validUntil })
    if (this.#isOver(validUntil)) throw new FeedError('expired')
  }

  /** By the insurer's clock where it is known: this computer's may be wrong. */
  #isOver(time: string): boolean {
    return Date.parse(time) < this.#options.clock.now().getTime() - this.#options.clockAheadMs()
  }

  async #download(version: string): Promise<void> {
    const { clock, memory, onEvent } = this.#options
    this.#to({ type: 'found', version })
    await this.#updater?.download((percent) => {
      if (this.#state.name === 'downloading' && this.#state.percent !== percent) {
        this.#to({ type: 'progress', percent })
      }
    })
    const kept = memory.memory.ready
    const now = clock.now()
    const isKept = kept?.version === version && Date.parse(kept.since) <= now.getTime()
    const since = isKept ? kept.since : now.toISOString()
    this.#to({ type: 'downloaded', since })
    await memory.change({ ready: { version, since } })
    onEvent('update-ready')
    this.#lookLater(clock.monotonicMs())
  }

  /** While an update is ready: whether it is still offered, and whether it is time and nobody is disturbed. */
  #lookLater(askedAtMs: number): void {
    const { clock, idleSeconds: idle, savesData } = this.#options
    this.#later(lookEveryMs, () => {
      const isOld = clock.monotonicMs() - askedAtMs >= checkEveryMs && !savesData()
      this.#lookLater(isOld ? clock.monotonicMs() : askedAtMs)
      if (this.#isDue() && idle() >= idleSeconds) void this.install()
      else if (isOld) void this.#dropWithdrawn()
    })
  }

  #isDue(): boolean {
    const state = this.#state
    return state.name === 'ready' && this.#options.clock.now().getTime() >= Date.parse(byItselfFrom(state))
  }

  /** Forgets what is ready if the feed offers it no longer, and takes what it offers. @returns whether it is offered. */
  async #dropWithdrawn(): Promise<boolean> {
    const state = this.#state
    if (await this.#isStillOffered()) return true
    if (this.#state !== state) return false
    this.#to({ type: 'withdrawn' })
    if (this.#state !== state) void this.check()
    return false
  }

  /** Whether what is ready is what the feed offers. A feed that does not answer takes nothing back. */
  async #isStillOffered(): Promise<boolean> {
    const state = this.#state
    if (!('since' in state) || this.#updater === null) return false
    try {
      return (await this.#updater.check()) === state.version
    } catch (thrown) {
      return passing.has(failureBehind(thrown))
    }
  }

  #failed(thrown: unknown): void {
    const before = this.#state
    const reason = failureBehind(thrown)
    const { clock, memory } = this.#options
    const { validUntil } = memory.memory
    const noNewsSince = validUntil !== null && this.#isOver(validUntil) ? validUntil : null
    this.#to({ type: 'failed', reason, at: clock.now().toISOString(), noNewsSince })
    // The feed was changed in the meantime: the result of the old one no longer matters.
    if (this.#state === before) return
    this.#options.onEvent('update-failed', reason)
    this.#checkLater(passing.has(reason) ? retryMs : checkEveryMs)
  }

  #to(event: UpdateEvent): void {
    const before = this.#state
    this.#state = nextUpdateState(before, event)
    if (this.#state !== before) this.changed.emit(this.status)
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
