import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { deriveFromSecret, everydayCost, type HashCost } from './secret-hash.ts'

/** How the keys of a file are made from its passphrase; it stands in the file's header. */
export const KdfSchema = v.strictObject({
  algorithm: v.literal('scrypt'),
  // A file from elsewhere must not exhaust this computer's memory.
  cost: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(2 ** 18)),
  blockSize: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8)),
  parallelization: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4)),
  salt: v.pipe(v.string(), v.base64(), v.maxLength(100)),
})
export type Kdf = Readonly<v.InferOutput<typeof KdfSchema>>

/** For a new file, with a salt of its own. @param cost stored in the file, so that it can be raised later. */
export function newKdf(cost: HashCost = everydayCost): Kdf {
  return { algorithm: 'scrypt', ...cost, salt: randomBytes(32).toString('base64') }
}

/**
 * The keys of one file, by their purpose. It takes half a second and 128 MiB on purpose.
 *
 * @param format what the keys are for, with its version, such as `backup/v1`
 */
export async function keysOfPassphrase(
  passphrase: string,
  kdf: Kdf,
  format: string,
): Promise<(purpose: string) => Uint8Array> {
  const secret = await deriveFromSecret(passphrase, Buffer.from(kdf.salt, 'base64'), kdf)
  return (purpose) =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `claims-desk/${format}/${purpose}`, 32))
}

/** SHA-256 of the bytes: distinguishes a damaged header from a wrong passphrase. */
export function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** HMAC of a header's digest: distinguishes a wrong passphrase from a damaged rest. */
export function checkOf(digest: Uint8Array, checkKey: Uint8Array): Buffer {
  return createHmac('sha256', checkKey).update(digest).digest()
}
