import { testedElectron } from '../../scripts/test-host.ts'
import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'

/*
 * What a first computer shows of itself (`npm start -- --self-check`), beside smoke, host, photos and session-end. Facts are
 * annotations: self-check-reporter.ts writes them into the result.
 */
const isElectron = testedElectron() !== null

function fact(words: string): void {
  test.info().annotations.push({ type: 'fact', description: words })
}

test(
  'the page has its origin, the bridge alone, and main says what it runs on',
  { tag: '@longer' },
  async ({ app }) => {
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

test('the window comes back as it was, after a start too', { tag: '@longer' }, async ({ app }) => {
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
