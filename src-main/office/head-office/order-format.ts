import { createPublicKey, hkdfSync, verify } from 'node:crypto'
import * as v from 'valibot'
import { err, ok, type Result } from '#shared/result.ts'
import { open } from '#main/platform/keys/sealing.ts'
import { FleetContentSchema, type Fleet, type FleetContent } from './fleet-content.ts'

/*
 * A file of head office for all its computers. Who finds it learns its length, in steps.
 *
 *   8 bytes    "CDORDER1"
 *   the rest   sealed as rows are (`keys/sealing.ts`), under a key of the fleet's secret:
 *                88 letters   Ed25519 signature by head office of a fixed line and of what follows, as base64
 *                JSON         the content, filled up with spaces
 */
export const orderMagic = 'CDORDER1'
const signatureLetters = 88
/** The one name that is looked for, beside the updates. */
export const orderFileName = 'head-office.claims-desk'
/** Far more than two environments need. */
export const largestOrder = 65_536

const signedLine = 'claims-desk-head-office\n'
const TextSchema = v.pipe(v.string(), v.parseJson(), FleetContentSchema)

/** Why an order does not count; nothing was changed. */
export type OrderFlaw =
  /** No file of this kind, damaged, or sealed under another fleet's secret. */
  | 'unreadable'
  /** Head office did not sign it. */
  | 'forged'
  /** Signed, but for a newer version of the application or another fleet. */
  | 'not-understood'

/** Opens an order and checks who signed it; whether it is the newest, and still holds, is for the caller to ask. */
export function openOrder(
  bytes: Buffer,
  { id, publicKey, secret }: Pick<Fleet, 'id' | 'publicKey' | 'secret'>,
): Result<FleetContent, OrderFlaw> {
  const plain = opened(bytes, secret)
  if (plain === null) return err('unreadable')
  if (!isSignedBy(plain, publicKey)) return err('forged')
  const body = plain.slice(signatureLetters)
  const order = v.safeParse(TextSchema, body)
  if (!order.success) return err('not-understood')
  const { fleet, branch } = order.output
  const isOurs = fleet.id === id && fleet.publicKey === publicKey && branch === null
  return isOurs ? ok(order.output) : err('not-understood')
}

/** The content of a set-up file, which names who signed it; null where that is not so, or it cannot be read. */
export function signedContent(plain: string): FleetContent | null {
  const content = v.safeParse(TextSchema, plain.slice(signatureLetters))
  return content.success && isSignedBy(plain, content.output.fleet.publicKey) ? content.output : null
}

function isSignedBy(plain: string, publicKey: string): boolean {
  const signature = Buffer.from(plain.slice(0, signatureLetters), 'base64')
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
    format: 'jwk',
  })
  return verify(null, signedOrder(plain.slice(signatureLetters)), key, signature)
}

function opened(bytes: Buffer, secret: string): string | null {
  if (bytes.length > largestOrder || bytes.toString('latin1', 0, orderMagic.length) !== orderMagic)
    return null
  const found = open(orderKey(secret), bytes.subarray(orderMagic.length), orderMagic)
  return found.ok ? found.value : null
}

/** What head office signs: the body alone is kept beside it. */
export function signedOrder(body: string): Buffer {
  return Buffer.from(signedLine + body)
}

/** What an order is sealed under. */
export function orderKey(secret: string): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', Buffer.from(secret, 'base64'), new Uint8Array(), 'claims-desk/order/v1', 32),
  )
}
