import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createTestFolder } from '../keys/testing/folder.ts'
import { openPracticeStore } from './open-practice-store.ts'

it('leaves a practice file of a newer version as it is: it is not damaged', () => {
  const folder = createTestFolder()
  const file = join(folder, 'practice.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 1; CREATE TABLE claim (another_form TEXT)')
  database.close()
  const before = readFileSync(file)
  expect(openPracticeStore(file)).toEqual({ ok: false, error: { type: 'storage-unavailable' } })
  expect(readdirSync(folder)).toEqual(['practice.sqlite'])
  expect(readFileSync(file).equals(before)).toBe(true)
})
