import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { OwnersKeys } from './page-keys.ts'

/*
 * The page's format (src-renderer/data/repositories/row-seal.ts), which authenticates only the place:
 *
 *   1 byte    12 bytes   n bytes      16 bytes
 *   version   nonce      ciphertext   tag
 */
const version = 1
const nonceBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'

/**
 * Reseals a row of the page under the current key, for a caller that must not have that key.
 *
 * @param place `table:id`
 * @returns the same bytes when they are already sealed under the current key; null when no key opens them.
 */
export function resealPageRow(sealed: Uint8Array, keys: OwnersKeys, place: string): Uint8Array | null {
  if (openPageRow(keys.current, sealed, place) !== null) return sealed
  for (const key of keys.earlier) {
    const plain = openPageRow(key, sealed, place)
    if (plain !== null) return sealPageRow(keys.current, plain, place)
  }
  return null
}

/** Seals a row as the page does. */
export function sealPageRow(key: Uint8Array, plain: Uint8Array, place: string): Uint8Array {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(place, 'utf8'))
  const parts = [Buffer.of(version), nonce, cipher.update(plain), cipher.final()]
  return new Uint8Array(Buffer.concat([...parts, cipher.getAuthTag()]))
}

function openPageRow(key: Uint8Array, sealed: Uint8Array, place: string): Uint8Array | null {
  if (sealed[0] !== version || sealed.length < 1 + nonceBytes + tagBytes) return null
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(1, 1 + nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(place, 'utf8'))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const start = decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes))
    return new Uint8Array(Buffer.concat([start, decipher.final()]))
  } catch {
    return null
  }
}
