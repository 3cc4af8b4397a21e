import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { storeKey } from '../support/canary-values.ts'
import { launchConnected } from '../support/connected.ts'
import { dropFiles, madeUpPicture, phonePhoto } from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { startStoreOverTls } from '../support/tls-front.ts'
import { keptPhotos, setStore } from '../support/with-files.ts'

test.use({ practice: { accessKey: storeKey } })

const policy = policyOf('keke')
const madeUpHeic = join(import.meta.dirname, '../support/pictures/made-up.heic')
/** For the self-check of a first computer (self-check-reporter.ts). */
const fact = (description: string): void => void test.info().annotations.push({ type: 'fact', description })
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

test(
  'a HEIC and five photos of the accident go as links that open over TLS; a claim that waits for its files says so until then',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    const front = await startStoreOverTls(dataDir, server)
    const { app, ...connected } = await launchConnected(launch, dataDir, server, {
      options: { env: front.env },
    })
    const appPage = await connected.page()
    const { page, main, statusLine } = appPage
    await setStore(app, page, front.store, storeKey)
    server.fileStore.behave({ bucket: 'missing' })
    let sums: readonly string[] = []

    await test.step('captured, each made smaller', async () => {
      await appPage.newClaim('keke')
      await appPage.fillTyped({ policyNumber: policy })
      const phone = await phonePhoto(page, 'IMG.jpg')
      const [certificate, first, ...more] = await Promise.all(
        ['#a04020', '#205080', '#207040', '#802060', '#406080', '#a0a020'].map((colour, at) =>
          madeUpPicture(page, `IMG ${at}.jpg`, 'image/jpeg', colour),
        ),
      )
      const heic = { name: 'IMG 9.HEIC', type: '', bytes: await readFile(madeUpHeic) }
      if (certificate === undefined || first === undefined) throw new Error('There is no picture.')
      await appPage.fillSlots([first, heic, phone, certificate])
      const picture = appPage.slot('Picture of the incident')
      expect(await dropFiles(picture, more)).toBe(true)
      await expect(picture).toContainText('5 photos')
      await appPage.submit()
      const kept = await keptPhotos(page)
      sums = kept.map((file) => file.sha256)
      expect(new Set(sums).size).toBe(4)
      const before = phone.bytes.length
      const after = kept.find(({ name }) => name === 'IMG.jpg')?.size ?? 0
      expect(after).toBeLessThan(before / 2)
      const kb = (bytes: number): string => `${Math.round(bytes / 1_000)} kB`
      fact(`A worker of the page made a photo of ${kb(before)} one of ${kb(after)}`)
    })

    await test.step('it waits for the store, and says so wherever it is spoken of', async () => {
      await expect(statusLine).toContainText('Waiting for upload: 1.')
      expect((await app.tray()).tooltip).toContain('1 item is not yet received.')
      await appPage.showClaims('On its way')
      const row = appPage.entry(policy)
      await expect(row).toContainText('Waiting for upload')
      await expect(row.getByRole('button', { name: 'Send now' })).toHaveCount(0)
      await appPage.openEntry(policy)
      const state = main.getByRole('status').filter({ hasText: 'Waiting for upload' })
      await expect(state).toContainText('0 of 4 files uploaded. The claim goes after that.')
      await expect(state).toContainText('The file store has no such bucket: correct its name in Settings.')
      await expectAccessible(page, 'a claim that waits for its files')
      await statusLine.getByRole('link', { name: 'Connection', exact: true }).click()
    })

    await test.step('the files follow, and then the claim', async () => {
      const store = main.getByRole('region', { name: 'File store' })
      await expect(store).toContainText('4 files of 1 claim still to upload')
      await expectAccessible(page, 'connection, with a file store that refuses')
      server.fileStore.behave({})
      await store.getByRole('button', { name: 'Try again' }).click()
      await expect(store).toContainText('Nothing is waiting for upload.')
      expect([...front.versions]).toEqual(['TLSv1.3'])
      fact(`Files came to the store by PUT over ${[...front.versions].join(', ')}`)
      await appPage.showClaims('Received')
      await expect(appPage.entry(policy)).toHaveAttribute('data-situation', 'received')
    })

    await test.step('each link opens the file as it was kept', async () => {
      await appPage.lookUp('Keke', policy)
      const links = main.getByRole('link', { name: /\/file-store\/claims\/[0-9a-f]{32}\.(jpg|pdf)$/ })
      await expect(links).toHaveCount(4)
      for (const [at, link] of (await links.all()).entries()) {
        await Promise.all([link.click(), app.answerDialog('Open in browser')])
        await expect.poll(() => app.openedLinks()).toHaveLength(at + 1)
      }
      const opened = await app.openedLinks()
      for (const link of opened) expect(link.startsWith(`${front.origin}/file-store/`)).toBe(true)
      const shown = opened.map((link) => server.files().find(({ name }) => link.endsWith(name))?.bytes)
      expect(shown.map((bytes) => sha256(bytes ?? Buffer.alloc(0))).toSorted()).toEqual(sums.toSorted())
    })
    await front.close()
  },
)
