import type { Locator } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { proofSize } from '#testing/proof.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { accept, type ConnectedApp } from '../support/connected.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'

/** Rows of other branches that make a list of some 4 MB, which is not read to its end by itself. */
const large = 5000
/** Of each product, where the list is walked through: a hundred thousand before a release. */
const others = proofSize('CLAIMS_DESK_LISTED', { short: 5_000, medium: 50_000, long: 50_000 })
const reading = (appPage: AppPage): Locator => appPage.main.getByRole('region', { name: 'Keke list' })
const grid = (appPage: AppPage): Locator => appPage.main.getByRole('grid', { name: 'Claims' })
const button = (appPage: AppPage): Locator =>
  reading(appPage).getByRole('button', { name: 'Update the keke list' })
async function openClaims(app: ConnectedApp): Promise<AppPage> {
  const appPage = await app.page()
  await appPage.page.setViewportSize({ width: 1024, height: 700 })
  await appPage.goTo('Claims')
  return appPage
}
const hasClaims = async (appPage: AppPage, count: number): Promise<void> =>
  await expect(grid(appPage)).toHaveAttribute('aria-rowcount', String(count + 1))

test('a large list is read when an officer asks, with its size and age said before', async ({
  connected,
  server,
}) => {
  server.behave({ list: { otherRows: large, etag: true } })
  const appPage = await openClaims(connected)
  await test.step('by itself only as far as it is small', async () => {
    await expect(reading(appPage)).toContainText('Never read on this computer. More than 2')
    await expect(button(appPage)).toHaveAccessibleDescription(/More than 2[\d.]* MB\./)
    await expectAccessible(appPage.page, 'large lists, never read')
    await expectFits(appPage.page, 'large lists, never read')
  })
  await test.step('to its end for an officer', async () => {
    await button(appPage).click()
    await hasClaims(appPage, server.claims('keke').length + large)
    await expect(reading(appPage)).toContainText(/Last read \d\d:\d\d\. About [34][\d.]* MB/)
    await expectAccessible(appPage.page, 'a large list, read')
  })
  await test.step('with one scroll bar, that of the list', async () => {
    const scrolled = await appPage.page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => element.scrollHeight > element.clientHeight + 1)
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
        .map((element) => element.closest('[role=grid]')?.getAttribute('aria-label') ?? element.tagName),
    )
    expect(scrolled).toEqual(['Claims'])
  })
  await test.step('and stays where it has not changed', async () => {
    const asked = server.arrivals('list-keke-claims')
    await button(appPage).click()
    await expect.poll(() => server.arrivals('list-keke-claims')).toBe(asked + 1)
    await expect(button(appPage)).toBeEnabled()
    await hasClaims(appPage, server.claims('keke').length + large)
  })
})

test(
  'a reading shows its progress, and one that is stopped or cut off leaves the list as it was',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const before = server.claims('keke').length + server.claims('okada').length
    const appPage = await openClaims(connected)
    await hasClaims(appPage, before)
    await request(appPage.page, 'settings:change', { saveData: true })
    await test.step('stopped', async () => {
      server.behave({ list: { endless: true } })
      await button(appPage).click()
      await expect(reading(appPage)).toContainText(
        /MB so far, [\d,]+ claims\. Until then, the list of \d\d:\d\d/,
      )
      await expect(
        reading(appPage).getByRole('progressbar', { name: 'Progress of reading the keke list' }),
      ).toBeVisible()
      // The list that is kept is in use meanwhile.
      await appPage.main.getByRole('searchbox', { name: 'Search in all fields' }).fill('okp/')
      await hasClaims(appPage, server.claims('okada').length)
      await appPage.main.getByRole('searchbox', { name: 'Search in all fields' }).fill('')
      await expectAccessible(appPage.page, 'a large list, being read')
      await reading(appPage).getByRole('button', { name: 'Stop reading the keke list' }).click()
      await expect(reading(appPage)).toContainText(/Stopped\. The list of \d\d:\d\d is unchanged\./)
      await hasClaims(appPage, before)
      await expectAccessible(appPage.page, 'a large list, stopped')
    })
    await test.step('cut off', async () => {
      server.behave({ list: { otherRows: large } })
      server.faults.set('list-keke-claims', { type: 'truncate', times: 1 })
      await button(appPage).click()
      await expect(
        appPage.main.getByRole('status').filter({ hasText: 'could not be updated' }),
      ).toContainText('The keke list could not be updated')
      await hasClaims(appPage, before)
      await expectAccessible(appPage.page, 'a large list, cut off')
    })
  },
)

