import { afterEach, describe, expect, it, vi } from 'vitest'
import { loopback, rawLoopback } from '#testing/insurer-client/loopback-api.ts'
import { s3Error, wild } from '#testing/file-store/answers.ts'
import { bodyOf, never, objectsAt } from '#testing/file-store/objects.ts'

const mebibyte = 1024 * 1024

describe('a store that behaves badly', () => {
  it('and never ends its answer is left', async () => {
    const left = Promise.withResolvers<undefined>()
    const url = await wild((request, response) => {
      request.resume()
      response.on('close', () => left.resolve(undefined))
      response.writeHead(403)
      const more = (): void => {
        while (response.write('<Error>'.repeat(1000)));
        response.once('drain', more)
      }
      more()
    })
    expect(await objectsAt(url).put('a.jpg', 'image/jpeg', bodyOf('x'), never)).toMatchObject({
      error: { problem: 'not-a-store' },
    })
    await left.promise
  })

  it('and cuts an upload off gives no answer', async () => {
    const url = await wild((request) => request.once('readable', () => request.socket.destroy()))
    const body = bodyOf(Buffer.alloc(8 * mebibyte))
    expect(await objectsAt(url).put('a.jpg', 'image/jpeg', body, never)).toMatchObject({
      error: { problem: 'no-connection' },
    })
  })

  it('and resets an upload is asked why', async () => {
    const url = await wild((request, response) => {
      if (request.method === 'PUT') request.once('data', () => request.socket.resetAndDestroy())
      else response.writeHead(403).end(s3Error('SignatureDoesNotMatch'))
    })
    const body = bodyOf(Buffer.alloc(8 * mebibyte))
    expect(await objectsAt(url).put('a.jpg', 'image/jpeg', body, never)).toMatchObject({
      error: { problem: 'wrong-key' },
    })
  })

  it('and cuts its answer off gives none', async () => {
    const host = await rawLoopback((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 500\r\n\r\n<Error><Code>Acc'),
      )
    })
    expect(await objectsAt(`http://${host}`).remove('a.jpg', never)).toMatchObject({
      error: { problem: 'no-connection' },
    })
  })

  it.each([
    'SSH-2.0-OpenSSH_9.2\r\n',
    'HTTP/1.1 200 OK\r\nx: \0\r\n\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(99_999)}`,
  ])('and speaks no HTTP gives none (%#)', async (words) => {
    const host = await rawLoopback((socket) => void socket.once('data', () => socket.end(words)))
    expect(await objectsAt(`http://${host}`).remove('a.jpg', never)).toMatchObject({
      error: { problem: 'no-connection' },
    })
  })

  it('and answers a HEAD with a body is understood, and again on another connection', async () => {
    const host = await rawLoopback((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\netag: "e"\r\ncontent-length: 5\r\n\r\nphoto'))
    })
    const objects = objectsAt(`http://${host}`)
    const head = { ok: true, value: { size: 5, etag: 'e' } }
    expect(await objects.head('a.jpg', never)).toEqual(head)
    const again = await objects.head('a.jpg', never)
    expect(again.ok ? again : await objects.head('a.jpg', never)).toEqual(head)
  })
})

describe('time', () => {
  afterEach(() => void vi.useRealTimers())
  const fakeTime = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  it('is given to a slow upload for as long as it goes on', async () => {
    fakeTime()
    const server = await loopback((_seen, response) => response.writeHead(200, { etag: '"e"' }).end())
    const body = {
      ...bodyOf('x'.repeat(20)),
      async *bytes() {
        for (let piece = 0; piece < 20; piece += 1) {
          yield await Promise.resolve(Buffer.from('x'))
          // Each piece takes nearly as long as a silence may last.
          vi.advanceTimersByTime(59_000)
        }
      },
    }
    expect(await objectsAt(server.url).put('a.jpg', 'image/jpeg', body, never)).toMatchObject({ ok: true })
  })

  it('ends for a store that takes nothing more', async () => {
    fakeTime()
    const url = await wild((request) => {
      request.once('data', () => {
        request.pause()
        vi.advanceTimersByTime(60_001)
      })
    })
    const body = bodyOf(Buffer.alloc(64 * mebibyte))
    expect(await objectsAt(url).put('a.jpg', 'image/jpeg', body, never)).toMatchObject({
      error: { problem: 'no-connection' },
    })
  })

  it('ends for a store that never answers, later after much was sent', async () => {
    fakeTime()
    const size = mebibyte
    const graceMs = 60_000 + size / 20
    let isOver = false
    const url = await wild((request) => {
      request.resume().on('end', () => {
        vi.advanceTimersByTime(graceMs - 1000)
        setImmediate(() => {
          isOver = true
          vi.advanceTimersByTime(2000)
        })
      })
    })
    const body = bodyOf(Buffer.alloc(size))
    const put = await objectsAt(url).put('a.jpg', 'image/jpeg', body, never)
    expect([isOver, put]).toMatchObject([true, { error: { problem: 'no-connection' } }])
  })

  it('ends for an answer that drips', async () => {
    fakeTime()
    let isOver = false
    const url = await wild((_request, response) => {
      response.writeHead(403)
      let turns = 0
      const drip = (): void => {
        turns += 1
        if (turns % 50 === 0) {
          response.write('x')
          // Heard well before it is too long.
          vi.advanceTimersByTime(20_000)
        }
        if (turns > 2000) response.end()
        else if (!isOver) setImmediate(drip)
      }
      drip()
    })
    const removed = await objectsAt(url).remove('a.jpg', never)
    isOver = true
    expect(removed).toMatchObject({ error: { problem: 'no-connection' } })
  })
})
