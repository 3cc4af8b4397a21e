import type { AppPage } from '../pages/app-page.ts'
import { launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

test.use({ practice: { pharmacyCount: 450 } })

const panelOf = (appPage: AppPage) => appPage.main.getByRole('region', { name: 'Offline pharmacies:' })

/** Every downloaded pharmacy, page by page, by its code. */
async function keptCodes(appPage: AppPage): Promise<string[]> {
  await expect(appPage.main.getByText(/From \d+ offline pharmacies/)).toBeVisible()
  const codes: string[] = []
  let page = 1
  for (;;) {
    await expect(appPage.main.getByRole('table')).toBeVisible()
    codes.push(...(await appPage.main.getByRole('row').locator('td:first-of-type').allInnerTexts()))
    const next = appPage.main.getByRole('button', { name: 'Next' })
    if (await next.isDisabled()) return codes
    page += 1
    await next.click()
    await expect(appPage.main.getByText(new RegExp(`^Page ${page} of`))).toBeVisible()
  }
}

test('a directory that shrinks while it is read and survives a kill says so, and is complete when read again', async ({
  launch,
  dataDir,
  server,
}) => {
  // Slow enough to be killed in the middle; later calls see a list of which two pages are gone.
  server.faults.set(
    'all-pharmacies',
    { type: 'latency', ms: 25 },
    {
      type: 'shrinking-list',
      missing: 31,
      skip: 24,
    },
  )
  const connected = await launchConnected(launch, dataDir, server)
  let appPage = await connected.page()
  await appPage.goTo('Pharmacies')
  await panelOf(appPage).getByRole('button', { name: 'Download all pharmacies' }).click()
  await expect(panelOf(appPage)).toContainText('Downloading:')
  await server.arrived('all-pharmacies', 15)
  const before = server.arrivals('all-pharmacies')
  appPage = await connected.killAndRestart()
  // It resumes automatically with the pages it had.
  await appPage.goTo('Pharmacies')
  // A list that changed while it was read may lack something; read again, it is complete.
  await expect(panelOf(appPage)).toContainText('Some may be missing.', { timeout: 40_000 })
  await panelOf(appPage).getByRole('button', { name: 'Update list' }).click()
  await expect(panelOf(appPage)).toContainText('419, complete', { timeout: 40_000 })
  await appPage.main.getByRole('button', { name: 'Search offline' }).click()
  expect(before).toBeGreaterThanOrEqual(15)

  await server.disconnect()
  const codes = await keptCodes(appPage)
  expect(codes).toHaveLength(419)
  expect(new Set(codes).size).toBe(419)
})
