import { environments } from '#shared/domain/product.ts'
import type { RequestInput } from '#shared/contract/calls.ts'
import { newestVersion } from '../db/schema.ts'

/** Dexie multiplies its version numbers by ten. */
const dexieFactor = 10
const mostReported = 30

/** The versions of this page's databases, without opening any; empty if the browser cannot list them. */
export async function pageDatabaseVersions(): Promise<RequestInput<'support:report'>> {
  const listed = await indexedDB.databases().catch(() => [])
  const found = listed.flatMap(({ name = '', version = 0 }) => {
    const environment = environments.find((one) => new RegExp(`^claims-desk-${one}(-\\d+)?$`).test(name))
    return environment === undefined ? [] : [{ environment, version: Math.trunc(version / dexieFactor) }]
  })
  return { knownVersion: newestVersion, found: found.slice(0, mostReported) }
}
