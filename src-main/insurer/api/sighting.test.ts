import { describe, expect, it } from 'vitest'
import { wholeList } from '#testing/insurer-client/claim-rows.ts'
import { apiOn, deadPort, json, loopback, rawLoopback } from '#testing/insurer-client/loopback-api.ts'
import { clockSample, type Sighting } from './sighting.ts'

/** What the last of these requests showed. */
async function seenBy(url: string): Promise<Sighting | undefined> {
  const seen: Sighting[] = []
  const api = apiOn(url, { onSighting: (sighting) => seen.push(sighting) })
  await api.checkConnection()
  return seen.at(-1)
}

const page = { success: true, data: {}, response_message: '' }

describe('the cause of trouble', () => {
  it('is no answer when the connection is refused or breaks', async () => {
    expect(await seenBy(`http://${await deadPort()}`)).toEqual({ trouble: 'no-answer', clock: null })
    const breaking = await rawLoopback((socket) => socket.destroy())
    expect(await seenBy(`http://${breaking}`)).toEqual({ trouble: 'no-answer', clock: null })
  })

  it('distinguishes another server, a failing server, and no trouble', async () => {
    const foreign = await loopback((_seen, response) => response.end('<h1>Please log in</h1>'))
    expect(await seenBy(foreign.url)).toEqual({ trouble: 'intercepted', clock: null })
    const broken = await loopback((_seen, response) => json(response, { success: false }, 500))
    expect(await seenBy(broken.url)).toEqual({ trouble: 'server-error', clock: null })
    const fine = await loopback((_seen, response) => json(response, page))
    expect(await seenBy(fine.url)).toMatchObject({ trouble: null })
  })

  it('is not reported for what we aborted ourselves', async () => {
    const seen: Sighting[] = []
    const silent = await loopback(() => undefined)
    const api = apiOn(silent.url, { onSighting: (sighting) => seen.push(sighting) })
    const stop = new AbortController()
    const asked = api.checkConnection(stop.signal)
    stop.abort()
    await asked
    expect(seen).toEqual([])
  })
})

describe('the clock', () => {
  it('is compared only with the API’s own answers', async () => {
    const date = new Date(Date.now() - 13 * 60_000).toUTCString()
    const server = await loopback((_seen, response) => json(response.setHeader('date', date), page))
    const seen = await seenBy(server.url)
    expect(Math.abs((seen?.clock?.aheadMs ?? 0) - 13 * 60_000)).toBeLessThan(2_000)
    const portal = await loopback((_seen, response) => json(response.setHeader('date', date), { ok: 1 }))
    expect(await seenBy(portal.url)).toMatchObject({ clock: null })
  })

  const timing = {
    date: 'Fri, 20 Nov 2026 09:00:00 GMT',
    age: null,
    askedAtMs: Date.parse('2026-11-20T09:00:00.500Z'),
    headersAtMs: Date.parse('2026-11-20T09:00:20.500Z'),
    tookMs: 20_000,
  }

  it('is compared at the middle of the round trip, with the uncertainty', () => {
    expect(clockSample(timing)).toEqual({ aheadMs: 10_000, uncertainMs: 10_500 })
  })

  it.each([
    ['without a date', { date: null }],
    ['with a date that is none', { date: 'yesterday' }],
    ['from a cache', { age: '300' }],
    ['when it was set while the request was in flight', { tookMs: 500 }],
  ])('is not compared %s', (_how, change) => {
    expect(clockSample({ ...timing, ...change })).toBeNull()
  })

  it('does not affect the wait for a date in Retry-After', async () => {
    const serverNow = Date.now() - 3_600_000
    const busy = await loopback((_seen, response) => {
      response.setHeader('date', new Date(serverNow).toUTCString())
      response.setHeader('retry-after', new Date(serverNow + 120_000).toUTCString())
      json(response, { success: false }, 429)
    })
    const answer = await wholeList(apiOn(busy.url), 'keke')
    expect(answer).toEqual({ ok: false, error: { type: 'rate-limited', retryAfterMs: 120_000 } })
  })
})
