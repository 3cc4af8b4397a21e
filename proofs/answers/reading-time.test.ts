import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectGarbage } from '#testing/app/used-memory.ts'
import { apiOn, claim, loopback, type Loopback } from '#testing/insurer-client/loopback-api.ts'

/** Takes a second over the slow line, so that answers meant to be in time are so on a busy computer too. */
const response_message = 'made up '.repeat(25)
const envelope = { success: true, response_message, response_code: 200 }
const emptyList = JSON.stringify({ ...envelope, data: [] })
const emptyPage = JSON.stringify({
  ...envelope,
  data: { current_page: 1, data: [], last_page: 1, total: 0 },
})

/** A server that sends a few bytes every 20 ms. */
function drippingServer(text: string): Promise<Loopback> {
  return loopback((_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
    let at = 0
    const drip = setInterval(() => {
      response.write(text.slice(at, at + 5))
      at += 5
      if (at < text.length && !response.destroyed) return
      clearInterval(drip)
      response.end()
    }, 20)
  })
}

describe('a read-only request over a slow line', () => {
  it('is read as long as bytes arrive, even beyond the silence limit', async () => {
    const { url } = await drippingServer(emptyPage)
    const startedMs = performance.now()
    expect(await apiOn(url, { getTimeoutMs: 600 }).pharmacyPage(1)).toMatchObject({ ok: true })
    expect(performance.now() - startedMs).toBeGreaterThan(650)
  })

  it('ends after its total time, however steadily bytes arrive', async () => {
    const { url } = await drippingServer(emptyPage)
    const api = apiOn(url, { getTotalTimeoutMs: 100 })
    expect(await api.pharmacyPage(1)).toEqual({ ok: false, error: { type: 'timeout' } })
  })
})

describe('a claim list over a slow line', () => {
  const onRows = () => 'go-on' as const

  it('is read as long as bytes arrive, whatever the total', async () => {
    const { url } = await drippingServer(emptyList)
    const api = apiOn(url, { listStallMs: 600, getTimeoutMs: 100, getTotalTimeoutMs: 100 })
    const startedMs = performance.now()
    expect(await api.readClaimList('keke', { onRows })).toMatchObject({ ok: true, value: { rows: 0 } })
    expect(performance.now() - startedMs).toBeGreaterThan(650)
  })
})

it('an attempt over a slow line has one limit for the whole exchange, because its outcome must be known', async () => {
  const { url } = await drippingServer(emptyList)
  const api = apiOn(url, { postTimeoutMs: 600 })
  expect(await api.createClaim('keke', claim, '7F3K-92QD')).toEqual({
    type: 'uncertain',
    cause: 'timeout',
    httpStatus: 200,
  })
})

describe('a time limit, while garbage is collected', () => {
  // undici follows a signal by weak references: once a request object is garbage-collected, its abort has no effect.
  let collecting: NodeJS.Timeout
  beforeEach(() => {
    collecting = setInterval(() => void collectGarbage(), 10)
  })
  afterEach(() => clearInterval(collecting))

  const sent = '{"success":true'.padEnd(99)
  it.each([
    ['gets no answer', { httpStatus: null, bytes: 0 }, () => undefined],
    [
      'does not get the last byte, with what was read',
      { httpStatus: 200, bytes: sent.length },
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
        response.write(sent)
      },
    ],
  ] satisfies [string, object, (response: ServerResponse) => void][])(
    'ends an exchange that %s',
    async (_what, { httpStatus, bytes }, answer) => {
      const server = await loopback((_seen, response) => answer(response))
      const api = apiOn(server.url, { postTimeoutMs: 1_000, getTimeoutMs: 1_000, listStallMs: 1_000 })
      expect(await api.createClaim('keke', claim, '7F3K-92QD')).toMatchObject({
        cause: 'timeout',
        httpStatus,
      })
      expect(await api.readClaimList('keke', { onRows: () => 'go-on' })).toEqual({
        ok: false,
        error: { failure: { type: 'timeout' }, bytes },
      })
    },
  )
})
