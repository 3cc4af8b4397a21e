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
