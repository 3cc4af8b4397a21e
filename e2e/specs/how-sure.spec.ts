import type { Locator } from 'playwright-core'
import { claimSubmission, pharmacySubmission } from '#main/outbox/testing/made-up.ts'
import { policyOf, type DeskPage } from '../pages/desk-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

const policy = policyOf('keke')

/** Opens the page of an entry from its row in the outbox, by keyboard. */
async function openSure(desk: DeskPage, name: string): Promise<void> {
  await desk.goTo('Outbox')
  const link = desk.entry(name).getByRole('link', { name: 'How sure is this?' })
  await link.focus()
  await desk.page.keyboard.press('Enter')
  await desk.main.getByRole('heading', { level: 1, name: 'How sure is this?' }).waitFor()
}

const verdictOf = (desk: DeskPage): Locator => desk.main.getByRole('heading', { level: 2 }).first()
const historyOf = (desk: DeskPage): Locator => desk.main.getByRole('list', { name: 'What happened so far' })

test('an officer reads how sure a claim is: in doubt, over a kill, and certain once it is found', async ({
  connected,
  server,
}) => {
  server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
  server.faults.set('list-keke-claims', { type: 'status', status: 500, skip: 1 })
  let desk = await connected.page()
  await accept(desk, [claimSubmission({ policyNumber: policy })])
  await openSure(desk, policy)
  await expect(desk.main.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(verdictOf(desk)).toHaveText('Not known yet')
  await expect(historyOf(desk)).toContainText('this one was not among them.')
  await expect(historyOf(desk)).toContainText('Try 1: sent, but the connection broke off.')
  await expectAccessible(desk.page, 'how sure, in doubt')

  await desk.main.getByRole('button', { name: 'Check the insurer’s list now' }).click()
  await expect(historyOf(desk)).toContainText('The insurer’s list could not be read.')
  await expect(verdictOf(desk)).toHaveText('Not known yet')

  desk = await connected.killAndRestart()
  await openSure(desk, policy)
  await expect(historyOf(desk)).toContainText('Try 1: sent, but the connection broke off.')
  server.faults.clear('list-keke-claims')
  await desk.main.getByRole('button', { name: 'Check the insurer’s list now' }).click()
  const found = server.claims('keke').find((claim) => claim.policy_number === policy)
  await expect(verdictOf(desk)).toHaveText('Certain: the insurer has it')
  await expect(desk.main).toContainText(`found in the insurer’s list under number ${found?.id}.`)
  await expect(historyOf(desk)).toContainText(`Found in the insurer’s list as number ${found?.id}.`)
  await expectAccessible(desk.page, 'how sure, certain')
  await desk.main.getByRole('link', { name: 'Outbox' }).click()
  await expect(desk.entry(policy).getByRole('heading', { name: policy })).toBeFocused()
  expect(server.arrivals('create-keke-claim')).toBe(1)
})

test('an officer’s decision about a request in doubt is in its history', async ({ connected, server }) => {
  server.faults.set('request-pharmacy', { type: 'truncate', times: 1 })
  const desk = await connected.page()
  await accept(desk, [pharmacySubmission(policy, 7)])
  await openSure(desk, 'Test Pharmacy')
  await expect(verdictOf(desk)).toHaveText('Not known: it needs you')
  await desk.main.getByRole('button', { name: 'Send again' }).click()
  const question = desk.page.getByRole('alertdialog', { name: 'Send this pharmacy request again?' })
  await question.getByRole('button', { name: 'Send again' }).click()
  await expect(verdictOf(desk)).toHaveText('Certain: the insurer took it')
  await expect(historyOf(desk).getByRole('listitem')).toHaveCount(4)
  await expect(historyOf(desk)).toContainText('After a warning, an officer chose to send it again.')
  expect(server.arrivals('request-pharmacy')).toBe(2)
})

test('the list of claims leads to the page where the claim was captured here', async ({ connected }) => {
  const desk = await connected.page()
  await accept(desk, [claimSubmission({ policyNumber: policy })])
  await desk.goTo('Outbox')
  await expect(desk.entry(policy)).toContainText('The insurer confirmed it.')
  await desk.goTo('Claims')
  await desk.main.getByRole('link', { name: `How sure is the claim of policy ${policy}?` }).click()
  await expect(verdictOf(desk)).toHaveText('Certain: the insurer has it')
  await expect(historyOf(desk)).toContainText('Try 1: sent, and the insurer answered yes.')
})
