import { generateKeyPairSync, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/*
 * A certificate for tests, generated each time, so that no key is stored in the project. X.509 as far as a loopback
 * server needs it (RFC 5280).
 */
export interface TestCertificate {
  readonly key: string
  readonly cert: string
}

const dayMs = 86_400_000
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const time = (date: Date): Buffer =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

/** A self-signed certificate for these names and IPv4 addresses. @param until its end; by default tomorrow */
export function createTestCertificate(
  names: readonly string[],
  { until = new Date(Date.now() + dayMs) }: { readonly until?: Date } = {},
): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
  const name = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from('Made up')))))
  const validity = sequence(time(new Date(Date.now() - dayMs)), time(until))
  const alternatives = sequence(
    ...names.map((one) =>
      isIPv4(one) ? der(0x87, Buffer.from(one.split('.').map(Number))) : der(0x82, Buffer.from(one)),
    ),
  )
  const extensions = der(0xa3, sequence(sequence(objectId('551d11'), der(0x04, alternatives))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey))
  const base64 = sequence(body, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
  }
}
