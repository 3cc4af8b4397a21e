import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startForTest } from '../calls.ts'
import { addressOf, ask, codeOf, md5, openLink, putFile, sha256, signedLink } from './store-calls.ts'
import { testStoreAt, testAccessKey } from '../test-insurer.ts'

const picture = Buffer.from('the bytes of a picture')

describe('a file', () => {
  it('is stored, looked at by its owner, opened by strangers, and removed', async () => {
    const server = await startForTest()
    const stored = await putFile(server, 'a/b cä.jpg', picture)
    expect([stored.status, stored.headers.get('etag')]).toEqual([200, `"${md5(picture)}"`])
    const head = await ask(server, 'a/b cä.jpg', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      200,
      String(picture.length),
      `"${md5(picture)}"`,
    ])
    const opened = await openLink(addressOf(server, 'a/b cä.jpg'))
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(picture)
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'") as unknown,
    })
    expect(server.files().map(({ name, size }) => ({ name, size }))).toEqual([
      { name: 'a/b cä.jpg', size: picture.length },
    ])
    expect(server.files()[0]?.bytes()).toEqual(picture)
    expect((await ask(server, 'a/b cä.jpg', { method: 'DELETE' })).status).toBe(204)
    expect((await ask(server, 'a/b cä.jpg', { method: 'DELETE' })).status).toBe(204)
    expect(await codeOf(await ask(server, 'a/b cä.jpg'))).toBe('NoSuchKey')
    expect(server.files()).toEqual([])
    expect(server.storeRequests()).toMatchObject({ put: 1, head: 1, open: 1, delete: 2, get: 1 })
  })

  it('is shown in parts', async () => {
    const server = await startForTest()
    await putFile(server, 'x', picture)
    for (const [range, status, text] of [
      ['bytes=4-8', 206, 'bytes'],
      ['bytes=-7', 206, 'picture'],
      ['bytes=15-', 206, 'picture'],
      ['bytes=15-900', 206, 'picture'],
      ['lines=1-2', 200, picture.toString()],
    ] as const) {
      const answer = await openLink(addressOf(server, 'x'), { range })
      expect([answer.status, await answer.text()], range).toEqual([status, text])
    }
    expect((await openLink(addressOf(server, 'x'), { range: 'bytes=900-' })).status).toBe(416)
  })

  it('is only saved by a browser where it is no picture or PDF', async () => {
    const server = await startForTest()
    await ask(server, 'x', { method: 'PUT', body: '<script>', headers: { 'content-type': 'text/html' } })
    const opened = await openLink(addressOf(server, 'x'))
    expect(opened.headers.get('content-type')).toBe('application/octet-stream')
    expect(opened.headers.get('content-disposition')).toBe('attachment')
  })

  it('survives a restart, and nothing else does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'practice-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'practice.sqlite')
    const before = await startForTest({ file })
    await putFile(before, 'x', 'first')
    await putFile(before, 'x', picture)
    before.fileStore.faults.set('put', { type: 'cut' })
    await expect(putFile(before, 'y', 'cut off')).rejects.toThrow()
    await before.close()
    expect(readdirSync(`${file}-files`)).toHaveLength(1)
    const after = await startForTest({ file })
    expect(after.files().map(({ name, bytes }) => [name, bytes()])).toEqual([['x', picture]])
  })

  it('goes with the connection', async () => {
    const server = await startForTest()
    await putFile(server, 'x', picture)
    await server.disconnect()
    await expect(openLink(addressOf(server, 'x'))).rejects.toThrow()
    await server.reconnect()
    expect((await openLink(addressOf(server, 'x'))).status).toBe(200)
  })
})

