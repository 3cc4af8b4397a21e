import { once } from 'node:events'
import tls, { getCACertificates, TLSSocket } from 'node:tls'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTrust } from './certificates.ts'
import { directNetwork } from './network.ts'
import { createTestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { createConnector } from './connector.ts'
import { apiOn, claim } from '#testing/insurer-client/loopback-api.ts'
import { tlsPeer, type TlsPeer } from '#testing/insurer-client/tls-peer.ts'

/** A handshake with the key exchange against quantum computers and a short request. */
const isLong = (arrivedBytes: number): boolean => arrivedBytes > 2_000

function passTime(ms: number): void {
  const now = performance.now.bind(performance)
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  onTestFinished(() => spy.mockRestore())
}

/** @param pauseMs how much later the last one goes */
async function afterPosts(peer: TlsPeer, count: number, pauseMs = 0): Promise<void> {
  // With the office's own certificates, as the application has it.
  const trust = createTrust(() => Promise.resolve(getCACertificates('default')))
  const api = apiOn(peer.url, { network: { ...directNetwork, trusted: () => trust.trusted() } })
  for (let n = 0; n < count; n += 1) {
    if (n === count - 1 && pauseMs > 0) passTime(pauseMs)
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toMatchObject({ type: 'delivered' })
  }
}

it('resumes the session of the connection before, with a short key exchange', async () => {
  const peer = await tlsPeer()
  await afterPosts(peer, 3)
  expect(peer.handshakes.map(({ isResumed }) => isResumed)).toEqual([false, true, true])
  expect(peer.handshakes.map(({ arrivedBytes }) => isLong(arrivedBytes))).toEqual([true, false, false])
})

it.each([
  [3.9, true],
  [4, false],
])('%d minutes after a connection resumes its session: %s', async (minutes, isResumed) => {
  const peer = await tlsPeer()
  await afterPosts(peer, 2, minutes * 60_000)
  expect(peer.handshakes.map((handshake) => handshake.isResumed)).toEqual([false, isResumed])
})

it('makes every connection in full once the server refused to resume one', async () => {
  const peer = await tlsPeer({ forgetsSessions: true })
  await afterPosts(peer, 4)
  expect(peer.handshakes.map(({ isResumed }) => isResumed)).toEqual([false, false, false, false])
  expect(peer.handshakes.map(({ arrivedBytes }) => isLong(arrivedBytes))).toEqual([true, false, true, true])
})

it('makes every connection in full where the TLS library refuses the short key exchange', async () => {
  const make = tls.createSecureContext
  const spy = vi.spyOn(tls, 'createSecureContext').mockImplementation((options) => {
    if (options?.ecdhCurve !== undefined && options.ecdhCurve !== 'auto') throw new Error('refused')
    return make(options)
  })
  onTestFinished(() => spy.mockRestore())
  const peer = await tlsPeer()
  const api = apiOn(peer.url, {
    network: { ...directNetwork, trusted: () => Promise.resolve(() => ({})) },
  })
  for (let n = 0; n < 2; n += 1) {
    expect(await api.createClaim('keke', claim, '7F3K-92QD')).toMatchObject({ type: 'delivered' })
  }
  expect(peer.handshakes.map(({ isResumed }) => isResumed)).toEqual([false, false])
})

it('offers no server the session of another, whose name would not be checked again', async () => {
  const certificate = createTestCertificate(['localhost'])
  const peers = [await tlsPeer({ certificate }), await tlsPeer({ certificate })] as const
  const connect = createConnector(directNetwork, 10_000)()
  const isResumed = async ({ url }: TlsPeer): Promise<boolean> => {
    const { protocol, hostname, port } = new URL(url)
    const socket = await new Promise<unknown>((resolve) => {
      connect({ protocol, hostname, port }, (error, open) => resolve(error ?? open))
    })
    if (!(socket instanceof TLSSocket)) throw new Error(`not open: ${String(socket)}`)
    onTestFinished(() => void socket.destroy())
    if (!socket.isSessionReused()) await once(socket, 'session')
    return socket.isSessionReused()
  }
  expect([await isResumed(peers[0]), await isResumed(peers[1])]).toEqual([false, false])
  expect([await isResumed(peers[0]), await isResumed(peers[1])]).toEqual([true, true])
})
