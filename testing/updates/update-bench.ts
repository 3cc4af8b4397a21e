import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, vi } from 'vitest'
import type { UpdateStatus } from '#shared/updates.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { createSignedUpdater } from '#main/shell/updates/signed-updater.ts'
import { Updater } from '#main/shell/updates/updater.ts'
import { openUpdateMemory } from '#main/shell/updates/update-memory.ts'
import { fileOf, LocalFeed, makeReleaseKey } from './local-feed.ts'

/**
 * An installation with working updates: files, HTTP and the installer that is started are real; the clock and quitting are fakes.
 */
class UpdateBench {
  readonly clock = new VirtualClock()
  readonly folder = createTestFolder()
  readonly key = makeReleaseKey()
  readonly statuses: UpdateStatus[] = []
  readonly events: string[] = []
  readonly feed: LocalFeed
  feedUrl: string | null
  savesData = false
  publicKeys: readonly string[] = [this.key.publicKey]
  /** Whether the application replaces itself. */
  isOwn = true
  version = '0.1.0'
  idleSeconds = 0
  /** Resolved while no attempt is in flight. */
  drain = Promise.withResolvers<undefined>()
  /** The number of active drains, which keep attempts from starting. */
  standing = 0
  leaves = 0
  mayLeave = true
  readonly #running = new Set<Promise<unknown>>()
  #isInstallerStarted = false

  constructor(feed: LocalFeed) {
    this.feed = feed
    this.feedUrl = feed.url
    this.drain.resolve(undefined)
  }

  /** What the installer that was started was given; null while none was. */
  get installed(): string | null {
    const file = join(this.folder, 'installed')
    return existsSync(file) ? readFileSync(file, 'utf8') : null
  }

  /** Whether the updates folder contains this path. */
  has(path: string): boolean {
    return existsSync(join(this.folder, 'updates', path))
  }

  /** Publishes a release whose installer leaves a note, in place of installing. */
  publish(version: string, filler = '', validUntil?: string): void {
    const script = `#!/bin/sh\necho "${version} $*" > '${join(this.folder, 'installed')}'\nexit\n${filler}`
    const release = { version, content: Buffer.from(script), key: this.key }
    this.feed.publish(validUntil === undefined ? release : { ...release, validUntil })
  }

  /** A start of the application. */
  async start(): Promise<Updater> {
    const folder = join(this.folder, 'updates')
    const memory = await openUpdateMemory(folder)
    const updater = new Updater({
      feedUrl: () => this.feedUrl,
      savesData: () => this.savesData,
      publicKeys: this.publicKeys,
      replacesItself: this.isOwn,
      version: this.version,
      folder,
      memory: {
        get memory() {
          return memory.memory
        },
        change: (patch) => this.#followed(memory.change(patch)),
      },
      clock: this.clock,
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
      createUpdater: (options) => {
        const real = createSignedUpdater(options)
        return {
          ...real,
          check: () => this.#followed(real.check()),
          download: (onPercent) => this.#followed(real.download(onPercent)),
          install: async () => {
            const isStarted = await real.install()
            this.#isInstallerStarted ||= isStarted
            return isStarted
          },
        }
      },
    })
    updater.changed.subscribe((status) => this.statuses.push(status))
    updater.start()
    onTestFinished(async () => {
      updater.close()
      await this.#ended()
    })
    return updater
  }

  #followed<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work)
    void work.then(
      () => this.#running.delete(work),
      () => this.#running.delete(work),
    )
    return work
  }

  /** Until nothing writes into the folder: what is begun in the background outlives its test. */
  async #ended(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.allSettled(this.#running)
      await setImmediate()
    }
    if (this.#isInstallerStarted) await vi.waitFor(() => expect(this.installed).not.toBeNull())
  }

  /** A start, and a check of the feed. */
  async checked(): Promise<Updater> {
    const updater = await this.start()
    await updater.check()
    return updater
  }
}

export let bench: UpdateBench

/** Gives each test of a file a `bench` of its own, whose feed is empty. */
export function benchForEach(): void {
  beforeEach(async () => {
    const feed = await LocalFeed.open()
    onTestFinished(() => feed.close())
    bench = new UpdateBench(feed)
  })
}

/** The file of the release most tests publish; and what makes it so long that it arrives in parts. */
export const file = fileOf({ version: '0.2.0' })
export const big = 'made-up program '.repeat(200_000)
