import { describe, expect, it } from 'vitest'
import { deadPort, loopback } from '#main/insurer/api/testing/loopback-api.ts'
import { answered, page, s3Error, type GivenAnswer } from './testing/answers.ts'
import { readXml, textOf } from './s3-xml.ts'
import { bodyOf, never, objectsAt } from './testing/objects.ts'

describe('a look at an object', () => {
  const looked = async (headStatus: number, get: GivenAnswer): Promise<unknown> => {
    const server = await loopback(({ method }, response) => {
      const { status, body = '', headers = {} } = method === 'HEAD' ? { status: headStatus } : get
      response.writeHead(status, { ...headers }).end(body)
    })
    return await objectsAt(server.url).head('a.jpg', never)
  }

  it('asks again for the words that a HEAD does not have', async () => {
    expect(await looked(404, { status: 404, body: s3Error('NoSuchKey') })).toEqual({ ok: true, value: null })
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

describe('an upload in parts', () => {
  const completed = async (given: GivenAnswer): Promise<unknown> => {
    const { objects } = await answered(given)
    return await objects.multipart.complete('a.pdf', 'id', [{ number: 1, size: 1, etag: 'a"&<b' }], never)
  }

  it('is not complete because the status says so', async () => {
    expect(await completed({ status: 200, body: s3Error('InternalError') })).toMatchObject({
      error: { problem: 'busy' },
    })
    expect(await completed({ status: 200, body: s3Error('SlowDown') })).toMatchObject({
      error: { problem: 'busy' },
    })
    expect(await completed({ status: 200, body: s3Error('NoSuchUpload') })).toEqual({
      ok: true,
      value: { type: 'no-such-upload' },
    })
    expect(await completed({ status: 400, body: s3Error('InvalidPart') })).toEqual({
      ok: true,
      value: { type: 'no-such-upload' },
    })
    expect(await completed({ status: 200, body: page })).toMatchObject({ error: { problem: 'not-a-store' } })
    expect(await completed({ status: 200 })).toMatchObject({ error: { problem: 'not-a-store' } })
    const done = '   \n<CompleteMultipartUploadResult><ETag>"x-1"</ETag></CompleteMultipartUploadResult>'
    expect(await completed({ status: 200, body: done })).toEqual({ ok: true, value: null })
  })

  it('is completed by what the store called its parts', async () => {
    const body = '<CompleteMultipartUploadResult/>'
    const { server, objects } = await answered({ status: 200, body })
    const parts = [1, 2].map((number) => ({ number, size: 1, etag: `a"&<b${number}` }))
    expect(await objects.multipart.complete('a.pdf', 'id', parts, never)).toMatchObject({ ok: true })
    const read = readXml(server.seen[0]?.body ?? '')
    expect(read?.name).toBe('CompleteMultipartUpload')
    const [, ...sent] = read?.inside.split('<Part>') ?? []
    expect(sent.map((inside) => [textOf({ inside }, 'PartNumber'), textOf({ inside }, 'ETag')])).toEqual([
      ['1', '"a"&<b1"'],
      ['2', '"a"&<b2"'],
    ])
  })

  it('has an id that can be kept', async () => {
    const begun = async (id: string): Promise<unknown> => {
      const body = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
      const { objects } = await answered({ status: 200, body })
      return await objects.multipart.begin('a.pdf', 'application/pdf', never)
    }
    expect(await begun('a/b+c==')).toEqual({ ok: true, value: 'a/b+c==' })
    expect(await begun('')).toMatchObject({ error: { problem: 'not-a-store' } })
    expect(await begun('x'.repeat(2001))).toMatchObject({ error: { problem: 'not-a-store' } })
  })

  it('is listed over several pages, and not for ever', async () => {
    const part = (number: number): string =>
      `<Part><PartNumber>${number}</PartNumber><ETag>&quot;e${number}&quot;</ETag><Size>9</Size></Part>`
    const listed = (parts: string, next: number | null): string =>
      `<ListPartsResult>${next === null ? '' : `<IsTruncated>true</IsTruncated><NextPartNumberMarker>${next}</NextPartNumberMarker>`}` +
      `${parts}<Part><PartNumber>none</PartNumber></Part></ListPartsResult>`
    const pages = [listed(part(1), 1), listed(part(2), 2), listed(part(3), 2)]
    const server = await loopback(({ url }, response) => {
      const after = new URL(url, 'http://x').searchParams.get('part-number-marker')
      response.writeHead(200).end(pages[Number(after)])
    })
    expect(await objectsAt(server.url).multipart.list('a.pdf', 'a/b+c==', never)).toEqual({
      ok: true,
      value: [1, 2, 3].map((number) => ({ number, size: 9, etag: `e${number}` })),
    })
    expect(server.seen.map(({ url }) => new URL(url, 'http://x').searchParams.get('uploadId'))).toEqual(
      Array(3).fill('a/b+c=='),
    )
  })
})

describe('an answer of success', () => {
  it('to removing says nothing, or it is no store’s', async () => {
    const removed = async (given: GivenAnswer): Promise<unknown> =>
      await (await answered(given)).objects.remove('a.jpg', never)
    expect(await removed({ status: 204 })).toEqual({ ok: true, value: null })
    expect(await removed({ status: 200 })).toEqual({ ok: true, value: null })
    expect(await removed({ status: 200, body: page })).toMatchObject({ error: { problem: 'not-a-store' } })
    expect(await removed({ status: 404, body: page })).toMatchObject({ error: { problem: 'not-a-store' } })
    expect(await removed({ status: 404, body: s3Error('NoSuchKey') })).toEqual({ ok: true, value: null })
  })

  it('to an upload may name what it is weakly', async () => {
    const { objects } = await answered({ status: 200, headers: { etag: 'W/"abc"' } })
    expect(await objects.put('a.jpg', 'image/jpeg', bodyOf('x'), never)).toEqual({
      ok: true,
      value: { etag: 'abc' },
    })
  })
})

describe('a link', () => {
  const opened = async (given: GivenAnswer): Promise<unknown> => {
    const { server, objects } = await answered(given)
    return await objects.opens(`${server.url}/a.jpg`, 5, never)
  }
  const closed = { error: { problem: 'link-not-public' } }

  it('opens where it shows as many bytes, in part or whole', async () => {
    expect(await opened({ status: 206, body: 'p', headers: { 'content-range': 'bytes 0-0/5' } })).toEqual({
      ok: true,
      value: null,
    })
    expect(await opened({ status: 200, body: 'photo', headers: { 'content-length': '5' } })).toEqual({
      ok: true,
      value: null,
    })
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
