import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startForTest } from '#testing/insurer/calls.ts'
import { samplePolicies, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { ReopenedServices } from '#testing/app/reopened-services.ts'

const key = 'made-up-key-of-the-insurer'
const ada = { name: 'Ada', role: 'manager', secret: '271828' } as const

const insurer = (): Promise<TestInsurer> => startForTest({ now: () => new Date(), pharmacyCount: 20, key })

/** An office with a manager, connected to the insurer; one claim waits in it. */
class Office extends ReopenedServices {
  readonly claim = claimSubmission({ policyNumber: samplePolicies('keke')[0] ?? '' })
  readonly server: TestInsurer

  constructor(server: TestInsurer) {
    super({ confirmAddress: () => Promise.resolve(true) })
    this.server = server
  }

  async status() {
    const status = await this.handlers['app:status'](undefined)
    if (!status.ok) throw new Error(status.error.type)
    return status.value
  }

  async signIn(): Promise<void> {
    const { officers } = await this.status()
    const id = officers.type === 'locked' ? (officers.officers[0]?.id ?? '') : ''
    await this.handlers['officers:sign-in']({ id, secret: ada.secret })
  }

  async connect(): Promise<void> {
    const wish = { environment: 'live', baseUrl: this.server.url, key, evenOffline: false } as const
    expect(await this.handlers['environment:connect'](wish)).toMatchObject({ value: { type: 'connected' } })
  }

  async listed(): Promise<readonly string[]> {
    const listed = await this.handlers['outbox:list'](undefined)
    return listed.ok ? listed.value.map(({ id }) => id) : []
  }

  /** Nothing is sent, and why. */
  async isHeld(): Promise<boolean> {
    const engine = this.services.workspace.environment.services?.engine
    if (engine !== undefined) await expect.poll(() => engine.status().holds.length).toBeGreaterThan(0)
    return this.sent() === 0
  }

  sent(): number {
    return this.server.arrivals('create-keke-claim')
  }
}

async function usedOffice(): Promise<Office> {
  const office = new Office(await insurer())
  await office.start()
  await office.handlers['officers:add'](ada)
  await office.connect()
  await office.server.disconnect()
  expect(await office.handlers['outbox:accept'](office.claim)).toMatchObject({ ok: true })
  await office.stop()
  await office.server.reconnect()
  return office
}

const hurts = {
  damaged: (file: string) => writeFileSync(file, 'noise'),
  emptied: (file: string) => writeFileSync(file, ''),
  deleted: (file: string) => rmSync(file),
  'a folder': (file: string) => {
    rmSync(file)
    mkdirSync(file)
  },
} as const
type Hurt = keyof typeof hurts

const cases = ['settings.sealed', 'keys/live.json', 'officers.json', 'data-key.json'].flatMap((name) =>
  (['damaged', 'emptied', 'deleted'] as const).map((hurt): readonly [string, Hurt] => [name, hurt]),
)

describe('a file that decides, lost in a folder that holds work', () => {
  it.each([...cases, ['settings.sealed', 'a folder'] as const])(
    'never leads to the first screen or practice, and nothing is lost: %s %s',
    async (name, hurt) => {
      const office = await usedOffice()
      const file = join(office.folder, name)
      const before = readFileSync(file)
      hurts[hurt](file)
      await office.start()
      expect(await office.status()).toMatchObject({ environment: 'live', settings: { configured: true } })
      expect(await office.isHeld()).toBe(true)

      if (name === 'data-key.json') {
        // Everything is sealed under it: nothing can be listed, and nothing is overwritten.
        expect((await office.status()).storage).toEqual({ type: 'locked' })
        await office.stop()
        writeFileSync(file, before)
        await office.start()
        await office.signIn()
      } else if (name === 'officers.json') {
        expect((await office.status()).officers).toEqual({ type: 'unreadable' })
        expect(await office.listed()).toEqual([])
        await office.handlers['officers:recover']({ key, name: 'Efe', secret: '577215' })
      } else {
        await office.signIn()
        expect(await office.listed()).toEqual([office.claim.id])
        expect(await office.isHeld()).toBe(true)
        await office.connect()
      }
      expect(await office.listed()).toEqual([office.claim.id])
      await expect.poll(() => office.sent()).toBe(1)
      if (name !== 'data-key.json') expect(existsSync(`${file}.unreadable-1`)).toBe(hurt !== 'deleted')
    },
  )
})
