import { createPublicKey, sign, type KeyObject } from 'node:crypto'
import { keyIdOf, signedMessage } from '../src-main/shell/updates/signature.ts'

/** The public half of a private key, as builds carry it: 32 bytes as base64. */
export function publicKeyOf(privateKey: KeyObject): string {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return Buffer.from(x ?? '', 'base64url').toString('base64')
}

/** One line of a signature file. */
export function signatureLine(channelFile: string, manifest: Uint8Array, privateKey: KeyObject): string {
  const signature = sign(null, signedMessage(channelFile, manifest), privateKey)
  return `ed25519 ${keyIdOf(publicKeyOf(privateKey))} ${signature.toString('base64')}\n`
}

/** How long a signed manifest is valid. */
const validDays = 365
const dayMs = 86_400_000
const validLine = /^validUntil: '?(.*?)'?\r?\n/gm

/**
 * A manifest with the time until which it is valid. One that was dated within the last day stays as it is, so that a
 * second key can sign the same bytes.
 */
export function dated(manifest: string, now: Date): string {
  const [, until] = [...manifest.matchAll(validLine)].at(-1) ?? []
  const daysLeft = (Date.parse(until ?? '') - now.getTime()) / dayMs
  if (daysLeft > validDays - 1 && daysLeft <= validDays) return manifest
  const end = new Date(now.getTime() + validDays * dayMs).toISOString()
  const rest = manifest.replace(validLine, '').replace(/\n?$/, '\n')
  return `${rest}validUntil: '${end}'\n`
}
