import { once } from 'node:events'
import { createServer } from 'node:https'
import tls from 'node:tls'
import { expect, it } from 'vitest'
import { portInTest } from '#testing/platform/port-in-test.ts'
import { createTestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { createTrust, type Trust } from './certificates.ts'

const office = createTestCertificate(['localhost'])

/** Whether a TLS connection to a server with the office's own certificate comes about. */
async function connects(trust: Trust): Promise<boolean> {
  const server = createServer({ key: office.key, cert: office.cert })
  const port = await portInTest(server)
  const { secureContext } = (await trust.trusted())()
  if (secureContext === undefined) throw new Error('no certificates of its own')
  const socket = tls.connect({
    host: '127.0.0.1',
    port,
    servername: 'localhost',
    secureContext,
  })
  const isSafe = await once(socket, 'secureConnect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isSafe
}

const expired = createTestCertificate(['localhost'], { until: new Date(Date.now() - 60_000) })

it('trusts the system’s own store beside what Node brings along, without what is damaged or expired', async () => {
  const bundled = [tls.rootCertificates[0] ?? '']
  const system = [...bundled, `${office.cert}\n`, expired.cert, 'no certificate']
  const stores = { bundled, extra: [], system }
  const trust = createTrust((kind) => Promise.resolve(stores[kind]))
  expect(await connects(trust)).toBe(true)
  expect(await trust.count()).toEqual({ bundled: 1, extra: 0, system: 1 })
  const without = createTrust((kind) => Promise.resolve(kind === 'system' ? [] : stores[kind]))
  expect(await connects(without)).toBe(false)
})

it('counts NODE_EXTRA_CA_CERTS by itself, and reads each store once', async () => {
  const read: string[] = []
  const trust = createTrust((kind) => {
    read.push(kind)
    return Promise.resolve(kind === 'bundled' ? tls.rootCertificates : [office.cert])
  })
  expect(await connects(trust)).toBe(true)
  expect(await trust.count()).toEqual({ bundled: tls.rootCertificates.length, extra: 1, system: 0 })
  expect(read).toEqual(['bundled', 'extra', 'system'])
})

it('does without a store that cannot be read', async () => {
  const trust = createTrust((kind) => Promise.reject(new Error(`no ${kind}`)))
  expect(await trust.count()).toEqual({ bundled: tls.rootCertificates.length, extra: 0, system: 0 })
})

it('does without its own context, or without chosen groups, where the TLS library refuses them', async () => {
  const read = (): Promise<readonly string[]> => Promise.resolve([office.cert])
  const refuse = (refused: (options: tls.SecureContextOptions) => boolean) =>
    createTrust(read, (options = {}) => {
      if (refused(options)) throw new Error('refused')
      return tls.createSecureContext(options)
    }).trusted()
  const withoutGroups = await refuse(({ ecdhCurve }) => ecdhCurve !== undefined)
  expect(withoutGroups('X25519').secureContext).toBeDefined()
  expect(withoutGroups('X25519')).toBe(withoutGroups())
  const withoutAny = await refuse(() => true)
  expect(withoutAny('X25519')).toEqual({})
})

it('reads the stores of this machine', async () => {
  expect((await createTrust().count()).bundled).toBeGreaterThan(50)
})
