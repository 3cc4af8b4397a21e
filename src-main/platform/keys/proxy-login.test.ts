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
  return { start, file: join(folder, 'keys', 'proxy.json') }
}

// What becomes of one that nothing seals, or that does not open, is as in key-vault.test.ts.
it('keeps them sealed, for that proxy alone, until they are cleared', async () => {
  const { start, file } = installation()
  expect(await start().status()).toEqual({ type: 'none', proxy: null })
  expect(await start().set(login)).toEqual({ ok: true, value: { type: 'kept', proxy } })
  const again = start()
  expect(await again.status()).toEqual({ type: 'kept', proxy })
  expect(await again.read(proxy)).toEqual(login)
  expect(await again.read('http://proxy.example:3129')).toBeNull()
  expect(readFileSync(file, 'utf8')).not.toMatch(/made-up/)
  expect(await again.clear()).toEqual({ ok: true, value: { type: 'none', proxy: null } })
  expect(await start().read(proxy)).toBeNull()
})

it('does not let the file move them to another proxy', async () => {
  const { start, file } = installation()
  await start().set(login)
  writeFileSync(file, readFileSync(file, 'utf8').replace('proxy.example', 'thief.example'))
  expect(await start().read('http://thief.example:3128')).toBeNull()
  expect(await start().status()).toMatchObject({ type: 'unreadable' })
})
