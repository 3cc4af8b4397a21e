import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { testedElectron } from '../../scripts/test-host.ts'
import { policyOf } from '../pages/app-page.ts'
import { storeKey } from '../support/canary-values.ts'
import { launchConnected } from '../support/connected.ts'
import { madeUpPicture } from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'
import { keptPhotos, setStore } from '../support/with-files.ts'
import { startStoreOverTls } from '../support/tls-front.ts'

/*
 * What a first computer shows of itself (`npm start -- --self-check`), beside smoke, host, photos and session-end. Facts are
 * annotations: self-check-reporter.ts writes them into the result.
 */
test.use({ practice: { accessKey: storeKey } })

const policyNumber = policyOf('keke')
const isElectron = testedElectron() !== null
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

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

test(
  'a photo is uploaded over TLS to a store with a certificate of an office, and the claim has its link',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    const front = await startStoreOverTls(dataDir, server)
    const connected = await launchConnected(launch, dataDir, server, { options: { env: front.env } })
    const appPage = await connected.page()
    await setStore(connected.app, appPage.page, front.store, storeKey)
    await appPage.newClaim('keke')
    await appPage.fillClaim({ policyNumber, incidentPictureUrl: '' })
    await appPage.fillSlots([await madeUpPicture(appPage.page, 'IMG.jpg', 'image/jpeg', '#205080')])
    await appPage.submit()
    await appPage.showClaims()
    await expect(appPage.entry(policyNumber)).toHaveAttribute('data-situation', 'received')

    const link = server.claims('keke').find((row) => row.policy_number === policyNumber)?.picture_of_incident
    expect(link?.startsWith(`${front.origin}/`), link).toBe(true)
    const [kept] = await keptPhotos(appPage.page)
    expect(sha256(await download(link ?? '', front.ca))).toBe(kept?.sha256)
    expect([...front.versions]).toEqual(['TLSv1.3'])
    fact(`Files came to the store by PUT over ${[...front.versions].join(', ')}`)
    await front.close()
  },
)

/** Gets a file over TLS, trusting this authority alone. */
async function download(address: string, ca: string): Promise<Buffer> {
  const request = get(address, { ca, agent: false })
  const answered = Promise.withResolvers<IncomingMessage>()
  request.once('response', answered.resolve).once('error', answered.reject)
  return Buffer.concat(await (await answered.promise).toArray())
}
