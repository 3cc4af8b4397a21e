import { describe, expect, it, vi } from 'vitest'
import {
  anyNumber,
  answering,
  answeringText,
  failed,
  list,
  read,
  rows,
} from '#testing/insurer-client/claim-rows.ts'
import { apiOn, json, loopback } from '#testing/insurer-client/loopback-api.ts'

describe('a claim list that did not change', () => {
  it('is not sent again', async () => {
    const etag = 'W/"7f-92"'
    const server = await loopback((seen, response) => {
      if (seen.headers['if-none-match'] === etag) response.writeHead(304).end()
      else response.writeHead(200, { etag }).end(JSON.stringify(list(rows(2))))
    })
    const first = await read(server.url)
    expect(first.end).toMatchObject({ ok: true, value: { type: 'complete', etag } })
    const second = await read(server.url, { etag })
    expect(second).toEqual({ ids: [], end: { ok: true, value: { type: 'not-modified', bytes: 0 } } })
    expect((await read(server.url, { etag: '"other"' })).ids).toEqual([1, 2])
  })

  it('is asked for as a whole where the mark is none', async () => {
    const server = await loopback((_seen, response) => json(response, list(rows(1))))
    for (const etag of [null, '', 'plain', '"line\r\nbreak: 1"']) await read(server.url, { etag })
    expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual(Array(4).fill(undefined))
  })
})

describe('a claim list of which enough was read', () => {
  it('ends there, and its connection is closed', async () => {
    const closed = Promise.withResolvers<null>()
    const url = await answering((response) => {
      response.on('close', () => closed.resolve(null))
      // It never ends by itself.
      response.writeHead(200).write(JSON.stringify(list(rows(100))).slice(0, -2))
    })
    let batches = 0
    const onRows = () => {
      batches += 1
      return 'stop' as const
    }
    const { end } = await read(url, { onRows })
    expect(end).toEqual({ ok: true, value: { type: 'stopped', bytes: anyNumber } })
    expect(batches).toBe(1)
    await closed.promise
  })

  it('is read on without rows where its success comes last', async () => {
    const onRows = vi.fn(() => 'stop' as const)
    const data = JSON.stringify(rows(3000))
    const good = await read(await answeringText(`{"data":${data},"success":true}`), { onRows })
    expect(good.end).toMatchObject({ ok: true, value: { type: 'stopped' } })
    const bad = await read(await answeringText(`{"data":${data},"success":false}`), { onRows })
    expect(bad.end).toMatchObject(failed('refused-by-server'))
    expect(onRows).toHaveBeenCalledTimes(2)
  })

  it('ends by its signal too, as a failure', async () => {
    const stop = new AbortController()
    const { url } = await loopback((_seen, response) => {
      response.writeHead(200).write(JSON.stringify(list(rows(100))).slice(0, -2))
    })
    const onRows = () => {
      stop.abort('stopped')
      return 'go-on' as const
    }
    expect((await read(url, { onRows, signal: stop.signal })).end).toMatchObject(failed('offline'))
    expect((await read(url, { signal: stop.signal })).end).toMatchObject(failed('offline'))
  })
})

describe('a claim list whose reader takes its time', () => {
  it('is held back, and the server with it', async () => {
    // More than what lies between the two sockets.
    const long = rows(10_000).map((row) => ({ ...row, details_of_incidence: 'x'.repeat(2000) }))
    const text = Buffer.from(JSON.stringify(list(long)))
    let isDrained = false
    const { url } = await loopback((_seen, response) => {
      response.once('drain', () => (isDrained = true))
      response.writeHead(200, { 'content-length': text.length }).write(text)
    })
    const asked = Promise.withResolvers<null>()
    const go = Promise.withResolvers<'go-on'>()
    const onRows = vi.fn(() => {
      asked.resolve(null)
      return go.promise
    })
    const reading = read(url, { onRows })
    await asked.promise
    // Another list is read whole meanwhile: this one had its chance to go on.
    expect((await read(await answeringText(JSON.stringify(list(rows(5000)))))).end.ok).toBe(true)
    expect({ isDrained, calls: onRows.mock.calls.length }).toEqual({ isDrained: false, calls: 1 })
    go.resolve('go-on')
    expect((await reading).end).toMatchObject({ ok: true, value: { rows: 10_000 } })
  })

  it('ends with the API, though the reader never answers', async () => {
    const { url } = await loopback((_seen, response) => json(response, list(rows(3))))
    const api = apiOn(url)
    const asked = Promise.withResolvers<null>()
    const onRows = () => {
      asked.resolve(null)
      return new Promise<'go-on'>(() => undefined)
    }
    const reading = api.readClaimList('keke', { onRows })
    await asked.promise
    await api.close()
    expect(await reading).toMatchObject(failed('offline'))
  })
})
