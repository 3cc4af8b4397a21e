import { describe, expect, it } from 'vitest'
import { apiOn, claim, loopback, type Loopback } from './testing/loopback-api.ts'

/** Takes a second over the slow line, so that answers meant to be in time are so on a busy computer too. */
const response_message = 'made up '.repeat(25)
const emptyList = JSON.stringify({ success: true, response_message, response_code: 200, data: [] })

/** A server that sends a few bytes every 20 ms. */
function drippingServer(): Promise<Loopback> {
  return loopback((_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
    let at = 0
    const drip = setInterval(() => {
      response.write(emptyList.slice(at, at + 5))
      at += 5
      if (at < emptyList.length && !response.destroyed) return
      clearInterval(drip)
      response.end()
    }, 20)
  })
}

describe('a read-only request over a slow line', () => {
  it('is read as long as bytes arrive, even beyond the silence limit', async () => {
    const { url } = await drippingServer()
    const startedMs = performance.now()
    expect(await apiOn(url, { getTimeoutMs: 600 }).listClaims('keke')).toEqual({ ok: true, value: [] })
    expect(performance.now() - startedMs).toBeGreaterThan(650)
  })

  it('ends after its total time, however steadily bytes arrive', async () => {
    const { url } = await drippingServer()
    const api = apiOn(url, { getTotalTimeoutMs: 100 })
    expect(await api.listClaims('keke')).toEqual({ ok: false, error: { type: 'timeout' } })
  })
})

describe('an attempt over a slow line', () => {
  it('has one limit for the whole exchange, because its outcome must be known', async () => {
    const { url } = await drippingServer()
    const api = apiOn(url, { postTimeoutMs: 600 })
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toEqual({
      type: 'uncertain',
      cause: 'timeout',
      httpStatus: 200,
    })
  })
})
