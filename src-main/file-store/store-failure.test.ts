import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createTestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { loopback } from '#testing/insurer-client/loopback-api.ts'
import type { ObjectStore, StoreFailure } from './object-store.ts'
import { answered, page, s3Error, type GivenAnswer } from '#testing/file-store/answers.ts'
import { bodyOf, never, objectsAt, testAccessKey } from '#testing/file-store/objects.ts'

const bomb = `<!DOCTYPE b [<!ENTITY a "${'a'.repeat(1000)}">${'<!ENTITY b "&a;&a;">'.repeat(20)}]>${s3Error('&b;')}`

async function problemOf(given: GivenAnswer): Promise<StoreFailure | null> {
  const { objects } = await answered(given)
  return failureOf(await objects.put('a.jpg', 'image/jpeg', bodyOf('photo'), never))
}

const failureOf = (result: Awaited<ReturnType<ObjectStore['put']>>): StoreFailure | null =>
  result.ok ? null : result.error

const shortId = 'Credential access key has length 3'
const region = "the region 'eu-west-2' is wrong"
const moved = { status: 301, headers: { location: '/x' } }
const cap = 'Cannot upload files, storage cap exceeded.'

describe('what a store answers to an upload', () => {
  it.each<readonly [problem: string, what: string, GivenAnswer]>([
    ['wrong-key', 'an unknown key', { status: 403, body: s3Error('InvalidAccessKeyId') }],
    ['wrong-key', 'another secret', { status: 403, body: s3Error('SignatureDoesNotMatch') }],
    ['wrong-key', 'none, at Cloudflare', { status: 400, body: s3Error('InvalidArgument', shortId) }],
    ['wrong-key', '401', { status: 401, body: s3Error('Whatever') }],
    ['no-bucket', 'no such bucket', { status: 404, body: s3Error('NoSuchBucket') }],
    ['no-bucket', 'another region', { status: 400, body: s3Error('AuthorizationHeaderMalformed', region) }],
    ['no-bucket', 'another address', { ...moved, body: s3Error('PermanentRedirect') }],
    ['not-allowed', 'no right', { status: 403, body: s3Error('AccessDenied') }],
    ['not-allowed', '403 without words', { status: 403 }],
    ['not-allowed', 'something that it does not do', { status: 501, body: s3Error('NotImplemented') }],
    ['not-allowed', 'a code that is not known', { status: 400, body: s3Error('Unheard') }],
    ['not-allowed', 'too large for what stands before it', { status: 413, body: page }],
    ['busy', 'slower, please', { status: 503, body: s3Error('SlowDown') }],
    ['busy', 'a gateway’s page', { status: 502, body: page }],
    ['busy', 'too many', { status: 429 }],
    ['busy', 'bytes that changed on the way', { status: 400, body: s3Error('BadDigest') }],
    ['full', 'no room', { status: 507 }],
    ['full', 'a quota', { status: 403, body: s3Error('QuotaExceeded') }],
    ['full', 'a cap, at Backblaze', { status: 403, body: s3Error('AccessDenied', cap) }],
    ['full', 'a full disk, at MinIO', { status: 507, body: s3Error('XMinioStorageFull') }],
    ['not-a-store', 'a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }],
    ['not-a-store', 'a page for 403', { status: 403, body: page }],
    ['not-a-store', 'a page for 404', { status: 404, body: page }],
    ['not-a-store', 'a page as success', { status: 200, body: page }],
    ['not-a-store', 'success without an ETag', { status: 200 }],
    ['not-a-store', 'JSON', { status: 400, body: '{"Code":"SlowDown"}' }],
    ['not-a-store', 'an XML bomb', { status: 403, body: bomb }],
    ['not-a-store', 'other XML', { status: 403, body: '<Fault><Code>AccessDenied</Code></Fault>' }],
    ['not-a-store', 'an error too long', { status: 403, body: s3Error('AccessDenied', 'x'.repeat(70_000)) }],
  ])('is %s for %s', async (problem, _what, given) => {
    expect((await problemOf(given))?.problem).toBe(problem)
  })

  it('is no secure connection where the certificate is not trusted', async () => {
    const server = await loopback((_seen, response) => response.end(), createTestCertificate(['127.0.0.1']))
    const put = await objectsAt(server.url).put('a.jpg', 'image/jpeg', bodyOf('x'), never)
    expect(failureOf(put)?.problem).toBe('tls')
  })

  it('is not followed elsewhere', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const elsewhere = await loopback((_seen, response) => response.writeHead(200, { etag: '"e"' }).end())
      expect(await problemOf({ status, headers: { location: elsewhere.url } })).toMatchObject({
        problem: 'not-a-store',
      })
      expect(elsewhere.seen).toEqual([])
    }
  })

  it('says how long to wait', async () => {
    const headers = { 'retry-after': '7' }
    expect(await problemOf({ status: 503, body: s3Error('SlowDown'), headers })).toMatchObject({
      retryAfterMs: 7000,
    })
    expect(await problemOf({ status: 503 })).toMatchObject({ problem: 'busy', retryAfterMs: null })
    // By the store's clock, whatever ours shows.
    const at = (seconds: number): string => new Date(Date.parse('2020-01-01') + seconds * 1000).toUTCString()
    const dates = { date: at(0), 'retry-after': at(90) }
    const wait = (await problemOf({ status: 503, headers: dates }))?.retryAfterMs ?? 0
    expect(Math.abs(wait - 90_000)).toBeLessThan(2000)
  })

  it.each([
    ['its own code', s3Error('RequestTimeTooSkewed')],
    ['the refusal of the signature', s3Error('SignatureDoesNotMatch')],
    ['no words', ''],
  ])('is a wrong clock by %s, and says how far', async (_what, body) => {
    for (const minutes of [-20, 20]) {
      const date = new Date(Date.now() - minutes * 60_000).toUTCString()
      const failure = await problemOf({ status: 403, body, headers: { date } })
      expect(failure?.problem).toBe('clock-wrong')
      expect(Math.abs((failure?.clockAheadMs ?? 0) - minutes * 60_000)).toBeLessThan(2500)
    }
  })

  it('is no wrong clock by a date out of a cache', async () => {
    const headers = { date: 'Wed, 01 Jan 2020 00:00:00 GMT', age: '99999' }
    expect(await problemOf({ status: 403, body: s3Error('AccessDenied'), headers })).toMatchObject({
      problem: 'not-allowed',
      clockAheadMs: null,
    })
  })

  it('takes the store’s time out of its words where the header has none', async () => {
    const server = await loopback((_seen, response) => {
      response.sendDate = false
      const time = new Date(Date.now() + 1_200_000).toISOString()
      response.writeHead(403).end(s3Error('RequestTimeTooSkewed', 'No.', `<ServerTime>${time}</ServerTime>`))
    })
    const failure = failureOf(await objectsAt(server.url).put('a.jpg', 'image/jpeg', bodyOf('x'), never))
    expect(Math.round((failure?.clockAheadMs ?? 0) / 60_000)).toBe(-20)
  })
})

