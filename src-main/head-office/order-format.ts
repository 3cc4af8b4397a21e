import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import * as v from 'valibot'
import { err, ok, type Result } from '#shared/result.ts'
import { open, seal } from '../keys/sealing.ts'
import { OrderSchema, type Fleet, type Order } from './fleet-content.ts'

/*
 * A file of head office for all its computers. Who finds it learns its length, in steps.
 *
 *   8 bytes    "CDORDER1"
 *   the rest   sealed as rows are (`keys/sealing.ts`), under a key of the fleet's secret:
 *                88 letters   Ed25519 signature by head office of a fixed line and of what follows, as base64
 *                JSON         the order, filled up with spaces
 */
const magic = 'CDORDER1'
const signatureLetters = 88
const stepBytes = 1024
/** The one name that is looked for, beside the updates. */
export const orderFileName = 'head-office.claims-desk'
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
  const bytes = Buffer.byteLength(text)
  const body = text + ' '.repeat(Math.ceil((bytes + 1) / stepBytes) * stepBytes - bytes)
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const signature = sign(null, signedMessage(body), key).toString('base64')
  return Buffer.concat([Buffer.from(magic, 'latin1'), seal(orderKey(secret), signature + body, magic)])
}

/** Opens an order and checks who signed it; whether it is the newest, and still holds, is for the caller to ask. */
export function openOrder(
  bytes: Buffer,
  { id, publicKey, secret }: Pick<Fleet, 'id' | 'publicKey' | 'secret'>,
): Result<Order, OrderFlaw> {
  const plain = opened(bytes, secret)
  if (plain === null) return err('unreadable')
  const signature = Buffer.from(plain.slice(0, signatureLetters), 'base64')
  const body = plain.slice(signatureLetters)
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
    format: 'jwk',
  })
  if (!verify(null, signedMessage(body), key, signature)) return err('forged')
  const order = v.safeParse(TextSchema, body)
  return order.success && order.output.fleetId === id ? ok(order.output) : err('not-understood')
}

function opened(bytes: Buffer, secret: string): string | null {
  if (bytes.length > largestOrder || bytes.toString('latin1', 0, magic.length) !== magic) return null
  const found = open(orderKey(secret), bytes.subarray(magic.length), magic)
  return found.ok ? found.value : null
}

function signedMessage(body: string): Buffer {
  return Buffer.from(signedLine + body)
}

function orderKey(secret: string): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', Buffer.from(secret, 'base64'), new Uint8Array(), 'claims-desk/order/v1', 32),
  )
}
