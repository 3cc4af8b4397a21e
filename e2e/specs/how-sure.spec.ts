import type { Locator } from 'playwright-core'
import { claimSubmission, pharmacySubmission } from '#main/outbox/testing/made-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

const policy = policyOf('keke')
const places = ['keke-claim-details', 'list-keke-claims'] as const

/** Opens the page of an entry from the menu of its row in the outbox, by keyboard. */
async function openSure(appPage: AppPage, name: string): Promise<void> {
  await appPage.showClaims()
  await appPage
    .entry(name)
    .getByRole('button', { name: /^(?:More for|Decide about) / })
    .press('Enter')
  await expect(appPage.page.getByRole('menuitem').first()).toBeFocused()
  await appPage.page.keyboard.press('d')
  await appPage.page.keyboard.press('Enter')
  await appPage.main.getByRole('heading', { level: 1, name: 'Delivery status' }).waitFor()
}

const verdictOf = (appPage: AppPage): Locator => appPage.main.getByRole('heading', { level: 2 }).first()
const historyOf = (appPage: AppPage): Locator => appPage.main.getByRole('list', { name: 'History' })

test('an officer reads how sure a claim is: in doubt, over a kill, and certain once it is found', async ({
  connected,
  server,
}) => {
  server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
  for (const place of places) server.faults.set(place, { type: 'status', status: 500 })
  let appPage = await connected.page()
  await accept(appPage, [claimSubmission({ policyNumber: policy })])
  await openSure(appPage, policy)
  await expect(appPage.main.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(verdictOf(appPage)).toHaveText('Confirming delivery')
  await expect(historyOf(appPage)).toContainText('Try 1: sent, but the connection broke off.')
  await expectAccessible(appPage.page, 'how sure, in doubt')

  await appPage.main.getByRole('button', { name: 'Check now' }).click()
  await expect(historyOf(appPage)).toContainText('The insurer could not be asked.')
  await expect(verdictOf(appPage)).toHaveText('Confirming delivery')

  appPage = await connected.killAndRestart()
  await openSure(appPage, policy)
  await expect(historyOf(appPage)).toContainText('Try 1: sent, but the connection broke off.')
  for (const place of places) server.faults.clear(place)
  await appPage.main.getByRole('button', { name: 'Check now' }).click()
  await expect(verdictOf(appPage)).toHaveText('Received by the insurer')
  await expect(appPage.main).toContainText('the insurer shows it with our reference.')
  await expect(historyOf(appPage)).toContainText('The insurer shows it for its policy.')
  await expectAccessible(appPage.page, 'how sure, certain')
  await appPage.main.getByRole('link', { name: 'Outbox' }).click()
  await expect(appPage.entry(policy).getByRole('button', { name: policy, exact: true })).toBeFocused()
  expect(server.arrivals('create-keke-claim')).toBe(1)
})

test(
  'an officer’s decision about a request in doubt is in its history',
  { tag: '@longer' },
  async ({ connected, server }) => {
    server.faults.set('request-pharmacy', { type: 'truncate', times: 1 })
    const appPage = await connected.page()
    await accept(appPage, [pharmacySubmission(policy, 7)])
    await openSure(appPage, 'Test Pharmacy')
    await expect(verdictOf(appPage)).toHaveText('Needs your decision')
    await appPage.main.getByRole('button', { name: 'Send again' }).click()
    const question = appPage.page.getByRole('alertdialog', { name: 'Send this pharmacy request again?' })
    await question.getByRole('button', { name: 'Send again' }).click()
    await expect(verdictOf(appPage)).toHaveText('Received by the insurer')
    await expect(historyOf(appPage).getByRole('listitem')).toHaveCount(4)
    await expect(historyOf(appPage)).toContainText('An officer sent it again.')
    expect(server.arrivals('request-pharmacy')).toBe(2)
  },
)

test(
  'the list of claims leads to the page where the claim was captured here',
  { tag: '@longer' },
  async ({ connected }) => {
    const appPage = await connected.page()
    await accept(appPage, [claimSubmission({ policyNumber: policy })])
    await appPage.showClaims()
    await expect(appPage.entry(policy)).toContainText('The insurer confirmed it.')
    await appPage.goTo('Claims')
    await appPage.main.getByRole('link', { name: `Delivery status: claim of policy ${policy}` }).click()
    await expect(verdictOf(appPage)).toHaveText('Received by the insurer')
    await expect(historyOf(appPage)).toContainText('Try 1: sent and confirmed by the insurer.')
  },
)
