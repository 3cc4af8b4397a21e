/*
 * Signs the manifests of a release for updates (docs/updates.md):
 *
 *   npm run sign-manifest -- make-key release-key.pem
 *   npm run sign-manifest -- sign release-key.pem dist/latest.yml
 *
 * The private key lies sealed under a passphrase, which is asked for, or read from CLAIMS_DESK_SIGNING_PASSPHRASE.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { load } from 'js-yaml'
import * as v from 'valibot'
import { isWhole, keyIdOf } from '../src-main/updates/signature.ts'
import type { AskSecret } from './head-office/ask.ts'
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

/** Makes a release key, or signs manifests with it. Throws an error whose message is for the person. */
export async function signManifests(
  [task, keyFile, ...manifests]: readonly string[],
  { ask, say }: { readonly ask: AskSecret; readonly say: (line: string) => void },
): Promise<void> {
  const given = process.env['CLAIMS_DESK_SIGNING_PASSPHRASE']
  const passphrase = given ?? (await ask('Passphrase of the release key', undefined))
  if (keyFile === undefined || passphrase.length < 12) {
    throw new Error('Name the key file; its passphrase has 12 characters or more.')
  }
  if (task === 'make-key') {
    say(`The public key, for MAIN_VITE_UPDATE_KEYS:\n${makeKey(keyFile, passphrase)}`)
  } else if (task === 'sign' && manifests.length > 0) {
    const key = createPrivateKey({ key: readFileSync(keyFile), passphrase })
    for (const manifest of manifests) {
      await signManifest(manifest, key)
      say(`Signed ${manifest} by ${keyIdOf(publicKeyOf(key))}.`)
    }
  } else throw new Error('sign-manifest make-key FILE, or sign-manifest sign FILE MANIFEST …')
}
