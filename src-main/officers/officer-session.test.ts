import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import type { OfficerStatus } from '#shared/contract/officer-status.ts'
import type { Result } from '#shared/result.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import { OfficerSession, type OfficerSessionOptions } from './officer-session.ts'
import { createOfficersFile } from './officers-file.ts'

const cost = { cost: 2 ** 4, blockSize: 8, parallelization: 1 }
const key = new Uint8Array(32).fill(3)
const ada = { name: 'Ada Test', role: 'manager', secret: '271828' } as const
const bayo = { name: 'Bayo Test', role: 'officer', secret: '314159' } as const

interface Installation {
  readonly folder: string
  readonly file: string
  nowMs: number
  readonly heard: OfficerStatus[]
  readonly start: (changes?: Partial<OfficerSessionOptions>) => Promise<OfficerSession>
}

function install(): Installation {
  const folder = createTestFolder()
  const installation: Installation = {
    folder,
    file: join(folder, 'officers.json'),
    nowMs: Date.parse('2026-03-02T08:00:00Z'),
    heard: [],
    async start(changes) {
      const session = new OfficerSession({
        openFile: () => Promise.resolve(createOfficersFile(folder, key)),
        now: () => new Date(installation.nowMs),
        isExpected: () => false,
        isMerchantKey: (given) => Promise.resolve(given === 'made-up-key'),
        cost,
        ...changes,
      })
      await session.reload()
      session.changed.subscribe(() => installation.heard.push(session.status()))
      return session
    },
  }
  return installation
}

function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** An installation with a manager and an officer, and no one signed in. */
async function withTwo(): Promise<{ session: OfficerSession; adaId: string; bayoId: string } & Installation> {
  const installation = install()
  const session = await installation.start()
  const adaId = value(await session.add(ada)).id
  const bayoId = value(await session.add(bayo)).id
  session.lock(null)
  return Object.assign(installation, { session, adaId, bayoId })
}

describe('an installation without officers', () => {
  it('needs no sign-in, and writes nothing', async () => {
    const { start, folder } = install()
    const session = await start()
    expect(session.status()).toEqual({ type: 'off' })
    expect(session.isLocked()).toBe(false)
    session.lock('/drafts')
    expect(session.isLocked()).toBe(false)
    expect(readdirSync(folder)).toEqual([])
  })

  it('makes the first officer a manager and signs them in', async () => {
    const { start, heard } = install()
    const session = await start()
    const added = value(await session.add({ ...ada, role: 'officer' }))
    expect(added).toMatchObject({ name: 'Ada Test', role: 'manager' })
    expect(session.current()).toEqual(added)
    expect(heard.at(-1)).toMatchObject({ type: 'signed-in', officer: added })
  })
})

