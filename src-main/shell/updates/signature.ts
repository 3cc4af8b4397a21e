import { createHash, createPublicKey, verify } from 'node:crypto'

/**
 * What is signed: it includes the channel file's name, so that a manifest of another program or platform is invalid
 * here.
 */
export function signedMessage(channelFile: string, manifest: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`claims-desk-update\n${channelFile}\n`), manifest])
}

/** The short id of a public key (32 bytes as base64), which says which key made a line of a signature file. */
export function keyIdOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16)
}

// One line per key, so that a release can be signed by both the old and the new key during a key change.
const line = /^ed25519 ([0-9a-f]{16}) ([A-Za-z0-9+/]{86}==)$/

export type SignatureCheck = 'good' | 'wrong' | 'none'

/**
 * Whether one of the public keys signed the manifest (Ed25519).
 *
 * @param signatures the text of the signature file: lines of `ed25519 <key id> <base64>`.
 * @returns `none` if no line is a signature.
 */
export function checkSignature(
  channelFile: string,
  manifest: Uint8Array,
  signatures: string,
  publicKeys: readonly string[],
): SignatureCheck {
  const found = signatures.split(/\r?\n/).flatMap((text) => {
    const [, id, signature] = line.exec(text) ?? []
    return id === undefined || signature === undefined ? [] : [{ id, signature }]
  })
  if (found.length === 0) return 'none'
  const message = signedMessage(channelFile, manifest)
  const isGood = publicKeys.some((key) =>
    found.some(({ id, signature }) => id === keyIdOf(key) && isSignedBy(key, message, signature)),
  )
  return isGood ? 'good' : 'wrong'
}

function isSignedBy(publicKey: string, message: Uint8Array, signature: string): boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, message, key, Buffer.from(signature, 'base64'))
}
