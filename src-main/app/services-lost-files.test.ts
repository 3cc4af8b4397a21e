import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { insurer, insurersKey as key, knownPolicy, Office } from '#testing/app/office.ts'

/** An office with a manager, connected to the insurer, and closed; one claim waits in it. */
async function usedOffice() {
  const claim = claimSubmission({ policyNumber: knownPolicy })
  const server = await insurer()
  const office = await Office.open()
  await office.add('Ada')
  await office.connect(server.url)
  await server.disconnect()
  expect(await office.handlers['outbox:accept'](claim)).toMatchObject({ ok: true })
  await office.stop()
  await server.reconnect()
  const sent = (): number => server.arrivals('create-keke-claim')
  /** Nothing is sent, and why. */
  const isHeld = async (): Promise<boolean> => {
    const engine = office.services.workspace.environment.services?.engine
    if (engine !== undefined) await expect.poll(() => engine.status().holds.length).toBeGreaterThan(0)
    return sent() === 0
  }
  return { office, claim, sent, isHeld, connect: () => office.connect(server.url) }
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

it.each([...cases, ['settings.sealed', 'a folder'] as const])(
  'a file that decides, lost in a folder that holds work never leads to the first screen or practice, and nothing is lost: %s %s',
  async (name, hurt) => {
    const { office, claim, sent, isHeld, connect } = await usedOffice()
    const file = join(office.folder, name)
    const before = readFileSync(file)
    hurts[hurt](file)
    await office.start()
    expect(await office.status()).toMatchObject({ environment: 'live', settings: { configured: true } })
    expect(await isHeld()).toBe(true)

    if (name === 'data-key.json') {
      // Everything is sealed under it: nothing can be listed, and nothing is overwritten.
      expect((await office.status()).storage).toEqual({ type: 'locked' })
      await office.stop()
      writeFileSync(file, before)
      await office.start()
      await office.signIn('Ada')
    } else if (name === 'officers.json') {
      expect((await office.status()).officers).toEqual({ type: 'unreadable' })
      expect(await office.entries()).toEqual([])
      await office.handlers['officers:recover']({ key, name: 'Efe', secret: '577215' })
    } else {
      await office.signIn('Ada')
      expect(await office.entries()).toEqual([claim.id])
      expect(await isHeld()).toBe(true)
      await connect()
    }
    expect(await office.entries()).toEqual([claim.id])
    await expect.poll(() => sent()).toBe(1)
    if (name !== 'data-key.json') expect(existsSync(`${file}.unreadable-1`)).toBe(hurt !== 'deleted')
  },
)
