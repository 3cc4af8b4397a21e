import { describe, expect, it, onTestFinished } from 'vitest'
import type { Environment } from '#shared/domain/product.ts'
import { practiceKey, startPracticeServer } from '../practice/practice-server.ts'
import { directNetwork } from '../network/network.ts'
import { isMerchantKey } from './merchant-key.ts'

const vaultWith = (keys: Partial<Record<Environment, string>>) => ({
  readAll: (name: Environment) => Promise.resolve([keys[name] ?? []].flat()),
})
const nowhere = { baseUrls: { sandbox: '', live: '' } }

describe('the merchant’s key', () => {
  it('is compared with every key stored here', async () => {
    const vault = vaultWith({ sandbox: 'made-up-sandbox', live: 'made-up-live' })
    expect(await isMerchantKey('made-up-live', vault, nowhere, directNetwork)).toBe(true)
    expect(await isMerchantKey('made-up-sandbox', vault, nowhere, directNetwork)).toBe(true)
    expect(await isMerchantKey('made-up', vault, nowhere, directNetwork)).toBe(false)
    expect(await isMerchantKey('', vault, nowhere, directNetwork)).toBe(false)
  })

  it('is not needed where only practice was ever used', async () => {
    expect(await isMerchantKey('', vaultWith({}), nowhere, directNetwork)).toBe(true)
  })

  it('is checked with the insurer where this computer stores none, such as without a keyring', async () => {
    const server = await startPracticeServer({ file: ':memory:', pharmacyCount: 20 })
    if (!server.ok) throw new Error(server.error.type)
    onTestFinished(() => server.value.close())
    const connected = { baseUrls: { sandbox: server.value.url, live: '' } }
    expect(await isMerchantKey(practiceKey, vaultWith({}), connected, directNetwork)).toBe(true)
    for (const wrong of ['', 'made-up-key', 'not a key']) {
      expect(await isMerchantKey(wrong, vaultWith({}), connected, directNetwork)).toBe(false)
    }
    await server.value.disconnect()
    expect(await isMerchantKey(practiceKey, vaultWith({}), connected, directNetwork)).toBe(false)
  })
})
