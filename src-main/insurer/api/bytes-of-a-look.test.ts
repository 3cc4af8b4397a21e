import { expect, it } from 'vitest'
import { apiOn, claim } from '#testing/insurer-client/loopback-api.ts'
import { tlsPeer } from '#testing/insurer-client/tls-peer.ts'

it('says what a question about a claim took, below TLS, also where nothing came back', async () => {
  const peer = await tlsPeer()
  const api = apiOn(peer.url)
  const told: number[] = []
  const ask = (): Promise<unknown> =>
    api.claimDetails('keke', claim.policyNumber, { onBytes: (bytes) => void told.push(bytes) })
  await ask()
  const [first = 0] = told
  // The last words of TLS may leave a socket that is closed already.
  expect(Math.abs(peer.bytes() - first)).toBeLessThan(100)
  expect(first, 'with the handshake').toBeGreaterThan(2000)
  await api.close()
  await ask()
  expect(told).toEqual([first, 0])
})
