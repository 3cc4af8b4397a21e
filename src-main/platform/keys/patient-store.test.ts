import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patientStore } from './keyring-protection.ts'
import type { SystemStore } from './protection.ts'
import { createTestStore } from '#testing/keys/store.ts'

const limitMs = 1_000

/** A store whose system asks for a password first. */
function open(): {
  readonly store: SystemStore
  readonly answer: () => void
  readonly late: () => number
} {
  const asked = Promise.withResolvers<null>()
  const inner = createTestStore()
  const late = vi.fn()
  const slow: SystemStore = {
    getSelectedStorageBackend: () => inner.getSelectedStorageBackend(),
    isAsyncEncryptionAvailable: () => asked.promise.then(() => inner.isAsyncEncryptionAvailable()),
    encryptStringAsync: (text) => asked.promise.then(() => inner.encryptStringAsync(text)),
    decryptStringAsync: (sealed) => asked.promise.then(() => inner.decryptStringAsync(sealed)),
  }
  return {
    store: patientStore(slow, { limitMs, onLateAnswer: late }),
    answer: () => asked.resolve(null),
    late: () => late.mock.calls.length,
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('is awaited, and seals and opens once it answers', async () => {
  const { store, answer, late } = open()
  const sealing = store.encryptStringAsync('made up')
  await vi.advanceTimersByTimeAsync(limitMs - 1)
  answer()
  expect((await store.decryptStringAsync(await sealing)).result).toBe('made up')
  await vi.advanceTimersByTimeAsync(limitMs)
  expect(await store.isAsyncEncryptionAvailable()).toBe(true)
  expect(late()).toBe(0)
})

it('offers no protection after the limit, without another wait', async () => {
  const { store } = open()
  const available = store.isAsyncEncryptionAvailable()
  await vi.advanceTimersByTimeAsync(limitMs)
  expect(await available).toBe(false)
  await expect(store.encryptStringAsync('made up')).rejects.toThrow('not opened')
  await expect(store.decryptStringAsync(Buffer.from('v11'))).rejects.toThrow('not opened')
})

it('calls back when it answers after the limit, and works from then on', async () => {
  const { store, answer, late } = open()
  const sealing = store.encryptStringAsync('made up')
  const refused = expect(sealing).rejects.toThrow('not opened')
  await vi.advanceTimersByTimeAsync(limitMs)
  await refused
  answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(late()).toBe(1)
  const sealed = await store.encryptStringAsync('made up')
  expect((await store.decryptStringAsync(sealed)).result).toBe('made up')
  expect(late()).toBe(1)
})
