import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { portInTest } from '#testing/platform/port-in-test.ts'
import { createTrust } from '#main/network/certificates.ts'
import { readScript } from '#main/network/proxy-script.ts'
import { directNetwork } from '#main/network/network.ts'
import { openTunnel, ProxyError } from '#main/network/proxy-connect.ts'
import { createFeedClient, FeedError } from '#main/shell/updates/feed-client.ts'
import { createTestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { insurersKey as key, Office } from '#testing/app/office.ts'

/*
 * The attacker of these tests can set a variable of the office's account and answers for the insurer, the feed or the
 * proxy with a certificate that no one trusts. Node reads the variable at each connection.
 */
beforeEach(() => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
})

/** Answers with a certificate that nobody trusts; collects what arrived behind it. */
async function impostor(answer = '{}'): Promise<{ readonly url: string; readonly heard: string[] }> {
  const heard: string[] = []
  const hear = ({ method, url, headers }: IncomingMessage): void =>
    void heard.push(`${method} ${url} ${headers.authorization ?? headers['proxy-authorization'] ?? ''}`)
  const server = createServer(createTestCertificate(['localhost', '127.0.0.1']), (request, response) => {
    hear(request)
    response.end(answer)
  })
  server.on('connect', (request, socket) => {
    hear(request)
    socket.end('HTTP/1.1 200 OK\r\n\r\n')
  })
  return { url: `https://127.0.0.1:${await portInTest(server)}`, heard }
}

it('the insurer’s place gets no key', async () => {
  const { url, heard } = await impostor()
  const { handlers } = await Office.open()
  const wish = { environment: 'live', baseUrl: url, key, evenOffline: false } as const
  const answer = await handlers['environment:connect'](wish)
  expect(heard).toEqual([])
  expect(answer).toMatchObject({ ok: true, value: { type: 'unchanged', check: { type: 'tls-authority' } } })
})

it('the feed’s place is not asked', async () => {
  const { url, heard } = await impostor()
  const client = createFeedClient(url, directNetwork)
  onTestFinished(() => client.close())
  const [answer] = await Promise.allSettled([client.small('latest.json', 1_000)])
  expect(heard).toEqual([])
  expect(answer).toMatchObject({ status: 'rejected', reason: new FeedError('unreachable') })
})

it('the proxy’s place gets no password', async () => {
  const { url, heard } = await impostor()
  const wish = { proxy: url, target: 'insurer.example:443', timeoutMs: 5_000, attemptTimeoutMs: 1_000 }
  const network = { ...directNetwork, loginFor: () => Promise.resolve({ name: 'desk', password: 'made-up' }) }
  const [answer] = await Promise.allSettled([openTunnel({ ...wish, network })])
  expect(heard).toEqual([])
  expect(answer).toMatchObject({ status: 'rejected', reason: new ProxyError('certificate', url) })
})

it('the place of the proxies’ script decides about no proxy', async () => {
  const { url, heard } = await impostor('function FindProxyForURL() { return "PROXY evil.example:80" }')
  const script = await readScript(url, createTrust())
  expect(heard).toEqual([])
  expect(script).toBeNull()
})
