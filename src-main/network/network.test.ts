import { expect, it } from 'vitest'
import type { ProxyTrouble } from '#shared/network.ts'
import { SystemNetwork } from './network.ts'

const office = 'http://proxy.example:3128'
const refusal = (target: string): ProxyTrouble => ({
  problem: 'refuses',
  proxy: office,
  target,
  saying: '403',
})

/** A network whose settings the test sets; it counts how often they were asked. */
function networkOf(variables: Readonly<Record<string, string>> = {}) {
  const system = { list: `PROXY proxy.example:3128`, asked: 0 }
  const network = new SystemNetwork({
    variables,
    askSystem: () => {
      system.asked += 1
      return Promise.resolve({ list: system.list, script: null })
    },
    readLogin: (proxy) => Promise.resolve(proxy === office ? { name: 'kept', password: 'kept-word' } : null),
  })
  const routes = async () => (await network.plan(new URL('https://api.insurer.example'))).routes
  return { network, system, routes }
}

it('shows the last failure until a connection to the same address comes about', () => {
  const { network } = networkOf()
  expect(network.trouble()).toBeNull()
  network.failed(refusal('api.insurer.example:443'))
  network.failed(refusal('updates.example:443'))
  expect(network.trouble()).toMatchObject(refusal('updates.example:443'))
  network.reached('updates.example:443')
  expect(network.trouble()).toMatchObject(refusal('api.insurer.example:443'))
  network.reached('api.insurer.example:443')
  expect(network.trouble()).toBeNull()
  network.failed(refusal('updates.example:443'))
  network.loginChanged()
  expect(network.trouble()).toBeNull()
})

it('notices other settings after a failure, after a change of the network, and not before', async () => {
  const { network, system, routes } = networkOf()
  const proxied = [{ type: 'proxy', proxy: office }]
  expect(await routes()).toEqual(proxied)
  system.list = 'DIRECT'
  expect(await routes()).toEqual(proxied)
  network.unreached()
  expect(await routes()).toEqual([{ type: 'direct' }])
  system.list = 'PROXY proxy.example:3128'
  network.changed()
  expect(await routes()).toEqual(proxied)
  expect(system.asked).toBe(3)
})

it('takes the name and password of a variable before the kept ones', async () => {
  expect(await networkOf().network.loginFor(office)).toEqual({ name: 'kept', password: 'kept-word' })
  const { network } = networkOf({ HTTPS_PROXY: 'http://set:set-word@proxy.example:3128' })
  expect(await network.loginFor(office)).toEqual({ name: 'set', password: 'set-word' })
  expect(await network.loginFor('http://other.example:3128')).toBeNull()
})
