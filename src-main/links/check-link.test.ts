import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isPublicHost } from '../shell/public-host.ts'
import { checkLink, type LinkCheckOptions } from './check-link.ts'
import { createTestCertificate } from './test-certificate.ts'

const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(300_000, 7)])
const certificate = createTestCertificate(['files.test', 'login.test', 'inner.test', 'mixed.test'])
const addresses: Readonly<Record<string, readonly string[]>> = {
  'files.test': ['127.0.0.1'],
  'login.test': ['127.0.0.1'],
  'inner.test': ['10.1.2.3'],
  'mixed.test': ['127.0.0.1', '192.168.1.4'],
}
const seen: IncomingMessage[] = []
let answer: RequestListener
let bytesSent = 0
let server: Server
let port: number

beforeAll(async () => {
  server = createServer(certificate, (request, response) => {
    seen.push(request)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())
beforeEach(() => {
  seen.length = 0
  bytesSent = 0
})

/** The test's own loopback counts as the internet; everything else is judged as it is. */
const options: LinkCheckOptions = {
  ca: certificate.cert,
  isPublic: (host) => host === '127.0.0.1' || isPublicHost(host),
  resolve(hostname) {
    const found = addresses[hostname]
    if (found === undefined) return Promise.reject(new Error('ENOTFOUND'))
    return Promise.resolve(found.map((address) => ({ address, family: 4 })))
  },
}
const at = (path: string, host = 'files.test'): string => `https://${host}:${port}${path}`
const look = (url: string, change: LinkCheckOptions = {}) => checkLink(url, { ...options, ...change })

/** Answers every request alike; HEAD without a body. */
function serve(status: number, headers: Readonly<Record<string, string>>, body: Buffer | string = ''): void {
  answer = (request, response) => {
    response.writeHead(status, headers)
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}
/** As a store does that answers for a part, and refuses to answer for the head alone. */
function serveParts(body: Buffer, type: string): void {
  answer = (request, response) => {
    if (request.method === 'HEAD') {
      response.writeHead(405).end()
      return
    }
    const last = Number(/-(\d+)$/.exec(request.headers.range ?? '')?.[1])
    response.writeHead(206, { 'content-type': type, 'content-range': `bytes 0-${last}/${body.length}` })
    response.end(body.subarray(0, last + 1))
  }
}

describe('a link', () => {
  it('to a picture or a PDF is found with its size, by its head alone', async () => {
    serve(200, { 'content-type': 'image/jpeg', 'content-length': '2100000' })
    expect(await look(at('/a.jpg'))).toEqual({ type: 'found', kind: 'picture', size: 2_100_000 })
    serve(200, { 'content-type': 'application/pdf; charset=binary' })
    expect(await look(at('/a.pdf'))).toEqual({ type: 'found', kind: 'pdf', size: null })
    expect(seen.map(({ method }) => method)).toEqual(['HEAD', 'HEAD'])
  })

  it('is asked for its beginning where the head is refused or does not tell', async () => {
    serveParts(picture, 'application/octet-stream')
    expect(await look(at('/a'))).toEqual({ type: 'found', kind: 'picture', size: picture.length })
    expect(seen.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
    expect(seen[1]?.headers.range).toBe('bytes=0-65535')
    serve(200, {}, '%PDF-1.7')
    expect(await look(at('/b'))).toMatchObject({ type: 'found', kind: 'pdf' })
  })

  it.each([
    ['web-page', 200, 'text/html', '<!doctype html><p>Made up'],
    ['web-page', 200, 'application/octet-stream', ' <HTML><body>'],
    ['other-kind', 200, 'application/zip', 'PK'],
    ['other-kind', 200, 'image/svg+xml', '<svg/>'],
    ['asks-for-sign-in', 401, 'text/html', ''],
    ['asks-for-sign-in', 403, 'application/json', '{}'],
    ['not-there', 404, 'text/html', 'No'],
    ['not-there', 410, 'text/html', 'No'],
    ['server-trouble', 503, 'text/html', 'No'],
  ] as const)('is told to be %s for an answer %i of %s', async (type, status, contentType, body) => {
    serve(status, { 'content-type': contentType }, body)
    expect(await look(at('/a'))).toMatchObject({ type })
  })

  it('that is sent away to a place to sign in asks for a sign-in', async () => {
    answer = (request, response) => {
      if (request.headers.host?.startsWith('files.test') === true) {
        response.writeHead(302, { location: at('/login?next=a', 'login.test') }).end()
      } else response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in')
    }
    expect(await look(at('/a'))).toEqual({ type: 'asks-for-sign-in' })
  })

  it('is followed through three redirects and no more', async () => {
    answer = (request, response) => {
      const left = Number(request.url?.slice(1))
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
      else response.writeHead(200, { 'content-type': 'image/png' }).end()
    }
    expect(await look(at('/3'))).toMatchObject({ type: 'found' })
    expect(await look(at('/4'))).toEqual({ type: 'too-many-redirects' })
  })

  it('takes no key, no cookie and no name of ours along, to the first address or to the next', async () => {
    answer = (request, response) => {
      response.setHeader('set-cookie', 'a=1; Path=/')
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    }
    await look(at('/a'))
    expect(seen.length).toBe(4)
    for (const { headers } of seen) {
      expect(Object.keys(headers).sort()).toEqual(
        [
          'accept',
          'accept-encoding',
          'connection',
          'host',
          ...(headers.range === undefined ? [] : ['range']),
        ].sort(),
      )
    }
  })

  it('of more than 64 KiB is not read on', async () => {
    answer = (request, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' })
      if (request.method === 'HEAD') {
        response.end()
        return
      }
      const more = (): void => {
        while (!response.destroyed) {
          bytesSent += 65_536
          if (!response.write(Buffer.alloc(65_536))) break
        }
      }
      response.on('drain', more)
      more()
    }
    expect(await look(at('/endless'))).toEqual({ type: 'other-kind' })
    expect(bytesSent).toBeLessThan(20_000_000)
  })

  it('that does not answer in time is too slow', async () => {
    answer = () => undefined
    expect(await look(at('/slow'), { timeoutMs: 200 })).toEqual({ type: 'too-slow' })
  })

  it('whose name is not known, whose certificate is not trusted or whose redirect leads nowhere cannot be reached', async () => {
    serve(302, { location: 'https://:x/' })
    expect(await look(at('/a'))).toEqual({ type: 'cannot-be-reached' })
    serve(200, { 'content-type': 'image/png' })
    expect(await look(at('/a', 'unknown.test'))).toEqual({ type: 'cannot-be-reached' })
    expect(await look(at('/a'), { ca: createTestCertificate(['files.test']).cert })).toEqual({
      type: 'cannot-be-reached',
    })
  })
})

describe('an address that is not the internet’s', () => {
  beforeEach(() => serve(200, { 'content-type': 'image/png' }))

  it.each([
    'http://files.test/a',
    'ftp://files.test/a',
    'https://user:word@files.test/a',
    'javascript:alert(1)',
    'no address',
    'https://localhost/a',
    'https://printer/a',
    'https://10.0.0.1/a',
    'https://[::1]/a',
    'https://[::ffff:192.168.0.1]/a',
    'https://0x7f.1/a',
    'https://169.254.169.254/latest/meta-data',
  ])('%s is not asked', async (url) => {
    expect(await look(url, { isPublic: isPublicHost })).toEqual({ type: 'not-allowed' })
  })

  it('is not asked when a public name leads there, nor when one of its addresses does', async () => {
    expect(await look(at('/a', 'inner.test'))).toEqual({ type: 'not-allowed' })
    expect(await look(at('/a', 'mixed.test'))).toEqual({ type: 'not-allowed' })
    expect(await look(at('/a'), { isPublic: isPublicHost })).toEqual({ type: 'not-allowed' })
    expect(seen).toEqual([])
  })

  it.each(['http://files.test/a', 'https://192.168.0.1/a', 'https://inner.test/a', 'file:///etc/passwd'])(
    'is not asked when a redirect leads to %s',
    async (location) => {
      serve(302, { location })
      expect(await look(at('/a'))).toEqual({ type: 'not-allowed' })
      expect(seen).toHaveLength(1)
    },
  )
})
