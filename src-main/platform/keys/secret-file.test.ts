import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createSecretFile } from './secret-file.ts'
import { createTestFolder } from '#testing/keys/folder.ts'

it('one that does not open now stays in its place where the disk refuses the new one', async () => {
  const key = () => Promise.resolve(new Uint8Array(32))
  // There is room for a longer name beside it, and none for that of a temporary file.
  const path = join(createTestFolder(), 'k'.repeat(225))
  writeFileSync(path, 'sealed by a keyring that is locked')
  const options = { path, purpose: 'proxy-login', schema: v.string(), key } as const
  expect(await createSecretFile(options).set('another', '')).toMatchObject({ ok: false })
  expect(readFileSync(path, 'utf8')).toBe('sealed by a keyring that is locked')
})
