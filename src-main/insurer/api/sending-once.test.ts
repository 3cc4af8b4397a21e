import { describe, expect, it } from 'vitest'
import { err } from '#shared/result.ts'
import { EventEmitter, once } from 'node:events'
import { onRequests } from '#testing/wire/http-message.ts'
import { wholeList } from '#testing/insurer-client/claim-rows.ts'
import { apiOn, claim, created, json, loopback, rawLoopback } from '#testing/insurer-client/loopback-api.ts'

/**
 * Answers the first request of each connection and keeps it alive; reads the next one to its last byte, counts it, and
 * cuts the connection. To the server, this is what a stale keep-alive socket looks like.
 */
async function staleServer(): Promise<{ url: string; bodies: string[]; sockets: () => number }> {
  const bodies: string[] = []
  let sockets = 0
  const host = await rawLoopback((socket) => {
    sockets += 1
    let served = 0
    onRequests(socket, (request) => {
      bodies.push(request.slice(request.indexOf('\r\n\r\n') + 4))
      served += 1
      if (served > 1) return void socket.destroy()
      const answer = JSON.stringify(created(claim.policyNumber))
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: keep-alive\r\nkeep-alive: timeout=60\r\n' +
          `content-length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}`,
      )
    })
  })
  return { url: `http://${host}`, bodies, sockets: () => sockets }
}

describe('a POST', () => {
  it('arrives exactly once each time, although the server cuts every connection used twice', async () => {
    const server = await staleServer()
    const api = apiOn(server.url)
    for (const reference of ['AAAA-0001', 'AAAA-0002', 'AAAA-0003']) {
      expect(await api.createClaim('keke', claim, reference)).toMatchObject({ type: 'delivered' })
    }
    const references = server.bodies.map((body) => /AAAA-\d+/.exec(body)?.[0])
    expect(references).toEqual(['AAAA-0001', 'AAAA-0002', 'AAAA-0003'])
    expect(server.sockets()).toBe(3)
  })

  it('does not go out on a connection that a GET left open', async () => {
    const server = await loopback((seen, response) =>
      json(response, seen.method === 'GET' ? { success: true, data: [] } : created(claim.policyNumber)),
    )
    const api = apiOn(server.url)
    await wholeList(api, 'keke')
    await api.createClaim('keke', claim, '7F3K-92QD')
    await wholeList(api, 'keke')
    await api.claimDetails('keke', claim.policyNumber)
    expect(server.seen.map(({ method, socket }) => `${method} ${socket}`)).toEqual([
      'GET 1',
      'POST 2',
      'GET 1',
      'POST 3',
    ])
  })

  it('is sent once and uncertain when cut after its body was read', async () => {
    const server = await loopback((_seen, response) => response.destroy())
    const outcome = await apiOn(server.url).createClaim('okada', claim, '7F3K-92QD')
    expect(outcome).toEqual({ type: 'uncertain', cause: 'reset', httpStatus: null })
    expect(server.seen).toHaveLength(1)
  })

  it.each([307, 308, 302])('does not follow a %i redirect', async (status) => {
    const elsewhere = await loopback((_seen, response) => json(response, created(claim.policyNumber)))
    const server = await loopback((_seen, response) =>
      response.writeHead(status, { location: `${elsewhere.url}/there` }).end(),
    )
    const outcome = await apiOn(server.url).createClaim('keke', claim, '7F3K-92QD')
    expect(outcome).toEqual({ type: 'uncertain', cause: 'intercepted', httpStatus: status })
    expect(server.seen).toHaveLength(1)
    expect(elsewhere.seen).toHaveLength(0)
  })

  it.each([401, 407, 408, 421, 425, 429, 500, 502, 503, 504])(
    'is not sent again after a %i',
    async (status) => {
      const server = await loopback((_seen, response) =>
        response.writeHead(status, { 'retry-after': '1', 'www-authenticate': 'Basic' }).end(),
      )
      const outcome = await apiOn(server.url).requestPharmacy(3, claim.policyNumber)
      expect(outcome.type).not.toBe('delivered')
      expect(outcome.type).not.toBe('not-sent')
      expect(server.seen).toHaveLength(1)
    },
  )
})

// Over HTTP/2 undici shares one connection and re-queues requests in flight when it closes.
it('a connection offers only HTTP/1.1', async () => {
  const news = new EventEmitter()
  const host = await rawLoopback((socket) =>
    socket.once('data', (hello) => {
      news.emit('hello', hello)
      // Nobody would answer it before its time is over.
      socket.destroy()
    }),
  )
  for (const ask of ['createClaim', 'wholeList'] as const) {
    const hello = once(news, 'hello')
    const api = apiOn(`https://${host}`)
    const asking =
      ask === 'createClaim' ? api.createClaim('keke', claim, '7F3K-92QD') : wholeList(api, 'keke')
    const [bytes] = (await hello) as [Buffer]
    expect(bytes.includes('\u0008http/1.1')).toBe(true)
    expect(bytes.includes('\u0002h2')).toBe(false)
    await api.close()
    await asking
  }
})

it('a GET is sent once, whatever the answer', async () => {
  const server = await loopback((_seen, response) => response.writeHead(500).end())
  const api = apiOn(server.url)
  await wholeList(api, 'keke')
  expect(await wholeList(api, 'okada')).toEqual(err({ type: 'server-error', httpStatus: 500 }))
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/api/merchant/get_keke_pass_claims',
    '/api/merchant/get_okada_pass_claims',
  ])
})
