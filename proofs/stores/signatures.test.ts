import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FileStore } from '#shared/domain/file-store.ts'
import { createSigner } from '#main/file-store/signing.ts'
import { storeAddress } from '#main/file-store/store-address.ts'
import { oracleFor } from '#testing/insurer/file-store/oracle.ts'
import { proofSize, recordFigure } from '#testing/proof.ts'

const wellFormed = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.toWellFormed())

const letters = (allowed: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(allowed)), minLength, maxLength })
const plain = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** Segments that an address would change are no names of ours. */
const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => text.replaceAll('/', '').toWellFormed())
  .filter((text) => text !== '' && text !== '.' && text !== '..')
const name = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))
const request = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'PUT', 'POST', 'DELETE'),
  endpoint: fc.constantFrom(
    'https://s3.example',
    'https://store.example:8443/deep',
    'http://127.0.0.1:9000/file-store',
  ),
  style: fc.constantFrom('path', 'host'),
  region: letters(`${plain}-`, 1, 12),
  bucket: letters(plain, 3, 20),
  name,
  query: fc.dictionary(letters(`${plain}-`, 1, 8), wellFormed, {
    maxKeys: 3,
  }),
  sha256: letters('0123456789abcdef', 64, 64),
  at: fc.date({ min: new Date('2001-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
  id: letters(`${plain}:-_`, 1, 24),
  secret: fc.string({ minLength: 1, maxLength: 40 }),
})
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never

/** Byte by byte, as the specification of the signature has it. */
function encoded(text: string): string {
  const isPlain = (byte: number): boolean => /[\w.~/-]/.test(String.fromCharCode(byte)) && byte < 128
  return [...Buffer.from(text)]
    .map((byte) =>
      isPlain(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
}

/** The request as the oracle takes it. */
function asOracleHasIt(asked: Request) {
  const { protocol, host, hostname, pathname } = new URL(asked.endpoint)
  const folder = pathname === '/' ? '' : pathname
  // An address of numbers has nothing in front.
  const isPath = asked.style === 'path' || hostname === '127.0.0.1'
  return {
    method: asked.method,
    protocol,
    hostname: isPath ? hostname : `${asked.bucket}.${hostname}`,
    path: `${folder}${isPath ? `/${asked.bucket}` : ''}/${encoded(asked.name)}`,
    headers: { host: isPath ? host : `${asked.bucket}.${host}` },
    query: {},
  }
}

function storeOf({ endpoint, region, bucket, style }: Request): FileStore {
  return {
    endpoint,
    region,
    bucket,
    style: style === 'path' ? 'path' : 'host',
    prefix: '',
    links: 'https://files.example',
  }
}

const numRuns = proofSize('CLAIMS_DESK_SIGNATURES', { short: 1_000, medium: 2_000, long: 10_000 })

/** Compares so many random requests, and says how many differed. */
async function compare(what: string, isEqual: (asked: Request) => Promise<boolean>): Promise<void> {
  const requests = fc.sample(request, numRuns)
  const different: Request[] = []
  for (const asked of requests) if (!(await isEqual(asked))) different.push(asked)
  recordFigure({ proof: 'signatures', tried: { [what]: numRuns }, seen: { different: different.length } })
  expect(different.slice(0, 3)).toEqual([])
}

it('a signature of a request is the one that the oracle makes', { timeout: 120_000 }, async () => {
  await compare('requests', async (asked) => {
    const url = new URL(storeAddress(storeOf(asked)).objectUrl(asked.name))
    for (const [key, value] of Object.entries(asked.query)) url.searchParams.set(key, value)
    const { method, sha256, at, query } = asked
    const signer = createSigner(asked.region, asked)
    // A store's client keeps its signer over midnight.
    signer.headers({ method, url: url.href, sha256, at: new Date(at.getTime() - 24 * 3_600_000) })
    const ours = signer.headers({ method, url: url.href, sha256, at })

    const theirs = asOracleHasIt(asked)
    const headers = { ...theirs.headers, 'x-amz-content-sha256': sha256 }
    const signed = await oracleFor(asked, asked.region).sign(
      { ...theirs, query, headers },
      { signingDate: at },
    )
    return isDeepStrictEqual({ ...ours, host: url.host }, signed.headers) && url.pathname === theirs.path
  })
})
