import { once, EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createTestCertificate } from '#testing/insurer-client/test-certificate.ts'
import {
  connectProxy,
  testNetwork,
  type ConnectProxy,
  type Deciding,
} from '#testing/insurer-client/connect-proxy.ts'
import { wholeList } from '#testing/insurer-client/claim-rows.ts'
import {
  apiOn,
  claim,
  created,
  deadPort,
  json,
  loopback,
  rawLoopback,
  type Loopback,
} from '#testing/insurer-client/loopback-api.ts'
import type { ServerResponse } from 'node:http'
import type { Sighting } from './sighting.ts'

const insurer = 'https://insurer.example'
const target = 'insurer.example:443'
const certificate = createTestCertificate(['insurer.example'])
const login = { name: 'branch', password: 'made-up-Proxy-Pass-77' }
const accepted = (response: ServerResponse): void => json(response, created(claim.policyNumber))

const insurerOverTls = (answer: (response: ServerResponse) => void = accepted): Promise<Loopback> =>
  loopback((_seen, response) => answer(response), certificate)

const via = (...proxies: readonly ConnectProxy[]) =>
  proxies.map(({ url }) => ({ type: 'proxy', proxy: url }) as const)
/** An insurer over TLS, and the client of its API behind a proxy. */
async function throughProxy(
  trust: Parameters<typeof testNetwork>[1] = { ca: certificate.cert },
  answer = accepted,
) {
  const server = await insurerOverTls(answer)
  const proxy = await connectProxy(server.place)
  const network = testNetwork(via(proxy), trust)
  return { server, proxy, network, api: apiOn(insurer, { network }) }
}
const saying =
  (text: string): Deciding =>
  (socket) =>
    void socket.end(text)
const html = '<html><body>Blocked by the office</body></html>'
const page = `Content-Type: text/html\r\nContent-Length: ${html.length}\r\n\r\n${html}`

describe('a claim sent through a proxy', () => {
  it('arrives once, by a tunnel of its own, with TLS to the insurer itself', async () => {
    const { server, proxy, network, api } = await throughProxy()
    expect((await api.createClaim('keke', claim, '7F3K-92QD')).type).toBe('delivered')
    expect((await api.createClaim('keke', claim, '7F3K-92QD')).type).toBe('delivered')
    expect(server.seen).toHaveLength(2)
    expect(proxy.asked).toEqual([
      { target, authorization: undefined },
      { target, authorization: undefined },
    ])
    expect(network.ways).toEqual([`to ${target}`, `to ${target}`])
    expect(network.troubles).toEqual([])
  })

  it('has its tunnel opened ahead, TLS included, once for each POST', async () => {
    const { server, proxy, api } = await throughProxy()
    api.prepare(2)
    const claims = [api.createClaim('keke', claim, '7F3K-92QD'), api.createClaim('okada', claim, '7F3K-92QD')]
    for (const outcome of await Promise.all(claims)) expect(outcome.type).toBe('delivered')
    expect([server.seen.length, proxy.asked.length]).toEqual([2, 2])
  })

  it('sends the name and password to the proxy alone', async () => {
    const { proxy, api } = await throughProxy({ ca: certificate.cert, login })
    expect((await api.createClaim('okada', claim, '7F3K-92QD')).type).toBe('delivered')
    const sent = Buffer.from((proxy.asked[0]?.authorization ?? '').replace('Basic ', ''), 'base64').toString()
    expect(sent).toBe(`${login.name}:${login.password}`)
  })

  it('does not trust another certificate than the network does, and says so', async () => {
    const { server, api } = await throughProxy({})
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toEqual({ type: 'not-sent', cause: 'tls' })
    expect(await api.checkConnection()).toEqual({ type: 'tls-authority' })
    expect(server.seen).toHaveLength(0)
  })

  it('is uncertain when the tunnel is cut after the headers left', async () => {
    const news = new EventEmitter()
    const { proxy, api } = await throughProxy(undefined, () => news.emit('arrived'))
    const arrived = once(news, 'arrived')
    const attempt = api.createClaim('keke', claim, '7F3K-92QD')
    await arrived
    proxy.tunnels[0]?.destroy()
    expect(await attempt).toEqual({ type: 'uncertain', cause: 'reset', httpStatus: null })
  })
})

