import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { madeUpNote } from '../support/canary-values.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

test('what is written beside a received claim, and what the insurer said of it, survive a kill', async ({
  connected,
}) => {
  const policyNumber = policyOf('keke')
  let appPage = await connected.page()
  await accept(appPage, [claimSubmission({ policyNumber })])
  await appPage.openEntryFrom('Received', policyNumber)
  await appPage.main.getByRole('textbox', { name: 'Note' }).fill(madeUpNote)
  await appPage.main.getByRole('button', { name: 'Ask now' }).click()
  await expect(appPage.page.getByRole('status').filter({ hasText: 'Note saved.' })).toBeAttached()
  const said = (): ReturnType<typeof appPage.main.getByRole> =>
    appPage.main.getByRole('region', { name: 'What the insurer said' })
  await expect(said()).toContainText('First seen: Status 0.')

  appPage = await connected.killAndRestart()
  await appPage.openEntryFrom('Received', policyNumber)
  await expect(said()).toContainText('First seen: Status 0.')
  await expect(appPage.main.getByRole('textbox', { name: 'Note' })).toHaveValue(madeUpNote)
})
