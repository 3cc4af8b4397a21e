import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { insurer, Office, pins } from '#testing/app/office.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'

/*
 * A colleague who can write into the folder, but knows neither the merchant's key nor another's PIN, wants to be a
 * manager or to work under another name: by moving files away and back, by older files, by guessing.
 */
const thief = { name: 'Mallory', secret: pins.Mallory } as const

/** An office of a manager and an officer that works with the insurer, closed; a claim waits in it. */
async function usedOffice(): Promise<Office> {
  const office = await Office.open()
  await office.add('Ada', 'Bayo')
  await office.connect((await insurer()).url)
  await office.handlers['engine:pause']({ paused: true })
  await office.handlers['outbox:accept'](claimSubmission())
  await office.stop()
  return office
}

/** What signing in as the manager gives. */
async function guess(office: Office, secret: string): Promise<string> {
  const answer = await office.handlers['officers:sign-in']({ id: await office.idOf('Ada'), secret })
  if (!answer.ok) return answer.error.type
  return answer.value.type === 'done' ? 'done' : answer.value.why.type
}

/** The thief's ways to become one. */
async function tryAll({ handlers }: Office, key = ''): Promise<readonly unknown[]> {
  return [
    await handlers['officers:recover']({ ...thief, key }),
    await handlers['officers:add']({ ...thief, role: 'manager' }),
  ]
}
const refused = [
  { ok: true, value: { type: 'refused', why: { type: 'wrong-secret' } } },
  { ok: false, error: { type: 'signed-out' } },
]

/** Moves files away; `back` puts them into their place again, over what has come to lie there. */
function moveAway({ folder }: Office, names: readonly string[]): { readonly back: () => void } {
  const aside = createTestFolder()
  const move = (from: string, to: string): void => {
    for (const name of names.filter((one) => existsSync(join(from, one)))) {
      rmSync(join(to, name), { recursive: true, force: true })
      cpSync(join(from, name), join(to, name), { recursive: true })
      rmSync(join(from, name), { recursive: true })
    }
  }
  move(folder, aside)
  return { back: () => move(aside, folder) }
}

const ofTheKey = ['keys', 'settings.json', 'settings.sealed']

describe('becoming a manager without the key', () => {
  it.each([
    ['the key and its address', ofTheKey],
    ['the officers, the key and its address', ['officers.json', ...ofTheKey]],
    ['everything but the work of live', ['officers.json', 'practice', ...ofTheKey]],
    ['the work of live too', ['officers.json', 'live', ...ofTheKey]],
  ])('by moving away and back %s', async (_, names) => {
    const office = await usedOffice()
    const moved = moveAway(office, names)
    await office.start()
    await tryAll(office)
    await office.stop()
    const made = readFileSync(join(office.folder, 'officers.json'), { flag: 'a+' })
    moved.back()
    for (const list of [null, made]) {
      if (list !== null) writeFileSync(join(office.folder, 'officers.json'), list)
      await office.start()
      expect((await office.status()).officers).not.toEqual({ type: 'off' })
      expect(await office.idOf(thief.name)).toBe('')
      await office.stop()
    }
  })

  it('in an emptied folder, or in another with the keys of this one', async () => {
    const office = await usedOffice()
    const everything = readdirSync(office.folder).filter((name) => name !== 'data-key.json')
    for (const names of [everything, everything.filter((name) => name !== 'keys')]) {
      const moved = moveAway(office, names)
      await office.start()
      expect((await office.status()).officers).toEqual({ type: 'unreadable' })
      expect(await tryAll(office)).toMatchObject(refused)
      await office.stop()
      moved.back()
    }
  })

  it('by the sandbox’s key, once live was used, wherever live’s files are', async () => {
    const office = await usedOffice()
    await office.start()
    await office.signIn('Ada')
    const [{ url: baseUrl }, key] = [await insurer('trainers-key'), 'trainers-key']
    const wish = { environment: 'sandbox', baseUrl, key, evenOffline: false } as const
    expect(await office.handlers['environment:connect'](wish)).toMatchObject({ value: { type: 'connected' } })
    await office.stop()
    for (const names of [[], ['live', 'keys/live.json']]) {
      moveAway(office, names)
      await office.start()
      expect(await tryAll(office, key)).toMatchObject(refused)
      await office.stop()
    }
  })
})

it('an older list gives no further guesses while it runs', async () => {
  const office = await usedOffice()
  const list = join(office.folder, 'officers.json')
  const older = readFileSync(list)
  const outcomes: string[] = []
  let nowMs = 0
  // The storage is opened again at each try.
  await office.start({ monotonicMs: () => (nowMs += 15_000) })
  for (let times = 0; times < 8; times += 1) {
    writeFileSync(list, older)
    await office.handlers['app:storage-retry'](undefined)
    outcomes.push(await guess(office, `guess-${times}`))
  }
  expect(outcomes.filter((outcome) => outcome === 'wrong-secret').length).toBeLessThanOrEqual(3)
})

describe('a wait after wrong PINs', () => {
  afterEach(() => vi.useRealTimers())

  it('is not ended by this computer’s clock', async () => {
    const office = await usedOffice()
    await office.start()
    for (let times = 0; times < 3; times += 1) await guess(office, `guess-${times}`)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 86_400_000)
    expect(await guess(office, pins.Ada)).toBe('wait')
    await office.stop()
    await office.start()
    expect(await guess(office, pins.Ada)).toBe('wait')
  })
})
