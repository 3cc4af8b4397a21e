import type { Locator } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'

const unknown = 'KKP/0000/XX/000000'
const reason = 'Policy number: “No keke pass policy has this number.”'
const general = 'The given data was invalid.'
const keke = policyOf('keke')

const navigation = (appPage: AppPage): Locator => appPage.page.getByRole('navigation', { name: 'Main' })
const policyField = (appPage: AppPage): Locator => appPage.field('Policy number')

/** What the office has not set here, and Today says: the store of the files, and the links for missing evidence. */
const toSet = 2

/** Checks every place that shows how much needs a correction; ends on Today. */
async function expectToCorrect(appPage: AppPage, claims: number, requests = 0): Promise<void> {
  const { main, statusLine } = appPage
  const count = claims + requests
  const needed = main.getByRole('list', { name: 'Needs you' }).getByRole('listitem')
  const needsYou = (n: number): string => (n === 0 ? '' : ` ${n} ${n === 1 ? 'needs' : 'need'} you.`)
  await expect(
    navigation(appPage).getByRole('link', { name: `Claims${needsYou(claims)}`, exact: true }),
  ).toBeVisible()
  await expect(
    navigation(appPage).getByRole('link', { name: `Pharmacies${needsYou(requests)}`, exact: true }),
  ).toBeVisible()
  await appPage.goTo('Day report')
  if (count === 0) {
    await expect(main.getByText('Nothing is open', { exact: true })).toBeVisible()
    await expect(statusLine).not.toContainText('you.')
    await appPage.goTo('Today')
    await expect(needed).toHaveCount(toSet)
    return
  }
  const sums = main.locator('tfoot tr[data-total="all"]')
  await expect(main.getByRole('link', { name: needsYou(claims).trim() })).toBeVisible()
  await expect(main.getByRole('link', { name: '1 pharmacy request is open' })).toHaveCount(requests)
  await expect(sums.locator('[data-column="needs-you"]')).toContainText(String(count))
  await expect(statusLine).toContainText(needsYou(count))
  await appPage.goTo('Today')
  await expect(needed).toHaveCount(count + toSet)
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
    await expect(main.getByRole('status').filter({ hasText: 'Waiting' })).toBeVisible()
    await server.reconnect()
    await request(page, 'engine:try-now')
    await expect(main.getByRole('alert')).toContainText('Not accepted')
    await expect(main.getByRole('alert')).toContainText(reason)
    await expect(main).not.toContainText('Waiting')
    await expectAccessible(page, 'claim not accepted')
    await expectFits(page, 'claim not accepted')
  })

  await test.step('the reason of the field comes first everywhere', async () => {
    await expectToCorrect(appPage, 1)
    // A link that moved while somebody presses it would swallow the click.
    expect(await helpLink.boundingBox()).toEqual(placeOfHelp)
    await expect(main).toContainText(reason)
    await expect(main).not.toContainText(general)
    await appPage.showClaims('Needs you')
    await expect(appPage.entry(unknown).getByTitle(reason)).toHaveText('Not accepted')
    await appPage.openEntry(unknown)
    await expect(main.getByRole('status').filter({ hasText: 'Not accepted' })).toContainText(reason)
    await expect(main.getByRole('list', { name: 'Delivery' })).toContainText(reason)
    await expect(main).not.toContainText(general)
    await expectAccessible(page, 'claim that was not accepted')
  })

  await test.step('“Correct” opens the form at the field, with the reason beside it', async () => {
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
    await expect(main).toContainText(`${reason} 1 field not changed yet: Policy number`)
    await expect(main).not.toContainText('Ready to submit')
    await expectAccessible(page, 'today, a draft of a claim that was not accepted')
    await expectFits(page, 'today, a draft of a claim that was not accepted')
    await appPage.showClaims('Needs you')
    await expect(appPage.entry(unknown)).toContainText('Being corrected')
    await appPage.showClaims('Drafts')
    await expect(appPage.entry(unknown)).toHaveCount(0)
  })

  await test.step('submitted again and received it is done', async () => {
    await appPage.goTo('Today')
    await main.getByRole('link', { name: `Correct: ${unknown}` }).click()
    await expect(policyField(appPage)).toBeFocused()
    await policyField(appPage).fill(keke)
    await expect(policyField(appPage)).not.toHaveAccessibleDescription(/The insurer says/)
    await expect(main.getByTestId('missing-count')).toHaveText('All fields filled in')
    await appPage.submit()
    await expect(main).toContainText('The insurer confirmed it.')
    await expectToCorrect(appPage, 0)
    await expect(appPage.statusLine).toContainText('Nothing waits.')
    expect(server.claims('keke').filter(({ policy_number: policy }) => policy === keke)).toHaveLength(1)
  })

  await test.step('discarded it is done: as a draft, as a claim and as a pharmacy request', async () => {
    const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' })
    await accept(
      appPage,
      ['1', '2'].map((end) => claimSubmission({ policyNumber: `KKP/0000/XX/00000${end}` })),
    )
    await expect(navigation(appPage).getByRole('link', { name: 'Claims 2 need you' })).toBeVisible()
    const pharmacy = await appPage.openPharmacy()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send to the customer' }).click()
    await dialog.getByLabel('Customer’s policy number').fill(unknown)
    await dialog.getByRole('button', { name: 'Send to the customer' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Not accepted')
    await expect(dialog.getByRole('alert')).toContainText(/Policy number: “.+”/)
    await expect(dialog).not.toContainText('It will be sent automatically')
    await expectAccessible(page, 'pharmacy request not accepted')
    await dialog.getByRole('button', { name: 'Enter another policy number' }).click()
    await expect(dialog.getByLabel('Customer’s policy number')).toHaveValue(unknown)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expectToCorrect(appPage, 2, 1)

    await appPage.showRequests()
    await expectAccessible(page, 'sent to customers, one not accepted')
    await expectFits(page, 'sent to customers, one not accepted')
    await appPage.act(pharmacy, 'Discard')
    await discard.click()
    await appPage.showClaims('Needs you')
    await appPage.act('KKP/0000/XX/000001', 'Correct')
    await expect(policyField(appPage)).toBeFocused()
    await main.getByRole('button', { name: 'Delete draft' }).click()
    await appPage.showClaims('Needs you')
    await expect(appPage.entry('KKP/0000/XX/000001')).toHaveCount(0)
    await appPage.act('KKP/0000/XX/000002', 'Discard')
    await discard.click()
    await expectToCorrect(appPage, 0)
    await appPage.newClaim('okada')
    await appPage.field('Place of the incident').fill('Market Road, Yaba')
    await appPage.goTo('Day report')
    await main.getByRole('link', { name: '1 draft is not submitted' }).waitFor()
    await expect(main.getByText('Nothing is open', { exact: true })).toHaveCount(0)
  })
})
