import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { ServicesOptions } from '#main/app/services-options.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import { ReopenedServices } from './reopened-services.ts'

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

/** The real services of one computer without windows, as its officers use it between one start and the next. */
export class Office extends ReopenedServices {
  constructor(given: Partial<ServicesOptions> = {}) {
    super({ confirmAddress: () => Promise.resolve(true), ...given })
  }

  /** One that is started at once. */
  static async open(given: Partial<ServicesOptions> = {}): Promise<Office> {
    const office = new Office(given)
    await office.start()
    return office
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
