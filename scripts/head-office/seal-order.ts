import { createPrivateKey, sign } from 'node:crypto'
import type { Order } from '#main/head-office/fleet-content.ts'
import { orderKey, orderMagic, signedOrder } from '#main/head-office/order-format.ts'
import { seal } from '#main/keys/sealing.ts'

const stepBytes = 1024

/**
 * Signs and seals an order.
 *
 * @param privateKey PKCS#8 as base64 @param secret what the computers have now, base64
 */
export function sealOrder(order: Order, privateKey: string, secret: string): Buffer {
  const text = JSON.stringify(order)
  const bytes = Buffer.byteLength(text)
  const body = text + ' '.repeat(Math.ceil((bytes + 1) / stepBytes) * stepBytes - bytes)
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  const signature = sign(null, signedOrder(body), key).toString('base64')
  return Buffer.concat([
    Buffer.from(orderMagic, 'latin1'),
    seal(orderKey(secret), signature + body, orderMagic),
  ])
}
