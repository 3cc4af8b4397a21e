import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { newestVersion } from '../db/schema.ts'
import { pageDatabaseVersions } from './page-database-versions.ts'

function make(name: string, version: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version)
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
    opening.onerror = () => reject(new Error('not opened'))
  })
}

it('lists the versions of our databases, including those set aside, and of no other', async () => {
  expect(await pageDatabaseVersions()).toEqual({ knownVersion: newestVersion, found: [] })
  await make('claims-desk-live', 50)
  await make('claims-desk-practice-2', 990)
  await make('claims-desk-made-up', 10)
  await make('another', 10)
  expect(await pageDatabaseVersions()).toEqual({
    knownVersion: newestVersion,
    found: [
      { environment: 'live', version: 5 },
      { environment: 'practice', version: 99 },
    ],
  })
})
