import { policyOf } from '../pages/app-page.ts'
import { expect, test } from '../support/fixtures.ts'

const policy = policyOf('keke')

test('a claim that is being sent, killed and started again, is looked for, and never sent blindly', async ({
  connected,
  server,
}) => {
  server.faults.set('create-keke-claim', { type: 'hang', when: 'after-commit', times: 1 })
  await (await connected.page()).submitClaim('keke', { policyNumber: policy })
  await server.arrived('create-keke-claim', 1)
  const appPage = await connected.killAndRestart()
  await server.arrived('keke-claim-details', 1)
  await appPage.showClaims('Received')
  await expect(await appPage.openEntry(policy)).toContainText(
    'The answer was lost, but the insurer shows it.',
  )
  expect(server.arrivals('create-keke-claim')).toBe(1)
})

test.describe('a draft', () => {
  test('is recovered with its last letter after the application was killed', async ({ connected }) => {
    let appPage = await connected.page()
    await appPage.newClaim('okada')
    await appPage.field('Place of the incident').pressSequentially('Under the bridge at Ojuelegba')
    await expect(appPage.main.getByText('Saved on this computer')).toBeVisible()
    appPage = await connected.killAndRestart()
    await appPage.showClaims('Needs you')
    await appPage.entry('Recovered').click()
    await expect(appPage.main.getByTestId('missing-count')).toHaveText('9 fields left')
    await expect(appPage.field('Place of the incident')).toHaveValue('Under the bridge at Ojuelegba')
  })
})
