import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { claimSubmission, pharmacySubmission } from '#main/outbox/model/made-up.ts'
import { pseudoLanguage } from '#shared/language/language.ts'
import { DeskPage, policyOf } from '../pages/desk-page.ts'
import { OfficersPage } from '../pages/officers-page.ts'
import { accept, launchConnected, launchWith } from '../support/connected.ts'
import { dropFiles, madeUpPdf } from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectTranslatable, expectTranslatableNow, isOfCatalogue } from '../support/pseudo-language.ts'

test('the first start, its forms and the empty application are in the catalogue and fit', async ({
  desk: app,
}) => {
  test.slow()
  const desk = new DeskPage(await app.window())
  const { page, main } = desk
  await page.getByRole('button', { name: 'Connect to the insurer' }).waitFor()
  await expectTranslatable(page, 'first start')
  await page.getByRole('button', { name: 'Connect to the insurer' }).click()
  await main.getByRole('button', { name: 'Save and check connection' }).click()
  await expectTranslatable(page, 'connection form with problems')
  await main.getByRole('button', { name: 'Back' }).click()
  await desk.startPractice()
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
  const desk = await (await launchConnected(launch, dataDir, server)).page()
  const { page, main } = desk
  // The last one was said a moment ago, in the language of then.
  const data = ['medical report.pdf is kept with this claim.', 'medical report.pdf', 'report.pdf']
  await desk.newClaim('keke')
  await expectTranslatable(page, 'empty form')
  await desk.field('Medical report').fill('report.pdf')
  await main.getByRole('button', { name: 'Submit claim' }).click()
  await main.getByRole('group', { name: '10 fields need a look' }).waitFor()
  await expectTranslatable(page, 'form with problems', { data })
  await desk.goTo('Drafts')
  await main.getByRole('listitem').waitFor()
  await expectTranslatable(page, 'drafts', { data })
  await main.getByRole('button', { name: 'Delete the keke draft' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectTranslatable(page, 'question before a draft is deleted', { data })
  await page.keyboard.press('Escape')
  await desk.newClaim('okada')
  await desk.fillClaim({ policyNumber: policyOf('okada'), occurrenceDate: '2099-01-01' })
  const report = madeUpPdf('medical report.pdf', 'made up report')
  expect(await dropFiles(main.locator('form'), [report])).toBe(true)
  await main.getByRole('list', { name: 'Kept photos and PDFs' }).getByRole('listitem').waitFor()
  await expectTranslatable(page, 'filled form with a file', { data })
  await main.getByRole('button', { name: 'Submit claim' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectTranslatable(page, 'question about a date to come', { data })
  await page.getByRole('button', { name: 'Submit with this date' }).click()
  await main.getByRole('heading', { name: 'Saved on this computer' }).waitFor()
  await expectTranslatable(page, 'claim saved', { data })
  await main.getByRole('button', { name: 'Slip for the customer' }).click()
  await page.getByRole('dialog').waitFor()
  await expectTranslatable(page, 'slip for the customer', { data })
})

test('the outbox in all its states is in the catalogue and fits', async ({ launch, dataDir, server }) => {
  test.slow()
  const desk = await (await launchConnected(launch, dataDir, server)).page()
  const { page, main } = desk
  server.faults.set(
    'create-keke-claim',
    { type: 'duplicate-commit', times: 1 },
    { type: 'truncate', skip: 2, times: 1 },
  )
  server.faults.set('request-pharmacy', { type: 'reset', when: 'after-commit' })
  const [twice = '', lost = '', waiting = ''] = [0, 1, 2].map((n) => policyOf('keke', n))
  const unknown = 'KKP/0000/XX/000000'
  await desk.goTo('Outbox')
  await accept(desk, [claimSubmission({ policyNumber: twice })])
  await expect(desk.entry(twice)).toContainText('Received')
  await accept(desk, [claimSubmission({ policyNumber: unknown }), pharmacySubmission(policyOf('okada'))])
  await expect(desk.entry('Test Pharmacy')).toContainText('Not sure it arrived')
  await accept(desk, [claimSubmission({ policyNumber: lost })])
  await expect(desk.entry(lost)).toContainText('Not sure it arrived')
  await main.getByRole('button', { name: 'Pause sending' }).click()
  await accept(desk, [claimSubmission({ policyNumber: waiting })])
  await expect(desk.entry(waiting)).toContainText('Waiting')
  await desk.act(unknown, 'Details')
  await main.getByRole('heading', { name: 'Attempts' }).waitFor()
  await expectTranslatable(page, 'outbox with details')
  await desk.act(lost, 'Check the insurer’s list now')
  await expect(desk.entry(twice)).toContainText('Listed twice')
  // Said a moment ago, in the language of then.
  const data = ['The insurer’s list is being checked.', 'Test Pharmacy']
  await expectTranslatable(page, 'outbox with an alarm', { data })
  for (const [name, action] of [
    ['Test Pharmacy', 'Send again'],
    [waiting, 'Discard'],
  ] as const) {
    await desk.act(name, action)
    await page.getByRole('alertdialog').waitFor()
    await expectTranslatable(page, `question before “${action}”`, { data })
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  }
  for (const name of [twice, unknown, lost, waiting, 'Test Pharmacy']) {
    await desk.goTo('Outbox')
    await desk.entry(name).getByRole('link', { name: 'How sure' }).click()
    await main.getByRole('heading', { level: 1, name: 'How sure is this?' }).waitFor()
    await main.getByRole('list').first().waitFor()
    await expectTranslatable(page, `how sure is ${name}`, { data })
  }
  for (const screen of ['Today', 'Claims', 'Close of day'] as const) {
    await desk.goTo(screen)
    await expectTranslatable(page, `${screen} with what needs someone`, { data })
  }
})

test('a claim at the insurer and the pharmacies are in the catalogue and fit', async ({
  launch,
  dataDir,
  server,
}) => {
  test.slow()
  const desk = await (await launchConnected(launch, dataDir, server)).page()
  const { page, main } = desk
  await desk.goTo('Pharmacies')
  const first = main.getByRole('table').getByRole('button').first()
  const name = await first.innerText()
  const data = [name]
  await expectTranslatable(page, 'pharmacies')
  await first.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send to the customer' }).waitFor()
  await expectTranslatable(page, 'a pharmacy', { data })
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await dialog.getByText('The policy number is missing.').waitFor()
  await expectTranslatable(page, 'sending a pharmacy, with a problem', { data })
  await page.keyboard.press('Escape')
  await desk.goTo('Claims')
  await main.getByRole('row').nth(1).click()
  await main.getByRole('heading', { level: 1 }).waitFor()
  await expectTranslatable(page, 'a claim at the insurer')
  await server.disconnect()
  await desk.goTo('Pharmacies')
  await main.getByRole('button', { name: 'Last page' }).click()
  await main.getByText('There is no connection').first().waitFor()
  await expectTranslatable(page, 'pharmacies without a connection')
  await desk.goTo('Settings')
  await main.getByRole('button', { name: 'Check connection' }).click()
  await main.getByText('There is no connection', { exact: true }).waitFor()
  await expectTranslatable(page, 'settings')
  await main.getByRole('button', { name: 'Remove key' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectTranslatable(page, 'question before the key is removed')
})

test('a backup in its states is in the catalogue and fits', async ({ launch, dataDir, server }) => {
  const desk = await (await launchConnected(launch, dataDir, server)).page()
  const { page, main } = desk
  await desk.goTo('Settings')
  await main.getByRole('link', { name: 'Open backup' }).click()
  await main.getByRole('heading', { level: 1, name: 'Backup' }).waitFor()
  await desk.newClaim('keke')
  await desk.field('Policy number').fill(policyOf('keke'))
  await desk.goTo('Settings')
  await main.getByRole('link', { name: 'Open backup' }).click()
  await main.getByRole('radio', { name: /Handing over/ }).click()
  await main.getByRole('button', { name: 'Hand over and save the file' }).click()
  await expectTranslatable(page, 'backup with problems')
})

test('officers, and what the system shows of the application, are in the catalogue and fit', async ({
  launch,
  dataDir,
}) => {
  const app = await launchWith(launch, dataDir, { configured: true })
  const desk = new OfficersPage(await app.window())
  const { page, main } = desk
  const ada = { name: 'Ada Made Up', secret: 'made up 1 words' }
  const data = [ada.name]
  // Said a moment ago, in the language of then.
  const said = ['Ada Made Up was added.', ...data]
  await main.getByRole('heading', { name: 'Today' }).waitFor()
  await desk.add(ada, 'first')
  await expectTranslatable(page, 'settings with officers', { data: said })
  await desk.section.getByRole('button', { name: /^Add/ }).click()
  await page.getByRole('dialog').waitFor()
  await expectTranslatable(page, 'adding an officer', { data: said })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.evaluate(
    async (language) => await window.desk.request('settings:change', { language }),
    pseudoLanguage,
  )
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
})

test('what blocks the whole application is in the catalogue and fits', async ({ launch, dataDir }) => {
  const folder = join(dataDir, 'desk', 'practice')
  await mkdir(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'outbox.sqlite'))
  database.exec('CREATE TABLE later (id INTEGER); PRAGMA user_version = 99')
  database.close()
  // A data key of the same earlier run: without one the application would speak of that instead.
  const sealed = Buffer.alloc(32, 7).toString('base64')
  await writeFile(
    join(dataDir, 'desk', 'data-key.json'),
    JSON.stringify({ version: 1, protection: 'none', sealed }),
  )
  const app = await launchWith(launch, dataDir, { configured: true, language: pseudoLanguage })
  const page = await app.window()
  await page.locator(`html[lang="${pseudoLanguage}"]`).waitFor()
  await page.getByRole('heading').first().waitFor()
  await expectTranslatableNow(page, 'blocked by a newer version')
})

test('the pseudo-language is nothing an officer can choose', async ({ desk: app }) => {
  const desk = new DeskPage(await app.window())
  await desk.startPractice()
  await desk.goTo('Settings')
  const offered = await desk.main.getByLabel('Language').locator('option').allInnerTexts()
  expect(offered.slice(0, 2)).toEqual(['As this computer has it', 'English'])
  expect(offered.join()).not.toContain('XA')
})
