import type { AnnouncementChannel } from '#shared/contract/calls.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { EntrySummary, Submission } from '#shared/outbox/entry.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore, type TestStore } from '#testing/keys/store.ts'
import { samplePolicies } from '#testing/insurer/test-insurer.ts'
import type { AppServices } from '#main/app/services.ts'
import { openServices } from './open-services.ts'

/** The services as the application composes them, without windows; tests can wait for announcements. */
export class Installation {
  readonly folder: string
  readonly store: TestStore = createTestStore()
  composed: AppServices
  #waiting: { until: () => boolean; resolve: () => void }[] = []
  #entries = new Map<string, EntrySummary>()

  private constructor(folder: string, composed: AppServices) {
    this.folder = folder
    this.composed = composed
  }

  static async start(folder = createTestFolder(), store = createTestStore()): Promise<Installation> {
    const box: { installation: Installation | null } = { installation: null }
    const composed = await openServices({
      confirmAddress: () => Promise.resolve(true),
      dataFolder: folder,
      protection: { safeStorage: store, platform: 'linux' },
      announce: (channel, news) => box.installation?.heard(channel, news),
    })
    const installation = new Installation(folder, composed)
    Object.assign(installation, { store })
    box.installation = installation
    return installation
  }

  get handlers(): AppServices['handlers'] {
    return this.composed.handlers
  }

  async status(): Promise<AppStatus> {
    const status = await this.handlers['app:status'](undefined)
    if (!status.ok) throw new Error(status.error.type)
    return status.value
  }

  /** @throws when it is not accepted at once: one without files. */
  accept(submission: Submission): void {
    const accepted = this.handlers['outbox:accept'](submission)
    if (accepted instanceof Promise || !accepted.ok) throw new Error('not accepted')
  }

  entry(id: string): EntrySummary | undefined {
    return this.#entries.get(id)
  }

  /** Waits until the announcements match the condition. */
  async until(condition: () => boolean): Promise<void> {
    if (condition()) return
    await new Promise<void>((resolve) => this.#waiting.push({ until: condition, resolve }))
  }

  private heard(channel: AnnouncementChannel, news: unknown): void {
    if (channel === 'outbox:changed' && typeof news === 'object' && news !== null && 'changed' in news) {
      for (const entry of news.changed as EntrySummary[]) this.#entries.set(entry.id, entry)
    }
    for (const waiting of this.#waiting.filter(({ until }) => until())) {
      this.#waiting = this.#waiting.filter((other) => other !== waiting)
      waiting.resolve()
    }
  }
}

/** A policy that practice knows. */
export function knownPolicy(): string {
  const policy = samplePolicies('keke')[0]
  if (policy === undefined) throw new Error('practice has no policies')
  return policy
}