test('a list that an officer reads settles a claim in doubt, and shows one that was received twice', async ({
  connected,
  server,
}) => {
  const [twice, inDoubt] = [policyOf('keke'), policyOf('keke', 1)]
  server.faults.set('keke-claim-details', { type: 'status', status: 500 })
  server.faults.set('create-keke-claim', { type: 'duplicate-commit', times: 1 })
  const appPage = await connected.page()
  await request(appPage.page, 'settings:change', { saveData: true })
  const submit = async (policyNumber: string): Promise<void> =>
    await accept(appPage, [claimSubmission({ policyNumber }, { branchReference: newBranchReference() })])
  await submit(twice)
  await appPage.showClaims()
  await expect(appPage.entry(twice)).toHaveAttribute('data-situation', 'received')
  server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
  await submit(inDoubt)
  await expect(appPage.entry(inDoubt)).toContainText('Confirming delivery')

  await button(appPage).click()
  await expect(appPage.entry(inDoubt)).toHaveAttribute('data-situation', 'received')
  await expect(appPage.main).toContainText(/Last read \d\d:\d\d/)
  await appPage.showClaims('Needs you')
  await expect(appPage.entry(twice)).toContainText('Listed twice')
  await expect(await appPage.openEntry(twice)).toContainText('It might be paid twice.')
  await appPage.showClaims('Received')
  await expect(await appPage.openEntry(inDoubt)).toContainText('it is in the insurer’s list.')
  expect(server.arrivals('list-keke-claims')).toBe(1)
  expect(server.arrivals('create-keke-claim')).toBe(2)
})

test(
  `${(2 * others).toLocaleString('en')} claims are read, searched, walked through and opened`,
  { tag: '@longer' },
  async ({ connected, server }) => {
    test.setTimeout(120_000)
    const { keke, okada } = { keke: server.claims('keke').length, okada: server.claims('okada').length }
    server.behave({ list: { otherRows: others } })
    const appPage = await openClaims(connected)
    const { main, page } = appPage
    for (const product of ['keke', 'okada'] as const)
      await main.getByRole('button', { name: `Update the ${product} list` }).click()
    await expect(grid(appPage)).toHaveAttribute('aria-rowcount', String(2 * others + keke + okada + 1), {
      timeout: 90_000,
    })
    await main.getByLabel('Product').selectOption('Okada')
    await hasClaims(appPage, others + okada)
    await main
      .getByRole('searchbox', { name: 'Search in all fields' })
      .fill(`okp/2020/zz/${String(others - 1).padStart(6, '0')}`)
    await hasClaims(appPage, 1)
    await main.getByRole('searchbox', { name: 'Search in all fields' }).fill('')
    await hasClaims(appPage, others + okada)
    await grid(appPage).locator('[aria-rowindex="2"]').focus()
    await page.keyboard.press('End')
    const last = grid(appPage).locator(`[aria-rowindex="${others + okada + 1}"]`)
    await expect(last).toBeFocused()
    // It has the focus before main has sent what stands in it.
    await expect(last).toContainText('OKP/2020')
    await page.keyboard.press('Enter')
    await main.getByRole('heading', { level: 1, name: /^OKP\/2020/ }).waitFor()
  },
)
