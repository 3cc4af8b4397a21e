import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createProxyLoginVault, type ProxyLoginVault } from './proxy-login.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { createTestStore } from '#testing/keys/store.ts'

const proxy = 'http://proxy.example:3128'
const login = { proxy, name: 'made-up-branch', password: 'made-up-Proxy-Pass-77' }

function installation() {
  const folder = createTestFolder()
  const store = createTestStore()
  const start = (): ProxyLoginVault => createProxyLoginVault(secretsIn(folder, store))
  const file = join(folder, 'keys', 'proxy.json')
  return { store, start, file }
}

it('keeps them sealed, for that proxy alone', async () => {
  const { start, file } = installation()
  expect(await start().status()).toEqual({ type: 'none', proxy: null })
  expect(await start().set(login)).toEqual({ ok: true, value: { type: 'kept', proxy } })
  const again = start()
  expect(await again.status()).toEqual({ type: 'kept', proxy })
  expect(await again.read(proxy)).toEqual(login)
  expect(await again.read('http://proxy.example:3129')).toBeNull()
  expect(readFileSync(file, 'utf8')).not.toMatch(/made-up/)
})

it('does not let the file move them to another proxy', async () => {
  const { start, file } = installation()
  await start().set(login)
  writeFileSync(file, readFileSync(file, 'utf8').replace('proxy.example', 'thief.example'))
  expect(await start().read('http://thief.example:3128')).toBeNull()
  expect(await start().status()).toMatchObject({ type: 'unreadable' })
})

it('forgets them at the end where nothing seals them', async () => {
  const { store, start, file } = installation()
  store.available = false
  const vault = start()
  expect(await vault.set(login)).toEqual({ ok: true, value: { type: 'session-only', proxy } })
  expect(await vault.read(proxy)).toEqual(login)
  expect(readFileSync(file, 'utf8')).not.toMatch(/made-up/)
  const next = start()
  expect(await next.status()).toEqual({ type: 'forgotten', proxy })
  expect(await next.read(proxy)).toBeNull()
})

it('opens them once the keyring does, and clears them', async () => {
  const { store, start } = installation()
  await start().set(login)
  const vault = start()
  store.available = false
  expect(await vault.status()).toEqual({ type: 'unreadable', proxy })
  expect(await vault.read(proxy)).toBeNull()
  store.available = true
  expect(await vault.read(proxy)).toEqual(login)
  expect(await vault.clear()).toEqual({ ok: true, value: { type: 'none', proxy: null } })
  expect(await start().read(proxy)).toBeNull()
})

it('survives a damaged file, and a changed key of the system', async () => {
  const { store, start, file } = installation()
  await start().set(login)
  Object.assign(store, { key: 'second', olderKeys: ['first'] })
  expect(await start().read(proxy)).toEqual(login)
  store.olderKeys = []
  expect(await start().read(proxy)).toEqual(login)
  writeFileSync(file, '{')
  expect(await start().status()).toEqual({ type: 'unreadable', proxy: null })
  expect((await start().set(login)).ok).toBe(true)
})
