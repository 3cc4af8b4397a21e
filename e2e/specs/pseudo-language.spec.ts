import { pseudoLanguage } from '#shared/language/language.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { OfficersPage } from '../pages/officers-page.ts'
import { launchConnected, launchWith } from '../support/connected.ts'
import { dropFiles, madeUpPdf } from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectTranslatable, expectTranslatableNow, isOfCatalogue } from '../support/pseudo-language.ts'
import { request } from '../support/request.ts'

test('the first start, its forms and the empty application are in the catalogue and fit', async ({ app }) => {
  test.slow()
  const appPage = new AppPage(await app.window())
  const { page, main } = appPage
  await page.getByRole('button', { name: 'Connect to the insurer' }).waitFor()
  await expectTranslatable(page, 'first start')
  await page.getByRole('button', { name: 'Connect to the insurer' }).click()
  await main.getByRole('button', { name: 'Check and connect' }).click()
  await expectTranslatable(page, 'connection form with problems')
  await main.getByRole('button', { name: 'Back' }).click()
  await appPage.startPractice()
  for (const address of ['/connection', '/settings/kept-data', '/settings/backup']) {
    await page.evaluate((to) => (location.hash = to), address)
    await main.getByRole('heading', { level: 1 }).waitFor()
    await expectTranslatable(page, `empty ${address}`)
  }
  // Every screen of the navigation, the help last.
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  for (const [at, screen] of (await links.allInnerTexts()).entries()) {
    await links.nth(at).click()
    await main.getByRole('heading', { level: 1, name: screen }).waitFor()
    await expectTranslatable(page, `empty ${screen}`)
  }
  await main.getByRole('button', { name: 'Take the tour' }).click()
  await main.getByRole('region', { name: 'Tour of practice' }).waitFor()
  await expectTranslatable(page, 'tour')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await expectTranslatable(page, 'search and commands')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+/')
  await page.getByRole('dialog').waitFor()
  await expectTranslatable(page, 'keyboard shortcuts')
})

test('the claim form in its states is in the catalogue and fits', async ({ launch, dataDir, server }) => {
  test.slow()
  const appPage = await (await launchConnected(launch, dataDir, server)).page()
  const { page, main } = appPage
  // The last one was said a moment ago, in the language of then.
  const data = ['medical report.pdf was added: More files.', 'medical report.pdf', 'report.pdf']
  await appPage.newClaim('keke')
  await expectTranslatable(page, 'empty form')
  await appPage.field('Medical report').fill('report.pdf')
  await main.getByRole('button', { name: 'Submit claim' }).click()
  await main.getByRole('group', { name: 'Correct 10 fields' }).waitFor()
  await expectTranslatable(page, 'form with problems', { data })
  await appPage.goTo('Drafts')
  await main.getByRole('listitem').waitFor()
  await expectTranslatable(page, 'drafts', { data })
  await main.getByRole('button', { name: 'Delete the keke draft' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectTranslatable(page, 'question before a draft is deleted', { data })
  await page.keyboard.press('Escape')
  await appPage.newClaim('okada')
  await appPage.fillClaim({ policyNumber: policyOf('okada'), occurrenceDate: '2099-01-01' })
  const report = madeUpPdf('medical report.pdf', 'made up report')
  expect(await dropFiles(main.locator('form'), [report])).toBe(true)
  await main.getByRole('list', { name: 'More files' }).getByRole('listitem').waitFor()
  await expectTranslatable(page, 'filled form with a file', { data })
  await main.getByRole('button', { name: 'Submit claim' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectTranslatable(page, 'question about a date to come', { data })
  await page.getByRole('button', { name: 'Submit all the same' }).click()
  await main.getByRole('heading', { name: 'Saved on this computer' }).waitFor()
  await expectTranslatable(page, 'claim saved', { data })
  await main.getByRole('button', { name: 'Customer’s slip' }).click()
  await page.getByRole('dialog').waitFor()
  await expectTranslatable(page, 'slip for the customer', { data })
})

test(
  'a backup in its states is in the catalogue and fits',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    const appPage = await (await launchConnected(launch, dataDir, server)).page()
    const { page, main } = appPage
    await appPage.openSettings('Backup and stored data')
    await main.getByRole('link', { name: 'Open backup' }).click()
    await main.getByRole('heading', { level: 1, name: 'Backup' }).waitFor()
    await appPage.newClaim('keke')
    await appPage.field('Policy number').fill(policyOf('keke'))
    await appPage.openSettings('Backup and stored data')
    await main.getByRole('link', { name: 'Open backup' }).click()
    await main.getByRole('radio', { name: /Hand over to/ }).click()
    await main.getByRole('button', { name: 'Hand over and save the file' }).click()
    await expectTranslatable(page, 'backup with problems')
  },
)

test(
  'officers, and what the system shows of the application, are in the catalogue and fit',
  { tag: '@longer' },
  async ({ launch, dataDir }) => {
    const app = await launchWith(launch, dataDir, { configured: true })
    const appPage = new OfficersPage(await app.window())
    const { page, main } = appPage
    const ada = { name: 'Ada Made Up', secret: 'made up 1 words' }
    const data = [ada.name]
    // Said a moment ago, in the language of then.
    const said = ['Ada Made Up was added.', ...data]
    await main.getByRole('heading', { name: 'Today' }).waitFor()
    await appPage.add(ada, 'first')
    await expectTranslatable(page, 'settings with officers', { data: said })
    await appPage.section.getByRole('button', { name: /^Add/ }).click()
    await page.getByRole('dialog').waitFor()
    await expectTranslatable(page, 'adding an officer', { data: said })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await request(page, 'settings:change', { language: pseudoLanguage })
    await page.locator(`html[lang="${pseudoLanguage}"]`).waitFor()
    const { tooltip, items } = await app.tray()
    const shown = [...tooltip.split('\n').slice(1), ...items.map(({ label }) => label)].filter(
      (text) => text !== '',
    )
    expect(shown.length).toBeGreaterThan(5)
    expect(shown.filter((text) => !isOfCatalogue(text))).toEqual([])
    await page.keyboard.press('Control+l')
    await main.locator('input[type=password]').waitFor()
    await expectTranslatableNow(page, 'sign in', { data })
  },
)

test('the pseudo-language is nothing an officer can choose', async ({ app }) => {
  const appPage = new AppPage(await app.window())
  await appPage.startPractice()
  await appPage.openSettings('This computer')
  const offered = await appPage.main.getByLabel('Language').locator('option').allInnerTexts()
  expect(offered.slice(0, 2)).toEqual(['Same as this computer', 'English'])
  expect(offered.join()).not.toContain('XA')
})
