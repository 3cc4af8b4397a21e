import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { AnnouncementChannel, Announcements } from '#shared/contract/calls.ts'
import type { EntrySummary, Submission } from '#shared/outbox/entry.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import type { AppServices } from '#main/app/services.ts'
import type { ServicesOptions } from '#main/app/services-options.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { samplePolicies, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { openServices } from './open-services.ts'

/** What the insurer of these offices accepts, and a thief wants. */
export const insurersKey = 'made-up-key-of-the-insurer'

/** An insurer that accepts the key, or another; closed when the test ends. */
export const insurer = (key = insurersKey): Promise<TestInsurer> =>
  startForTest({ now: () => new Date(), pharmacyCount: 20, key })

/** The PINs that officers choose, by name. */
export const pins = { Ada: '271828', Bayo: '314159', Chi: '161803', Mallory: '577215' } as const
export type OfficerName = keyof typeof pins
/** The manager who adds an officer gives this one. */
const firstPin = '264575'

/** A policy that the insurer and practice know. */
export const knownPolicy = samplePolicies('keke')[0] ?? ''

/**
 * The real services of one computer without windows, as its officers use it between one start and the next: while it is
 * closed anyone may change its files.
 */
export class Office {
  readonly folder = createTestFolder()
  readonly store = createTestStore()
  /** The entries that the page was told of, as they were then. */
  readonly told = new Map<string, EntrySummary>()
  readonly #given: Partial<ServicesOptions>
  #services: AppServices | null = null

  constructor(given: Partial<ServicesOptions> = {}) {
    this.#given = given
  }

  /** One that is started at once. */
  static async open(given: Partial<ServicesOptions> = {}): Promise<Office> {
    const office = new Office(given)
    await office.start()
    return office
  }

  /** @param given what is otherwise at this start alone */
  async start(given: Partial<ServicesOptions> = {}): Promise<void> {
    this.#services = await openServices({
      confirmAddress: () => Promise.resolve(true),
      announce: (channel, news) => this.#hear(channel, news),
      protection: { safeStorage: this.store, platform: 'linux' },
      ...this.#given,
      ...given,
      dataFolder: this.folder,
    })
  }

  #hear(channel: AnnouncementChannel, news: unknown): void {
    if (channel !== 'outbox:changed') return
    // The channel determines the type.
    const { changed } = news as Announcements['outbox:changed']
    for (const entry of changed) this.told.set(entry.id, entry)
  }

  async stop(): Promise<void> {
    this.#services?.sessionLock.stop()
    this.#services?.orders.close()
    await this.#services?.workspace.close()
    this.#services = null
  }

  get services(): AppServices {
    if (this.#services === null) throw new Error('not started')
    return this.#services
  }

  get handlers(): AppServices['handlers'] {
    return this.services.handlers
  }

  /** Submits what waits from then on. */
  async accept(submission: Submission): Promise<void> {
    expect(await this.handlers['outbox:accept'](submission)).toMatchObject({ ok: true })
  }

  /** Waits until the page is told that the insurer has it. */
  async received(id: string): Promise<void> {
    const isReceivedNow = ({ state }: EntrySummary): boolean => isReceived(state)
    await expect.poll(() => [...this.told.values()].filter(isReceivedNow).map((one) => one.id)).toContain(id)
  }

  async connect(baseUrl: string): Promise<void> {
    const wish = { environment: 'live', baseUrl, key: insurersKey, evenOffline: false } as const
    expect(await this.handlers['environment:connect'](wish)).toMatchObject({ value: { type: 'connected' } })
  }

  async status(): Promise<AppStatus> {
    const status = await this.handlers['app:status'](undefined)
    if (!status.ok) throw new Error(status.error.type)
    return status.value
  }

  /** The id of an officer in the list; empty where there is none of that name. */
  async idOf(name: string): Promise<string> {
    const { officers } = await this.status()
    return ('officers' in officers ? officers.officers.find((one) => one.name === name)?.id : undefined) ?? ''
  }

  /** The first is the manager who adds the others, and chose the PIN at once. */
  async add(...names: readonly OfficerName[]): Promise<void> {
    for (const name of names) {
      const isFirst = (await this.status()).officers.type === 'off'
      const role = isFirst ? ('manager' as const) : ('officer' as const)
      const secret = isFirst ? pins[name] : firstPin
      expect(await this.handlers['officers:add']({ name, role, secret })).toMatchObject({
        value: { type: 'done' },
      })
    }
  }

  leave(): unknown {
    return this.handlers['officers:leave']({ place: null })
  }

  /** Signs in after whoever is there; an officer who was added chooses a PIN. */
  async signIn(name: OfficerName): Promise<void> {
    await this.leave()
    const [id, signIn] = [await this.idOf(name), this.handlers['officers:sign-in']]
    const answer = await signIn({ id, secret: pins[name] })
    if (answer.ok && answer.value.type === 'done') return
    const first = await signIn({ id, secret: firstPin, next: pins[name] })
    expect(first).toMatchObject({ value: { type: 'done' } })
  }

  /** The ids of the claims and requests that are listed. */
  async entries(): Promise<readonly string[]> {
    const listed = await this.handlers['outbox:list'](undefined)
    return listed.ok ? listed.value.map(({ id }) => id) : []
  }

  async drafts(): Promise<readonly string[]> {
    const kept = await this.handlers['drafts:list'](undefined)
    return kept.ok ? kept.value.drafts.map(({ id }) => id) : []
  }

  /** Removes what stands under these names from the closed folder. */
  remove(...names: readonly string[]): void {
    for (const name of names) rmSync(join(this.folder, name), { recursive: true, force: true })
  }

  /** Writes the file of settings that lies in the open, as anybody can. */
  writeSettings(settings: object): void {
    writeFileSync(join(this.folder, 'settings.json'), JSON.stringify(settings))
  }

  /** Edits practice's outbox with any program for SQLite. */
  edit(sql: string, ...values: readonly (string | null)[]): void {
    using database = new DatabaseSync(join(this.folder, 'practice', 'outbox.sqlite'))
    database.prepare(sql).run(...values)
  }
}
