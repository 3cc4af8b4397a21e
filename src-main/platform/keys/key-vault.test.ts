import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { createKeyVault, type KeyVault } from './key-vault.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { createTestStore, type TestStore } from '#testing/keys/store.ts'

const key = 'made-up-key-0001'
const otherKey = 'made-up-key-0002'
const origin = 'https://api.insurer.example'
const otherOrigin = 'https://new.insurer.example'

interface Installation {
  readonly folder: string
  readonly store: TestStore
  readonly file: string
  /** A vault as the next start of the application makes it. */
  readonly start: () => KeyVault
}

function install(changes: Partial<TestStore> = {}): Installation {
  const folder = createTestFolder()
  const store = Object.assign(createTestStore(), changes)
  return {
    folder,
    store,
    file: join(folder, 'keys', 'live.json'),
    start: () => createKeyVault(secretsIn(folder, store)),
  }
}

/** Everything that the vault has on the disk, as one text. */
function everythingOnDisk(folder: string): string {
  return readdirSync(join(folder, 'keys'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

describe('with a keyring', () => {
  it('has no key at first', async () => {
    const vault = install().start()
    expect(await vault.status('live', origin)).toEqual({ type: 'none' })
    expect(await vault.read('live', origin)).toBeNull()
  })

  it('keeps the key sealed across a restart, readable only by this user', async () => {
    const { start, file, folder } = install()
    expect(await start().set('live', { origin, key })).toEqual(ok({ type: 'kept' }))

    const restarted = start()
    expect(await restarted.status('live', origin)).toEqual({ type: 'kept' })
    expect(await restarted.read('live', origin)).toBe(key)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(everythingOnDisk(folder)).not.toContain(key)
    expect(everythingOnDisk(folder)).not.toContain(Buffer.from(key).toString('base64'))
    expect(readdirSync(join(folder, 'keys'))).toEqual(['live.json'])
  })

  it('keeps the environments apart', async () => {
    const { start } = install()
    await start().set('sandbox', { origin, key })
    expect(await start().read('live', origin)).toBeNull()
    expect(await start().read('sandbox', origin)).toBe(key)
  })

  it('forgets the key when it is cleared', async () => {
    const { start, file } = install()
    const vault = start()
    await vault.set('live', { origin, key })
    expect(await vault.clear('live')).toEqual(ok({ type: 'none' }))
    expect(await vault.read('live', origin)).toBeNull()
    expect(existsSync(file)).toBe(false)
  })

  it('keeps the last of two keys that are set at once', async () => {
    const { start } = install()
    const vault = start()
    await Promise.all([vault.set('live', { origin, key }), vault.set('live', { origin, key: otherKey })])
    expect(await vault.read('live', origin)).toBe(otherKey)
    expect(await start().read('live', origin)).toBe(otherKey)
  })
})

describe('without protection', () => {
  it.each([{ available: false }, { mark: 'v10' as const }])(
    'keeps the key until quitting, and writes only that there was one: %o',
    async (changes) => {
      const { start, folder } = install(changes)
      const vault = start()
      expect(await vault.set('live', { origin, key })).toEqual(ok({ type: 'session-only' }))
      expect(await vault.status('live', origin)).toEqual({ type: 'session-only' })
      expect(await vault.read('live', origin)).toBe(key)
      expect(everythingOnDisk(folder)).toBe(`{"version":1,"about":"${origin}","sealed":null}\n`)

      const restarted = start()
      expect(await restarted.status('live', origin)).toEqual({ type: 'forgotten' })
      expect(await restarted.status('sandbox', origin)).toEqual({ type: 'none' })
      expect(await restarted.read('live', origin)).toBeNull()
    },
  )

  it('no longer reports a forgotten key once one is stored or removed', async () => {
    const { start, store, folder } = install({ available: false })
    await start().set('live', { origin, key })
    await start().set('sandbox', { origin, key })
    store.available = true
    await start().set('live', { origin, key: otherKey })
    expect(await start().read('live', origin)).toBe(otherKey)
    await start().clear('sandbox')
    expect(await start().status('sandbox', origin)).toEqual({ type: 'none' })
    expect(readdirSync(join(folder, 'keys'))).toEqual(['live.json'])
  })

  it('keeps the key even where that cannot be written', async () => {
    const { start, folder } = install({ available: false })
    // No file can be created at a path that leads nowhere.
    symlinkSync(join(folder, 'nowhere', 'at-all'), join(folder, 'keys'))
    const vault = start()
    expect(await vault.set('live', { origin, key })).toEqual(ok({ type: 'session-only' }))
    expect(await vault.read('live', origin)).toBe(key)
  })
})

describe('a key for another origin', () => {
  it.each([{}, { available: false }])('is read for its own origin alone: %o', async (changes) => {
    const { start } = install(changes)
    const vault = start()
    await vault.set('live', { origin, key })
    expect(await vault.read('live', otherOrigin)).toBeNull()
    expect(await vault.status('live', otherOrigin)).toEqual({ type: 'other-origin', origin })
    expect(await vault.status('live', null)).toEqual({ type: 'other-origin', origin })
  })

  it.each([{}, { available: false }])(
    'leaves the earlier one in place until it is proved: %o',
    async (changes) => {
      const { start } = install(changes)
      const vault = start()
      await vault.set('live', { origin, key })
      await vault.set('live', { origin: otherOrigin, key: otherKey })
      await vault.proved('live', 'https://elsewhere.example')
      expect(await vault.readAll('live')).toEqual([otherKey, key])
      // A late answer to the earlier one.
      await vault.proved('live', origin)
      expect(await vault.readAll('live')).toEqual([otherKey, key])
      expect(await vault.read('live', origin)).toBe(key)
      await vault.proved('live', otherOrigin)
      expect(await vault.readAll('live')).toEqual([otherKey])
      expect(await vault.read('live', origin)).toBeNull()
    },
  )

  it('keeps the one in use across a restart, however many addresses were tried since', async () => {
    const { start } = install()
    await start().set('live', { origin, key })
    await start().set('live', { origin: otherOrigin, key: otherKey })
    await start().set('live', { origin: 'https://third.example', key: 'made-up-key-0003' })
    expect(await start().read('live', origin)).toBe(key)
    await start().proved('live', 'https://third.example')
    expect(await start().readAll('live')).toEqual(['made-up-key-0003'])
  })
})

describe('with a sealed key that cannot be opened', () => {
  it('reports it and leaves the file as it is', async () => {
    const { start, store, file } = install()
    await start().set('live', { origin, key })
    const before = readFileSync(file, 'utf8')
    store.key = 'another'
    const vault = start()
    expect(await vault.status('live', origin)).toEqual({ type: 'unreadable' })
    expect(await vault.read('live', origin)).toBeNull()
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('opens it once the keyring is back, without a restart', async () => {
    const { start, store } = install()
    await start().set('live', { origin, key })
    store.available = false
    const vault = start()
    expect(await vault.status('live', origin)).toEqual({ type: 'unreadable' })
    store.available = true
    expect(await vault.read('live', origin)).toBe(key)
  })

  it('sets it aside when a new key is set, under a different name each time', async () => {
    const { start, file, folder } = install()
    for (const noise of ['first', 'second']) {
      await start().set('live', { origin, key: otherKey })
      writeFileSync(file, noise)
      await start().set('live', { origin, key })
    }
    expect(readdirSync(join(folder, 'keys')).sort()).toEqual([
      'live.json',
      'live.json.unreadable-1',
      'live.json.unreadable-2',
    ])
    expect(readFileSync(`${file}.unreadable-1`, 'utf8')).toBe('first')
    expect(await start().read('live', origin)).toBe(key)
  })

  it('sets it aside too when the new key is for the session only', async () => {
    const { start, store, file } = install()
    await start().set('live', { origin, key })
    const first = readFileSync(file, 'utf8')
    store.available = false
    expect(await start().set('live', { origin, key: otherKey })).toEqual(ok({ type: 'session-only' }))
    expect(readFileSync(`${file}.unreadable-1`, 'utf8')).toBe(first)
  })

  it('deletes what was set aside when the officer clears the key', async () => {
    const { start, file, folder } = install()
    await start().set('sandbox', { origin, key })
    writeFileSync(file, 'noise')
    await start().set('live', { origin, key: otherKey })
    await start().clear('live')
    expect(readdirSync(join(folder, 'keys'))).toEqual(['sandbox.json'])
  })

  it.each(['', '{', '{"version":1,"sealed":"not base64!"}', '{"version":9,"sealed":"AAAA"}', '[]'])(
    'treats a damaged file the same: %s',
    async (text) => {
      const { start, file, folder } = install()
      mkdirSync(join(folder, 'keys'))
      writeFileSync(file, text)
      expect(await start().status('live', origin)).toEqual({ type: 'unreadable' })
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )
})

it('on a disk that refuses reports a failure and keeps the existing key', async () => {
  const { start, folder } = install()
  writeFileSync(join(folder, 'keys'), 'a file where the folder should be')
  expect(await start().set('live', { origin, key })).toEqual(err({ type: 'storage-unavailable' }))
  expect(await start().read('live', origin)).toBeNull()
})

it('practice has no key of the merchant’s, and takes none', async () => {
  const { start, folder } = install()
  const vault = start()
  expect(await vault.status('practice', origin)).toEqual({ type: 'practice' })
  expect(await vault.read('practice', origin)).toBeNull()
  expect(await vault.set('practice', { origin, key })).toEqual(err({ type: 'not-possible-now' }))
  expect(await vault.clear('practice')).toEqual(err({ type: 'not-possible-now' }))
  expect(readdirSync(folder)).toEqual([])
})
