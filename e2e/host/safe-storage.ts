import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SafeStorage } from 'electron'
import { hostOptions } from './options.ts'
import { secretServiceText } from './secret-service.ts'

/*
 * Linux seals with a key from the desktop's keyring (bytes start with v11), or, where none answers, with a password
 * that is written in Chromium's source (v10): no protection. A file plays the keyring: its text is the key, the word
 * `locked` a locked keyring, no file a desktop without one. By the name `secret-service` the real keyring is asked.
 */
const builtIn = 'peanuts'
const nonceBytes = 12
const tagBytes = 16

function keyringText(): string | null {
  if (hostOptions.keyringBackend === 'basic_text' || hostOptions.keyringFile === null) return null
  if (hostOptions.keyringFile === 'secret-service') return secretServiceText()
  try {
    return readFileSync(hostOptions.keyringFile, 'utf8').trim()
  } catch {
    return null
  }
}

function sealingKey(secret: string): Buffer {
  if (secret === 'locked') throw new Error('The keyring is locked.')
  return createHash('sha256').update(secret).digest()
}

export const safeStorage = {
  getSelectedStorageBackend() {
    return hostOptions.keyringBackend
  },

  async isAsyncEncryptionAvailable() {
    return Promise.resolve(keyringText() !== 'locked')
  },

  async encryptStringAsync(plainText) {
    const secret = keyringText()
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', sealingKey(secret ?? builtIn), nonce)
    const body = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()])
    const version = Buffer.from(secret === null ? 'v10' : 'v11', 'latin1')
    return Promise.resolve(Buffer.concat([version, nonce, cipher.getAuthTag(), body]))
  },

  async decryptStringAsync(encrypted) {
    const version = encrypted.subarray(0, 3).toString('latin1')
    const secret = version === 'v10' ? builtIn : keyringText()
    if (secret === null) throw new Error('There is no keyring.')
    const rest = encrypted.subarray(3)
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), rest.subarray(0, nonceBytes))
    decipher.setAuthTag(rest.subarray(nonceBytes, nonceBytes + tagBytes))
    const text = Buffer.concat([decipher.update(rest.subarray(nonceBytes + tagBytes)), decipher.final()])
    // As Electron does: what the built-in password sealed is to be sealed again once a keyring is there.
    const shouldReEncrypt = version === 'v10' && keyringText() !== null
    return Promise.resolve({ result: text.toString('utf8'), shouldReEncrypt })
  },
} satisfies Pick<
  SafeStorage,
  'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>
