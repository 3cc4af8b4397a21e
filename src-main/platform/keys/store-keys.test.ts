import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createStoreKeys, type StoreKeys } from './store-keys.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { secretsIn } from '#testing/keys/secrets.ts'
import { createTestStore } from '#testing/keys/store.ts'

const accessKey = { id: 'MADEUPACCESSKEY', secret: 'made-up-secret-0001' }
const origin = 'https://s3.merchant.example'
const otherOrigin = 'https://s3.elsewhere.example'

function install(): { readonly folder: string; readonly start: () => StoreKeys } {
  const folder = createTestFolder()
  const safeStorage = createTestStore()
  return { folder, start: () => createStoreKeys(secretsIn(folder, safeStorage)) }
}

async function keep(keys: StoreKeys): Promise<void> {
  await keys.set('live', origin, accessKey)
}

it('is kept sealed, and only its id is shown', async () => {
  const { folder, start } = install()
  await keep(start())
  expect(await start().status('live', origin)).toEqual({ type: 'kept', accessKeyId: accessKey.id })
  expect(await start().read('live', origin)).toEqual(accessKey)
  const [file = ''] = readdirSync(join(folder, 'keys'))
  expect(file).toBe('live-file-store.json')
  expect(readFileSync(join(folder, 'keys', file), 'utf8')).not.toContain(accessKey.secret)
})

it('is for the origin it was set for alone', async () => {
  const { start } = install()
  await keep(start())
  expect(await start().read('live', otherOrigin)).toBeNull()
  expect(await start().read('sandbox', origin)).toBeNull()
  expect(await start().status('live', otherOrigin)).toEqual({ type: 'other-origin', origin })
})
