import { describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { deadPort, loopback } from '#testing/insurer-client/loopback-api.ts'
import { answered, page, s3Error, type GivenAnswer } from '#testing/file-store/answers.ts'
import { bodyOf, never, objectsAt } from '#testing/file-store/objects.ts'

describe('a look at an object', () => {
  const looked = async (headStatus: number, get: GivenAnswer): Promise<unknown> => {
    const server = await loopback(({ method }, response) => {
      const { status, body = '', headers = {} } = method === 'HEAD' ? { status: headStatus } : get
      response.writeHead(status, { ...headers }).end(body)
    })
    return await objectsAt(server.url).head('a.jpg', never)
  }

  it('asks again for the words that a HEAD does not have', async () => {
    expect(await looked(404, { status: 404, body: s3Error('NoSuchKey') })).toEqual(ok(null))
    expect(await looked(404, { status: 404, body: s3Error('NoSuchBucket') })).toMatchObject({
      error: { problem: 'no-bucket' },
    })
    expect(await looked(404, { status: 404, body: page })).toMatchObject({
      error: { problem: 'not-a-store' },
    })
    expect(await looked(403, { status: 403, body: s3Error('AccessDenied') })).toMatchObject({
      error: { problem: 'not-allowed' },
    })
    expect(await looked(403, { status: 403, body: s3Error('InvalidAccessKeyId') })).toMatchObject({
      error: { problem: 'wrong-key' },
    })
    expect(await looked(503, { status: 200 })).toMatchObject({ error: { problem: 'busy' } })
  })

  it('sees what is shown only since the HEAD, or never to one', async () => {
    const etag = '"e"'
    const head = { ok: true, value: { size: 5, etag: 'e' } }
    const part = { status: 206, body: 'p', headers: { etag, 'content-range': 'bytes 0-0/5' } }
    expect(await looked(404, part)).toEqual(head)
    expect(
      await looked(403, { status: 200, body: 'photo', headers: { etag, 'content-length': '5' } }),
    ).toEqual(head)
    expect(await looked(404, { status: 206, body: 'p', headers: { etag } })).toMatchObject({
      error: { problem: 'not-a-store' },
    })
  })

  it('believes no success that does not say what it is of', async () => {
    expect(await looked(200, { status: 200 })).toMatchObject({ error: { problem: 'not-a-store' } })
  })
})

describe('an answer of success', () => {
  it('to removing says nothing, or it is no store’s', async () => {
    const removed = async (given: GivenAnswer): Promise<unknown> =>
      await (await answered(given)).objects.remove('a.jpg', never)
    expect(await removed({ status: 204 })).toEqual(ok(null))
    expect(await removed({ status: 200 })).toEqual(ok(null))
    expect(await removed({ status: 200, body: page })).toMatchObject({ error: { problem: 'not-a-store' } })
    expect(await removed({ status: 404, body: page })).toMatchObject({ error: { problem: 'not-a-store' } })
    expect(await removed({ status: 404, body: s3Error('NoSuchKey') })).toEqual(ok(null))
  })

  it('to an upload may name what it is weakly', async () => {
    const { objects } = await answered({ status: 200, headers: { etag: 'W/"abc"' } })
    expect(await objects.put('a.jpg', 'image/jpeg', bodyOf('x'), never)).toEqual(ok({ etag: 'abc' }))
  })
})

describe('a link', () => {
  const opened = async (given: GivenAnswer): Promise<unknown> => {
    const { server, objects } = await answered(given)
    return await objects.opens(`${server.url}/a.jpg`, 5, never)
  }
  const closed = { error: { problem: 'link-not-public' } }

  it('opens where it shows as many bytes, in part or whole', async () => {
    expect(await opened({ status: 206, body: 'p', headers: { 'content-range': 'bytes 0-0/5' } })).toEqual(
      ok(null),
    )
    expect(await opened({ status: 200, body: 'photo', headers: { 'content-length': '5' } })).toEqual(ok(null))
    expect(
      await opened({ status: 206, body: 'p', headers: { 'content-range': 'bytes 0-0/6' } }),
    ).toMatchObject(closed)
    expect(
      await opened({ status: 206, body: 'p', headers: { 'content-range': 'bytes 0-0/*' } }),
    ).toMatchObject(closed)
    expect(await opened({ status: 200, body: page })).toMatchObject(closed)
  })

  it('does not open elsewhere, nor for some', async () => {
    expect(await opened({ status: 302, headers: { location: 'https://elsewhere.example/' } })).toMatchObject(
      closed,
    )
    expect(await opened({ status: 401, body: page })).toMatchObject(closed)
    expect(await opened({ status: 403, body: s3Error('AccessDenied') })).toMatchObject(closed)
    expect(await opened({ status: 404, body: s3Error('NoSuchKey') })).toMatchObject(closed)
  })

  it('is no closed one because the store is busy or away', async () => {
    expect(await opened({ status: 503 })).toMatchObject({ error: { problem: 'busy' } })
    const objects = objectsAt('http://127.0.0.1:1')
    expect(await objects.opens(`http://${await deadPort()}/a.jpg`, 5, never)).toMatchObject({
      error: { problem: 'no-connection' },
    })
  })
})
