import { beforeEach, expect, it } from 'vitest'
import { json, loopback, type Loopback } from '#testing/insurer-client/loopback-api.ts'
import { createKeyVault, type KeyVault } from '#main/platform/keys/key-vault.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { directNetwork } from '#main/network/network.ts'
import { provesManager } from './key-proof.ts'

let vault: KeyVault
/** The insurer takes this key at either address. */
let accepted: string
let address: string
let asked: Loopback['seen']

beforeEach(async () => {
  vault = createKeyVault(secretsIn(createTestFolder(), createTestStore()))
  accepted = 'live-key'
  const server = await loopback(({ headers }, response) => {
    const success = headers.authorization === `Bearer ${accepted}`
    const data = { current_page: 1, data: [], total: 0, last_page: 1 }
    json(response, { success, message: 'made up', data }, success ? 200 : 401)
  })
  address = server.url
  asked = server.seen
})

type Used = 'live' | 'sandbox'
const proves = (key: string, opened: readonly Used[], live = address): Promise<boolean> =>
  provesManager(key, {
    vault,
    settings: { sandboxBaseUrl: address, liveBaseUrl: live },
    network: directNetwork,
    wasUsed: (environment) => opened.includes(environment),
  })
const give = (environment: Used, key: string) =>
  vault.set(environment, { origin: 'https://insurer.example', key })

it('is the live key that is kept here, and nobody is asked', async () => {
  await give('live', 'kept-key')
  expect(await proves('kept-key', ['live'])).toBe(true)
  expect(await proves('live-key', ['live'])).toBe(false)
  expect(asked).toHaveLength(0)
})

it('is never the sandbox’s once live was used', async () => {
  await give('sandbox', 'sandbox-key')
  expect(await proves('sandbox-key', ['sandbox'])).toBe(true)
  expect(await proves('sandbox-key', ['sandbox', 'live'])).toBe(false)
  await give('live', 'kept-key')
  expect(await proves('sandbox-key', ['sandbox'])).toBe(false)
})

it('is what the insurer takes at the live address where no live key can be read', async () => {
  expect(await proves('live-key', ['live'])).toBe(true)
  expect(await proves('another-key', ['live'])).toBe(false)
  expect(await proves('live-key', ['live'], '')).toBe(false)
  expect(await proves('two words', ['live'])).toBe(false)
})

it('is anything where only practice was ever used', async () => {
  expect(await proves('', [])).toBe(true)
  expect(asked).toHaveLength(0)
})
