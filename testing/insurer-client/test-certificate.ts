import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
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

interface Wish {
  readonly names: readonly string[]
  readonly until?: Date | undefined
  /** Whether it may sign others. */
  readonly isAuthority?: boolean
}

interface Issuer {
  readonly name: string
  readonly key: KeyObject
}

/** A self-signed certificate for these names and IPv4 addresses. @param until its end; by default tomorrow */
export function createTestCertificate(
  names: readonly string[],
  { until }: { readonly until?: Date } = {},
): TestCertificate {
  return certify({ names, until }).certificate
}

/** An authority of an office's own, and certificates that it issues. */
export interface TestAuthority {
  readonly cert: string
  /** A certificate for these names and IPv4 addresses. */
  readonly issue: (names: readonly string[]) => TestCertificate
}

export function createTestAuthority(): TestAuthority {
  const { certificate, key } = certify({ names: [], isAuthority: true })
  const issuer = { name: subject, key }
  return { cert: certificate.cert, issue: (names) => certify({ names }, issuer).certificate }
}

const subject = 'Made up'
const named = (name: string): Buffer =>
  sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(name)))))
const extension = (id: string, content: Buffer): Buffer => sequence(objectId(id), der(0x04, content))

function certify(
  { names, until = new Date(Date.now() + dayMs), isAuthority = false }: Wish,
  issuer?: Issuer,
): { readonly certificate: TestCertificate; readonly key: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
  const alternatives = sequence(
    ...names.map((one) =>
      isIPv4(one) ? der(0x87, Buffer.from(one.split('.').map(Number))) : der(0x82, Buffer.from(one)),
    ),
  )
  const extensions = [
    ...(names.length === 0 ? [] : [extension('551d11', alternatives)]),
    ...(isAuthority ? [extension('551d13', sequence(der(0x01, Buffer.of(0xff))))] : []),
  ]
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, randomBytes(8).fill(1, 0, 1)),
    ecdsaWithSha256,
    named(issuer?.name ?? subject),
    sequence(time(new Date(Date.now() - dayMs)), time(until)),
    named(issuer === undefined ? subject : `${subject}, issued`),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, issuer?.key ?? privateKey))
  const base64 = sequence(body, ecdsaWithSha256, signature).toString('base64')
  const certificate = {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
  }
  return { certificate, key: privateKey }
}
