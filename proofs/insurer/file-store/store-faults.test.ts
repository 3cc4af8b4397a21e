import { describe, expect, it } from 'vitest'
import { startForTest } from '../calls.ts'
import { addressOf, ask, codeOf, openLink, putFile } from './store-calls.ts'

const picture = Buffer.alloc(200_000, 'the bytes of a picture ')

describe('what goes wrong', () => {
  it('is asked for per operation, so often and after so many', async () => {
    const server = await startForTest()
    server.fileStore.faults.set(
      'put',
      { type: 'slow-down', retryAfterSeconds: 7, times: 1, skip: 1 },
      { type: 'slow-down', times: 1, skip: 1 },
    )
    expect((await putFile(server, 'x', picture)).status).toBe(200)
    const busy = await putFile(server, 'x', picture)
    expect([busy.status, busy.headers.get('retry-after'), await codeOf(busy)]).toEqual([503, '7', 'SlowDown'])
    const again = await putFile(server, 'x', picture)
    expect([again.status, again.headers.get('retry-after')]).toEqual([503, null])
    expect((await putFile(server, 'x', picture)).status).toBe(200)
    server.fileStore.faults.set('every-operation', { type: 'html' })
    expect(await (await ask(server, 'x')).text()).toContain('log in')
    server.fileStore.faults.clear()
    expect((await ask(server, 'x')).status).toBe(200)
  })

  it('breaks off in the middle: of what is sent, and of what is answered', async () => {
    const server = await startForTest()
    server.fileStore.faults.set('put', { type: 'cut', times: 1 })
    await expect(putFile(server, 'x', picture)).rejects.toThrow()
    expect(server.files()).toEqual([])
    await putFile(server, 'x', picture)
    server.fileStore.faults.set('open', { type: 'cut', times: 1 })
    const opened = await openLink(addressOf(server, 'x'))
    expect(opened.status).toBe(200)
    await expect(opened.arrayBuffer()).rejects.toThrow()
    server.fileStore.faults.set('head', { type: 'cut' })
    await expect(ask(server, 'x', { method: 'HEAD' })).rejects.toThrow()
  })

  it('loses the answer of what was stored, or what it answered to have stored', async () => {
    const server = await startForTest()
    server.fileStore.faults.set('put', { type: 'answer-lost', times: 1 }, { type: 'lost', times: 1 })
    await expect(putFile(server, 'x', picture)).rejects.toThrow()
    expect(server.files()).toHaveLength(1)
    expect((await putFile(server, 'y', picture)).status).toBe(200)
    expect(server.files().map(({ name }) => name)).toEqual(['x'])
    server.fileStore.lose('x')
    expect(server.files()).toEqual([])
  })

  it('never answers, before or after it did what was asked', async () => {
    const server = await startForTest()
    server.fileStore.faults.set(
      'put',
      { type: 'hang', when: 'before', times: 1 },
      { type: 'hang', when: 'after', times: 1 },
    )
    const never = [putFile(server, 'x', picture).catch(() => null)]
    await server.fileStore.requested('put', 1)
    expect(server.files()).toEqual([])
    never.push(putFile(server, 'x', picture).catch(() => null))
    await expect.poll(() => server.files()).toHaveLength(1)
    await server.close()
    expect(await Promise.all(never)).toEqual([null, null])
  })

  it('takes and gives bytes slowly', async () => {
    const server = await startForTest()
    const { promise: until, resolve: goOn } = Promise.withResolvers<undefined>()
    server.fileStore.faults.set('put', { type: 'held', until, times: 1 })
    const storing = putFile(server, 'x', picture)
    await server.fileStore.requested('put', 1)
    expect(server.files()).toEqual([])
    goOn(undefined)
    expect((await storing).status).toBe(200)
    server.fileStore.behave({ bytesPerSecond: 1_000_000 })
    const before = performance.now()
    await putFile(server, 'x', picture)
    expect(performance.now() - before).toBeGreaterThan(190)
  })

  it('answers something else, elsewhere or without end', async () => {
    const server = await startForTest()
    server.fileStore.faults.set(
      'put',
      { type: 'redirect', status: 307, location: 'http://127.0.0.1:9/x', times: 1 },
      { type: 'status', status: 418, body: 'a teapot', times: 1 },
      { type: 'error', code: 'InternalError', status: 200, times: 1 },
      { type: 'endless', times: 1 },
    )
    const redirect = await putFile(server, 'x', picture)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([307, 'http://127.0.0.1:9/x'])
    expect((await putFile(server, 'x', picture)).status).toBe(418)
    const late = await putFile(server, 'x', picture)
    expect([late.status, await codeOf(late)]).toEqual([200, 'InternalError'])
    const without = await putFile(server, 'x', picture)
    let bytes = 0
    for await (const piece of without.body ?? []) {
      bytes += (piece as Uint8Array).length
      if (bytes > 10_000_000) break
    }
    expect(bytes).toBeGreaterThan(10_000_000)
  })
})

describe('ways of a store', () => {
  it.each([
    ['no bucket', { bucket: 'missing' }, 'PUT', 'x', 'NoSuchBucket'],
    ['not allowed to write', { refuses: ['put'] }, 'PUT', 'x', 'AccessDenied'],
    ['not allowed to remove', { refuses: ['delete'] }, 'DELETE', 'there', 'AccessDenied'],
    ['missing files hidden', { hidesMissing: true }, 'GET', 'x', 'AccessDenied'],
    ['full', { capacityBytes: 1 }, 'PUT', 'x', 'XMinioStorageFull'],
    ['shown late', { shownAfterMs: 1000 }, 'GET', 'there', 'NoSuchKey'],
  ] as const)('%s', async (_what, ways, method, name, code) => {
    const server = await startForTest()
    await putFile(server, 'there', picture)
    server.fileStore.behave(ways)
    const call = method === 'PUT' ? { method, body: picture } : { method }
    expect(await codeOf(await ask(server, name, call))).toBe(code)
    expect(server.files()).toHaveLength(1)
  })

  it('shows nothing to strangers, or after a time, or with ETags of its own', async () => {
    const server = await startForTest()
    server.fileStore.behave({ refuses: ['open'], etags: 'opaque', shownAfterMs: 1000 })
    const stored = await putFile(server, 'x', picture)
    expect(stored.headers.get('etag')).toMatch(/^"opaque-/)
    expect((await ask(server, 'x')).status).toBe(404)
    server.moveClock(1000)
    expect((await ask(server, 'x', { at: '20260304T091523Z' })).status).toBe(200)
    expect((await openLink(addressOf(server, 'x'))).status).toBe(403)
  })
})
