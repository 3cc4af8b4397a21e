import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'
import { sandboxSwitches } from '../support/sandbox-switches.ts'

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

test('the page gets one frozen object, and nothing of the host', async ({ sharedApp: app }) => {
  const page = await app.window()
  const seen = await page.evaluate(() => ({
    members: Object.keys(Reflect.get(window, 'bridge') as object),
    frozen: Object.isFrozen(Reflect.get(window, 'bridge')),
    node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
    raw: Object.getOwnPropertyNames(window).filter((name) => /^_[0-9a-f]{32}$/.test(name)),
    secure: isSecureContext,
  }))
  expect(seen).toEqual({ members: ['request', 'on'], frozen: true, node: [], raw: [], secure: true })
})

test('a page that loads prints neither a warning nor an error', async ({ sharedApp: app, complaints }) => {
  const page = await app.window()
  await page.reload()
  await page.getByRole('button', { name: 'Start in practice mode' }).waitFor()
  expect(complaints.take()).toEqual([])
})

test('main answers the page, and an argument that cannot be cloned fails', async ({ sharedApp: app }) => {
  const page = await app.window()
  const ask = async (argument: 'nothing' | 'proxy'): Promise<string> =>
    await page.evaluate(async (kind) => {
      const api = Reflect.get(window, 'bridge') as { request(...args: unknown[]): Promise<{ ok: boolean }> }
      const args = kind === 'proxy' ? [new Proxy({}, {})] : []
      try {
        return `ok ${String((await api.request('app:status', ...args)).ok)}`
      } catch (error) {
        return String(error)
      }
    }, argument)
  expect(await ask('nothing')).toBe('ok true')
  expect(await ask('proxy')).toContain('could not be cloned')
})

test('the page reaches no network and no other page', async ({ sharedApp: app, server, complaints }) => {
  const page = await app.window()
  const home = page.url()
  const address = server.url
  const fetched = await page.evaluate(
    async (url) =>
      await fetch(url, { mode: 'no-cors' }).then(
        () => 'reached',
        () => 'blocked',
      ),
    address,
  )
  expect(fetched).toBe('blocked')
  await page.evaluate((url) => {
    location.href = url
  }, address)
  expect(page.url()).toBe(home)
  expect(
    await page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state),
  ).toBe('denied')
  expect(complaints.take().join()).toContain('Content Security Policy')
})

test('what the page stored durably outlives SIGKILL', { tag: '@longer' }, async ({ launch }) => {
  const app = await launch()
  expect(await swapStoredValue(await app.window(), 'first')).toBeNull()
  await app.kill()
  await app.restart()
  expect(await swapStoredValue(await app.window(), 'second')).toBe('first')
})

test(
  'emptying the storage of the page while it does not run leaves it nothing',
  { tag: '@longer' },
  async ({ app }) => {
    await swapStoredValue(await app.window(), 'first')
    await app.kill()
    await app.emptyPageStorage()
    await app.restart()
    expect(await swapStoredValue(await app.window(), 'second')).toBeNull()
  },
)

test('every page is in the sandbox, but where the start leaves it out, as it must for root', async ({
  launch,
}) => {
  const app = await launch({ args: ['--no-sandbox'] })
  await app.window()
  // Without the switch, pages would stay blank as root.
  expect(await app.hasSwitch('no-sandbox')).toBe(true)
  await app.restart({ args: [] })
  await app.window()
  const switches = await Promise.all(['no-sandbox', 'enable-sandbox'].map((name) => app.hasSwitch(name)))
  expect(switches).toEqual(sandboxSwitches().length > 0 ? [true, false] : [false, true])
})

test('closing the window leaves the tray, and a second start shows the window again', async ({
  sharedApp: app,
}) => {
  await app.window()
  await app.closeWindow()
  expect((await app.tray()).tooltip).toContain('Claims Desk')
  expect(await app.startSecond()).toBe(0)
  await app.window()
  expect(await app.hasWindow()).toBe(true)
  // Without it nothing of root's that shows a page runs; with it an officer's pages would be in no sandbox.
  expect(await app.hasSwitch('no-sandbox')).toBe(process.getuid?.() === 0)
})

test('an item of the tray opens the window', async ({ sharedApp: app }) => {
  await app.window()
  await app.closeWindow()
  const open = (await app.tray()).items.find(({ label }) => label.startsWith('Open'))
  expect(open?.enabled).toBe(true)
  await app.clickTray(open?.label ?? '')
  await app.window()
})

test('a link out of the application is asked about first, and goes to the browser of the system', async ({
  sharedApp: app,
}) => {
  const page = await app.window()
  // A user gesture expires quickly: on a busy machine the click is repeated, as a person would.
  await expect(async () => {
    await page.keyboard.press('Shift')
    await page.evaluate(() => window.open('https://files.example/photo.jpg'))
    await expect
      .poll(async () => (await app.dialog())?.detail, { timeout: 3_000 })
      .toBe('https://files.example/photo.jpg')
  }).toPass({ timeout: 20_000 })
  const question = await app.dialog()
  await app.answerDialog(question?.buttons[0] ?? '')
  await expect.poll(async () => await app.openedLinks()).toEqual(['https://files.example/photo.jpg'])
})

test.describe('with a keyring', () => {
  need(test, 'a file that plays the keyring')

  test(
    'the data is protected by it, and by nothing when there is none',
    { tag: '@longer' },
    async ({ launch, dataDir }) => {
      const keyring = join(dataDir, 'keyring')
      await writeFile(keyring, 'a made-up key')
      const app = await launch({ keyring: { type: 'file', path: keyring } })
      const level = async (): Promise<unknown> =>
        await (
          await app.window()
        ).evaluate(async () => {
          const api = Reflect.get(window, 'bridge') as {
            request(channel: string): Promise<{ value: { protection: { level: string } } }>
          }
          return (await api.request('app:status')).value.protection.level
        })
      expect(await level()).toBe('os')
      await app.restart({ keyring: null })
      expect(await level()).toBe('session')
    },
  )
})

test('quitting ends every process', async ({ app }) => {
  await app.window()
  await app.quit()
  await expect(app.tray()).rejects.toThrow()
})
