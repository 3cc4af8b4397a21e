import { IDBFactory } from 'fake-indexeddb'
import { onTestFinished } from 'vitest'
import { setRepositories } from '#renderer/data/repositories/current.ts'
import { openRepositories, type Repositories } from '#renderer/data/repositories/open-repositories.ts'
import { createPharmacyStore } from '#renderer/data/repositories/pharmacy-store.ts'

/** The repositories of practice on a computer where nothing is kept yet, until the test ends. */
export function practiceRepositories(): Repositories {
  globalThis.indexedDB = new IDBFactory()
  const repositories = openRepositories('practice', createPharmacyStore('practice'))
  setRepositories(repositories)
  onTestFinished(() => {
    setRepositories(null)
    repositories.close()
  })
  return repositories
}
