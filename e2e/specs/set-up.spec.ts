import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeOrder } from '../../scripts/head-office/make-files.ts'
import { orderFileName } from '#main/office/head-office/order-format.ts'
import { openFolderFeed } from '#testing/head-office/folder-feed.ts'
import { runTestInsurer } from '#testing/insurer/test-insurer.ts'
import { AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { merchantKeys } from '../support/canary-values.ts'
import { expect, test } from '../support/fixtures.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { anyKeyring } from '../support/keyrings.ts'
import { need } from '../support/needs.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'
import { runToEnd, type EndedRun } from '../support/run-to-end.ts'
import { makeSetUpFile, setUpPassphrase as passphrase } from '../support/set-up-file.ts'
import { writtenStatus } from '../support/written-status.ts'

const key = merchantKeys.firstStart
const nextKey = merchantKeys.nextOfHeadOffice
const ownPin = 'a made-up sentence'

need(test, 'any keyring')

test('a new computer is set up from a file of head office, and its officer chooses a PIN', async ({
  launch,
  dataDir,
}) => {
  const server = await runTestInsurer({ file: null, key })
  const saveFolder = join(dataDir, 'given')
  const shared = join(dataDir, 'shared')
  await mkdir(shared)
  const feed = await openFolderFeed(shared)
  const place = { environment: 'live', baseUrl: server.url, key } as const
  const wish = { place, updateFeed: feed.url, bucketAt: server }
  const { firstPin, office } = await makeSetUpFile(saveFolder, wish)
  await using keyring = await anyKeyring(dataDir)
  const app = await launch({ dataDir: join(dataDir, 'data'), saveFolder, ...keyring.startWith })
  const page = await app.window()
  await page.getByRole('button', { name: 'Set up from a file' }).click()
  await page.getByRole('button', { name: 'Select file' }).click()
  await app.answerDialog('Ikeja.cdsetup')
  await page.getByLabel('Passphrase').fill('not the passphrase')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('The passphrase is not the one of this file.')).toBeVisible()
  await expectAccessible(page, 'set up from a file')
  await page.getByLabel('Passphrase').fill(passphrase)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect.poll(async () => (await app.dialog())?.detail).toContain(server.url)
  await app.answerDialog('Set up')
  await expect.poll(async () => (await app.dialog())?.message).toContain('Claims Desk is set up for')
  await app.answerDialog('OK')
  const signIn = await app.window()
  await signIn.getByLabel('PIN or passphrase').fill(firstPin)
  await signIn.getByRole('button', { name: 'Sign in' }).click()
  await expect(signIn.getByText('The first PIN works once.')).toBeVisible()
  await expectAccessible(signIn, 'sign-in with a first PIN')
  await signIn.getByLabel('New PIN').fill(ownPin)
  await signIn.getByRole('button', { name: 'Sign in' }).click()
  const appPage = new AppPage(await app.window())
  await appPage.showClaims()
  await expect(appPage.page.getByText('Live', { exact: true }).first()).toBeVisible()
  const { main } = appPage
  const lookEveryMs = 6 * 3_600_000
  // The time that passes here is not hers.
  await request(appPage.page, 'settings:change', { lockAfterMinutes: 0 })

  await test.step('where it writes its status is said in Settings', async () => {
    await appPage.openSettings('Advanced')
    const card = main.getByRole('region', { name: 'Head office' })
    await expect(card).toContainText(`Head office’s store: claims, 127.0.0.1:${server.port}`)
  })

  await test.step('a new key of head office is told, on the screen and in the status', async () => {
    const places = office.places.map((place) => ({ ...place, key: nextKey }))
    const now = new Date()
    const made = makeOrder(office, { places, validDays: 30, now })
    await writeFile(join(shared, orderFileName), made.order)
    server.setKey(nextKey)
    await appPage.statusLine.getByRole('link', { name: 'Connection' }).click()
    await main.getByRole('heading', { level: 1, name: 'Connection' }).waitFor()
    await expect(main.getByText(/head office/)).toHaveCount(0)
    await asTimePasses(app, lookEveryMs, () => main.getByText(/^Changed by head office on /).isVisible())
    await expectAccessible(appPage.page, 'a key that head office replaced')
    await expectFits(appPage.page, 'a key that head office replaced')
    // It is written at once, and some minutes after the insurer has answered with this key.
    await asTimePasses(app, lookEveryMs, () => {
      const written = writtenStatus(server)
      return written?.status.computer.keyNumber === 1 && written.status.computer.key === 'accepted'
    })
    expect(writtenStatus(server)?.status).toMatchObject({ computer: { branch: 'Ikeja', alarms: [] } })
  })
  feed.close()
  await server.close()
})

test('a script sets a computer up without a screen', { tag: '@longer' }, async ({ dataDir }) => {
  // On Windows each run waits until the key of its store is on the disk for sure: a minute.
  test.slow()
  const place = { environment: 'live', baseUrl: 'http://127.0.0.1:9', key } as const
  const { file } = await makeSetUpFile(dataDir, { place })
  await using keyring = await anyKeyring(dataDir)
  const passphraseFile = join(dataDir, 'passphrase')
  // As Windows PowerShell writes it.
  await writeFile(passphraseFile, Buffer.from(`\ufeff${passphrase}\r\n`, 'utf16le'))
  const folder = join(dataDir, 'data')
  const run = (typed: string): Promise<EndedRun> =>
    runToEnd(folder, [`--set-up=${file}`, `--passphrase-file=${typed}`], keyring.startWith)
  const wrongFile = join(dataDir, 'wrong')
  await writeFile(wrongFile, 'not the passphrase')
  expect(await run(wrongFile)).toMatchObject({ code: 4 })
  const done = await run(passphraseFile)
  expect(done.printed).toContain('Claims Desk is set up for http://127.0.0.1:9. Officers: 1.')
  expect(done.code).toBe(0)
  expect(await readdir(folder)).toContain('settings.sealed')
  expect(await run(passphraseFile)).toMatchObject({ code: 6 })
  const remove = (number = ''): Promise<EndedRun> =>
    runToEnd(folder, [`--remove-all-data${number}`], keyring.startWith)
  const asked = await remove()
  expect(asked.code).toBe(14)
  expect(await readdir(folder)).toContain('settings.sealed')
  const [, number = ''] = /--remove-all-data(=\S+)/.exec(asked.printed) ?? []
  expect(await remove(number)).toMatchObject({ code: 0 })
  const left = await readdir(folder)
  expect(left.filter((name) => /key|settings|officers|head-office|live|computer/.test(name))).toEqual([])
})
