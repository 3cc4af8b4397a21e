import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import * as v from 'valibot'
import { err, ok, type Result } from '#shared/result.ts'
import { OrderSchema, type Fleet, type Order } from './fleet-content.ts'

/*
 * A file of head office for all its computers. Who finds it learns its length, in steps.
 *
 *   8 bytes    "CDORDER1"
 *   12 bytes   nonce
 *   the rest   AES-256-GCM with its tag, under a key of the fleet's secret, of
 *                64 bytes   Ed25519 signature by head office of a fixed line and of what follows
 *                JSON       the order, filled up with spaces
 */
const magic = Buffer.from('CDORDER1', 'latin1')
const nonceBytes = 12
const tagBytes = 16
const signatureBytes = 64
const stepBytes = 1024
/** Far more than two environments need. */
export const largestOrder = 65_536

const signedLine = 'claims-desk-head-office\n'
const TextSchema = v.pipe(v.string(), v.parseJson(), OrderSchema)

/** Why an order does not count; nothing was changed. */
export type OrderFlaw =
  /** No file of this kind, damaged, or sealed under another fleet's secret. */
  | 'unreadable'
  /** Head office did not sign it. */
  | 'forged'
  /** Signed, but for a newer version of the application or another fleet. */
  | 'not-understood'

/** @param privateKey PKCS#8 as base64. @param secret what the computers have now, base64. */
export function sealOrder(order: Order, privateKey: string, secret: string): Buffer {
  const text = JSON.stringify(order)
  const length = Math.ceil((Buffer.byteLength(text) + 1) / stepBytes) * stepBytes
  const body = Buffer.concat([Buffer.from(text), Buffer.alloc(length - Buffer.byteLength(text), ' ')])
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const signature = sign(null, signedMessage(body), key)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', orderKey(secret), nonce, { authTagLength: tagBytes })
  cipher.setAAD(magic)
  return Buffer.concat([
    magic,
    nonce,
    cipher.update(Buffer.concat([signature, body])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** Opens an order and checks who signed it; whether it is the newest, and still holds, is for the caller to ask. */
export function openOrder(
  bytes: Buffer,
  { id, publicKey, secret }: Pick<Fleet, 'id' | 'publicKey' | 'secret'>,
): Result<Order, OrderFlaw> {
  const plain = opened(bytes, secret)
  if (plain === null) return err('unreadable')
  const body = plain.subarray(signatureBytes)
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
    format: 'jwk',
  })
  if (!verify(null, signedMessage(body), key, plain.subarray(0, signatureBytes))) return err('forged')
  const order = v.safeParse(TextSchema, body.toString('utf8'))
  return order.success && order.output.fleetId === id ? ok(order.output) : err('not-understood')
}

function opened(bytes: Buffer, secret: string): Buffer | null {
  const sealedAt = magic.length + nonceBytes
  const isLong = bytes.length >= sealedAt + signatureBytes + tagBytes && bytes.length <= largestOrder
  if (!isLong || !bytes.subarray(0, magic.length).equals(magic)) return null
  const nonce = bytes.subarray(magic.length, sealedAt)
  const decipher = createDecipheriv('aes-256-gcm', orderKey(secret), nonce, { authTagLength: tagBytes })
  decipher.setAAD(magic)
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(sealedAt, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

function signedMessage(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(signedLine), body])
}

function orderKey(secret: string): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', Buffer.from(secret, 'base64'), new Uint8Array(), 'claims-desk/order/v1', 32),
  )
}
