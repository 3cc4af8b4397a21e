import { AppPage, policyOf } from '../pages/app-page.ts'
import { OfficersPage } from '../pages/officers-page.ts'
import { launchConnected, launchWith } from '../support/connected.ts'
import { dropFiles, madeUpPdf } from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

test('the first start, its forms and the empty application fit the window', async ({ app }) => {
  test.slow()
  const appPage = new AppPage(await app.window())
  const { page, main } = appPage
  await page.getByRole('button', { name: 'Connect to the insurer' }).waitFor()
  await expectFits(page, 'first start')
  await page.getByRole('button', { name: 'Connect to the insurer' }).click()
  await main.getByRole('button', { name: 'Check and connect' }).click()
  await expectFits(page, 'connection form with problems')
  await main.getByRole('button', { name: 'Back' }).click()
  await appPage.startPractice()
  for (const address of ['/connection', '/settings/kept-data', '/settings/backup']) {
    await page.evaluate((to) => (location.hash = to), address)
    await main.getByRole('heading', { level: 1 }).waitFor()
    await expectFits(page, `empty ${address}`)
  }
  // Every screen of the navigation, the help last.
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  for (const [at, screen] of (await links.allInnerTexts()).entries()) {
    await links.nth(at).click()
    await main.getByRole('heading', { level: 1, name: screen }).waitFor()
    await expectFits(page, `empty ${screen}`)
  }
  await main.getByRole('button', { name: 'Take the tour' }).click()
  await main.getByRole('region', { name: 'Tour of practice' }).waitFor()
  await expectFits(page, 'tour')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await expectFits(page, 'search and commands')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+/')
  await page.getByRole('dialog').waitFor()
  await expectFits(page, 'keyboard shortcuts')
})

test('the claim form in its states fits the window', async ({ launch, dataDir, server }) => {
  test.slow()
  const appPage = await (await launchConnected(launch, dataDir, server)).page()
  const { page, main } = appPage
  await appPage.newClaim('keke')
  await expectFits(page, 'empty form')
  await appPage.field('Medical report').fill('report.pdf')
  await main.getByRole('button', { name: 'Submit claim' }).click()
  await main.getByRole('group', { name: 'Correct 10 fields' }).waitFor()
  await expectFits(page, 'form with problems')
  await appPage.goTo('Drafts')
  await main.getByRole('listitem').waitFor()
  await expectFits(page, 'drafts')
  await main.getByRole('button', { name: 'Delete the keke draft' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectFits(page, 'question before a draft is deleted')
  await page.keyboard.press('Escape')
  await appPage.newClaim('okada')
  await appPage.fillClaim({ policyNumber: policyOf('okada'), occurrenceDate: '2099-01-01' })
  const report = madeUpPdf('medical report.pdf', 'made up report')
  expect(await dropFiles(main.locator('form'), [report])).toBe(true)
  await main.getByRole('list', { name: 'More files' }).getByRole('listitem').waitFor()
  await expectFits(page, 'filled form with a file')
  await main.getByRole('button', { name: 'Submit claim' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectFits(page, 'question about a date to come')
  await page.getByRole('button', { name: 'Submit all the same' }).click()
  await main.getByRole('heading', { name: 'Saved on this computer' }).waitFor()
  await expectFits(page, 'claim saved')
  await main.getByRole('button', { name: 'Customer’s slip' }).click()
  await page.getByRole('dialog').waitFor()
  await expectFits(page, 'slip for the customer')
})

test('a backup in its states fits the window', { tag: '@longer' }, async ({ launch, dataDir, server }) => {
  const appPage = await (await launchConnected(launch, dataDir, server)).page()
  const { page, main } = appPage
  await appPage.newClaim('keke')
  await appPage.field('Policy number').fill(policyOf('keke'))
  await appPage.openSettings('Backup and stored data')
  await main.getByRole('link', { name: 'Open backup' }).click()
  await main.getByRole('heading', { level: 1, name: 'Backup' }).waitFor()
  await main.getByRole('button', { name: 'Save the backup' }).click()
  await main.getByRole('button', { name: 'Stop sending' }).click()
  await main.getByText('Enter the other computer’s number.').waitFor()
  await expectFits(page, 'backup with problems')
})

test('officers fit the window', { tag: '@longer' }, async ({ launch, dataDir }) => {
  const app = await launchWith(launch, dataDir, { configured: true })
  const appPage = new OfficersPage(await app.window())
  const { page, main } = appPage
  const ada = { name: 'Ada Made Up', secret: 'made up 1 words' }
  await main.getByRole('heading', { name: 'Today' }).waitFor()
  await appPage.add(ada, 'first')
  await expectFits(page, 'settings with officers')
  await appPage.section.getByRole('button', { name: /^Add/ }).click()
  await page.getByRole('dialog').waitFor()
  await expectFits(page, 'adding an officer')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+l')
  await main.locator('input[type=password]').waitFor()
  await expectFits(page, 'sign in')
})