describe('signing in', () => {
  it('is required after each start', async () => {
    const { session, start, adaId } = await withTwo()
    value(await session.signIn(adaId, ada.secret))
    const next = await start()
    expect(next.status()).toMatchObject({
      type: 'locked',
      officers: [{ name: 'Ada Test' }, { name: 'Bayo Test' }],
    })
    expect(next.isLocked()).toBe(true)
    expect(value(await next.signIn(adaId, ada.secret))).toMatchObject({ name: 'Ada Test' })
    expect(next.isLocked()).toBe(false)
  })

  it('rejects another officer’s secret', async () => {
    const { session, adaId } = await withTwo()
    expect(await session.signIn(adaId, bayo.secret)).toEqual({
      ok: false,
      error: { type: 'wrong-secret', retryAfterMs: 0 },
    })
    expect(session.isLocked()).toBe(true)
  })

  it('returns this officer, and no other, to where they were', async () => {
    const { session, adaId, bayoId } = await withTwo()
    value(await session.signIn(adaId, ada.secret))
    session.lock('/drafts/1')
    value(await session.signIn(bayoId, bayo.secret))
    expect(session.status()).toMatchObject({ type: 'signed-in', place: null })
    session.lock('/outbox')
    value(await session.signIn(adaId, ada.secret))
    expect(session.status()).toMatchObject({ type: 'signed-in', place: '/drafts/1' })
  })

  it('waits longer after each wrong secret from the third on, also after a restart', async () => {
    const installation = await withTwo()
    const { adaId, start } = installation
    const waits: number[] = []
    for (let guess = 0; guess < 6; guess += 1) {
      const answer = await (await start()).signIn(adaId, `guess-${guess}`)
      if (answer.ok || answer.error.type !== 'wrong-secret') throw new Error('expected a wrong secret')
      waits.push(answer.error.retryAfterMs)
      // Even the right secret is not checked before the wait is over.
      if (guess === 2) {
        expect(await (await start()).signIn(adaId, ada.secret)).toMatchObject({ error: { type: 'wait' } })
      }
      installation.nowMs += answer.error.retryAfterMs
    }
    expect(waits).toEqual([0, 0, 5_000, 10_000, 20_000, 40_000])
    expect((await (await start()).signIn(adaId, ada.secret)).ok).toBe(true)
  })

  it('never waits beyond the longest wait when the clock was set back', async () => {
    const installation = await withTwo()
    const { session, adaId } = installation
    for (let guess = 0; guess < 3; guess += 1) await session.signIn(adaId, 'wrong-guess')
    installation.nowMs -= 365 * 86_400_000
    expect((await session.signIn(adaId, ada.secret)).ok).toBe(true)
  })

  it('counts an attempt before checking it', async () => {
    const { adaId, folder, start } = await withTwo()
    const broken = createOfficersFile(folder, key)
    const session = await start({
      openFile: () =>
        Promise.resolve({
          ...broken,
          save: () => Promise.resolve({ ok: false, error: { type: 'disk-full' } }),
        }),
    })
    expect(await session.signIn(adaId, ada.secret)).toEqual({ ok: false, error: { type: 'disk-full' } })
    expect(session.isLocked()).toBe(true)
  })
})

describe('a manager', () => {
  it('adds, resets and removes; an officer cannot, nor can anyone while locked', async () => {
    const { session, adaId, bayoId } = await withTwo()
    const chidi = { name: 'Chidi Test', role: 'officer', secret: '161803' } as const
    const notAllowed = { ok: false, error: { type: 'not-allowed' } }
    for (const who of [null, bayoId]) {
      if (who !== null) value(await session.signIn(who, bayo.secret))
      expect(await session.add(chidi)).toEqual(notAllowed)
      expect(await session.resetSecret(adaId, '998877')).toEqual(notAllowed)
      expect(await session.remove(adaId)).toEqual(notAllowed)
    }
    session.lock(null)
    value(await session.signIn(adaId, ada.secret))
    value(await session.add(chidi))
    value(await session.resetSecret(bayoId, '998877'))
    session.lock(null)
    expect((await session.signIn(bayoId, bayo.secret)).ok).toBe(false)
    expect((await session.signIn(bayoId, '998877')).ok).toBe(true)
  })

  it('always remains while there are officers, and removing the last one unlocks the application', async () => {
    const { session, adaId, bayoId } = await withTwo()
    value(await session.signIn(adaId, ada.secret))
    expect(await session.remove(adaId)).toEqual({ ok: false, error: { type: 'last-manager' } })
    value(await session.remove(bayoId))
    value(await session.remove(adaId))
    expect(session.status()).toEqual({ type: 'off' })
    expect([...session.names().values()]).toEqual(['Ada Test', 'Bayo Test'])
  })

  it('cannot give two people the same name, nor anyone a secret that is easy to guess', async () => {
    const { session, adaId } = await withTwo()
    value(await session.signIn(adaId, ada.secret))
    expect(await session.add({ ...bayo, name: 'bayo test' })).toEqual({
      ok: false,
      error: { type: 'name-taken' },
    })
    expect(await session.add({ ...bayo, name: 'Dayo Test', secret: '123456' })).toEqual({
      ok: false,
      error: { type: 'weak-secret', problem: 'in-sequence', minimumLength: 6 },
    })
  })
})

