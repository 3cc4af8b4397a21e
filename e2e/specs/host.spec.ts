import type { Page } from 'playwright-core'
import { testedElectron } from '../../scripts/test-host.ts'
import { expect, test } from '../support/fixtures.ts'
import { sandboxSwitches } from '../support/host-environment.ts'
import { need } from '../support/needs.ts'

/*
 * What a first computer shows of itself (`npm start -- --self-check`), beside smoke, photos and session-end. Facts are
 * annotations: self-check-reporter.ts writes them into the result.
 */
test.describe.configure({ mode: 'default' })

const isElectron = testedElectron() !== null

function fact(words: string): void {
  test.info().annotations.push({ type: 'fact', description: words })
}

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

test(
  'the page has its origin, the bridge alone, and main says what it runs on',
  { tag: '@longer' },
  async ({ sharedApp: app }) => {
    const page = await app.window()
    const seen = await page.evaluate(() => ({
      origin: location.origin,
      isNative: Reflect.get(window, 'bridge').request.toString().includes('[native code]'),
      agent: navigator.userAgent,
    }))
    const { node, tlsLibrary, isPackaged, name } = await app.runtime()
    fact(`The page's origin: ${seen.origin}`)
    fact(`The preload's world: ${seen.isNative ? 'its own' : "the page's"}`)
    fact(`Chromium: ${/Chrome\/([\d.]+)/.exec(seen.agent)?.[1] ?? 'unknown'}`)
    fact(`Main runs on Node ${node}, with ${tlsLibrary}`)
    fact(`Packaged: ${isPackaged ? 'yes' : 'no'}`)
    fact(`Its name, by which folders and keyrings know it: ${name}`)
    fact(`Its menus: ${(await app.menu()).join(', ')}`)
    // Electron's contextBridge gives the page a function of its own world for each of the preload's.
    expect(seen.isNative).toBe(isElectron)
    expect(seen.origin).toBe(isElectron ? 'app://desk' : 'https://desk.app.localhost')
  },
)

test('the window comes back as it was, after a start too', { tag: '@longer' }, async ({ sharedApp: app }) => {
  need(test, 'windows that are remembered')
  await app.window()
  await app.arrangeWindow({ x: 30, y: 40, width: 900, height: 560 })
  await expect.poll(async () => (await app.windowView()).bounds).toMatchObject({ width: 900, height: 560 })
  const { bounds } = await app.windowView()
  await app.quit()
  await app.restart()
  await app.window()
  // Under Wayland nobody knows where a window is.
  await expect.poll(async () => (await app.windowView()).bounds).toEqual(bounds)
  fact(`The window came back at ${bounds.x}, ${bounds.y}`)
})
