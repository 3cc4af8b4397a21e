import type { Locator } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

const policy = policyOf('keke')
const places = ['keke-claim-details', 'list-keke-claims'] as const

/** Opens the page of a claim from its row, by keyboard. */
async function openPage(appPage: AppPage): Promise<void> {
  await appPage.showClaims()
  await appPage.entry(policy).press('Enter')
  await appPage.main.getByRole('link', { name: 'Whole page' }).press('Enter')
  await appPage.main.getByRole('heading', { level: 1, name: policy }).waitFor()
}

const stateOf = ({ main }: AppPage): Locator => main.getByRole('heading', { level: 2 }).first()
const stepOf = ({ main }: AppPage): Locator =>
  main.getByRole('list', { name: 'How far it is' }).locator('[aria-current=step]')
const historyOf = ({ main }: AppPage): Locator => main.getByRole('list', { name: 'Delivery' })

test('an officer reads how sure a claim is: in doubt, over a kill, and certain once it is found', async ({
  connected,
  server,
}) => {
  server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
  for (const place of places) server.faults.set(place, { type: 'status', status: 500 })
  let appPage = await connected.page()
  await accept(appPage, [claimSubmission({ policyNumber: policy })])
  await openPage(appPage)
  await expect(appPage.main.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(stateOf(appPage)).toHaveText('Confirming delivery')
  await expect(stepOf(appPage)).toContainText('Sent')
  await expect(historyOf(appPage)).toContainText('Try 1: sent, but the connection broke off.')
  await expectAccessible(appPage.page, 'a claim, in doubt')

  await appPage.main.getByRole('button', { name: 'Check now' }).click()
  await expect(historyOf(appPage)).toContainText('The insurer could not be asked.')
  await expect(stateOf(appPage)).toHaveText('Confirming delivery')

  appPage = await connected.killAndRestart()
  await openPage(appPage)
  await expect(historyOf(appPage)).toContainText('Try 1: sent, but the connection broke off.')
  server.faults.clear('keke-claim-details')
  await appPage.main.getByRole('button', { name: 'Check now' }).click()
  // What proves it received tells its status, too.
  await expect(stateOf(appPage)).toHaveText('Status 0')
  await expect(stepOf(appPage)).toContainText('Status 0')
  await expect(appPage.main).toContainText('The answer was lost, but the insurer shows it.')
  await expect(historyOf(appPage)).toContainText('The insurer shows it for its policy.')

  // The list still cannot be read: what is looked up counts for our claim, whose reference it carries.
  await appPage.lookUp('Keke', policy)
  const known = appPage.main.getByRole('region', { name: 'Claims of this policy that are known here' })
  await expect(known.getByRole('listitem')).toContainText('Status 0')
  await expect(appPage.main).not.toContainText('does not say which this is')
  await known.getByRole('link').click()
  await expect(stateOf(appPage)).toHaveText('Status 0')
  await expect(stepOf(appPage)).toContainText('Status 0')
  await expect(appPage.main).toContainText('The answer was lost, but the insurer shows it.')
  await expectAccessible(appPage.page, 'a claim, certain')
  await appPage.main.getByRole('link', { name: 'Claims', exact: true }).click()
  await expect(appPage.entry(policy)).toHaveAttribute('data-situation', 'received')
  expect(server.arrivals('create-keke-claim')).toBe(1)
})