describe('a proxy that does not let it through', () => {
  it.each([
    ['asks', 'HTTP/1.1 407 Go away\r\nProxy-Authenticate: Basic realm="Office, NTLM"\r\n', null, ''],
    ['refuses-password', 'HTTP/1.1 407 No\r\nProxy-Authenticate: Negotiate, basic realm="x"\r\n', login, ''],
    [
      'asks-unsupported',
      'HTTP/1.1 407 No\r\nProxy-Authenticate: NTLM\r\nProxy-Authenticate: Digest realm="a", qop="auth"\r\n',
      null,
      'NTLM, Digest',
    ],
    ['refuses-password', 'HTTP/1.0 401 Unauthorized\r\nWWW-Authenticate: Basic realm="x"\r\n', login, ''],
    ['refuses', 'HTTP/1.1 403 Filtered\r\n', null, '403 Filtered'],
    ['cannot-reach', 'HTTP/1.1 502 Bad Gateway\r\n', null, '502 Bad Gateway'],
    ['cannot-reach', 'HTTP/1.1 504 Gateway Timeout\r\n', login, '504 Gateway Timeout'],
    ['not-a-proxy', 'HTTP/1.1 302 Found\r\nLocation: http://portal.example/login\r\n', null, '302 Found'],
    ['not-a-proxy', 'HTTP/1.1 200 OK\r\n', null, ''],
    ['refuses', `HTTP/1.1 403 Forbidden\r\nX-Policy: ${'a'.repeat(40_000)}\r\n`, null, '403 Forbidden'],
  ] as const)('%s: %s', async (problem, head, used, words) => {
    const proxy = await connectProxy('127.0.0.1:9', saying(head + page))
    const network = testNetwork(via(proxy), { login: used })
    const sightings: Sighting[] = []
    const api = apiOn(insurer, { network, onSighting: (seen) => sightings.push(seen) })
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toEqual({ type: 'not-sent', cause: 'proxy' })
    expect(network.troubles).toEqual([{ problem, proxy: proxy.url, target, saying: words }])
    const asks = problem === 'asks' || problem === 'refuses-password'
    expect(sightings.at(-1)?.trouble).toBe(asks ? 'proxy-asks' : 'proxy')
    expect(await api.checkConnection()).toEqual({ type: asks ? 'proxy-asks' : 'proxy' })
    expect(await wholeList(api, 'keke')).toEqual({ ok: false, error: { type: 'offline' } })
  })

  it('never repeats the password in what it is said to have said', async () => {
    const token = Buffer.from(`${login.name}:${login.password}`).toString('base64')
    const proxy = await connectProxy(
      '127.0.0.1:9',
      saying(`HTTP/1.1 403 ${login.password} ${token} ${'x'.repeat(80)}${login.password}\r\n${page}`),
    )
    const network = testNetwork(via(proxy), { login })
    await apiOn(insurer, { network }).createClaim('keke', claim, '7F3K-92QD')
    const said = JSON.stringify(network.troubles)
    expect(said).toContain('403 ')
    // Not even the part before the cut.
    expect(said).not.toContain(login.password.slice(0, 6))
    expect(said).not.toContain(token)
  })

  it.each([
    ['no-answer', 'hangs', () => undefined],
    ['no-answer', 'hangs up', (socket) => void socket.destroy()],
    ['no-answer', 'is cut in the middle of its answer', saying('HTTP/1.1 200 Conn')],
  ] as const satisfies readonly (readonly [string, string, Deciding])[])(
    '%s: it %s',
    async (problem, _name, decide) => {
      const proxy = await connectProxy('127.0.0.1:9', decide)
      const network = testNetwork(via(proxy))
      const api = apiOn(insurer, { network, connectTimeoutMs: 150 })
      expect(await api.createClaim('keke', claim, '7F3K-92QD')).toEqual({ type: 'not-sent', cause: 'proxy' })
      expect(network.troubles).toEqual([{ problem, proxy: proxy.url, target, saying: '' }])
    },
  )

  it('not-a-proxy: something else listens there', async () => {
    const proxy = `http://${await rawLoopback((socket) => void socket.write('220 mail.example ESMTP\r\n'))}`
    const network = testNetwork([{ type: 'proxy', proxy }])
    await apiOn(insurer, { network }).createClaim('keke', claim, '7F3K-92QD')
    expect(network.troubles).toEqual([{ problem: 'not-a-proxy', proxy, target, saying: '' }])
  })

  it('certificate: the way to the proxy is TLS, and it is not trusted', async () => {
    const server = await insurerOverTls()
    const proxy = `https://localhost:${server.place.split(':')[1]}`
    const network = testNetwork([{ type: 'proxy', proxy }])
    expect(await apiOn(insurer, { network }).createClaim('keke', claim, '7F3K-92QD')).toMatchObject({
      type: 'not-sent',
    })
    expect(network.troubles).toEqual([{ problem: 'certificate', proxy, target, saying: '' }])
  })
})

describe('several ways', () => {
  it('takes the next where a proxy cannot be reached or is of a kind it does not speak', async () => {
    const server = await insurerOverTls()
    const dead = `http://${await deadPort()}`
    const proxy = await connectProxy(server.place)
    const network = testNetwork(
      [
        { type: 'unsupported', proxy: 'SOCKS5 10.0.0.1:1080' },
        { type: 'proxy', proxy: dead },
        ...via(proxy),
        { type: 'direct' },
      ],
      { ca: certificate.cert },
    )
    expect((await apiOn(insurer, { network }).createClaim('keke', claim, '7F3K-92QD')).type).toBe('delivered')
    expect(network.troubles).toEqual([
      { problem: 'unsupported', proxy: 'SOCKS5 10.0.0.1:1080', target, saying: '' },
      { problem: 'unreachable', proxy: dead, target, saying: '' },
    ])
    expect(network.ways).toEqual([`to ${target}`])
  })

  it('takes no other where the proxy has answered', async () => {
    const refusing = await connectProxy('127.0.0.1:9', saying(`HTTP/1.1 403 No\r\n${page}`))
    const other = await connectProxy('127.0.0.1:9')
    const network = testNetwork([...via(refusing, other), { type: 'direct' }])
    await apiOn(insurer, { network }).createClaim('keke', claim, '7F3K-92QD')
    expect(other.asked).toHaveLength(0)
  })

  it('reports the proxy, not the missing way around it', async () => {
    const network = testNetwork([{ type: 'proxy', proxy: `http://${await deadPort()}` }, { type: 'direct' }])
    const api = apiOn('https://claims-desk-test.invalid', { network })
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toEqual({ type: 'not-sent', cause: 'proxy' })
    expect(network.ways).toEqual(['no way'])
  })
})
