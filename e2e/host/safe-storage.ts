import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { SafeStorage } from 'electron'
import { hostOptions } from './options.ts'

/*
 * Linux seals with a key from the desktop's keyring (bytes start with v11), or, where none answers, with a password
 * that is written in Chromium's source (v10): no protection. As in Electron (electron_api_safe_storage.cc, Chromium's
 * os_crypt_async.cc), the keyring is asked once in a process, by the first call that needs it, and every call waits for
 * that answer; a keyring that does not open counts as none until the process ends, and encryption is "available" then too.
 *
 * The name of the store is another matter: Electron takes it from the desktop's alone (`os_crypt::SelectBackend`), and what
 * seals is another provider (browser_process_impl.cc). Under Sway or MATE it says `basic_text` while a keyring seals; it
 * names a keyring where none answers. The stand-in names what it asks; protection.test.ts has the others.
 *
 * A file plays the keyring: its text is the key, the word `locked` one whose question was dismissed, the word `asks` one
 * that asks for its password until the file says otherwise, no file a desktop without one.
 */
const builtIn = 'peanuts'
const nonceBytes = 12
const tagBytes = 16
const lookAgainMs = 25

let asked: Promise<string | null> | null = null

/** What the keyring holds for us; null where it gives nothing. */
async function keyringText(): Promise<string | null> {
  asked ??= askKeyring()
  return await asked
}

async function askKeyring(): Promise<string | null> {
  const { keyringBackend, keyringFile } = hostOptions
  // The bus is never as quick as the caller.
  await pause(0)
  if (keyringBackend === 'basic_text' || keyringFile === null) return null
  let text = textOf(keyringFile)
  while (text === 'asks') {
    await pause(lookAgainMs)
    text = textOf(keyringFile)
  }
  return text === 'locked' ? null : text
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

function sealingKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export const safeStorage = {
  getSelectedStorageBackend() {
    return hostOptions.keyringBackend
  },

  async isAsyncEncryptionAvailable() {
    await keyringText()
    return true
  },

  async encryptStringAsync(plainText) {
    const secret = await keyringText()
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', sealingKey(secret ?? builtIn), nonce)
    const body = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()])
    const version = Buffer.from(secret === null ? 'v10' : 'v11', 'latin1')
    return Buffer.concat([version, nonce, cipher.getAuthTag(), body])
  },

  async decryptStringAsync(encrypted) {
    const kept = await keyringText()
    const version = encrypted.subarray(0, 3).toString('latin1')
    const secret = version === 'v10' ? builtIn : kept
    if (secret === null) throw new Error('Error while decrypting the ciphertext.')
    const rest = encrypted.subarray(3)
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), rest.subarray(0, nonceBytes))
    decipher.setAuthTag(rest.subarray(nonceBytes, nonceBytes + tagBytes))
    const text = Buffer.concat([decipher.update(rest.subarray(nonceBytes + tagBytes)), decipher.final()])
    // What the built-in password sealed is to be sealed again once a keyring is there.
    return { result: text.toString('utf8'), shouldReEncrypt: version === 'v10' && kept !== null }
  },
} satisfies Pick<
  SafeStorage,
  'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>
