import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { UpdateStatus } from '#shared/updates.ts'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { VirtualClock } from '#proofs/histories/virtual-clock.ts'
import type { InstallKind } from '../manifest.ts'
import { createSignedUpdater } from '../signed-updater.ts'
import { Updater } from '../updater.ts'
import { openUpdateMemory } from '../update-memory.ts'
import { LocalFeed, makeReleaseKey, type Release } from './local-feed.ts'

/**
 * An installation with working updates: electron-updater, files and HTTP are real; the clock and quitting are fakes.
 */
export class UpdateBench {
  readonly clock = new VirtualClock()
  readonly folder = createTestFolder()
  readonly key = makeReleaseKey()
  readonly statuses: UpdateStatus[] = []
  readonly events: string[] = []
  readonly feed: LocalFeed
  feedUrl: string | null
  savesData = false
  publicKeys: readonly string[] = [this.key.publicKey]
  kind: InstallKind | null = 'appimage'
  version = '0.1.0'
  idleSeconds = 0
  clockAheadMs = 0
  /** Resolved while no attempt is in flight. */
  drain = Promise.withResolvers<undefined>()
  /** The number of active drains, which keep attempts from starting. */
  standing = 0
  leaves = 0
  mayLeave = true

  private constructor(feed: LocalFeed) {
    this.feed = feed
    this.feedUrl = feed.url
    this.drain.resolve(undefined)
    writeFileSync(this.appImage, 'the version that runs', { mode: 0o755 })
    vi.stubEnv('APPIMAGE', this.appImage)
  }

  static async set(): Promise<UpdateBench> {
    const feed = await LocalFeed.open()
    onTestFinished(() => feed.close())
    return new UpdateBench(feed)
  }

  get appImage(): string {
    return join(this.folder, 'Claims Desk.AppImage')
  }

  get installed(): string {
    return readFileSync(this.appImage, 'utf8')
  }

  get configFile(): string {
    return join(this.folder, 'app-update.yml')
  }

  /** Whether the updates folder contains this path. */
  has(path: string): boolean {
    return existsSync(join(this.folder, 'updates', path))
  }

  publish(
    version: string,
    content = `the version ${version}`,
    { stagingPercentage, validUntil }: Pick<Release, 'stagingPercentage' | 'validUntil'> = {},
  ): void {
    const staged = stagingPercentage === undefined ? {} : { stagingPercentage }
    const dated = validUntil === undefined ? {} : { validUntil }
    this.feed.publish({ version, content: Buffer.from(content), key: this.key, ...staged, ...dated })
  }

  /** A start of the application. */
  async start(): Promise<Updater> {
    const folder = join(this.folder, 'updates')
    const updater = new Updater({
      feedUrl: () => this.feedUrl,
      savesData: () => this.savesData,
      publicKeys: this.publicKeys,
      installation: this.kind === null ? null : { kind: this.kind, configFile: this.configFile },
      version: this.version,
      folder,
      memory: await openUpdateMemory(folder),
      clock: this.clock,
      clockAheadMs: () => this.clockAheadMs,
      drain: () => {
        this.standing += 1
        const goOn = (): void => {
          this.standing -= 1
        }
        return { drained: this.drain.promise, goOn }
      },
      idleSeconds: () => this.idleSeconds,
      leave: () => {
        if (this.mayLeave) this.leaves += 1
        return this.mayLeave
      },
      onEvent: (name, reason) => this.events.push(reason === undefined ? name : `${name}: ${reason}`),
      createUpdater: (options) => Promise.resolve(createSignedUpdater(options)),
    })
    updater.changed.subscribe((status) => this.statuses.push(status))
    updater.start()
    return updater
  }

  /** A start, and a check of the feed. */
  async checked(): Promise<Updater> {
    const updater = await this.start()
    await updater.check()
    return updater
  }
}
