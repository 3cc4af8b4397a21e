import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { claimSubmission, pharmacySubmission } from '#main/outbox/testing/made-up.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept, launchConnected, launchWith } from '../support/connected.ts'
import { dropFiles, madeUpPdf } from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

/** A claim with a reference of its own: two that share one are the same to the application. */
function claimOf(policyNumber: string): Submission {
  return claimSubmission({ policyNumber }, { branchReference: newBranchReference() })
}

/** For states that take a while to reach: runs both checks at once. */
async function expectSound(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectFits(page, state)
}

test('the first start, its forms and the empty application can be used with assistive technology, and fit', async ({
  app,
}) => {
  test.slow()
  const appPage = new AppPage(await app.window())
  const { page, main } = appPage
  await page.getByRole('button', { name: 'Connect to the insurer' }).waitFor()
  await expectSound(page, 'first start')
  await page.getByRole('button', { name: 'Connect to the insurer' }).click()
  await main.getByRole('button', { name: 'Check and connect' }).click()
  await expectSound(page, 'connection form with problems')
  await main.getByRole('button', { name: 'Back' }).click()
  await appPage.startPractice()
  await expectAccessible(page, 'home')
  await appPage.showClaims()
  await expectAccessible(page, 'empty outbox')
  await appPage.goTo('Settings')
  await expectAccessible(page, 'settings in practice')
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
  for (const [keys, dialog] of [
    ['Control+k', 'search and commands'],
    ['Control+/', 'keyboard shortcuts'],
  ] as const) {
    await page.keyboard.press(keys)
    await page.getByRole('dialog').waitFor()
    await expectFits(page, dialog)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
})

test('capturing a claim can be done with assistive technology, and fits', async ({
  launch,
  dataDir,
  server,
}) => {
  test.slow()
  const appPage = await (await launchConnected(launch, dataDir, server)).page()
  const { page, main } = appPage
  await appPage.goTo('New claim')
  await expectAccessible(page, 'choice of the product')
  await appPage.newClaim('keke')
  await expectSound(page, 'empty form')
  await appPage.field('Medical report').fill('report.pdf')
  await main.getByRole('button', { name: 'Submit claim' }).click()
  await main.getByRole('group', { name: 'Correct 10 fields' }).waitFor()
  await expectSound(page, 'form with problems')
  await appPage.showClaims('Drafts')
  await main.getByRole('listitem').waitFor()
  await expectSound(page, 'drafts')
  await main.getByRole('button', { name: 'Delete the keke draft' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectSound(page, 'question before a draft is deleted')
  await page.keyboard.press('Escape')
  await appPage.newClaim('okada')
  await appPage.fillClaim({ policyNumber: policyOf('okada'), occurrenceDate: '2099-01-01' })
  const report = madeUpPdf('medical report.pdf', 'made up report')
  expect(await dropFiles(main.locator('form'), [report])).toBe(true)
  await main.getByRole('list', { name: 'More files' }).getByRole('listitem').waitFor()
  await expectFits(page, 'filled form with a file')
  await main.getByRole('button', { name: 'Submit claim' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectSound(page, 'question about a date to come')
  await page.getByRole('button', { name: 'Submit all the same' }).click()
  await main.getByRole('heading', { name: 'Saved on this computer' }).waitFor()
  // The screen follows the claim: what it said first is no longer so.
  await main.getByText('Received by the insurer', { exact: true }).waitFor()
  await expect(main).not.toContainText('It will be sent automatically')
  await expectSound(page, 'claim saved')
  await main.getByRole('button', { name: 'Customer’s slip' }).click()
  await page.getByRole('dialog').waitFor()
  await expectFits(page, 'slip for the customer')
})

test('the outbox in all its states can be used with assistive technology, and fits', async ({
  launch,
  dataDir,
  server,
}) => {
  test.slow()
  const appPage = await (await launchConnected(launch, dataDir, server)).page()
  const { page, main } = appPage
  server.faults.set(
    'create-keke-claim',
    { type: 'duplicate-commit', times: 1 },
    { type: 'truncate', skip: 2, times: 1 },
  )
  server.faults.set('request-pharmacy', { type: 'reset', when: 'after-commit' })
  const [twice = '', lost = '', waiting = ''] = [0, 1, 2].map((n) => policyOf('keke', n))
  const unknown = 'KKP/0000/XX/000000'
  await appPage.showClaims()
  await accept(appPage, [claimOf(twice)])
  await expect(appPage.entry(twice)).toContainText('Received')
  await accept(appPage, [claimOf(unknown), pharmacySubmission(policyOf('okada'))])
  await expect(appPage.entry('Test Pharmacy')).toContainText('Needs your decision')
  await accept(appPage, [claimOf(lost)])
  await expect(appPage.entry(lost)).toContainText('Confirming delivery')
  // It is looked for by itself after fifteen seconds, which pass while a busy computer looks at the screen.
  server.faults.set('keke-claim-details', { type: 'status', status: 500 })
  server.faults.set('list-keke-claims', { type: 'status', status: 500 })
  await main.getByRole('button', { name: 'Pause sending' }).click()
  await main.getByRole('button', { name: 'Resume sending' }).waitFor()
  await accept(appPage, [claimOf(waiting)])
  await expect(appPage.entry(waiting)).toContainText('Waiting')
  await appPage.openEntry(unknown)
  await main.getByRole('heading', { name: 'Attempts' }).waitFor()
  await expectSound(page, 'outbox with details')
  server.faults.clear('list-keke-claims')
  await appPage.act(lost, 'Check now')
  await expect(appPage.entry(twice)).toContainText('Listed twice')
  await expectSound(page, 'outbox with an alarm')
  for (const [name, action] of [
    ['Test Pharmacy', 'Send again'],
    [waiting, 'Discard'],
  ] as const) {
    await appPage.act(name, action)
    await page.getByRole('alertdialog').waitFor()
    await expectSound(page, `question before “${action}”`)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  }
  for (const name of [twice, unknown, lost, waiting, 'Test Pharmacy']) {
    await appPage.showClaims()
    await appPage.act(name, 'Delivery status')
    await main.getByRole('heading', { level: 1, name: 'Delivery status' }).waitFor()
    await main.getByRole('list').first().waitFor()
    await expectFits(page, `how sure is ${name}`)
  }
  await appPage.goTo('Today')
  await main.getByText('Sending is paused', { exact: true }).waitFor()
  await expectSound(page, 'home with what needs someone')
  for (const screen of ['Claims', 'Day report'] as const) {
    await appPage.goTo(screen)
    await expectFits(page, `${screen} with what needs someone`)
  }
})

test('a claim at the insurer, pharmacies and settings can be used with assistive technology, and fit', async ({
  launch,
  dataDir,
  server,
}) => {
  test.slow()
  const appPage = await (await launchConnected(launch, dataDir, server)).page()
  const { page, main } = appPage
  await appPage.goTo('Pharmacies')
  const first = main.getByRole('table').getByRole('button').first()
  await expectSound(page, 'pharmacies')
  await first.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send to the customer' }).waitFor()
  await expectSound(page, 'a pharmacy')
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await dialog.getByText('Enter the policy number.').waitFor()
  await expectSound(page, 'sending a pharmacy, with a problem')
  await page.keyboard.press('Escape')
  await appPage.goTo('Claims')
  await main.getByRole('row').nth(1).click()
  await main.getByRole('heading', { level: 1, name: /^Claim of policy/ }).waitFor()
  await expectFits(page, 'a claim at the insurer')
  await server.disconnect()
  await appPage.goTo('Pharmacies')
  // The next page may have been prefetched; the last one has never been viewed.
  await main.getByRole('button', { name: 'Last page' }).click()
  await main.getByText('No connection').first().waitFor()
  await expectSound(page, 'pharmacies without a connection')
  await appPage.openSettings('Connection')
  await main.getByRole('button', { name: 'Check connection' }).click()
  await main.getByText('No connection', { exact: true }).waitFor()
  await expectSound(page, 'settings')
  await main.getByRole('button', { name: 'Remove key' }).click()
  await page.getByRole('alertdialog').waitFor()
  await expectSound(page, 'question before the key is removed')
})

test('what blocks the whole application can be read with assistive technology, and fits', async ({
  launch,
  dataDir,
}) => {
  const folder = join(dataDir, 'desk', 'practice')
  await mkdir(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'outbox.sqlite'))
  database.exec('CREATE TABLE later (id INTEGER); PRAGMA user_version = 99')
  database.close()
  // The data key of the same earlier run: without it the application would report that instead.
  const content = { data: Buffer.alloc(32, 7).toString('base64'), secrets: null, had: [] }
  const open = Buffer.from(JSON.stringify(content)).toString('base64')
  await writeFile(join(dataDir, 'desk', 'data-key.json'), JSON.stringify({ version: 1, sealed: null, open }))
  const app = await launchWith(launch, dataDir, { configured: true })
  const page = await app.window()
  await page.getByRole('heading', { name: 'A newer version of Claims Desk was used' }).waitFor()
  await expectSound(page, 'blocked by a newer version')
})
