import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import type { OfficerStatus } from '#shared/contract/officer-status.ts'
import type { Result } from '#shared/result.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import { OfficerSession, type OfficerSessionOptions } from './officer-session.ts'
import type { OfficersMarks } from './kept-officers.ts'
import { createOfficersFile, type OfficersFile } from './officers-file.ts'
import { createTestMarks, quietOfficers } from './testing/officer-session.ts'

const key = new Uint8Array(32).fill(3)
const ada = { name: 'Ada Test', role: 'manager', secret: '271828' } as const
const bayo = { name: 'Bayo Test', role: 'officer', secret: '314159' } as const

interface Installation {
  readonly folder: string
  readonly file: string
  readonly marks: OfficersMarks
  monotonicMs: number
  readonly heard: OfficerStatus[]
  readonly start: (changes?: Partial<OfficerSessionOptions>) => Promise<OfficerSession>
}

function install(): Installation {
  const folder = createTestFolder()
  const marks = createTestMarks()
  const installation: Installation = {
    folder,
    file: join(folder, 'officers.json'),
    marks,
    monotonicMs: 1_000_000,
    heard: [],
    async start(changes) {
      const session = new OfficerSession({
        ...quietOfficers,
        openStore: () => Promise.resolve({ file: createOfficersFile(folder, key), marks }),
        monotonicMs: () => installation.monotonicMs,
        readableKeys: () => Promise.resolve([{ environment: 'live', key: 'made-up-key' }]),
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

it('signs no one out while the officers are read again', async () => {
  const { session, adaId } = await withTwo()
  value(await session.signIn(adaId, ada.secret))
  const seen = new Set<boolean>()
  const reading = new AbortController()
  const reload = session.reload().finally(() => reading.abort())
  while (!reading.signal.aborted) {
    seen.add(session.isLocked())
    await new Promise(setImmediate)
  }
  await reload
  expect([...seen]).toEqual([false])
})

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

  it('waits longer after each wrong secret from the third on', async () => {
    const installation = await withTwo()
    const { adaId, session } = installation
    const waits: number[] = []
    for (let guess = 0; guess < 6; guess += 1) {
      const answer = await session.signIn(adaId, `guess-${guess}`)
      if (answer.ok || answer.error.type !== 'wrong-secret') throw new Error('expected a wrong secret')
      const { retryAfterMs } = answer.error
      waits.push(retryAfterMs)
      installation.monotonicMs += Math.max(0, retryAfterMs - 1)
      // Even the right secret is not checked before the wait is over.
      const early = { ok: false, error: { type: 'wait', retryAfterMs: 1 } }
      if (retryAfterMs > 0) expect(await session.signIn(adaId, ada.secret)).toEqual(early)
      installation.monotonicMs += 1
    }
    expect(waits).toEqual([0, 0, 5_000, 10_000, 20_000, 40_000])
    expect((await session.signIn(adaId, ada.secret)).ok).toBe(true)
  })

  it('serves a wait again in full after a restart, and does not forget the count', async () => {
    const installation = await withTwo()
    const { adaId, session, start } = installation
    for (let guess = 0; guess < 3; guess += 1) await session.signIn(adaId, 'wrong-guess')
    installation.monotonicMs = 0
    const again = await start()
    const wait = { ok: false, error: { type: 'wait', retryAfterMs: 5_000 } }
    expect(await again.signIn(adaId, ada.secret)).toEqual(wait)
    installation.monotonicMs += 5_000
    expect(await again.signIn(adaId, 'wrong-guess')).toMatchObject({ error: { retryAfterMs: 10_000 } })
  })

  it('keeps count in memory, whatever list is on the disk', async () => {
    const installation = await withTwo()
    const { adaId, session, file } = installation
    const older = readFileSync(file)
    const trusting = { read: () => [], remember: () => undefined }
    const store = { file: createOfficersFile(installation.folder, key), marks: trusting }
    const careless = await installation.start({ openStore: () => Promise.resolve(store) })
    for (let guess = 0; guess < 3; guess += 1) {
      writeFileSync(file, older)
      await careless.signIn(adaId, 'wrong-guess')
    }
    expect(await careless.signIn(adaId, ada.secret)).toMatchObject({ error: { type: 'wait' } })
    writeFileSync(file, older)
    await careless.reload()
    expect((await careless.signIn(adaId, ada.secret)).ok).toBe(false)
    expect(session.isLocked()).toBe(true)
  })

  it('counts an attempt before checking it', async () => {
    const { adaId, folder, marks, start } = await withTwo()
    const broken: OfficersFile = {
      ...createOfficersFile(folder, key),
      save: () => Promise.resolve({ ok: false, error: { type: 'disk-full' } }),
    }
    const session = await start({ openStore: () => Promise.resolve({ file: broken, marks }) })
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
      expect(await session.resetSecret(adaId, '577215')).toEqual(notAllowed)
      expect(await session.remove(adaId)).toEqual(notAllowed)
    }
    session.lock(null)
    value(await session.signIn(adaId, ada.secret))
    value(await session.add(chidi))
    value(await session.resetSecret(bayoId, '577215'))
    session.lock(null)
    expect((await session.signIn(bayoId, bayo.secret)).ok).toBe(false)
    expect((await session.signIn(bayoId, '577215')).ok).toBe(true)
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
    expect(await session.changeSecret(bayo.secret, '577215')).toEqual({
      ok: false,
      error: { type: 'not-allowed' },
    })
    value(await session.signIn(bayoId, bayo.secret))
    expect((await session.changeSecret('wrong-one', '577215')).ok).toBe(false)
    value(await session.changeSecret(bayo.secret, '577215'))
    session.lock(null)
    expect((await session.signIn(bayoId, bayo.secret)).ok).toBe(false)
    expect((await session.signIn(bayoId, '577215')).ok).toBe(true)
  })
})

describe('the officers’ file', () => {
  it('shows no name when read, and opens only under its own key', async () => {
    const { file, folder, marks, start } = await withTwo()
    expect(readFileSync(file, 'utf8')).not.toContain(ada.name)
    const other = createOfficersFile(folder, new Uint8Array(32).fill(4))
    expect((await start({ openStore: () => Promise.resolve({ file: other, marks }) })).status()).toEqual({
      type: 'unreadable',
    })
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
    const { adaId, folder, marks, start } = await withTwo()
    let isKeyringOpen = false
    const session = await start({
      openStore: () =>
        Promise.resolve(isKeyringOpen ? { file: createOfficersFile(folder, key), marks } : null),
    })
    expect(session.status()).toEqual({ type: 'unreadable' })
    isKeyringOpen = true
    await session.reload()
    expect(session.status()).toMatchObject({ type: 'locked' })
    expect((await session.signIn(adaId, ada.secret)).ok).toBe(true)
  })

  it('keeps the application locked when it is missing but officers captured work', async () => {
    const { file, bayoId, start } = await withTwo()
    rmSync(file)
    const marks = createTestMarks()
    const openStore = () => Promise.resolve({ file: createOfficersFile(dirname(file), key), marks })
    expect((await start({ openStore })).status()).toEqual({ type: 'off' })
    const workers = () => [{ environment: 'practice', officerId: bayoId } as const]
    expect((await start({ openStore, workers })).status()).toEqual({ type: 'unreadable' })
    // What an outbox file remembers is enough.
    expect((await start()).status()).toEqual({ type: 'unreadable' })
  })

  it.each([
    ['older', (text: Buffer) => text],
    ['of another origin', null],
  ])('keeps the application locked when it is %s', async (_, keep) => {
    const { session, adaId, file, folder, start } = await withTwo()
    const older = readFileSync(file)
    if (keep === null) {
      rmSync(file)
      const marks = createTestMarks()
      const openStore = () => Promise.resolve({ file: createOfficersFile(folder, key), marks })
      value(await (await start({ openStore })).add(ada))
    } else {
      await session.signIn(adaId, 'wrong-guess')
      writeFileSync(file, keep(older))
    }
    expect((await start()).status()).toEqual({ type: 'unreadable' })
  })

  it('is replaced by the merchant’s key, and the damaged one is set aside', async () => {
    const { file, folder, start } = await withTwo()
    writeFileSync(file, 'damaged')
    const session = await start()
    expect(await session.recover('another-key', 'Efe Test', '577215')).toEqual({
      ok: false,
      error: { type: 'wrong-secret', retryAfterMs: 0 },
    })
    expect(value(await session.recover('made-up-key', 'Efe Test', '577215'))).toMatchObject({
      role: 'manager',
    })
    expect(session.isLocked()).toBe(false)
    expect(readFileSync(join(folder, 'officers.json.unreadable-1'), 'utf8')).toBe('damaged')
  })

  it('gains a manager by the merchant’s key when nobody remembers a secret, and keeps the others', async () => {
    const { session } = await withTwo()
    value(await session.recover('made-up-key', 'Efe Test', '577215'))
    expect(session.status()).toMatchObject({ type: 'signed-in', officer: { name: 'Efe Test' } })
    expect([...session.names().values()]).toEqual(['Ada Test', 'Bayo Test', 'Efe Test'])
  })
})

describe('recovery', () => {
  const efe = ['Efe Test', '577215'] as const
  const wrong = { ok: false, error: { type: 'wrong-secret', retryAfterMs: 0 } }
  const noKeys = {
    readableKeys: () => Promise.resolve([]),
    provesWithoutVerifier: () => Promise.resolve(true),
  }

  it('knows the key although it is nowhere else any more', async () => {
    const { start } = await withTwo()
    const session = await start(noKeys)
    expect(await session.recover('', ...efe)).toEqual(wrong)
    expect((await session.recover('made-up-key', ...efe)).ok).toBe(true)
  })

  it('knows it from what the outbox files remember when the list is gone, and opens everyone’s work', async () => {
    const { file, bayoId, start } = await withTwo()
    const workers = () => [{ environment: 'live', officerId: bayoId } as const]
    rmSync(file)
    const session = await start({ ...noKeys, workers })
    expect(await session.recover('', ...efe)).toEqual(wrong)
    expect((await session.recover('made-up-key', ...efe)).ok).toBe(true)
    expect((await start({ ...noKeys, workers })).status()).toMatchObject({ type: 'locked' })
  })

  it('takes no key of a list that does not know who worked here', async () => {
    const { folder, start } = await withTwo()
    const stranger = newId()
    const workers = () => [{ environment: 'live', officerId: stranger } as const]
    const session = await start({ ...noKeys, workers })
    expect(session.status()).toEqual({ type: 'unreadable' })
    for (const tried of ['made-up-key', '']) expect(await session.recover(tried, ...efe)).toEqual(wrong)
    expect(readdirSync(folder)).toEqual(['officers.json'])
  })

  it('needs no key where only practice was ever used, and opens no other work then', async () => {
    const { file, start } = install()
    const given = { ...noKeys, workers: () => [{ environment: 'practice', officerId: newId() } as const] }
    writeFileSync(file, 'damaged')
    value(await (await start(given)).recover('', ...efe))
    expect((await start(given)).status()).toMatchObject({ type: 'locked' })
    const live = { ...given, workers: () => [{ environment: 'live', officerId: newId() } as const] }
    expect((await start(live)).status()).toEqual({ type: 'unreadable' })
  })

  it('takes the key that an officer gave last', async () => {
    const { session, start } = await withTwo()
    const keys = { value: 'made-up-key' }
    const changed = await start({
      readableKeys: () => Promise.resolve([{ environment: 'live', key: keys.value }]),
    })
    keys.value = 'another-key'
    // A file that was exchanged teaches nothing.
    await changed.reload()
    expect(await changed.recover('another-key', ...efe)).toEqual(wrong)
    await changed.keysChanged()
    expect(await changed.recover('made-up-key', ...efe)).toEqual(wrong)
    expect((await changed.recover('another-key', ...efe)).ok).toBe(true)
    expect(session.isLocked()).toBe(true)
  })
})
