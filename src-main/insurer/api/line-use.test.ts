import { expect, it } from 'vitest'
import { linePurposes, type LinePurpose } from '#shared/line-use.ts'
import type { CountedSocket } from '#main/insurer/network/line-ledger.ts'
import { directNetwork, type Network } from '#main/insurer/network/network.ts'
import { wholeList } from './testing/claim-rows.ts'
import { apiOn, claim, created, json, loopback } from './testing/loopback-api.ts'
import { tlsPeer } from './testing/tls-peer.ts'

/** Remembers the sockets of each purpose. */
function countingNetwork(): Network & {
  readonly opened: Network['opened']
  bytes: (purpose: LinePurpose) => number
} {
  const sockets: { readonly socket: CountedSocket; readonly purpose: LinePurpose }[] = []
  return {
    ...directNetwork,
    opened: (socket, purpose) => void sockets.push({ socket, purpose }),
    bytes: (wanted) =>
      sockets
        .filter(({ purpose }) => purpose === wanted)
        .reduce((sum, { socket }) => sum + socket.bytesRead + socket.bytesWritten, 0),
  }
}

it('counts each endpoint for its purpose', async () => {
  const server = await loopback((_seen, response) => json(response, created(claim.policyNumber)))
  const network = countingNetwork()
  const api = apiOn(server.url, { network })
  const used = (): readonly LinePurpose[] => linePurposes.filter((purpose) => network.bytes(purpose) > 0)
  await api.checkConnection()
  expect(used()).toEqual(['checks'])
  await api.createClaim('keke', claim, '7F3K-92QD')
  expect(used()).toEqual(['claims', 'checks'])
  await api.claimDetails('okada', claim.policyNumber)
  expect(used()).toEqual(['claims', 'looks', 'checks'])
  await wholeList(api, 'okada')
  expect(used()).toEqual(['claims', 'looks', 'lists', 'checks'])
  const before = network.bytes('claims')
  await api.pharmacyPage(2)
  await api.pharmacy(3)
  expect(used()).toEqual(['claims', 'looks', 'lists', 'pharmacies', 'checks'])
  await api.requestPharmacy(1, claim.policyNumber)
  expect(network.bytes('claims')).toBeGreaterThan(before)
})

it('says what a question about a claim took, below TLS, also where nothing came back', async () => {
  const peer = await tlsPeer()
  const network = countingNetwork()
  const api = apiOn(peer.url, { network })
  const told: number[] = []
  const ask = (): Promise<unknown> =>
    api.claimDetails('keke', claim.policyNumber, { onBytes: (bytes) => void told.push(bytes) })
  await ask()
  const [first = 0] = told
  // The last words of TLS may leave a socket that is closed already.
  expect(Math.abs(network.bytes('looks') - first)).toBeLessThan(100)
  expect(first, 'with the handshake').toBeGreaterThan(2000)
  await api.close()
  await ask()
  expect(told).toEqual([first, 0])
})

it('counts what passes below TLS, of unused spare connections too', async () => {
  const peer = await tlsPeer()
  const network = countingNetwork()
  const api = apiOn(peer.url, { network })
  api.prepare(2)
  await Promise.all([peer.reached(1, 'tls'), peer.reached(2, 'tls')])
  expect((await api.createClaim('keke', claim, '7F3K-92QD')).type).toBe('delivered')
  await api.close()
  await Promise.all([peer.reached(1, 'closed'), peer.reached(2, 'closed')])
  // The last words of TLS may leave a socket that is closed already.
  expect(Math.abs(network.bytes('claims') - peer.bytes())).toBeLessThan(100)
})
