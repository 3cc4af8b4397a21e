import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deriveKey, openDataKey, type DataKey, type DataKeyFailure } from './data-key.ts'
import { createTestFolder } from './test-folder.ts'
import { createTestStore, type TestStore } from './test-store.ts'
import type { Result } from '#shared/result.ts'

interface Installation {
  readonly folder: string
  readonly file: string
  readonly store: TestStore
  data: boolean
  /** The data key as the next start of the application finds it. */
  readonly start: () => Promise<Result<DataKey, DataKeyFailure>>
}

function install(changes: Partial<TestStore> = {}): Installation {
  const folder = createTestFolder()
  const store = Object.assign(createTestStore(), changes)
  const installation: Installation = {
    folder,
    file: join(folder, 'data-key.json'),
    store,
    data: false,
    start: () =>
      openDataKey({ folder, safeStorage: store, platform: 'linux', dataExists: () => installation.data }),
  }
  return installation
}

function opened(result: Result<DataKey, DataKeyFailure>): DataKey {
  if (!result.ok) throw new Error(`not opened: ${result.error.type}`)
  return result.value
}

function base64(key: DataKey): string {
  return Buffer.from(key.bytes).toString('base64')
}

const locked = { ok: false, error: { type: 'locked' } }

describe('openDataKey', () => {
  it('makes a key once and finds the same one at each start', async () => {
    const { start, file } = install()
    const first = opened(await start())
    expect(first.bytes).toHaveLength(32)
    expect(first.protection).toBe('os')
    expect(opened(await start())).toEqual(first)
    expect(readFileSync(file, 'utf8')).not.toContain(base64(first))
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('makes another key in another installation', async () => {
    expect(base64(opened(await install().start()))).not.toBe(base64(opened(await install().start())))
  })

  it('keeps the key unwrapped, for this user alone, where the system offers no protection', async () => {
    const { start, file } = install({ backend: 'basic_text' })
    const first = opened(await start())
    expect(first.protection).toBe('none')
    expect(opened(await start())).toEqual(first)
    expect(readFileSync(file, 'utf8')).toContain('"protection":"none"')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('wraps an unwrapped key once a keyring is there', async () => {
    const { start, store, file } = install({ available: false })
    const first = opened(await start())
    store.available = true
    const wrapped = opened(await start())
    expect(wrapped.bytes).toEqual(first.bytes)
    expect(wrapped.protection).toBe('os')
    expect(readFileSync(file, 'utf8')).not.toContain(base64(first))
    expect(opened(await start()).bytes).toEqual(first.bytes)
  })

  it('stays wrapped and locked when the keyring goes away, and opens when it is back', async () => {
    const installation = install()
    const first = opened(await installation.start())
    installation.data = true
    const before = readFileSync(installation.file, 'utf8')

    installation.store.available = false
    expect(await installation.start()).toEqual(locked)
    expect(readFileSync(installation.file, 'utf8')).toBe(before)

    installation.store.available = true
    expect(opened(await installation.start())).toEqual(first)
  })

  it('is never made anew over data: not when the keyring lost its key', async () => {
    const installation = install()
    opened(await installation.start())
    installation.data = true
    installation.store.key = 'another'
    const before = readFileSync(installation.file, 'utf8')
    expect(await installation.start()).toEqual(locked)
    expect(readFileSync(installation.file, 'utf8')).toBe(before)
    expect(readdirSync(installation.folder)).toEqual(['data-key.json'])
  })

  it.each(['', '{', '{"version":1,"protection":"none","sealed":"AAAA"}', '{"version":2}'])(
    'is never made anew over data: not when its file is damaged (%s)',
    async (text) => {
      const installation = install()
      installation.data = true
      writeFileSync(installation.file, text)
      expect(await installation.start()).toEqual(locked)
      expect(readFileSync(installation.file, 'utf8')).toBe(text)
    },
  )

  it('is never made anew over data: not when its file is gone', async () => {
    const installation = install()
    opened(await installation.start())
    installation.data = true
    rmSync(installation.file)
    expect(await installation.start()).toEqual(locked)
    expect(existsSync(installation.file)).toBe(false)
  })

  it('makes a new key and keeps the old file aside when nothing needs it', async () => {
    const installation = install()
    const first = opened(await installation.start())
    const before = readFileSync(installation.file, 'utf8')
    installation.store.key = 'another'
    const second = opened(await installation.start())
    expect(second.bytes).not.toEqual(first.bytes)
    expect(readFileSync(`${installation.file}.unreadable-1`, 'utf8')).toBe(before)
  })

  it('is wrapped again when the system has rotated its key', async () => {
    const { start, store } = install()
    const first = opened(await start())
    Object.assign(store, { key: 'second', olderKeys: ['first'] })
    expect(opened(await start())).toEqual(first)
    store.olderKeys = []
    expect(opened(await start())).toEqual(first)
  })

  it('says that the disk refuses', async () => {
    const folder = join(createTestFolder(), 'file')
    writeFileSync(folder, '')
    const result = await openDataKey({
      folder,
      safeStorage: createTestStore(),
      platform: 'linux',
      dataExists: () => false,
    })
    expect(result).toEqual({ ok: false, error: { type: 'storage-unavailable' } })
  })
})

describe('deriveKey', () => {
  const dataKey: DataKey = { bytes: new Uint8Array(32).fill(7), protection: 'os', next: null, madeAt: null }
  const derived = (purpose: Parameters<typeof deriveKey>[1]): string =>
    Buffer.from(deriveKey(dataKey, purpose)).toString('hex')

  it('gives 32 bytes that differ for each purpose', () => {
    const purposes = [
      'outbox',
      'policy-tag',
      'page-rows/practice',
      'page-rows/sandbox',
      'page-rows/live',
    ] as const
    const keys = new Set(purposes.map(derived))
    expect(keys.size).toBe(purposes.length)
    expect(deriveKey(dataKey, 'outbox')).toHaveLength(32)
    expect(keys).not.toContain(Buffer.from(dataKey.bytes).toString('hex'))
  })

  // What was sealed by an older version must open in each newer one.
  it('gives the same key in every version', () => {
    expect(derived('outbox')).toBe('3a163e59df92f0c350352b053695a14071ce97e8d989de4e57788213e1c721ca')
  })
})
