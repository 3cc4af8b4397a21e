import { createPrivateKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { channelFile, type Manifest } from '../src-main/shell/updates/manifest.ts'
import { keyIdOf } from '../src-main/shell/updates/signature.ts'
import { publicKeyOf, signatureLine } from './sign-release.ts'

/** How long a signed manifest is valid. */
const validDays = 365
const dayMs = 86_400_000

/** Makes a key and writes it sealed. @returns its public half, for MAIN_VITE_UPDATE_KEYS. */
export function makeKey(file: string, passphrase: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
  // Never overwrites a key: builds with its public half could never be updated again.
  writeFileSync(file, pem, { flag: 'wx', mode: 0o600 })
  return publicKeyOf(privateKey)
}

/**
 * Writes the manifest of an installer beside it, and its signature into `<manifest>.sig`. Signed again within a day it
 * is the same bytes, and the line of another key stays, so that two keys can sign while they are exchanged. Throws where
 * the installer's name does not say its version. @returns the manifest
 */
export function signManifest(installer: string, key: KeyObject, now = new Date()): string {
  const file = basename(installer)
  const version = /^claims-desk-(\d+\.\d+\.\d+)-win-x64\.exe$/.exec(file)?.[1]
  if (version === undefined) throw new Error(`${file} is not called claims-desk-X.Y.Z-win-x64.exe.`)
  const content = readFileSync(installer)
  const manifest = join(dirname(installer), channelFile)
  const target = `${manifest}.sig`
  const before = existsSync(manifest) ? readFileSync(manifest, 'utf8') : ''
  const until = /"validUntil": "(.*)"/.exec(before)?.[1] ?? ''
  const daysLeft = (Date.parse(until) - now.getTime()) / dayMs
  const isOfToday = daysLeft > validDays - 1 && daysLeft <= validDays
  const release: Manifest = {
    version,
    validUntil: isOfToday ? until : new Date(now.getTime() + validDays * dayMs).toISOString(),
    file,
    sha512: hash('sha512', content, 'base64'),
    size: content.length,
  }
  const text = `${JSON.stringify(release, null, 2)}\n`
  const own = `ed25519 ${keyIdOf(publicKeyOf(key))} `
  // A line of another key that is about other bytes is good for nothing.
  const others = (existsSync(target) ? readFileSync(target, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(own))
  writeFileSync(manifest, text)
  const signature = signatureLine(channelFile, Buffer.from(text), key)
  writeFileSync(target, others.map((line) => `${line}\n`).join('') + signature)
  return manifest
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
