import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** A PIN or passphrase as stored: enough to check one, never to recover it. */
export const SecretHashSchema = v.strictObject({
  algorithm: v.literal('scrypt'),
  /** scrypt's cost N, block size r and parallelism p; stored with each hash, so that they can be raised later. */
  cost: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(2 ** 20)),
  blockSize: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16)),
  parallelization: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(16)),
  salt: v.pipe(v.string(), v.base64()),
  hash: v.pipe(v.string(), v.base64()),
})
export type SecretHash = Readonly<v.InferOutput<typeof SecretHashSchema>>

/** The work of one check: its memory is `128 * cost * blockSize` bytes. */
export interface HashCost {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
}

/** OWASP's first recommendation for scrypt: 128 MiB, off the main thread; half a second on an old computer. */
export const everydayCost: HashCost = { cost: 2 ** 17, blockSize: 8, parallelization: 1 }

const hashBytes = 32
const saltBytes = 16

/** The hash of a secret under a new random salt. Equal texts typed on different keyboards are one secret (NFKC). */
export async function hashSecret(secret: string, cost: HashCost = everydayCost): Promise<SecretHash> {
  const salt = randomBytes(saltBytes)
  const hash = await deriveFromSecret(secret, salt, cost)
  return { algorithm: 'scrypt', ...cost, salt: salt.toString('base64'), hash: hash.toString('base64') }
}

/** Whether this is the secret; every wrong one takes the same time. */
export async function isSecret(secret: string, kept: SecretHash): Promise<boolean> {
  const expected = Buffer.from(kept.hash, 'base64')
  const found = await deriveFromSecret(secret, Buffer.from(kept.salt, 'base64'), kept)
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** 32 bytes from a secret, by scrypt; equal texts typed on different keyboards give equal bytes (NFKC). */
export function deriveFromSecret(
  secret: string,
  salt: Buffer,
  { cost, blockSize, parallelization }: HashCost,
): Promise<Buffer> {
  const maxmem = 256 * cost * blockSize
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  scrypt(
    secret.normalize('NFKC'),
    salt,
    hashBytes,
    { cost, blockSize, parallelization, maxmem },
    (error, key) => (error === null ? resolve(key) : reject(error)),
  )
  return promise
}
