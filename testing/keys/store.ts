import type { SystemStore } from '#main/platform/keys/protection.ts'

type Backend = ReturnType<SystemStore['getSelectedStorageBackend']>

/** A system store controlled by tests; sealed bytes carry Linux's mark and the name of the key that made them. */
export interface TestStore extends SystemStore {
  backend: Backend
  available: boolean
  /** `v11`: a keyring sealed it, `v12`: through a portal. `v10`: the built-in password did. `raw`: nobody knows what. */
  mark: 'v10' | 'v11' | 'v12' | 'raw'
  /** The key that seals now; what another key sealed opens only while that key is in `olderKeys`. */
  key: string
  olderKeys: readonly string[]
}

/** A store with a working keyring. */
export function createTestStore(): TestStore {
  return {
    backend: 'gnome_libsecret',
    available: true,
    mark: 'v11',
    key: 'first',
    olderKeys: [],
    getSelectedStorageBackend() {
      return this.backend
    },
    isAsyncEncryptionAvailable() {
      return Promise.resolve(this.available)
    },
    encryptStringAsync(text) {
      if (!this.available) return Promise.reject(new Error('Encryption is not available'))
      const hidden = Buffer.from(text, 'utf8').map((byte) => byte ^ 0x5a)
      return Promise.resolve(Buffer.concat([Buffer.from(`${this.mark}${this.key}:`), hidden]))
    },
    decryptStringAsync(sealed) {
      const end = sealed.indexOf(':')
      const madeBy = sealed.subarray(3, end).toString()
      const known = madeBy === this.key || this.olderKeys.includes(madeBy)
      if (!this.available || !known) return Promise.reject(new Error('Error while decrypting the ciphertext'))
      const result = Buffer.from(sealed.subarray(end + 1).map((byte) => byte ^ 0x5a)).toString('utf8')
      return Promise.resolve({ result, shouldReEncrypt: madeBy !== this.key })
    },
  }
}
