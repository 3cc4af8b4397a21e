import type { Page } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { OfficersPage, type TestOfficer } from '../pages/officers-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept, type ConnectedApp } from '../support/connected.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'

test.describe.configure({ mode: 'default' })

const ada: TestOfficer = { name: 'Ada Made-up', secret: '271828' }
const bayo: TestOfficer = { name: 'Bayo Made-up', secret: 'seven okadas by the gate' }
const [keke, okada] = [policyOf('keke'), policyOf('okada')]
const [adas, bayos, draft] = [policyOf('keke', 1), policyOf('keke', 2), policyOf('okada', 1)]

/** The desk of a manager and an officer, made by the first test that asks. The manager is signed in, then and at its end. */
async function withTwo(connected: ConnectedApp): Promise<OfficersPage> {
  const appPage = new OfficersPage((await connected.page()).page)
  const { officers } = await request(appPage.page, 'app:status')
  if (officers.type === 'signed-in') return appPage
  await appPage.add(ada, 'first')
  await appPage.addOfficer(bayo, ada, connected.app)
  return appPage
}

/** Everything a locked page holds that could be looked at: its document, addresses, history, storage and timings. */
async function heldBy(page: Page): Promise<string> {
  const seen = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      document.title,
      location.href,
      JSON.stringify(history.state),
      JSON.stringify(performance.getEntries().map(({ name }) => name)),
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
      window.name,
    ].join('\n'),
  )
  const cdp = await page.context().newCDPSession(page)
  const { entries } = await cdp.send('Page.getNavigationHistory')
  await cdp.detach()
  expect(entries, 'nothing to go back to').toHaveLength(1)
  return `${seen}\n${JSON.stringify(entries)}`
}

test(
  'a desk that is left keeps what was being written, shows nothing of it, and gives it back to its officer',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await withTwo(connected)
    const { page, main } = appPage
    await appPage.openSettings('Officers')
    await expectAccessible(page, 'settings with officers')
    await expectFits(page, 'settings with officers')
    await appPage.submitClaim('keke', { policyNumber: keke })
    await appPage.showClaims()
    await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
    await expect(await appPage.openEntry(keke)).toContainText(/\d\d:\d\d, by Ada Made-up/)
    await page.setViewportSize({ width: 940, height: 700 })
    await appPage.goTo('Day report')
    const policy = main.getByRole('table', { name: /^Claims of / }).getByText(keke)
    expect((await policy.boundingBox())?.height, 'a policy number is on one line').toBeLessThan(30)
    await expectFits(page, 'day report')
    await page.setViewportSize({ width: 1024, height: 700 })

    await appPage.newClaim('okada')
    await appPage.field('Policy number').fill(okada)
    await appPage.field('Claimant’s identification').fill('HALF-WRITTEN-1')
    await main.getByRole('button', { name: 'Share with the office' }).waitFor()
    const submit = main.getByRole('button', { name: 'Submit claim' })
    const foot = await submit.locator('xpath=ancestor::footer').boundingBox()
    expect(foot?.height, 'neither its buttons nor its words wrap').toBeLessThan(70)
    await appPage.lock()
    const held = await heldBy(page)
    for (const personal of [keke, okada, encodeURIComponent(okada), 'HALF-WRITTEN'])
      expect(held).not.toContain(personal)
    await page.evaluate(() => (location.hash = '#/claims'))
    await expect(appPage.signInTitle).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expectAccessible(page, 'locked desk')
    await expectFits(page, 'locked desk')
    await appPage.trySecret({ ...bayo, secret: 'wrong one' })
    await main.getByText('Wrong PIN').first().waitFor()

    // The keyboard alone, from where the cursor is.
    await page.keyboard.press('Shift+Tab')
    await expect(main.getByRole('radio', { name: bayo.name })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(main.getByRole('radio', { name: ada.name })).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(ada.secret)
    await page.keyboard.press('Enter')
    await main.getByRole('heading', { name: 'Okada claim' }).waitFor()
    await expect(appPage.field('Policy number')).toHaveValue(okada)
    await expect(appPage.field('Claimant’s identification')).toHaveValue('HALF-WRITTEN-1')
    await expect(main.getByText('Recovered')).toBeHidden()
    expect(server.arrivals('create-keke-claim')).toBe(1)
  },
)

