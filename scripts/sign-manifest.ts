import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { load } from 'js-yaml'
import * as v from 'valibot'
import { isWhole } from '../src-main/shell/updates/fetch-file.ts'
import { keyIdOf } from '../src-main/shell/updates/signature.ts'
import { dated, publicKeyOf, signatureLine } from './sign-release.ts'

const BuiltSchema = v.object({
  files: v.pipe(v.array(v.object({ url: v.string(), sha512: v.string(), size: v.number() })), v.minLength(1)),
})

/** Makes a key and writes it sealed. @returns its public half, for MAIN_VITE_UPDATE_KEYS. */
export function makeKey(file: string, passphrase: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
  // Never overwrites a key: builds with its public half could never be updated again.
  writeFileSync(file, pem, { flag: 'wx', mode: 0o600 })
  return publicKeyOf(privateKey)
}

/**
 * Dates a manifest and signs it into `<manifest>.sig`; a line of another key that is there stays, so that two keys can sign while
 * they are exchanged. Throws when a file it names is missing or differs: no one could install that release.
 */
export async function signManifest(manifest: string, key: KeyObject, now = new Date()): Promise<void> {
  const built = readFileSync(manifest)
  const bytes = Buffer.from(dated(built.toString('utf8'), now))
  for (const { url, ...file } of v.parse(BuiltSchema, load(bytes.toString('utf8'))).files) {
    if (!(await isWhole(join(dirname(manifest), url), file))) {
      throw new Error(`${url} is not as ${basename(manifest)} says: other bytes, or not there.`)
    }
  }
  const target = `${manifest}.sig`
  const own = `ed25519 ${keyIdOf(publicKeyOf(key))} `
  // Lines of other keys are about the bytes before.
  const others =
    existsSync(target) && bytes.equals(built)
      ? readFileSync(target, 'utf8')
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith(own))
      : []
  writeFileSync(manifest, bytes)
  writeFileSync(target, others.map((line) => `${line}\n`).join(''))
  appendFileSync(target, signatureLine(basename(manifest), bytes, key))
}

/** The private key in a file, which lies sealed under a passphrase. Throws where that is another. */
export function openKey(file: string, passphrase: string): KeyObject {
  const pem = readFileSync(file)
  try {
    return createPrivateKey({ key: pem, passphrase })
  } catch {
    throw new Error(`${file} does not open: another passphrase, or no key.`)
  }
}
