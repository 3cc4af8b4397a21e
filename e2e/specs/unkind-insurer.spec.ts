import { claimSubmission } from '#testing/outbox/made-up.ts'
import { claimFieldNames } from '#shared/domain/claim-fields.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

const hourMs = 60 * 60_000

test('a claim whose text the insurer lost is recognised by an officer, and never sent twice', async ({
  connected,
  server,
}) => {
  const policy = policyOf('keke')
  /** How many claims of the policy the insurer holds. */
  const held = (): number => server.claims('keke').filter((claim) => claim.policy_number === policy).length
  const reference = newBranchReference()
  server.behave({ text: { lost: true } })
  server.faults.set('create-keke-claim', { type: 'reset', when: 'after-commit', times: 1 })
  const appPage = await connected.page()
  const { main, page, statusLine } = appPage
  await appPage.showClaims('On its way')
  await accept(appPage, [claimSubmission({ policyNumber: policy }, { branchReference: reference })])
  await expect(appPage.entry(policy)).toContainText('Confirming delivery')
  await connected.app.passTime(15_000)
  await expect(statusLine).toContainText('1 needs you.')
  // As long as nobody has decided, it is neither found nor missing.
  for (let hours = 0; hours < 3; hours += 1) await connected.app.passTime(hourMs)
  await appPage.showClaims('Needs you')
  await expect(appPage.entry(policy)).toContainText('Possibly found')
  await expectAccessible(page, 'a claim that was perhaps found')
  expect(held()).toBe(1)

  await appPage.showClaims()
  await appPage.act(policy, 'Is this it?')
  const dialog = page.getByRole('dialog', { name: 'Is this it?' })
  await expect(dialog).toContainText(`Look at 1 of ${claimFieldNames.length} fields: What happened.`)
  const whatHappened = dialog.getByRole('row').filter({ hasText: 'What happened' })
  await expect(whatHappened).toContainText('Missing at the insurer')
  await expectAccessible(page, 'comparing two claims')
  await expectFits(page, 'comparing two claims')
  await dialog.getByRole('button', { name: 'This is it' }).click()
  await expect(dialog).toContainText('The claim counts as received')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(statusLine).not.toContainText('needs you')
  await connected.app.passTime(hourMs)
  expect(held()).toBe(1)
  await main.getByRole('searchbox').fill(policy)
  await expect(appPage.entry(policy), 'ours and the insurer’s row are one').toHaveCount(1)
  await expect(await appPage.openEntry(policy)).toContainText(
    'An officer marked or recognised it as received.',
  )
})
