import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { createTestStore } from '#main/keys/testing/store.ts'
import { createKeyVault } from '#main/keys/key-vault.ts'
import { createProxyLoginVault } from '#main/keys/proxy-login.ts'
import { startOffice } from './office.ts'

/*
 * On Linux the system's store also opens what the password built into Chromium sealed, and anybody can seal with that.
 * Somebody who can write into the folder but cannot open the keyring puts such files there.
 */
async function forged(text: string): Promise<string> {
  const store = createTestStore()
  store.mark = 'v10'
  return (await store.encryptStringAsync(text)).toString('base64')
}

const protection = () => ({ safeStorage: createTestStore(), platform: 'linux' as const })

it('gives no data key that somebody else knows', async () => {
  const dataFolder = createTestFolder()
  const file = join(dataFolder, 'data-key.json')
  const sealed = await forged(randomBytes(32).toString('base64'))
  const planted = JSON.stringify({ version: 1, protection: 'os', madeAt: null, wasOpen: false, sealed })
  writeFileSync(file, planted)
  await startOffice({ dataFolder, protection: protection() })
  expect(readFileSync(`${file}.unreadable-1`, 'utf8')).toBe(planted)
  expect(readFileSync(file, 'utf8')).not.toContain(sealed)
})

it('gives no key for an address of theirs', async () => {
  const folder = createTestFolder()
  const origin = 'https://thief.example'
  mkdirSync(join(folder, 'keys'))
  const sealed = await forged(JSON.stringify([{ origin, key: 'any' }]))
  writeFileSync(join(folder, 'keys', 'live.json'), JSON.stringify({ version: 1, sealed }))
  const vault = createKeyVault({ ...protection(), folder })
  expect(await vault.status('live', origin)).toEqual({ type: 'unreadable' })
})

it('gives no login for a proxy of theirs', async () => {
  const folder = createTestFolder()
  const proxy = 'http://thief.example:3128'
  mkdirSync(join(folder, 'keys'))
  const sealed = await forged(JSON.stringify({ proxy, name: 'any', password: 'any' }))
  writeFileSync(join(folder, 'keys', 'proxy.json'), JSON.stringify({ version: 1, proxy, sealed }))
  expect(await createProxyLoginVault({ ...protection(), folder }).read(proxy)).toBeNull()
})
