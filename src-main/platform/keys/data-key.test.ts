import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deriveKey, openDataKey, rememberHad, type DataKey, type DataKeyFailure } from './data-key.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore, type TestStore } from '#testing/keys/store.ts'
import { windowsStoreKey } from './keyring-protection.ts'
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
  it('makes a key once and opens the same one at each start', async () => {
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

  it('keeps the key unwrapped, readable only by this user, where the system offers no protection', async () => {
    const { start, file } = install({ mark: 'v10' })
    const first = opened(await start())
    expect(first.protection).toBe('none')
    expect(opened(await start())).toEqual(first)
    expect(readFileSync(file, 'utf8')).toContain('"sealed":null')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('seals an open key once a keyring is available, with a key of secrets that never lay open', async () => {
    const { start, store, file } = install({ available: false })
    const first = opened(await start())
    expect(first.secrets).toBeNull()
    store.available = true
    const sealed = opened(await start())
    expect(sealed).toMatchObject({ bytes: first.bytes, protection: 'os' })
    expect(sealed.secrets).toHaveLength(32)
    expect(sealed.secrets).not.toEqual(sealed.bytes)
    expect(readFileSync(file, 'utf8')).not.toContain(base64(first))
    expect(opened(await start())).toEqual(sealed)
  })

  it.each([true, false])(
    'remembers what there was here, with and without a keyring: %s',
    async (available) => {
      const { start, store, folder } = install({ available })
      const first = opened(await start())
      const place = { folder, safeStorage: store, platform: 'linux' } as const
      await rememberHad(place, first, 'officers')
      await rememberHad(place, opened(await start()), 'live')
      expect(opened(await start())).toEqual({ ...first, had: ['officers', 'live'] })
    },
  )

  it.each([
    ['that the system sealed for another purpose', 'claims-desk/else/v1', 'v11'],
    ['that anybody can seal by the password built into Chromium', 'claims-desk/keys/v1', 'v10'],
  ] as const)('opens nothing %s', async (_, purpose, mark) => {
    const { start, store, file } = install()
    opened(await start())
    const content = { data: 'A'.repeat(43) + '=', secrets: null, had: [] }
    const forger = Object.assign(createTestStore(), { mark, key: store.key })
    const sealed = await forger.encryptStringAsync(`${purpose}\0${JSON.stringify(content)}`)
    writeFileSync(file, JSON.stringify({ version: 1, sealed: sealed.toString('base64'), open: null }))
    expect(opened(await start()).bytes).not.toEqual(new Uint8Array(32))
  })

  it('keeps an unwrapped key as it is when the disk refuses its wrapping', async () => {
    const { start, store, file } = install({ available: false })
    const first = opened(await start())
    store.available = true
    const { encryptStringAsync } = store
    store.encryptStringAsync = (text) => {
      // Nothing can be written in the place of a folder.
      rmSync(file, { force: true, recursive: true })
      mkdirSync(file)
      return encryptStringAsync.call(store, text)
    }
    expect(opened(await start())).toEqual(first)
  })

  it('is never replaced while there is data: not when the keyring lost its key', async () => {
    const installation = install()
    opened(await installation.start())
    installation.data = true
    installation.store.key = 'another'
    const before = readFileSync(installation.file, 'utf8')
    expect(await installation.start()).toEqual(locked)
    expect(readFileSync(installation.file, 'utf8')).toBe(before)
    expect(readdirSync(installation.folder)).toEqual(['data-key.json'])
  })

  it.each(['', '{', '{"version":1,"sealed":null,"open":"AAAA"}', '{"version":2}'])(
    'is never replaced while there is data: not when its file is damaged (%s)',
    async (text) => {
      const installation = install()
      installation.data = true
      writeFileSync(installation.file, text)
      expect(await installation.start()).toEqual(locked)
      expect(readFileSync(installation.file, 'utf8')).toBe(text)
    },
  )

  it('makes a new key and sets the old file aside when no data needs it', async () => {
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

  it('reports that the disk refuses', async () => {
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

/** Windows: Chromium's key for the store is only in memory until it is written, and lost when the process is killed. */
class WindowsComputer {
  readonly folder = createTestFolder()
  #written: string | null = null
  #inMemory = ''
  #kept = (): boolean => false

  /** Starts a process after the previous one was killed. @param opens whether Windows opens the key on the disk. */
  begin({ opens = true } = {}): void {
    this.#inMemory = (opens ? this.#written : null) ?? randomUUID()
    this.nowMs = 0
    this.#kept = windowsStoreKey({ sessionFolder: this.folder, now: () => this.nowMs })
  }
  nowMs = 0
  /** Chromium writes its file, up to ten seconds after the start. */
  writeLocalState(): void {
    this.#written = this.#inMemory
    const state = { os_crypt: { audit_enabled: true, encrypted_key: `made up ${this.#inMemory}` } }
    writeFileSync(join(this.folder, 'Local State'), JSON.stringify(state))
  }
  open(dataExists: boolean): ReturnType<typeof openDataKey> {
    return openDataKey({ ...this.place(), dataExists: () => dataExists })
  }
  place() {
    const safeStorage = Object.assign(createTestStore(), { key: this.#inMemory })
    return { folder: this.folder, safeStorage, platform: 'win32', isStoreKept: this.#kept } as const
  }
  get file(): string {
    return readFileSync(join(this.folder, 'data-key.json'), 'utf8')
  }
}

describe('on Windows, where the store’s key reaches the disk later', () => {
  it('a first start that is killed before that loses nothing', async () => {
    const windows = new WindowsComputer()
    windows.begin()
    const first = opened(await windows.open(false))
    expect(first.protection).toBe('none')
    // A claim was accepted, then the power failed.
    windows.begin()
    expect(opened(await windows.open(true)).bytes).toEqual(first.bytes)
  })

  it('the data key is wrapped once the store’s key is on disk, and opens from then on', async () => {
    const windows = new WindowsComputer()
    windows.begin()
    const first = opened(await windows.open(false))
    const inTheOpen = /"open":"([^"]+)"/.exec(windows.file)?.[1] ?? ''
    expect(Buffer.from(inTheOpen, 'base64').toString()).toContain('"secrets":null')
    windows.writeLocalState()
    expect(opened(await windows.open(true)).protection).toBe('os')
    expect(windows.file).not.toContain(base64(first))
    windows.begin()
    const second = opened(await windows.open(true))
    expect(second.bytes).toEqual(first.bytes)
    expect(second.protection).toBe('os')
  })

  it('a store key that stays on the disk for a minute is the one in use', async () => {
    const windows = new WindowsComputer()
    windows.begin()
    const first = opened(await windows.open(false))
    windows.writeLocalState()
    // Killed before the data key was wrapped.
    windows.begin()
    expect(opened(await windows.open(true)).protection).toBe('none')
    windows.nowMs = 60_000
    expect(opened(await windows.open(true)).protection).toBe('os')
    windows.begin()
    expect(opened(await windows.open(true)).bytes).toEqual(first.bytes)
  })

  it('a store key that Windows does not open is not the one in use: a kill then loses nothing', async () => {
    const windows = new WindowsComputer()
    windows.begin()
    windows.writeLocalState()
    windows.begin({ opens: false })
    const first = opened(await windows.open(false))
    expect(first.protection).toBe('none')
    windows.begin()
    expect(opened(await windows.open(true)).bytes).toEqual(first.bytes)
  })

  it('a damaged file of Chromium’s contains no key', async () => {
    const windows = new WindowsComputer()
    windows.begin()
    for (const text of ['', '{', '{"os_crypt":{}}', '{"os_crypt":{"encrypted_key":""}}', '[]']) {
      writeFileSync(join(windows.folder, 'Local State'), text)
      expect(opened(await windows.open(false)).protection, text).toBe('none')
    }
  })
})

describe('deriveKey', () => {
  const dataKey = { bytes: new Uint8Array(32).fill(7) }
  const derived = (purpose: Parameters<typeof deriveKey>[1]): string =>
    Buffer.from(deriveKey(dataKey, purpose)).toString('hex')

  it('gives 32 bytes that differ by purpose', () => {
    const purposes = ['outbox', 'policy-tag', 'files'] as const
    const keys = new Set(purposes.map(derived))
    expect(keys.size).toBe(purposes.length)
    expect(deriveKey(dataKey, 'outbox')).toHaveLength(32)
    expect(keys).not.toContain(Buffer.from(dataKey.bytes).toString('hex'))
  })

  // What an older version sealed must open in every newer one.
  it('gives the same key in every version', () => {
    expect(derived('outbox')).toBe('3a163e59df92f0c350352b053695a14071ce97e8d989de4e57788213e1c721ca')
  })
})
