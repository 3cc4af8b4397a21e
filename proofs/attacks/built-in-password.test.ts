import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestStore } from '#testing/keys/store.ts'
import { newPlace, startOffice } from './office.ts'

/*
 * On Linux the system's store also opens what the password built into Chromium sealed, and anybody can seal with that.
 * Somebody who can write into the folder but cannot open the keyring puts such files there.
 */
async function forged(text: string): Promise<string> {
  const store = createTestStore()
  store.mark = 'v10'
  return (await store.encryptStringAsync(text)).toString('base64')
}

it('gives no keys that somebody else knows, and nothing sealed under them', async () => {
  const place = newPlace()
  const file = join(place.folder, 'data-key.json')
  const known = (): string => randomBytes(32).toString('base64')
  const sealed = await forged(
    `claims-desk/keys/v1\0${JSON.stringify({ data: known(), secrets: known(), had: [] })}`,
  )
  const planted = JSON.stringify({ version: 1, sealed, open: null })
  writeFileSync(file, planted)
  await startOffice({}, place)
  expect(readFileSync(`${file}.unreadable-1`, 'utf8')).toBe(planted)
  expect(readFileSync(file, 'utf8')).not.toContain(sealed)
})
