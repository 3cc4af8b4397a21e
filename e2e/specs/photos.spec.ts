import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { dropFiles, madeUpPicture, phonePhoto } from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { keptPhotos } from '../support/with-files.ts'

const policy = policyOf('keke')
const madeUpHeic = join(import.meta.dirname, '../support/pictures/made-up.heic')
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

test('photos captured without a connection, a HEIC and five of the accident, are received as links that open', async ({
  app,
}) => {
  const appPage = new AppPage(await app.window())
  const { page, main } = appPage
  await appPage.startPractice()
  await appPage.pretendDown.click()
  await appPage.statusLine.getByText('You are pretending that the connection is down.').waitFor()

  await appPage.newClaim('keke')
  await appPage.fillTyped({ policyNumber: policy })
  const phone = await phonePhoto(page, 'IMG.jpg')
  const [certificate, ...ofAccident] = await Promise.all(
    ['#a04020', '#205080', '#207040', '#802060', '#406080', '#a0a020'].map((colour, at) =>
      madeUpPicture(page, `IMG ${at}.jpg`, 'image/jpeg', colour),
    ),
  )
  const heic = { name: 'IMG 9.HEIC', type: '', bytes: await readFile(madeUpHeic) }
  const [first, ...more] = ofAccident
  if (certificate === undefined || first === undefined) throw new Error('There is no picture.')
  await appPage.fillSlots([first, heic, phone, certificate])
  const picture = appPage.slot('Picture of the incident')
  expect(await dropFiles(picture, more)).toBe(true)
  await expect(picture).toContainText('5 photos')
  await expect(main.getByText('All fields filled in')).toBeVisible()
  await appPage.submit()

  await appPage.showClaims()
  await appPage.openEntry(policy)
  await expect(main).toContainText('0 of 4 files uploaded.')
  await expect(main).toContainText('The upload continues once connected.')
  const kept = await keptPhotos(page)
  const before = phone.bytes.length
  const after = kept.find(({ name }) => name === 'IMG.jpg')?.size ?? 0
  expect(after).toBeLessThan(before / 2)
  const kb = (bytes: number): string => `${Math.round(bytes / 1_000)} kB`
  // For the self-check of a first computer (self-check-reporter.ts).
  const description = `A worker of the page made a photo of ${kb(before)} one of ${kb(after)}`
  test.info().annotations.push({ type: 'fact', description })
  const sums = kept.map((file) => file.sha256)
  expect(new Set(sums).size).toBe(4)

  await appPage.pretendDown.click()
  await expect(main).toContainText('The practice insurer confirmed it.')
  await appPage.lookUp('Keke', policy)
  const links = main.getByRole('link', {
    name: /^http:\/\/127\.0\.0\.1:\d+\/file-store\/claims\/[0-9a-f]{32}\.(jpg|pdf)$/,
  })
  await expect(links).toHaveCount(4)
  const opened: string[] = []
  for (const link of await links.all()) {
    await Promise.all([link.click(), app.answerDialog('Open in browser')])
    await expect.poll(() => app.openedLinks()).toHaveLength(opened.length + 1)
    opened.push((await app.openedLinks()).at(-1) ?? '')
  }
  const shown = await Promise.all(opened.map(async (link) => await (await fetch(link)).bytes()))
  expect(shown.map(sha256).toSorted()).toEqual(sums.toSorted())
})
