import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import type { OfficerStatus } from '#shared/contract/officers.ts'
import { err, type Result } from '#shared/result.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { OfficerSession, type OfficerSessionOptions } from './officer-session.ts'
import { type OfficersStore, createOfficersFile } from './kept-officers.ts'
import { quietOfficers, storeIn } from '#testing/officers/officer-session.ts'

const ada = { name: 'Ada Test', role: 'manager', secret: '271828' } as const
/** A manager gave it. */
const firstSecret = '264575'
const bayo = { name: 'Bayo Test', role: 'officer', secret: '314159' } as const

interface Installation {
  readonly folder: string
  readonly file: string
  readonly store: OfficersStore
  monotonicMs: number
  readonly heard: OfficerStatus[]
  readonly start: (changes?: Partial<OfficerSessionOptions>) => Promise<OfficerSession>
}

function install(): Installation {
  const folder = createTestFolder()
  const store = storeIn(folder)
  const installation: Installation = {
    folder,
    file: join(folder, 'officers.json'),
    store,
    monotonicMs: 1_000_000,
    heard: [],
    async start(changes) {
      const session = new OfficerSession({
        ...quietOfficers,
        openStore: () => Promise.resolve(store),
        monotonicMs: () => installation.monotonicMs,
        provesManager: (typed) => Promise.resolve(typed === 'made-up-key'),
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
  const bayoId = value(await session.add({ ...bayo, secret: firstSecret })).id
  session.lock(null)
  value(await session.signIn(bayoId, firstSecret, bayo.secret))
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

  it('says after a lock who was signed in last, and nothing of it after a start or their removal', async () => {
    const { session, start, adaId, bayoId } = await withTwo()
    value(await session.signIn(bayoId, bayo.secret))
    session.lock(null)
    expect(session.status()).toMatchObject({ type: 'locked', last: bayoId })
    expect((await start()).status()).toMatchObject({ type: 'locked', last: null })
    value(await session.signIn(adaId, ada.secret))
    value(await session.remove(bayoId))
    session.lock(null)
    expect(session.status()).toMatchObject({ last: adaId })
  })

  it('rejects another officer’s secret', async () => {
    const { session, adaId } = await withTwo()
    expect(await session.signIn(adaId, bayo.secret)).toEqual(err({ type: 'wrong-secret', retryAfterMs: 0 }))
    expect(session.isLocked()).toBe(true)
  })

  it('and recovering are taken only while nobody is signed in, whatever is known', async () => {
    const { session, adaId, bayoId } = await withTwo()
    value(await session.signIn(adaId, ada.secret))
    const notAllowed = { ok: false, error: { type: 'not-allowed' } }
    expect(await session.signIn(bayoId, bayo.secret)).toEqual(notAllowed)
    expect(await session.recover('made-up-key', 'Efe Test', '577215')).toEqual(notAllowed)
    expect(session.current()?.id).toBe(adaId)
    expect(session.names().size).toBe(2)
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

  it('counts an attempt before checking it', async () => {
    const { adaId, store, start } = await withTwo()
    const full = (): Promise<{ ok: false; error: { type: 'disk-full' } }> =>
      Promise.resolve({ ok: false, error: { type: 'disk-full' } })
    const broken = { ...store, file: { ...store.file, save: full } }
    const session = await start({ openStore: () => Promise.resolve(broken) })
    expect(await session.signIn(adaId, ada.secret)).toEqual(err({ type: 'disk-full' }))
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
    const first = { ok: false, error: { type: 'first-secret' } }
    expect(await session.signIn(bayoId, '577215')).toEqual(first)
    // The manager knows it.
    expect(await session.signIn(bayoId, '577215', '577215')).toEqual(first)
    expect((await session.signIn(bayoId, '577215', '692820')).ok).toBe(true)
    session.lock(null)
    expect((await session.signIn(bayoId, '692820')).ok).toBe(true)
  })

  it('knows no PIN of an officer added, but their own', async () => {
    const { session, adaId } = await withTwo()
    value(await session.signIn(adaId, ada.secret))
    const { id } = value(await session.add({ name: 'Chidi Test', role: 'officer', secret: '161803' }))
    session.lock(null)
    expect(await session.signIn(id, '161803')).toEqual(err({ type: 'first-secret' }))
    expect((await session.signIn(id, '161803', '577215')).ok).toBe(true)
    session.lock(null)
    value(await session.signIn(adaId, ada.secret))
    value(await session.resetSecret(adaId, '692820'))
    session.lock(null)
    expect((await session.signIn(adaId, '692820')).ok).toBe(true)
  })

  it('always remains while there are officers, and removing the last one unlocks the application', async () => {
    const { session, adaId, bayoId } = await withTwo()
    value(await session.signIn(adaId, ada.secret))
    expect(await session.remove(adaId)).toEqual(err({ type: 'last-manager' }))
    value(await session.remove(bayoId))
    value(await session.remove(adaId))
    expect(session.status()).toEqual({ type: 'off' })
    expect([...session.names().values()]).toEqual(['Ada Test', 'Bayo Test'])
  })

  it('cannot give two people the same name, nor anyone a secret that is easy to guess', async () => {
    const { session, adaId } = await withTwo()
    value(await session.signIn(adaId, ada.secret))
    expect(await session.add({ ...bayo, name: 'bayo test' })).toEqual(err({ type: 'name-taken' }))
    expect(await session.add({ ...bayo, name: 'Dayo Test', secret: '123456' })).toEqual(
      err({ type: 'weak-secret', problem: 'in-sequence', minimumLength: 6 }),
    )
  })
})

it('a role is changed only by a manager, survives a restart, and one manager always remains', async () => {
  const { session, adaId, bayoId, start } = await withTwo()
  const notAllowed = { ok: false, error: { type: 'not-allowed' } }
  expect(await session.setRole(bayoId, 'manager')).toEqual(notAllowed)
  value(await session.signIn(bayoId, bayo.secret))
  expect(await session.setRole(bayoId, 'manager')).toEqual(notAllowed)
  session.lock(null)
  value(await session.signIn(adaId, ada.secret))
  expect(await session.setRole(newId(), 'manager')).toEqual(err({ type: 'unknown-officer' }))
  expect(await session.setRole(adaId, 'officer')).toEqual(err({ type: 'last-manager' }))

  value(await session.setRole(bayoId, 'manager'))
  value(await session.setRole(adaId, 'officer'))
  expect(session.current()?.role).toBe('officer')
  expect(await session.setRole(bayoId, 'officer')).toEqual(notAllowed)
  const again = await start()
  value(await again.signIn(bayoId, bayo.secret))
  expect(again.current()?.role).toBe('manager')
})

it('an officer changes their own secret with the present one', async () => {
  const { session, bayoId } = await withTwo()
  expect(await session.changeSecret(bayo.secret, '577215')).toEqual(err({ type: 'not-allowed' }))
  value(await session.signIn(bayoId, bayo.secret))
  expect((await session.changeSecret('wrong-one', '577215')).ok).toBe(false)
  value(await session.changeSecret(bayo.secret, '577215'))
  session.lock(null)
  expect((await session.signIn(bayoId, bayo.secret)).ok).toBe(false)
  expect((await session.signIn(bayoId, '577215')).ok).toBe(true)
})

describe('the officers’ file', () => {
  it('shows no name when read, and opens only under its own key', async () => {
    const { file, folder, store, start } = await withTwo()
    expect(readFileSync(file, 'utf8')).not.toContain(ada.name)
    const key = { bytes: new Uint8Array(32).fill(4) }
    const other = { ...store, file: createOfficersFile(folder, () => Promise.resolve(key)) }
    expect((await start({ openStore: () => Promise.resolve(other) })).status()).toEqual({
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
      expect(await session.add(bayo)).toEqual(err({ type: 'not-allowed' }))
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('opens once the keyring does', async () => {
    const { adaId, store, start } = await withTwo()
    let isKeyringOpen = false
    const session = await start({ openStore: () => Promise.resolve(isKeyringOpen ? store : null) })
    expect(session.status()).toEqual({ type: 'unreadable' })
    isKeyringOpen = true
    await session.reload()
    expect(session.status()).toMatchObject({ type: 'locked' })
    expect((await session.signIn(adaId, ada.secret)).ok).toBe(true)
  })

  it('signs nobody in by opening again', async () => {
    const { adaId, store, start } = await withTwo()
    let isKeyringOpen = true
    const session = await start({ openStore: () => Promise.resolve(isKeyringOpen ? store : null) })
    value(await session.signIn(adaId, ada.secret))
    for (const isOpen of [false, true]) {
      isKeyringOpen = isOpen
      await session.reload()
    }
    expect(session.status()).toMatchObject({ type: 'locked' })
  })

  it('is remembered where that failed before', async () => {
    const { folder, start } = await withTwo()
    const forgetful = storeIn(folder)
    await start({ openStore: () => Promise.resolve(forgetful) })
    expect(forgetful.hadOfficers).toBe(true)
  })

  it('gains a manager by the merchant’s key when nobody remembers a secret, and keeps the others', async () => {
    const { session } = await withTwo()
    value(await session.recover('made-up-key', 'Efe Test', '577215'))
    expect(session.status()).toMatchObject({ type: 'signed-in', officer: { name: 'Efe Test' } })
    expect([...session.names().values()]).toEqual(['Ada Test', 'Bayo Test', 'Efe Test'])
  })

  it('gains a manager who is asked for the PIN where the computer went to sleep meanwhile', async () => {
    const { start } = await withTwo()
    const asked = Promise.withResolvers<boolean>()
    const session = await start({ provesManager: () => asked.promise })
    const recovered = session.recover('made-up-key', 'Efe Test', '577215')
    session.lock(null)
    asked.resolve(true)
    const { id } = value(await recovered)
    expect(session.status()).toMatchObject({ type: 'locked' })
    value(await session.signIn(id, '577215'))
  })

  it('that is damaged leaves the application locked where the disk does not take its successor', async () => {
    const { file, store, start } = await withTwo()
    writeFileSync(file, '{')
    const full = { ok: false, error: { type: 'disk-full' } } as const
    const refusing = { ...store.file, save: () => Promise.resolve(full) }
    const session = await start({ openStore: () => Promise.resolve({ ...store, file: refusing }) })
    expect(await session.recover('made-up-key', 'Efe Test', '577215')).toEqual(full)
    expect([session.status(), session.isLocked()]).toEqual([{ type: 'unreadable' }, true])
    const later = await start()
    value(await later.recover('made-up-key', 'Efe Test', '577215'))
    expect(later.status()).toMatchObject({ type: 'signed-in', officer: { name: 'Efe Test' } })
  })

  it('that the disk refuses when it is read again signs nobody out', async () => {
    const { adaId, store, start } = await withTwo()
    let isRefused = false
    const load: typeof store.file.load = async () =>
      isRefused ? { type: 'refused', about: null } : await store.file.load()
    const session = await start({
      openStore: () => Promise.resolve({ ...store, file: { ...store.file, load } }),
    })
    value(await session.signIn(adaId, ada.secret))
    isRefused = true
    await session.reload()
    expect(session.status()).toMatchObject({ type: 'signed-in', officer: { name: 'Ada Test' } })
  })

  it('that the disk gives again by then is kept by a recovery', async () => {
    const { store, start } = await withTwo()
    let isRefused = true
    const load: typeof store.file.load = async () =>
      isRefused ? { type: 'refused', about: null } : await store.file.load()
    const held = { ...store, file: { ...store.file, load } }
    const session = await start({ openStore: () => Promise.resolve(held) })
    expect(session.status()).toEqual({ type: 'unreadable' })
    isRefused = false
    value(await session.recover('made-up-key', 'Efe Test', '577215'))
    expect([...session.names().values()]).toEqual(['Ada Test', 'Bayo Test', 'Efe Test'])
  })
})
