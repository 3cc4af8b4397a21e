import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'
import { proofSize, recordFigure } from '#main/testing/proof.ts'
import { browserVersion, frozenVersions } from '#renderer/db/frozen-versions.ts'
import { newestVersion } from '#renderer/db/schema.ts'
import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'

/*
 * Proof 7 of docs/reliability.md, in a real browser on a real disk: the page's database as an older version left it, the application
 * killed while it brings it up, and started again. The steps within an upgrade are broken off one by one in
 * src-renderer/db/schema-versions.test.ts; here the browser's own upgrade meets a kill at any moment.
 */

const kills = proofSize('CLAIMS_DESK_UPGRADE_KILLS', { short: 2, long: 100 })
const database = 'claims-desk-practice'
/** What the application itself does not tidy up when it starts. */
const watched = ['drafts', 'pharmacyPages', 'claimLists', 'claimChunks', 'keptClaims']

/** Makes the database of an older version, as raw rows. */
async function makeOld(page: Page, version: number): Promise<void> {
  const stores = frozenVersions.slice(0, version).flatMap((added) =>
    Object.entries(added).map(([name, { keyPath, indexes = [], row }]) => ({
      name,
      keyPath: typeof keyPath === 'string' ? keyPath : [...keyPath],
      indexes: [...indexes],
      row,
    })),
  )
  await page.evaluate(
    async ({ name, number, made }) => {
      const opening = indexedDB.open(name, number)
      await new Promise<void>((resolve, reject) => {
        opening.onerror = () => reject(new Error(opening.error?.name))
        opening.onsuccess = () => resolve()
        opening.onupgradeneeded = () => {
          for (const store of made) {
            const added = opening.result.createObjectStore(store.name, { keyPath: store.keyPath })
            for (const index of store.indexes) added.createIndex(index, index)
            added.put(store.row)
          }
        }
      })
      opening.result.close()
    },
    { name: database, number: browserVersion(version), made: stores },
  )
}

/** Version and rows of the database as it is now. */
async function found(page: Page): Promise<{ version: number; rows: Record<string, unknown[]> }> {
  return await page.evaluate(
    async ({ name, names }) => {
      const opening = indexedDB.open(name)
      await new Promise<void>((resolve) => (opening.onsuccess = () => resolve()))
      const rows: Record<string, unknown[]> = {}
      for (const store of names.filter((one) => opening.result.objectStoreNames.contains(one))) {
        const asking: IDBRequest<unknown[]> = opening.result.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => (asking.onsuccess = resolve))
        rows[store] = asking.result
      }
      const { version } = opening.result
      opening.result.close()
      return { version, rows }
    },
    { name: database, names: watched },
  )
}

test('killed while it brings an old database of the page up, the application has every row of it', async ({
  connected,
}) => {
  test.setTimeout(60_000 + kills * 60_000)
  const notWhole: unknown[] = []
  for (let round = 0; round < kills; round += 1) {
    const version = 1 + (round % (newestVersion - 1))
    let { page } = await connected.page()
    await page.evaluate(async (name) => {
      const deleting = indexedDB.deleteDatabase(name)
      await new Promise((resolve) => (deleting.onsuccess = resolve))
    }, database)
    await makeOld(page, version)
    // The page opens the practice database as soon as main says so; the kill comes at any moment of that.
    const killed = page.evaluate(() => window.desk.request('settings:change', { environment: 'practice' }))
    killed.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, (round * 37) % 400))
    await connected.desk.kill()

    await connected.desk.restart()
    page = (await connected.page()).page
    await request(page, 'settings:change', { environment: 'practice' })
    await expect
      .poll(async () => (await found(page)).version, { timeout: 30_000 })
      .toBe(browserVersion(newestVersion))
    const { rows } = await found(page)
    const expected = Object.fromEntries(
      frozenVersions
        .flatMap((stores, index) =>
          Object.entries(stores).map(([name, { row }]) => [name, index < version ? [row] : []] as const),
        )
        .filter(([name]) => watched.includes(name)),
    )
    if (!isDeepStrictEqual(rows, expected)) notWhole.push({ round, version, rows })
    await request(page, 'settings:change', { environment: 'sandbox' })
    await connected.killAndRestart()
  }
  recordFigure({
    proof: 'schema-versions',
    tried: { database: 'page in a browser', kills },
    seen: { 'databases not whole': notWhole.length },
  })
  expect(notWhole).toEqual([])
})
