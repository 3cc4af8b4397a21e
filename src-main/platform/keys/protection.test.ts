import { expect, it } from 'vitest'
import { protectionStatus } from './protection.ts'
import { createTestStore } from '#testing/keys/store.ts'

it('is the system when a keyring seals', async () => {
  const safeStorage = createTestStore()
  expect(await protectionStatus({ safeStorage, platform: 'linux' })).toEqual({
    level: 'os',
    backend: 'gnome_libsecret',
  })
})

it.each([
  ['basic_text', 'v11', 'os'],
  ['unknown', 'v12', 'os'],
  ['gnome_libsecret', 'v10', 'session'],
  ['gnome_libsecret', 'raw', 'session'],
] as const)(
  'goes by the sealed bytes, whatever the desktop is called: %s, %s',
  async (backend, mark, level) => {
    const safeStorage = Object.assign(createTestStore(), { backend, mark })
    expect(await protectionStatus({ safeStorage, platform: 'linux' })).toEqual({ level, backend })
  },
)

it('is session-only when encryption is not available', async () => {
  const safeStorage = Object.assign(createTestStore(), { available: false })
  for (const platform of ['linux', 'win32', 'darwin'] as const) {
    expect((await protectionStatus({ safeStorage, platform })).level).toBe('session')
  }
})

it('is session-only when the store throws', async () => {
  const safeStorage = Object.assign(createTestStore(), {
    isAsyncEncryptionAvailable: () => Promise.reject(new Error('no bus')),
  })
  expect((await protectionStatus({ safeStorage, platform: 'linux' })).level).toBe('session')
})

it('does not ask for the name of the store where only Linux has one', async () => {
  const safeStorage = Object.assign(createTestStore(), {
    mark: 'v10' as const,
    getSelectedStorageBackend: (): 'unknown' => {
      throw new Error('Linux only')
    },
  })
  expect(await protectionStatus({ safeStorage, platform: 'win32' })).toEqual({
    level: 'os',
    backend: 'dpapi',
  })
  expect(await protectionStatus({ safeStorage, platform: 'darwin' })).toEqual({
    level: 'os',
    backend: 'keychain',
  })
})
