import { EventEmitter, once } from 'node:events'
import { describe, expect, it } from 'vitest'
import {
  apiOn,
  claim,
  created,
  deadPort,
  json,
  loopback,
  rawLoopback,
  testKey,
} from '#testing/insurer-client/loopback-api.ts'
import { wholeList } from '#testing/insurer-client/claim-rows.ts'

const uncertain = (cause: string, httpStatus: number | null = null) => ({
  type: 'uncertain',
  cause,
  httpStatus,
})

describe('an attempt whose headers never left', () => {
  it('is not sent when the connection is refused', async () => {
    const api = apiOn(`http://${await deadPort()}`)
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toEqual({ type: 'not-sent', cause: 'refused' })
    expect(await wholeList(api, 'keke')).toEqual({ ok: false, error: { type: 'offline' } })
    expect(await api.checkConnection()).toEqual({ type: 'no-network' })
  })

  it('is not sent when the name is unknown', async () => {
    const api = apiOn('https://claims-desk-test.invalid')
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toEqual({ type: 'not-sent', cause: 'dns' })
  })

  it('is not sent when the server does not support TLS', async () => {
    const server = await loopback((_seen, response) => json(response, created(claim.policyNumber)))
    const api = apiOn(server.url.replace('http:', 'https:'))
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toEqual({ type: 'not-sent', cause: 'tls' })
    expect(await wholeList(api, 'keke')).toEqual({ ok: false, error: { type: 'tls' } })
    expect(server.seen).toHaveLength(0)
  })

  it('is not sent when the TLS handshake times out', async () => {
    const api = apiOn(`https://${await rawLoopback(() => undefined)}`, { connectTimeoutMs: 100 })
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toEqual({
      type: 'not-sent',
      cause: 'connect-timeout',
    })
  })

  it('is not sent when it is stopped while connecting, or before', async () => {
    const news = new EventEmitter()
    // Connecting would end by itself long after this test.
    const connectTimeoutMs = 3_600_000
    const api = apiOn(`https://${await rawLoopback((socket) => news.emit('socket', socket))}`, {
      connectTimeoutMs,
    })
    const stop = new AbortController()
    const connected = once(news, 'socket')
    const attempt = api.createClaim('keke', claim, '7F3K-92QD', stop.signal)
    await connected
    stop.abort('suspended')
    expect(await attempt).toEqual({ type: 'not-sent', cause: 'network' })
    expect(await api.createClaim('keke', claim, '7F3K-92QD', stop.signal)).toEqual({
      type: 'not-sent',
      cause: 'network',
    })
  })

  it('does not mistake the headers of another request for its own', async () => {
    const news = new EventEmitter()
    const silent = `https://${await rawLoopback((socket) => news.emit('socket', socket))}`
    const server = await loopback((seen, response) =>
      json(response, seen.method === 'GET' ? { success: true, data: [] } : created(claim.policyNumber)),
    )
    const stop = new AbortController()
    const connected = once(news, 'socket')
    const waiting = apiOn(silent).createClaim('keke', claim, '7F3K-92QD', stop.signal)
    await connected

    const other = apiOn(server.url)
    await other.createClaim('keke', claim, '7F3K-92QD')
    await wholeList(other, 'keke')
    await fetch(server.url)
    expect(server.seen).toHaveLength(3)

    stop.abort()
    expect(await waiting).toEqual({ type: 'not-sent', cause: 'network' })
  })

  it('makes no request without a key, and does not quote a key that does not fit a header', async () => {
    const server = await loopback((_seen, response) => json(response, created(claim.policyNumber)))
    const without = apiOn(server.url, { readKey: () => Promise.resolve(null) })
    expect(await without.createClaim('keke', claim, '7F3K-92QD')).toEqual({ type: 'key-refused' })
    expect(await wholeList(without, 'keke')).toEqual({ ok: false, error: { type: 'no-key' } })
    expect(await without.checkConnection()).toEqual({ type: 'no-key' })
    for (const key of ['line\nbreak', 'naïve\u20a6', ' edge']) {
      const odd = apiOn(server.url, { readKey: () => Promise.resolve(key) })
      expect(await odd.createClaim('keke', claim, '7F3K-92QD')).toEqual({ type: 'key-refused' })
      expect(await wholeList(odd, 'keke')).toEqual({ ok: false, error: { type: 'key-refused' } })
    }
    expect(server.seen).toHaveLength(0)
  })
})

describe('an attempt whose headers left', () => {
  it.each([
    ['suspended', 'suspended'],
    ['quit', 'stopped'],
    [undefined, 'stopped'],
  ])('is uncertain when it is broken off with %s', async (reason, cause) => {
    const stop = new AbortController()
    const server = await loopback(() => stop.abort(reason))
    expect(await apiOn(server.url).createClaim('keke', claim, '7F3K-92QD', stop.signal)).toEqual(
      uncertain(cause),
    )
  })

  it('is stopped when the API is closed, and close waits for it', async () => {
    const news = new EventEmitter()
    const server = await loopback(() => news.emit('request'))
    const arrived = once(news, 'request')
    const api = apiOn(server.url)
    const attempt = api.createClaim('keke', claim, '7F3K-92QD')
    await arrived
    await api.close()
    expect(await attempt).toEqual(uncertain('stopped'))
  })
})

it('reports what each exchange showed of the connection, except those we aborted', async () => {
  const contacts: string[] = []
  const onContact = (contact: string): void => void contacts.push(contact)
  const stop = new AbortController()
  const statuses = [200, 401, 302]
  const server = await loopback((_seen, response) => {
    const status = statuses.shift()
    if (status === undefined) stop.abort()
    else response.writeHead(status, { location: '/elsewhere' }).end('{"success":true,"data":[]}')
  })
  const api = apiOn(server.url, { onContact })
  for (let count = 0; count < 4; count += 1) await wholeList(api, 'keke', stop.signal)
  await wholeList(apiOn(`http://${await deadPort()}`, { onContact }), 'keke')
  expect(contacts).toEqual(['online', 'key-refused', 'intercepted', 'offline'])
})

it('sends the key only in the header', async () => {
  const server = await loopback((seen, response) =>
    json(response, { success: false, response_message: `No: ${seen.headers.authorization ?? ''}` }),
  )
  const api = apiOn(server.url)
  const outcome = await api.createClaim('keke', claim, '7F3K-92QD')
  expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${testKey}`)
  expect(JSON.stringify([server.seen[0]?.url, server.seen[0]?.body, outcome])).not.toContain(testKey)
  expect(outcome).toMatchObject({ type: 'rejected', serverMessage: 'No: Bearer [key]' })
})
