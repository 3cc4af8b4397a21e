import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { recordFigure } from '#testing/proof.ts'
import type { OfficerAnswer, OfficerStatus } from '#shared/contract/officers.ts'
import type { Failure } from '#shared/failure.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import type { Result } from '#shared/result.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { samplePolicies } from '#testing/insurer/test-insurer.ts'
import { ReopenedServices } from '#testing/app/reopened-services.ts'
import { allowing, connect, officerId, statusOf } from './office.ts'
import { insurer, key } from './servers.ts'

/*
 * A colleague who can write into the folder, but knows neither the merchant's key nor another's PIN, wants to be a
 * manager or to work under another name: by moving files away and back, by older files, by guessing.
 */
const ada = { name: 'Ada', role: 'manager', secret: '271828' } as const
const bayo = { name: 'Bayo', role: 'officer', secret: '314159' } as const
const thief = { name: 'Mallory', role: 'manager', secret: '577215' } as const

/** An office of a manager and an officer that works with the insurer. */
class Office extends ReopenedServices {
  async officers(): Promise<OfficerStatus> {
    return (await statusOf(this.services)).officers
  }

  /** What signing in under this name gives. */
  async signIn({ name, secret }: { readonly name: string; readonly secret: string }): Promise<string> {
    const id = await officerId(this.services, name)
    return id === '' ? 'no such officer' : outcome(await this.handlers['officers:sign-in']({ id, secret }))
  }

  /** Whether the thief works here as a manager, or could. */
  async isTaken(): Promise<boolean> {
    const status = await this.officers()
    if (status.type === 'off') return true
    if (status.type === 'unreadable') return false
    return status.officers.some(({ name }) => name === thief.name)
  }
}

function outcome(answer: Result<OfficerAnswer, Failure>): string {
  if (!answer.ok) return answer.error.type
  return answer.value.type === 'done' ? 'done' : answer.value.why.type
}

/** @param delivers whether its claim has reached the insurer, or waits. */
async function usedOffice(delivers = false): Promise<Office> {
  const office = new Office(allowing)
  await office.start()
  expect(outcome(await office.handlers['officers:add'](ada))).toBe('done')
  expect(outcome(await office.handlers['officers:add'](bayo))).toBe('done')
  await connect(office.services, (await insurer()).url)
  await office.handlers['engine:pause']({ paused: !delivers })
  const submission = claimSubmission({ policyNumber: samplePolicies('keke')[0] ?? '' })
  await office.handlers['outbox:accept'](submission)
  const isReceivedNow = async (): Promise<boolean> => {
    const entry = await office.handlers['outbox:entry']({ id: submission.id })
    return entry.ok && isReceived(entry.value.state)
  }
  if (delivers) await expect.poll(isReceivedNow).toBe(true)
  await office.stop()
  return office
}

/** Moves files away; `back` puts them into their place again, over what has come to lie there. */
function moveAway({ folder }: Office, names: readonly string[]): { readonly back: () => void } {
  const aside = createTestFolder()
  const there = names.filter((name) => existsSync(join(folder, name)))
  for (const name of there) {
    cpSync(join(folder, name), join(aside, name), { recursive: true })
    rmSync(join(folder, name), { recursive: true })
  }
  return {
    back() {
      for (const name of there) {
        rmSync(join(folder, name), { recursive: true, force: true })
        cpSync(join(aside, name), join(folder, name), { recursive: true })
      }
    },
  }
}

const ofTheKey = ['keys', 'settings.json', 'settings.sealed']
const recovery = { key: '', name: thief.name, secret: thief.secret }

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
    await office.handlers['officers:recover'](recovery)
    await office.handlers['officers:add'](thief)
    await office.stop()
    const made = readFileSync(join(office.folder, 'officers.json'), { flag: 'a+' })
    moved.back()
    await office.start()
    expect(await office.isTaken()).toBe(false)
    await office.stop()
    writeFileSync(join(office.folder, 'officers.json'), made)
    await office.start()
    expect(await office.isTaken()).toBe(false)
  })

  it('in an emptied folder, or in another with the keys of this one', async () => {
    const office = await usedOffice()
    const everything = readdirSync(office.folder).filter((name) => name !== 'data-key.json')
    for (const names of [everything, everything.filter((name) => name !== 'keys')]) {
      const moved = moveAway(office, names)
      await office.start()
      expect(await office.officers()).toEqual({ type: 'unreadable' })
      expect(outcome(await office.handlers['officers:add'](thief))).toBe('signed-out')
      expect(outcome(await office.handlers['officers:recover'](recovery))).toBe('wrong-secret')
      await office.stop()
      moved.back()
    }
  })

  it('by the sandbox’s key, once live was used, wherever live’s files are', async () => {
    const office = await usedOffice()
    await office.start()
    await office.signIn(ada)
    const trainer = await insurer('trainers-key')
    const wish = { environment: 'sandbox', baseUrl: trainer.url, evenOffline: false } as const
    expect(await office.handlers['environment:connect']({ ...wish, key: 'trainers-key' })).toMatchObject({
      value: { type: 'connected' },
    })
    await office.stop()
    for (const names of [[], ['live', 'keys/live.json']]) {
      moveAway(office, names)
      await office.start()
      const tried = { ...recovery, key: 'trainers-key' }
      expect(outcome(await office.handlers['officers:recover'](tried))).toBe('wrong-secret')
      await office.stop()
    }
  })

  it('by a damaged list, with the key away', async () => {
    const office = await usedOffice()
    writeFileSync(join(office.folder, 'officers.json'), 'noise')
    moveAway(office, ['keys'])
    await office.start()
    expect(outcome(await office.handlers['officers:recover'](recovery))).toBe('wrong-secret')
    expect(await office.isTaken()).toBe(false)
    expect(outcome(await office.handlers['officers:recover']({ ...recovery, key }))).toBe('done')
  })
})

it('an older list gives no further guesses while it runs', async () => {
  const office = await usedOffice()
  const list = join(office.folder, 'officers.json')
  const older = readFileSync(list)
  const guesses = 8
  let judged = 0
  await office.start()
  for (let guess = 0; guess < guesses; guess += 1) {
    writeFileSync(list, older)
    await office.handlers['app:storage-retry'](undefined)
    judged += Number((await office.signIn({ ...ada, secret: `guess-${guess}` })) === 'wrong-secret')
  }
  recordFigure({ proof: 'attacks', tried: { part: 'guesses', guesses }, seen: { judged } })
  expect(judged).toBeLessThanOrEqual(3)
})

describe('a wait after wrong PINs', () => {
  afterEach(() => vi.useRealTimers())

  it('is not ended by this computer’s clock', async () => {
    const office = await usedOffice()
    await office.start()
    for (let guess = 0; guess < 3; guess += 1) await office.signIn({ ...ada, secret: `guess-${guess}` })
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 86_400_000)
    expect(await office.signIn(ada)).toBe('wait')
    await office.stop()
    await office.start()
    expect(await office.signIn(ada)).toBe('wait')
  })
})

it('takes no PIN that everybody tries first', async () => {
  const office = new Office(allowing)
  await office.start()
  const known = ['121212', '123123', '112233', '010190', '31121999', '123321', '696969', '159753', 'password']
  const taken: string[] = []
  for (const secret of known) {
    if (outcome(await office.handlers['officers:add']({ ...ada, name: secret, secret })) === 'done')
      taken.push(secret)
  }
  expect(taken).toEqual([])
})
