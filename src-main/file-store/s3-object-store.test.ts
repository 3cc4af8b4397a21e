import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { testStoreAt, testAccessKey } from '#testing/insurer/test-insurer.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { loopback } from '#testing/insurer-client/loopback-api.ts'
import { connectProxy, testNetwork } from '#testing/insurer-client/connect-proxy.ts'
import { wild } from '#testing/file-store/answers.ts'
import { createTestAuthority } from '#testing/insurer-client/test-certificate.ts'
import { bodyOf, never, objectsAt, optionsFor, storeAt } from '#testing/file-store/objects.ts'
import { createObjectStore } from './s3-object-store.ts'

const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${text}`
const office = createTestAuthority()
const mebibyte = 1024 * 1024

async function practice() {
  const server = await startForTest({ now: () => new Date() })
  const store = testStoreAt(server.port)
  return { server, store, objects: objectsAt(store.endpoint, { store, accessKey: testAccessKey }) }
}

it('a file is put, proved, opened by strangers and removed', async () => {
  const { server, objects } = await practice()
  const sent: number[] = []
  const body = { ...bodyOf('the bytes ', 'of a picture'), onSent: (bytes: number) => void sent.push(bytes) }
  const put = await objects.put('a/b.jpg', 'image/jpeg', body, never)
  expect(put).toMatchObject({ ok: true })
  expect(sent).toEqual([10, 12])
  expect(server.files().map((file) => file.bytes.toString())).toEqual(['the bytes of a picture'])
  expect(await objects.head('a/b.jpg', never)).toEqual(ok({ size: 22, etag: put.ok ? put.value.etag : '' }))
  expect(await objects.opens(objects.link('a/b.jpg'), 22, never)).toEqual(ok(null))
  expect(await objects.remove('a/b.jpg', never)).toEqual(ok(null))
  expect(await objects.remove('a/b.jpg', never)).toEqual(ok(null))
  expect(await objects.head('a/b.jpg', never)).toEqual(ok(null))
})

describe('a request', () => {
  it('has a length and what is signed, nothing that a store may not know, and keeps its connection', async () => {
    const server = await loopback((_seen, response) =>
      response.writeHead(200, { etag: '"e"', 'content-length': 0 }).end(),
    )
    const objects = objectsAt(server.url)
    for (const name of ['a.jpg', 'b c+d.jpg']) {
      expect(await objects.put(name, 'image/jpeg', bodyOf('one', 'two'), never)).toEqual(ok({ etag: 'e' }))
    }
    expect(server.seen.map(({ url, body }) => [url, body])).toEqual([
      ['/claims/a.jpg', 'onetwo'],
      ['/claims/b%20c%2Bd.jpg', 'onetwo'],
    ])
    // A handshake takes three round trips of a far line.
    expect(await objects.head('a.jpg', never)).toMatchObject({ ok: true })
    expect(await objects.opens(`${server.url}/claims/a.jpg`, 0, never)).toMatchObject({ ok: true })
    expect(server.sockets()).toBe(1)
    const { headers } = server.seen[0] ?? { headers: {} }
    expect(Object.keys(headers).toSorted()).toEqual([
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'x-amz-content-sha256',
      'x-amz-date',
    ])
    expect(headers).toMatchObject({
      'content-length': '6',
      'content-type': 'image/jpeg',
      'x-amz-content-sha256': bodyOf('onetwo').sha256,
      authorization: expect.stringContaining(
        'SignedHeaders=host;x-amz-content-sha256;x-amz-date,',
      ) as unknown,
    })
  })

  it('goes to the bucket’s own host where that is asked for, through the office’s proxy', async () => {
    const server = await loopback((_seen, response) => response.writeHead(200, { etag: '"e"' }).end())
    const proxy = await connectProxy(server.url)
    const network = testNetwork([{ type: 'proxy', proxy: proxy.url }])
    const store = { ...storeAt('http://store.example:8080/s3'), style: 'host' as const }
    const objects = objectsAt('', { store, network })
    expect(await objects.put('a.jpg', 'image/jpeg', bodyOf('one'), never)).toMatchObject({ ok: true })
    expect(proxy.asked.map(({ target }) => target)).toEqual(['claims.store.example:8080'])
    expect(server.seen[0]).toMatchObject({ url: '/s3/a.jpg', headers: { host: 'claims.store.example:8080' } })
  })

  it('does not carry the access key where a link leads', async () => {
    const server = await loopback((_seen, response) =>
      response.writeHead(206, { 'content-range': 'bytes 0-0/3' }).end('o'),
    )
    expect(await objectsAt(server.url).opens(`${server.url}/claims/a.jpg`, 3, never)).toEqual(ok(null))
    expect(server.seen.map(({ headers }) => [headers.authorization, headers.range])).toEqual([
      [undefined, 'bytes=0-0'],
    ])
  })
})

describe('the bytes of a body', () => {
  it('that cannot be read end the call with what reading threw', async () => {
    const server = await loopback((_seen, response) => response.writeHead(200, { etag: '"e"' }).end())
    const damaged = {
      ...bodyOf('whole'),
      async *bytes() {
        yield await Promise.resolve(Buffer.from('who'))
        throw new Error('damaged')
      },
    }
    const objects = objectsAt(server.url)
    await expect(objects.put('a.jpg', 'image/jpeg', damaged, never)).rejects.toThrow('damaged')
    expect(server.seen).toEqual([])
    expect(await objects.put('a.jpg', 'image/jpeg', bodyOf('whole'), never)).toMatchObject({ ok: true })
  })

  it.each([
    ['fewer', 'who'],
    ['more', 'whole of it'],
  ])('that are %s than was said are never an object', async (_what, text) => {
    const server = await loopback((_seen, response) => response.writeHead(200, { etag: '"e"' }).end())
    const body = { ...bodyOf(text), size: 5 }
    await expect(objectsAt(server.url).put('a.jpg', 'image/jpeg', body, never)).rejects.toThrow('as long as')
    expect(server.seen).toEqual([])
  })

  it.each([
    ['plain', null],
    ['over TLS, by the office’s own authority', office.issue(['localhost'])],
  ])('arrive as they were, although they are taken late, %s', async (_how, certificate) => {
    const size = 16 * mebibyte
    const whole = randomBytes(size)
    const body = {
      ...bodyOf(whole),
      async *bytes() {
        for (let from = 0; from < size; from += 100_000) {
          yield await Promise.resolve(whole.subarray(from, from + 100_000))
        }
      },
      onSent: () => void (sends += 1),
    }
    let sends = 0
    const received = createHash('sha256')
    const url = await wild((request, response) => {
      request.on('data', (bytes: Buffer) => {
        received.update(bytes)
        request.pause()
        // On again once nothing more is sent.
        const look = (before: number): void =>
          void setImmediate(() => (sends === before ? request.resume() : look(sends)))
        look(sends)
      })
      request.on('end', () => response.writeHead(200, { etag: '"e"' }).end())
    }, certificate)
    const network = testNetwork([{ type: 'direct' }], { ca: office.cert })
    expect(await objectsAt(url, { network }).put('a.jpg', 'image/jpeg', body, never)).toMatchObject({
      ok: true,
    })
    expect(received.digest('hex')).toBe(body.sha256)
  })

  it('are let go when the store answers before it has them', async () => {
    const closed = Promise.withResolvers<undefined>()
    const body = {
      ...bodyOf('x'),
      size: 50 * mebibyte,
      async *bytes() {
        try {
          for (;;) yield await Promise.resolve(Buffer.alloc(mebibyte))
        } finally {
          closed.resolve(undefined)
        }
      },
    }
    const url = await wild((_request, response) => {
      response
        .writeHead(403, { connection: 'close' })
        .end(xml('<Error><Code>InvalidAccessKeyId</Code></Error>'))
    })
    const put = objectsAt(url).put('a.jpg', 'image/jpeg', body, never)
    expect(await put).toMatchObject({ error: { problem: 'wrong-key' } })
    await closed.promise
  })
})

it('ending early answers that there is no connection, whoever ends it', async () => {
  const asked = Promise.withResolvers<undefined>()
  const server = await loopback(() => asked.resolve(undefined))
  const stop = new AbortController()
  const stopped = objectsAt(server.url).head('a.jpg', stop.signal)
  await asked.promise
  stop.abort()
  expect(await stopped).toMatchObject({ error: { problem: 'no-connection' } })

  const again = Promise.withResolvers<undefined>()
  const silent = await loopback(() => again.resolve(undefined))
  const objects = createObjectStore(optionsFor(silent.url))
  const closed = objects.head('a.jpg', never)
  await again.promise
  await objects.close()
  expect(await closed).toMatchObject({ error: { problem: 'no-connection' } })
  expect(await objects.head('a.jpg', never)).toMatchObject({ error: { problem: 'no-connection' } })
})
