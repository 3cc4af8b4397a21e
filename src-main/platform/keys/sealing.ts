import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'
import { err, ok, type Result } from '#shared/result.ts'

/*
 *   1 byte    12 bytes   n bytes      16 bytes
 *   version   nonce      ciphertext   tag
 */
const version = 1
const nonceBytes = 12
const tagBytes = 16
const algorithm = 'aes-256-gcm'

/** 32 bytes, or the key object made from them: making it once halves the work of sealing many rows. */
type SealingKey = Uint8Array | KeyObject

export interface UnsealFailure {
  readonly type: 'unreadable'
}

/**
 * Seals a text by AES-256-GCM under a 32-byte key. The associated data says where the text belongs (for example
 * `entry/<id>`): the sealed bytes open nowhere else. The nonce is random, which is safe for about four billion texts
 * under one key.
 */
export function seal(key: SealingKey, text: string, associatedData: string): Uint8Array {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(bound(associatedData))
  const parts = [Buffer.of(version), nonce, cipher.update(text, 'utf8'), cipher.final()]
  return new Uint8Array(Buffer.concat([...parts, cipher.getAuthTag()]))
}

/** Opens what `seal` sealed: `unreadable` when the key, the place or a single bit differs. */
export function open(
  key: SealingKey,
  sealed: Uint8Array,
  associatedData: string,
): Result<string, UnsealFailure> {
  if (sealed[0] !== version || sealed.length < 1 + nonceBytes + tagBytes) return err({ type: 'unreadable' })
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(bound(associatedData))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const start = decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes))
    return ok(Buffer.concat([start, decipher.final()]).toString('utf8'))
  } catch {
    return err({ type: 'unreadable' })
  }
}

/** The version is authenticated too, so that bytes of one format are never read as another's. */
function bound(associatedData: string): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.from(associatedData, 'utf8')])
}
