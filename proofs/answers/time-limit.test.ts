import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectGarbage } from '#testing/app/used-memory.ts'
import { wholeList } from '#testing/insurer-client/claim-rows.ts'
import { apiOn, claim, loopback } from '#testing/insurer-client/loopback-api.ts'

// undici follows a signal by weak references: once a request object is garbage-collected, its abort has no effect.
let collecting: NodeJS.Timeout
beforeEach(() => {
  collecting = setInterval(() => void collectGarbage(), 10)
})
afterEach(() => clearInterval(collecting))

const timeLimits = { postTimeoutMs: 1_000, getTimeoutMs: 1_000, listStallMs: 1_000 }

describe('a time limit, while garbage is collected', () => {
  it('ends an exchange that gets no answer', async () => {
    const server = await loopback(() => undefined)
    const api = apiOn(server.url, timeLimits)
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toMatchObject({
      cause: 'timeout',
      httpStatus: null,
    })
    expect(await wholeList(api, 'keke')).toMatchObject({ ok: false, error: { type: 'timeout' } })
  })

  it('ends an exchange whose last byte does not arrive', async () => {
    const server = await loopback((_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
      response.write('{"success":true'.padEnd(99))
    })
    const api = apiOn(server.url, timeLimits)
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toMatchObject({
      cause: 'timeout',
      httpStatus: 200,
    })
    expect(await wholeList(api, 'keke')).toMatchObject({ ok: false, error: { type: 'timeout' } })
  })
})