describe('a saying', () => {
  it('holds nothing of what opens the store, as it was sent, encoded for an address or split', async () => {
    const { id, secret } = testAccessKey
    const echoes: readonly ((request: IncomingMessage) => string)[] = [
      () => `The secret ${secret} is wrong`,
      () => `encoded ${encodeURIComponent(secret)}`,
      () => `split ${secret.slice(0, 5)}\u200b${secret.slice(5)}`,
      () => `the key ${id}`,
      (request) => `you sent ${request.headers.authorization ?? ''}`,
      (request) => `${request.headers.authorization?.split('Signature=')[1] ?? ''} it was`,
      (request) => `credential: ${request.headers.authorization?.split(/[=,]/)[1] ?? ''}`,
    ]
    for (const echo of echoes) {
      const server = await loopback((_seen, response, request) => {
        const text = echo(request).replaceAll('&', '&amp;')
        response
          .writeHead(403)
          .end(s3Error('AccessDenied', `Hello. ${text}`, `<StringToSign>${text}</StringToSign>`))
      })
      const failure = failureOf(await objectsAt(server.url).put('a.jpg', 'image/jpeg', bodyOf('x'), never))
      const shown = JSON.stringify(failure)
      const authorization = server.seen[0]?.headers.authorization ?? ''
      const [, signature = ''] = authorization.split('Signature=')
      expect(failure?.saying).toMatch(/^Hello\./)
      expect(signature).toHaveLength(64)
      for (const hidden of [id, secret, encodeURIComponent(secret), signature]) {
        expect(shown).not.toContain(hidden)
      }
      expect(shown).not.toContain(signature.slice(0, 24))
    }
  })

  it('leaves out what follows a signature’s beginning', async () => {
    const message = 'Bad. Authorization: AWS4-HMAC-SHA256 Credential=x/y, SignedHeaders=host'
    expect(await problemOf({ status: 403, body: s3Error('AccessDenied', message) })).toMatchObject({
      saying: 'Bad. Authorization: […]',
    })
  })

  it('is short and in one line', async () => {
    const failure = await problemOf({ status: 403, body: s3Error('AccessDenied', 'a line\n'.repeat(200)) })
    expect(failure?.saying).toMatch(/^(a line )+a li/)
    expect(failure?.saying).toHaveLength(200)
  })

  it('is the code where there are no other words', async () => {
    expect(await problemOf({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' })).toMatchObject({
      saying: 'AccessDenied',
    })
  })
})
