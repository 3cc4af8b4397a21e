import type { Locator } from 'playwright-core'
import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

const unknown = 'KKP/0000/XX/000000'
const reason = 'Policy number: “No keke pass policy has this number.”'
const general = 'The given data was invalid.'
const keke = policyOf('keke')

const navigation = (appPage: AppPage): Locator => appPage.page.getByRole('navigation', { name: 'Main' })
const policyField = (appPage: AppPage): Locator => appPage.field('Policy number')

/** Checks every place that shows how many entries need a correction. */
async function expectToCorrect(appPage: AppPage, count: number): Promise<void> {
  const link = navigation(appPage).getByRole('link', { name: 'To correct' })
  await appPage.goTo('Day report')
  if (count === 0) {
    await expect(appPage.main.getByText('Nothing is open', { exact: true })).toBeVisible()
    await expect(link).toHaveAccessibleName('To correct')
    await expect(appPage.statusLine).not.toContainText('to correct')
    await appPage.goTo('Today')
    await expect(appPage.main.getByText('No decisions needed.')).toBeVisible()
    return
  }
  const sums = appPage.main.locator('tfoot tr[data-total="all"]')
  await expect(
    appPage.main.getByRole('link', { name: `${count} ${count === 1 ? 'is' : 'are'} to correct` }),
  ).toBeVisible()
  await expect(sums.locator('[data-column="to-correct"]')).toContainText(String(count))
  await expect(link).toHaveAccessibleName(`To correct ${count} ${count === 1 ? 'item' : 'items'}`)
  await expect(appPage.statusLine).toContainText(`${count} to correct.`)
  await expect(appPage.statusLine).not.toContainText('has received everything')
  await appPage.goTo('Today')
  const card = appPage.main.getByRole('region', { name: 'To correct' })
  await expect(card.getByRole('listitem')).toHaveCount(count)
  await expect(appPage.main).not.toContainText('No decisions needed.')
}

test('what the insurer turned down stays in sight, with its reason and the way to its field, until it is corrected', async ({
  connected,
  server,
}) => {
  test.slow()
  const appPage = await connected.page()
  const { page, main } = appPage
  const helpLink = navigation(appPage).getByRole('link', { name: 'Help' })
  const placeOfHelp = await helpLink.boundingBox()

  await test.step('the screen after submitting follows the claim', async () => {
    await server.disconnect()
    await appPage.submitClaim('keke', { policyNumber: unknown })
    await expect(main.getByRole('status').filter({ hasText: 'Waiting to be sent' })).toBeVisible()
    await server.reconnect()
    await page.evaluate(() => window.bridge.request('engine:try-now'))
    await expect(main.getByRole('alert')).toContainText('The insurer did not accept this claim')
    await expect(main.getByRole('alert')).toContainText(reason)
    await expect(main).not.toContainText('Waiting to be sent')
    await expectAccessible(page, 'claim not accepted')
    await expectFits(page, 'claim not accepted')
  })

  await test.step('the reason of the field comes first everywhere', async () => {
    await expectToCorrect(appPage, 1)
    // A link that moved while somebody presses it would swallow the click.
    expect(await helpLink.boundingBox()).toEqual(placeOfHelp)
    await expect(main).toContainText(reason)
    await appPage.showClaims()
    await expect(appPage.entry(unknown)).toContainText(reason)
    await expect(appPage.entry(unknown)).not.toContainText(general)
    await appPage.act(unknown, 'Delivery status')
    await expect(main.getByRole('status').first()).toContainText(reason)
    await expect(main.getByRole('list', { name: 'History' })).toContainText(reason)
    await expect(main).not.toContainText(general)
  })

  await test.step('“Correct” opens the form at the field, with the reason beside it', async () => {
    await appPage.showClaims()
    await appPage.act(unknown, 'Correct')
    await expect(policyField(appPage)).toBeFocused()
    await expect(policyField(appPage)).toHaveAccessibleDescription(/The insurer says: No keke pass policy/)
    await expect(policyField(appPage)).toHaveValue(unknown)
    await expect(main.getByTestId('missing-count')).toHaveText('1 field not changed yet')
    await expectAccessible(page, 'draft of a claim that was not accepted')
    await expectFits(page, 'draft of a claim that was not accepted')
  })

  await test.step('the draft is still counted, and is not called ready', async () => {
    await expectToCorrect(appPage, 1)
    await appPage.showClaims('Drafts')
    await expect(main.getByRole('listitem')).toContainText(reason)
    await expect(main.getByRole('listitem')).toContainText('1 field not changed yet: Policy number')
    await expect(main).not.toContainText('Ready to submit')
    await expectAccessible(page, 'drafts, one not accepted')
    await expectFits(page, 'drafts, one not accepted')
  })

  await test.step('submitted again and received it is done', async () => {
    await main.getByRole('link', { name: `Correct the keke claim of policy ${unknown}` }).click()
    await expect(policyField(appPage)).toBeFocused()
    await policyField(appPage).fill(keke)
    await expect(policyField(appPage)).not.toHaveAccessibleDescription(/The insurer says/)
    await expect(main.getByTestId('missing-count')).toHaveText('All fields filled in')
    await appPage.submit()
    await expect(main.getByText('Received by the insurer', { exact: true })).toBeVisible()
    await expectToCorrect(appPage, 0)
    await expect(appPage.statusLine).toContainText('The insurer has received')
    expect(server.claims('keke').filter(({ policy_number: policy }) => policy === keke)).toHaveLength(1)
  })

  await test.step('discarded it is done: as a draft, as a claim and as a pharmacy request', async () => {
    await accept(
      appPage,
      ['1', '2'].map((end) => claimSubmission({ policyNumber: `KKP/0000/XX/00000${end}` })),
    )
    await expect(navigation(appPage).getByRole('link', { name: 'To correct 2 items' })).toBeVisible()
    const pharmacy = await appPage.openPharmacy()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send to the customer' }).click()
    await dialog.getByLabel('Customer’s policy number').fill(unknown)
    await dialog.getByRole('button', { name: 'Send to the customer' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The insurer did not accept this request')
    await expect(dialog.getByRole('alert')).toContainText(/Policy number: “.+”/)
    await expect(dialog).not.toContainText('It will be sent automatically')
    await expectAccessible(page, 'pharmacy request not accepted')
    await dialog.getByRole('button', { name: 'Enter another policy number' }).click()
    await expect(dialog.getByLabel('Customer’s policy number')).toHaveValue(unknown)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectToCorrect(appPage, 3)

    await navigation(appPage).getByRole('link', { name: 'To correct' }).click()
    await main.getByRole('heading', { level: 1, name: 'To correct' }).waitFor()
    await expectAccessible(page, 'to correct')
    await expectFits(page, 'to correct')
    await main.getByRole('button', { name: `Discard the request for ${pharmacy}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await main.getByRole('button', { name: 'Correct the keke claim of policy KKP/0000/XX/000001' }).click()
    await expect(policyField(appPage)).toBeFocused()
    await appPage.showClaims('Drafts')
    await main.getByRole('button', { name: 'Delete the keke draft' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click()
    await expect(navigation(appPage).getByRole('link', { name: 'To correct 1 item' })).toBeVisible()
    await appPage.showClaims()
    await appPage.act('KKP/0000/XX/000002', 'Discard')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expectToCorrect(appPage, 0)
  })
})
