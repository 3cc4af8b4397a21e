import type { Page } from 'playwright-core'
import { expect, test } from '../support/fixtures.ts'
import { sandboxSwitches } from '../support/host-environment.ts'

test.describe.configure({ mode: 'default' })

/** Durably writes one value into the test's own database. @returns the previous value */
async function swapStoredValue(page: Page, value: string): Promise<string | null> {
  return await page.evaluate(async (next) => {
    const opening = indexedDB.open('host-spec', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('values')
    return await new Promise<string | null>((resolve, reject) => {
      opening.onerror = () => reject(new Error('The database does not open.'))
      opening.onsuccess = () => {
        const swap = opening.result.transaction('values', 'readwrite', { durability: 'strict' })
        const before: IDBRequest<unknown> = swap.objectStore('values').get('one')
        swap.objectStore('values').put(next, 'one')
        swap.oncomplete = () => resolve(typeof before.result === 'string' ? before.result : null)
      }
    })
  }, value)
}

test('the page gets one frozen object, which main answers, and nothing of the host', async ({
  sharedApp: app,
}) => {
  const page = await app.window()
  const seen = await page.evaluate(() => ({
    members: Object.keys(Reflect.get(window, 'bridge') as object),
    frozen: Object.isFrozen(Reflect.get(window, 'bridge')),
    node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
    raw: Object.getOwnPropertyNames(window).filter((name) => /^_[0-9a-f]{32}$/.test(name)),
    secure: isSecureContext,
  }))
  expect(seen).toEqual({ members: ['request', 'on'], frozen: true, node: [], raw: [], secure: true })
  expect(await page.evaluate(async () => (await window.bridge.request('app:status')).ok)).toBe(true)
})

test(
  'what the page stored durably outlives SIGKILL, unless its storage is emptied',
  { tag: '@longer' },
  async ({ sharedApp: app }) => {
    expect(await swapStoredValue(await app.window(), 'first')).toBeNull()
    await app.kill()
    await app.restart()
    expect(await swapStoredValue(await app.window(), 'second')).toBe('first')
    await app.kill()
    await app.emptyPageStorage()
    await app.restart()
    expect(await swapStoredValue(await app.window(), 'third')).toBeNull()
  },
)

test('every page is in the sandbox, but where the start leaves it out, as it must for root', async ({
  sharedApp: app,
}) => {
  await app.window()
  const switches = await Promise.all(['no-sandbox', 'enable-sandbox'].map((name) => app.hasSwitch(name)))
  expect(switches).toEqual(sandboxSwitches().length > 0 ? [true, false] : [false, true])
})
