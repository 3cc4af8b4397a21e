import { once } from 'node:events'
import { createServer } from 'node:https'
import tls from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { createTestCertificate } from '../testing/test-certificate.ts'
import { createTrust, type Trust } from './certificates.ts'

const office = createTestCertificate(['localhost'])

/** Whether a TLS connection to a server with the office's own certificate comes about. */
async function connects(trust: Trust): Promise<boolean> {
  const server = createServer({ key: office.key, cert: office.cert })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const socket = tls.connect({
    host: '127.0.0.1',
    port: address.port,
    servername: 'localhost',
    secureContext: trust.context(),
  })
  const isSafe = await once(socket, 'secureConnect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isSafe
}

it('trusts the system’s own store beside what Node brings along', async () => {
  const bundled = [tls.rootCertificates[0] ?? '']
  const stores = { bundled, extra: [], system: [...bundled, `${office.cert}\n`, 'no certificate'] }
  const trust = createTrust((kind) => stores[kind])
  expect(await connects(trust)).toBe(true)
  expect(trust.count()).toEqual({ bundled: 1, extra: 0, system: 1 })
  expect(await connects(createTrust((kind) => (kind === 'system' ? [] : stores[kind])))).toBe(false)
})

it('counts NODE_EXTRA_CA_CERTS by itself, and reads each store once', async () => {
  const read: string[] = []
  const trust = createTrust((kind) => {
    read.push(kind)
    return kind === 'bundled' ? tls.rootCertificates : [office.cert]
  })
  expect(await connects(trust)).toBe(true)
  expect(trust.count()).toEqual({ bundled: tls.rootCertificates.length, extra: 1, system: 0 })
  expect(read).toEqual(['bundled', 'extra', 'system'])
})

it('reads the stores of this machine', () => {
  expect(createTrust().count().bundled).toBeGreaterThan(50)
})