describe('a role', () => {
  it('is changed only by a manager, survives a restart, and one manager always remains', async () => {
    const { session, adaId, bayoId, start } = await withTwo()
    const notAllowed = { ok: false, error: { type: 'not-allowed' } }
    expect(await session.setRole(bayoId, 'manager')).toEqual(notAllowed)
    value(await session.signIn(bayoId, bayo.secret))
    expect(await session.setRole(bayoId, 'manager')).toEqual(notAllowed)
    value(await session.signIn(adaId, ada.secret))
    expect(await session.setRole(newId(), 'manager')).toEqual({
      ok: false,
      error: { type: 'unknown-officer' },
    })
    expect(await session.setRole(adaId, 'officer')).toEqual({ ok: false, error: { type: 'last-manager' } })

    value(await session.setRole(bayoId, 'manager'))
    value(await session.setRole(adaId, 'officer'))
    expect(session.current()?.role).toBe('officer')
    expect(await session.setRole(bayoId, 'officer')).toEqual(notAllowed)
    const again = await start()
    value(await again.signIn(bayoId, bayo.secret))
    expect(again.current()?.role).toBe('manager')
  })
})

describe('an officer', () => {
  it('changes their own secret with the present one', async () => {
    const { session, bayoId } = await withTwo()
    expect(await session.changeSecret(bayo.secret, '998877')).toEqual({
      ok: false,
      error: { type: 'not-allowed' },
    })
    value(await session.signIn(bayoId, bayo.secret))
    expect((await session.changeSecret('wrong-one', '998877')).ok).toBe(false)
    value(await session.changeSecret(bayo.secret, '998877'))
    session.lock(null)
    expect((await session.signIn(bayoId, bayo.secret)).ok).toBe(false)
    expect((await session.signIn(bayoId, '998877')).ok).toBe(true)
  })
})

describe('the officers’ file', () => {
  it('shows no name when read, and opens only under its own key', async () => {
    const { file, folder, start } = await withTwo()
    expect(readFileSync(file, 'utf8')).not.toContain(ada.name)
    const other = createOfficersFile(folder, new Uint8Array(32).fill(4))
    expect((await start({ openFile: () => Promise.resolve(other) })).status()).toEqual({ type: 'unreadable' })
  })

  it.each(['', '{', '{"version":2}', '{"version":1,"sealed":"AAAA"}'])(
    'keeps the application locked when it is damaged: %j',
    async (text) => {
      const { file, start } = await withTwo()
      writeFileSync(file, text)
      const session = await start()
      expect(session.status()).toEqual({ type: 'unreadable' })
      expect(session.isLocked()).toBe(true)
      expect(await session.add(bayo)).toEqual({ ok: false, error: { type: 'not-allowed' } })
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('opens once the keyring does', async () => {
    const { adaId, folder, start } = await withTwo()
    let isKeyringOpen = false
    const session = await start({
      openFile: () => Promise.resolve(isKeyringOpen ? createOfficersFile(folder, key) : null),
    })
    expect(session.status()).toEqual({ type: 'unreadable' })
    isKeyringOpen = true
    await session.reload()
    expect(session.status()).toMatchObject({ type: 'locked' })
    expect((await session.signIn(adaId, ada.secret)).ok).toBe(true)
  })

  it('keeps the application locked when it is missing but officers captured work', async () => {
    const { file, start } = await withTwo()
    rmSync(file)
    expect((await start({ isExpected: () => true })).isLocked()).toBe(true)
  })

  it('is replaced by the merchant’s key, and the damaged one is set aside', async () => {
    const { file, folder, start } = await withTwo()
    writeFileSync(file, 'damaged')
    const session = await start()
    expect(await session.recover('another-key', 'Efe Test', '998877')).toEqual({
      ok: false,
      error: { type: 'wrong-secret', retryAfterMs: 0 },
    })
    expect(value(await session.recover('made-up-key', 'Efe Test', '998877'))).toMatchObject({
      role: 'manager',
    })
    expect(session.isLocked()).toBe(false)
    expect(readFileSync(join(folder, 'officers.json.unreadable-1'), 'utf8')).toBe('damaged')
  })

  it('gains a manager by the merchant’s key when nobody remembers a secret, and keeps the others', async () => {
    const { session } = await withTwo()
    value(await session.recover('made-up-key', 'Efe Test', '998877'))
    expect(session.status()).toMatchObject({ type: 'signed-in', officer: { name: 'Efe Test' } })
    expect([...session.names().values()]).toEqual(['Ada Test', 'Bayo Test', 'Efe Test'])
  })
})
