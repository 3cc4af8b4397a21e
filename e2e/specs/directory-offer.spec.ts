import type { AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'

test.use({ practice: { pharmacyCount: 300 } })

const settings = { directoryOffered: [] }
const offer = (appPage: AppPage) => appPage.main.getByRole('region', { name: 'Download all pharmacies?' })
const panel = (appPage: AppPage) => appPage.main.getByRole('region', { name: 'Offline pharmacies:' })

test('after connecting, the download of all pharmacies is offered once, with its progress', async ({
  launch,
  dataDir,
  server,
}) => {
  const connected = await launchConnected(launch, dataDir, server, { settings })
  let appPage = await connected.page()
  await expect(offer(appPage)).toContainText('Then you can search them without a connection.')
  await expectAccessible(appPage.page, 'offer of the pharmacies')
  await expectFits(appPage.page, 'offer of the pharmacies')
  // It goes with the setting that saves data, and comes again with it.
  await request(appPage.page, 'settings:change', { saveData: true })
  await expect(offer(appPage)).toBeHidden()
  await appPage.goTo('Pharmacies')
  await expect(panel(appPage)).toContainText('not downloaded, because “Save data” is on')
  await request(appPage.page, 'settings:change', { saveData: false })
  await expect(panel(appPage)).not.toContainText('because')
  // On Today alone: elsewhere it would stand above each claim that is typed.
  await expect(offer(appPage)).toBeHidden()
  await appPage.goTo('Today')
  server.faults.set('all-pharmacies', { type: 'latency', ms: 60 })
  await offer(appPage).getByRole('button', { name: 'Download now' }).click()
  await expect(panel(appPage).getByRole('progressbar')).toBeVisible()
  // How many pages there are is known with the first.
  await expect(panel(appPage)).toContainText(/Downloading: [1-9]/)
  await panel(appPage).getByRole('button', { name: 'Pause' }).click()
  await expect(panel(appPage)).toContainText('Paused.')
  await expectAccessible(appPage.page, 'download of the pharmacies, paused')
  await expect(offer(appPage)).toBeHidden()
  // Interrupted, it goes on where it was.
  appPage = await connected.killAndRestart()
  server.faults.clear()
  await appPage.goTo('Pharmacies')
  await expect(panel(appPage)).toContainText(/Paused\. .*of 20/)
  await panel(appPage).getByRole('button', { name: 'Continue' }).click()
  await expect(panel(appPage)).toContainText('300, complete', { timeout: 20_000 })
  await appPage.goTo('Today')
  await expect(offer(appPage)).toBeHidden()
})

test('“Later” ends the offer for good', { tag: '@longer' }, async ({ launch, dataDir, server }) => {
  const connected = await launchConnected(launch, dataDir, server, { settings })
  let appPage = await connected.page()
  await offer(appPage).getByRole('button', { name: 'Later' }).click()
  await expect(offer(appPage)).toBeHidden()
  await expect(appPage.main.getByRole('heading', { level: 1 })).toBeFocused()
  const asked = server.arrivals('all-pharmacies')
  appPage = await connected.killAndRestart()
  await expect(appPage.statusLine).toContainText('Connected')
  expect(server.arrivals('all-pharmacies') - asked).toBeLessThan(2)
  await expect(offer(appPage)).toBeHidden()
})
