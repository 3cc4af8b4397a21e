import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept, launchWith } from '../support/connected.ts'
import { dropFiles, madeUpPdf } from '../support/dropped-files.ts'
import { expect, sharedTest, test } from '../support/fixtures.ts'
import { besideList, expectFits } from '../support/fits.ts'

test.describe.configure({ mode: 'default' })

/** A claim with a reference of its own: two that share one are the same to the application. */
function claimOf(policyNumber: string): Submission {
  return claimSubmission({ policyNumber }, { branchReference: newBranchReference() })
}

/** For states that take a while to reach: runs both checks at once. */
async function expectSound(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectFits(page, state)
}

sharedTest('every screen can be used with assistive technology, and fits', async ({ connected }) => {
  test.slow()
  const appPage = await connected.page()
  const { page, main } = appPage
  await expectSound(page, 'today')
  await appPage.goTo('New claim')
  await expectAccessible(page, 'choice of the product')
  await appPage.newClaim('okada')
  await main.getByRole('button', { name: 'Submit claim' }).click()
  await main.getByRole('group', { name: /^Correct \d+ fields$/ }).waitFor()
  await expectSound(page, 'form with problems')
  const okada = policyOf('okada', 1)
  await appPage.fillClaim({ policyNumber: okada })
  await appPage.submit()
  // The screen follows the claim: what it said first is no longer so.
  await main.getByText('The insurer confirmed it.').waitFor()
  await expect(main).not.toContainText('It will be sent automatically')
  await expectSound(page, 'claim saved')
  await main.getByRole('link', { name: 'Show in Claims' }).click()
  // The lists are read with the screen, and say what the insurer makes of it.
  await expect(appPage.entry(okada)).toContainText('Status 0')
  await expectSound(page, 'claims')
  await appPage.openEntry(okada)
  await expectAccessible(page, 'a claim beside the list')
  await expectFits(page, 'a claim beside the list', besideList)
  await appPage.openWholePage()
  await main.getByRole('heading', { name: 'What the insurer said' }).waitFor()
  await expectSound(page, 'a received claim')
  await appPage.showClaims('Received')
  await main.locator('[data-situation=listed]').first().click()
  await appPage.openWholePage()
  // Its title is that of the list until it is read.
  await main.getByRole('region', { name: 'At the insurer' }).waitFor()
  const policy = await main.getByRole('heading', { level: 1 }).innerText()
  await appPage.lookUp(policy.startsWith('KKP') ? 'Keke' : 'Okada', policy)
  await main.getByRole('button', { name: 'Show hidden details' }).click()
  await expectSound(page, 'a policy that was looked up')

  await appPage.goTo('Pharmacies')
  await appPage.pharmacies.first().waitFor()
  await expectSound(page, 'pharmacies')
  await appPage.openDirectory()
  await expectSound(page, 'pharmacies on this computer')
  await page.keyboard.press('Escape')
  await appPage.openPharmacy()
  await appPage.pharmacy.getByRole('button', { name: 'Send to the customer' }).waitFor()
  await expectSound(page, 'a pharmacy')
  await page.keyboard.press('Escape')
  const pharmacy = await appPage.requestPharmacy(okada)
  await appPage.showRequests()
  await expectSound(page, 'sent to customers')
  await appPage.openEntry(pharmacy)
  await expectSound(page, 'a request')
  await appPage.goTo('Day report')
  await main.getByRole('table', { name: /^Claims of / }).waitFor()
  await expectSound(page, 'day report')
  for (const address of ['/connection', '/settings/kept-data', '/settings/backup']) {
    await page.evaluate((to) => (location.hash = to), address)
    await main.getByRole('heading', { level: 1 }).waitFor()
    await expectSound(page, address)
  }
  for (const [keys, dialog] of [
    ['Control+k', 'search and commands'],
    ['Control+/', 'keyboard shortcuts'],
  ] as const) {
    await page.keyboard.press(keys)
    await page.getByRole('dialog').waitFor()
    if (keys === 'Control+k') {
      await page.keyboard.type(okada)
      await page.getByRole('group', { name: 'Pharmacy requests' }).waitFor()
    }
    await expectSound(page, dialog)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
})

sharedTest(
  'questions, menus and problems, and screens without a connection, can be used with assistive technology, and fit',
  { tag: '@longer' },
  async ({ connected, server }) => {
    test.slow()
    const appPage = await connected.page()
    const { page, main } = appPage
    await appPage.newClaim('keke')
    await expectSound(page, 'empty form')
    await appPage.field('Place of the incident').fill('Made-up Street')
    await main.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await expectSound(page, 'a draft was deleted')
    await appPage.newClaim('okada')
    const okada = policyOf('okada')
    await appPage.fillClaim({ policyNumber: okada, occurrenceDate: '2099-01-01' })
    const report = madeUpPdf('medical report.pdf', 'made up report')
    expect(await dropFiles(main.locator('form'), [report])).toBe(true)
    await main.getByRole('list', { name: 'More files' }).getByRole('listitem').waitFor()
    await expectFits(page, 'filled form with a file')
    await main.getByRole('button', { name: 'Submit claim' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectSound(page, 'question about a date to come')
    await page.getByRole('button', { name: 'Submit all the same' }).click()
    await main.getByText('The insurer confirmed it.').waitFor()
    await main.getByRole('button', { name: 'Customer’s slip' }).click()
    await page.getByRole('dialog').waitFor()
    await expectFits(page, 'slip for the customer')
    await page.keyboard.press('Escape')
    await main.getByRole('link', { name: 'Show in Claims' }).click()
    await appPage.openEntry(okada)
    await appPage.openWholePage()
    await main.getByRole('button', { name: 'More', exact: true }).click()
    await main.getByRole('menu').waitFor()
    await expectSound(page, 'the menu of a claim')
    await main.getByRole('menuitem', { name: 'Something is wrong' }).click()
    const dialog = page.getByRole('dialog', { name: 'Something is wrong with this claim' })
    await dialog.getByRole('textbox').fill('no reference')
    await dialog.getByRole('button', { name: 'Mark as wrong' }).click()
    await dialog.getByText('Enter a reference such as').waitFor()
    await expectSound(page, 'something is wrong, with a problem')
    await dialog.getByRole('textbox').fill('7F3K-92QD')
    await dialog.getByRole('button', { name: 'Mark as wrong' }).click()
    await main.getByRole('heading', { level: 2, name: 'Wrong, replaced by 7F3K-92QD' }).waitFor()
    await expectSound(page, 'a claim with a mistake')
    await main.getByRole('button', { name: 'Insurer told' }).click()
    await page.getByLabel('Who at the insurer was told?').waitFor()
    await expectSound(page, 'the insurer is told of a mistake')
    await page.keyboard.press('Escape')

    await appPage.openPharmacy()
    const send = appPage.pharmacy.getByRole('button', { name: 'Send to the customer' })
    await send.click()
    await send.click()
    await appPage.pharmacy.getByText('Enter the policy number.').waitFor()
    await expectSound(page, 'sending a pharmacy, with a problem')
    await page.keyboard.press('Escape')
    await appPage.showClaims('Received')
    await main.locator('[data-situation=listed]').first().click()
    await appPage.openWholePage()
    await main.getByRole('heading', { name: 'As the insurer lists it' }).waitFor()
    await expectSound(page, 'a claim that is only listed')
    const policy = await main.getByRole('heading', { level: 1 }).innerText()
    await appPage.lookUp(policy.startsWith('KKP') ? 'Keke' : 'Okada', policy)
    await server.disconnect()
    await main.getByRole('button', { name: 'Ask now' }).click()
    await main.getByText('The insurer could not be asked').waitFor()
    await expectSound(page, 'a policy without a connection')
    await appPage.goTo('Pharmacies')
    // The next page was never seen.
    await main.getByRole('button', { name: 'Show more' }).click()
    await main.getByText('No more could be loaded. No connection.').waitFor()
    await expectSound(page, 'pharmacies without a connection')
    await appPage.openSettings('Connection')
    await main.getByRole('button', { name: 'Check connection' }).click()
    await main.getByText('No connection', { exact: true }).waitFor()
    await expectSound(page, 'settings without a connection')
  },
)

sharedTest(
  'claims and requests in all their states can be used with assistive technology, and fit',
  { tag: '@longer' },
  async ({ connected, server }) => {
    test.slow()
    const appPage = await connected.page()
    const { page, main } = appPage
    server.faults.set(
      'create-keke-claim',
      { type: 'duplicate-commit', times: 1 },
      { type: 'truncate', skip: 2, times: 1 },
    )
    server.faults.set('request-pharmacy', { type: 'reset', when: 'after-commit' })
    server.behave({ refuses: [policyOf('keke', 3)] })
    const [twice = '', lost = '', waiting = '', blocked = ''] = [0, 1, 2, 3].map((n) => policyOf('keke', n))
    const unknown = 'KKP/0000/XX/000000'
    const ids = new Map<string, string>()
    const submit = async (policy: string): Promise<void> => {
      const claim = claimOf(policy)
      ids.set(policy, claim.id)
      await accept(appPage, [claim])
    }
    const openPage = async (policy: string): Promise<void> => {
      await page.evaluate((id) => (location.hash = `/claims/${id}`), ids.get(policy) ?? '')
      await main.getByRole('heading', { level: 1, name: policy }).waitFor()
      await main.getByRole('heading', { name: 'Delivery', exact: true }).waitFor()
    }
    await appPage.showClaims()
    await submit(twice)
    // The second row at the insurer is known at once, with the claim’s own.
    await expect(main.locator('[data-situation=twice]')).toContainText(twice)
    await submit(unknown)
    await accept(appPage, [pharmacySubmission(policyOf('okada'))])
    await expect(appPage.entry(unknown)).toContainText('Not accepted')
    await submit(lost)
    await expect(appPage.entry(lost)).toContainText('Confirming delivery')
    await submit(blocked)
    await expect(appPage.entry(blocked)).toContainText('Blocked')
    // It is looked for by itself after fifteen seconds, which pass while a busy computer looks at the screen.
    server.faults.set('keke-claim-details', { type: 'status', status: 500 })
    server.faults.set('list-keke-claims', { type: 'status', status: 500 })
    await appPage.choose('Pause sending')
    await appPage.statusLine.getByRole('button', { name: 'Resume sending' }).waitFor()
    await submit(waiting)
    await expect(appPage.entry(waiting)).toContainText('Waiting')
    await appPage.newClaim('okada')
    await appPage.field('Place of the incident').fill('Made-up Street')

    for (const group of ['Needs you', 'On its way', 'Drafts', 'Received', 'Everything'] as const) {
      await appPage.showClaims(group)
      await appPage.main.getByRole('grid').getByRole('row').nth(1).waitFor()
      await expectSound(page, `claims: ${group}`)
    }
    await main.getByRole('button', { name: 'Filters', exact: true }).click()
    const day = main.getByRole('textbox', { name: 'Incident from' })
    await day.fill('31/02/2026')
    await page.keyboard.press('Tab')
    await main.getByText('Enter the date as').waitFor()
    await expect(day).toHaveValue('31/02/2026')
    await expectSound(page, 'filters, with a problem')
    await page.keyboard.press('Escape')
    for (const dialog of ['Look up a policy', 'Print this list'] as const) {
      await appPage.choose(dialog)
      await page.getByRole('dialog', { name: dialog }).waitFor()
      await expectSound(page, dialog)
      await page.keyboard.press('Escape')
    }
    for (const policy of [unknown, lost, blocked, waiting]) {
      await openPage(policy)
      await expectSound(page, `page of ${policy}`)
    }
    await main.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectSound(page, 'question before “Discard”')
    await page.keyboard.press('Escape')

    await appPage.showRequests()
    await expect(appPage.entry('Test Pharmacy')).toContainText('Needs your decision')
    await expectSound(page, 'sent to customers')
    await appPage.openEntry('Test Pharmacy')
    await expectSound(page, 'a request')
    await main.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('alertdialog').waitFor()
    await expectSound(page, 'question before “Send again”')
    await page.keyboard.press('Escape')

    server.faults.clear('list-keke-claims')
    await openPage(lost)
    await main.getByRole('button', { name: 'Check now' }).click()
    await openPage(twice)
    await main.getByRole('heading', { level: 2, name: 'Listed twice' }).waitFor()
    await expectSound(page, 'a claim that is listed twice')
    await openPage(unknown)
    await main.getByRole('button', { name: 'Correct' }).click()
    await main.getByText('Correct and submit it again, or discard it.').waitFor()
    await expectSound(page, 'a claim that is corrected')
    await appPage.goTo('Today')
    await main.getByText('Sending is paused', { exact: true }).waitFor()
    await expectSound(page, 'today with what needs someone')
    await appPage.goTo('Day report')
    await main.getByRole('table', { name: /^Claims of / }).waitFor()
    await expectSound(page, 'day report with what needs someone')
  },
)

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