test(
  'an officer sees no draft of a colleague’s, their claims as the office shares them, and no office setting',
  { tag: '@longer' },
  async ({ connected }) => {
    const appPage = await withTwo(connected)
    const { page, main } = appPage
    await accept(appPage, [claimSubmission({ policyNumber: adas })])
    await appPage.newClaim('okada')
    await appPage.field('Policy number').fill(draft)
    await appPage.openSettings('Officers')
    await main.getByRole('switch', { name: 'Officers see one another’s claims' }).click()
    await appPage.lock()

    await appPage.signIn(bayo)
    expect(await request(page, 'drafts:list')).toEqual({ drafts: [], recoveredIds: [], unreadable: [] })
    await appPage.openSettings('Connection')
    await expect(main.getByText('Only a manager can change office settings')).toBeVisible()
    await expect(main.getByRole('textbox', { name: 'Merchant’s key' })).toHaveCount(0)
    await expect(main.getByRole('link', { name: 'Advanced' })).toHaveCount(0)
    await accept(appPage, [claimSubmission({ policyNumber: bayos })])
    await appPage.showClaims()
    await expect(appPage.entry(bayos)).toContainText('Bayo Made-up')
    // What the insurer lists is no secret; that it was Ada’s is.
    await expect(appPage.entry(adas)).toHaveAttribute('data-situation', 'listed')
    await expect(appPage.entry(adas)).not.toContainText('Ada Made-up')
    await expect(appPage.entry(draft)).toHaveCount(0)
    await appPage.lock()

    await appPage.signIn(ada)
    await appPage.showClaims('Drafts')
    await appPage.entry(draft).click()
    await main.getByRole('button', { name: 'Share with the office' }).click()
    await main.getByRole('button', { name: 'Keep private' }).waitFor()
    // A manager sees those of all, or her own.
    await appPage.showClaims()
    await expect(appPage.entry(bayos)).toContainText('Bayo Made-up')
    await main.getByRole('button', { name: 'Filters', exact: true }).click()
    await main.getByRole('combobox', { name: 'Whose' }).selectOption('Mine')
    await expect(appPage.entry(adas)).toBeVisible()
    await expect(appPage.entry(bayos)).toHaveCount(0)
    await appPage.lock()

    await appPage.signIn(bayo)
    await appPage.showClaims('Drafts')
    await expect(appPage.entry(draft)).not.toContainText('Recovered')
    await appPage.lock()
    await appPage.signIn(ada)
  },
)

test('suspending the computer, or locking its screen, saves the open form and locks the application', async ({
  connected: { app },
  connected,
}) => {
  const appPage = await withTwo(connected)
  const again = async (): Promise<void> => {
    await appPage.signInTitle.waitFor()
    await expect.poll(async () => (await app.windowView()).visible).toBe(true)
    await appPage.signIn(ada)
  }
  await appPage.newClaim('keke')
  await appPage.field('Policy number').fill(bayos)
  await app.power('suspend')
  expect((await app.windowView()).visible, 'to whoever wakes it').toBe(false)
  await again()
  await appPage.main.getByRole('heading', { name: 'Keke claim' }).waitFor()
  await expect(appPage.field('Policy number')).toHaveValue(bayos)
  await appPage.openSettings('Printing')
  await appPage.main.getByLabel('Branch name').fill('Made-up branch')
  await app.power('lock-screen')
  await again()
  await app.power('unlock-screen')
  await expect(appPage.main.getByLabel('Branch name'), 'a field in use').toHaveValue('Made-up branch')
  await app.power('resume')
  await again()
})

test(
  'the dialogs about officers, and the way back into a locked desk, can be used with assistive technology',
  { tag: '@longer' },
  async ({ connected }) => {
    const appPage = await withTwo(connected)
    const { page, main } = appPage
    await appPage.openSettings('Officers')
    for (const opener of ['Add an officer', 'Give Bayo Made-up a new PIN', 'Change my PIN']) {
      await appPage.section.getByRole('button', { name: opener }).click()
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page, `dialog “${opener}”`)
      await expectFits(page, `dialog “${opener}”`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await appPage.lock()
    await main.getByText('Forgot your PIN?').click()
    await main.getByRole('button', { name: 'Use the merchant’s key' }).click()
    await expect(page.getByRole('textbox', { name: 'Merchant’s key' })).toBeFocused()
    await expectAccessible(page, 'locked desk with the way back')
    await page.keyboard.press('Escape')
    await appPage.signIn(bayo)
    await appPage.openSettings('This computer')
    await expectAccessible(page, 'settings of an officer')
    await appPage.lock()
    await appPage.signIn(ada)
  },
)