describe('who asks', () => {
  it.each([
    ['another key', { key: { ...testAccessKey, id: 'ANOTHER' } }, 403, 'InvalidAccessKeyId'],
    ['another secret', { key: { ...testAccessKey, secret: 'x' } }, 403, 'SignatureDoesNotMatch'],
    ['another region', { region: 'eu-west-1' }, 400, 'AuthorizationHeaderMalformed'],
    ['20 minutes late', { at: '20260304T085522Z' }, 403, 'RequestTimeTooSkewed'],
    ['20 minutes early', { at: '20260304T093522Z' }, 403, 'RequestTimeTooSkewed'],
    [
      'a hash of another body',
      { headers: { 'x-amz-content-sha256': sha256('x') } },
      400,
      'XAmzContentSHA256Mismatch',
    ],
    [
      'a body nobody signed',
      { headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } },
      400,
      'InvalidArgument',
    ],
    ['a wrong MD5', { headers: { 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' } }, 400, 'BadDigest'],
    ['a condition', { headers: { 'if-none-match': '*' } }, 501, 'NotImplemented'],
  ])('is refused with %s', async (_what, call, status, code) => {
    const server = await startForTest()
    const answer = await ask(server, 'x', { method: 'PUT', body: picture, ...call })
    expect([answer.status, await codeOf(answer)]).toEqual([status, code])
    expect(server.files()).toEqual([])
  })

  it('learns both clocks where they differ, and 14 minutes are close enough', async () => {
    const server = await startForTest()
    const late = await ask(server, 'x', { method: 'PUT', body: picture, at: '20260304T085522Z' })
    expect(await late.text()).toContain(
      '<RequestTime>20260304T085522Z</RequestTime><ServerTime>2026-03-04T09:15:22.120Z</ServerTime>',
    )
    expect((await ask(server, 'x', { method: 'PUT', body: picture, at: '20260304T090200Z' })).status).toBe(
      200,
    )
    server.moveClock(20 * 60_000)
    expect(await codeOf(await ask(server, 'x'))).toBe('RequestTimeTooSkewed')
  })

  it('writes, removes and lists nothing as a stranger', async () => {
    const server = await startForTest()
    await putFile(server, 'x', picture)
    for (const [method, name] of [
      ['PUT', 'y'],
      ['DELETE', 'x'],
      ['GET', ''],
      ['GET', 'not-there'],
      ['POST', 'y?uploads='],
    ] as const) {
      const answer = await fetch(addressOf(server, name), {
        method,
        ...(method === 'PUT' ? { body: 'x' } : {}),
      })
      expect([method, name, answer.status]).toEqual([method, name, 403])
    }
    expect(server.files()).toHaveLength(1)
    server.fileStore.behave({ listable: true })
    const listed = await openLink(addressOf(server, ''))
    expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('<Key>x</Key>')])
  })

  it('finds one bucket only', async () => {
    const server = await startForTest()
    const { endpoint } = testStoreAt(server.port)
    expect(await codeOf(await openLink(`${endpoint}/other/x`))).toBe('NoSuchBucket')
    expect(await codeOf(await openLink(`${endpoint}/`))).toBe('AccessDenied')
    expect((await fetch(addressOf(server, ''), { method: 'PUT' })).status).toBe(405)
    expect((await openLink(`${server.url}/file-storeroom`)).status).toBe(404)
  })
})

describe('a signed link', () => {
  it('opens until it ends, also where strangers see nothing', async () => {
    const server = await startForTest()
    await putFile(server, 'x', picture)
    server.fileStore.behave({ refuses: ['open'] })
    const link = await signedLink(server, 'x', 3600)
    expect((await openLink(link)).status).toBe(200)
    expect((await openLink(addressOf(server, 'x'))).status).toBe(403)
    expect(await codeOf(await openLink(link.replace('/x?', '/y?')))).toBe('SignatureDoesNotMatch')
    expect(await codeOf(await openLink(link.replace('Expires=3600', 'Expires=3601')))).toBe(
      'SignatureDoesNotMatch',
    )
    server.moveClock(3_601_000)
    expect(await (await openLink(link)).text()).toContain('Request has expired')
  })

  it('lasts at most a week', async () => {
    const server = await startForTest()
    expect(await codeOf(await openLink(await signedLink(server, 'x', 604_801)))).toBe(
      'AuthorizationQueryParametersError',
    )
    expect(await codeOf(await openLink(await signedLink(server, 'x', 604_800)))).toBe('AccessDenied')
  })
})
