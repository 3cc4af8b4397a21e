import type { Locator } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'

test.describe.configure({ mode: 'default' })

const unknown = 'KKP/0000/XX/000000'
const reason = 'Policy number: “No keke pass policy has this number.”'
const keke = policyOf('keke')

const navigation = ({ page }: AppPage): Locator => page.getByRole('navigation', { name: 'Main' })
const link = (appPage: AppPage, name: string): Locator =>
  navigation(appPage).getByRole('link', { name, exact: true })

test('what the insurer turned down stays in sight until it is corrected; it keeps its reference, and every reference finds it', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { page, main, statusLine } = appPage
  const policyField = appPage.field('Policy number')
  const references = async (): Promise<readonly string[]> => {
    const listed = await request(page, 'outbox:list')
    return listed.flatMap(({ reference, sentReferences }) => [reference ?? '', ...sentReferences])
  }

  await test.step('the screen after submitting follows the claim', async () => {
    await server.disconnect()
    await appPage.submitClaim('keke', { policyNumber: unknown })
    await expect(main.getByRole('status').filter({ hasText: 'Waiting' })).toBeVisible()
    await server.reconnect()
    await request(page, 'engine:try-now')
    await expect(main.getByRole('alert')).toContainText('Not accepted')
    await expect(main.getByRole('alert')).toContainText(reason)
    await expectAccessible(page, 'claim not accepted')
    await expectFits(page, 'claim not accepted')
  })

  await test.step('it is in sight, with its reason, on every screen', async () => {
    await expect(link(appPage, 'Claims 1 needs you.')).toBeVisible()
    await expect(statusLine).toContainText('1 needs you.')
    await appPage.goTo('Day report')
    await expect(main.getByRole('link', { name: '1 needs you.' })).toBeVisible()
    await appPage.goTo('Today')
    await expect(main.getByRole('list', { name: 'Needs you' })).toContainText(reason)
    await appPage.showClaims('Needs you')
    await expect(appPage.entry(unknown).getByTitle(reason)).toHaveText('Not accepted')
  })

  const [first = ''] = await references()
  await test.step('“Correct” opens the form at the field, and the draft is still counted', async () => {
    await appPage.act(unknown, 'Correct')
    await expect(policyField).toBeFocused()
    await expect(policyField).toHaveAccessibleDescription(/The insurer says: No keke pass policy/)
    await expect(main.getByText(`Reference ${first}`)).toBeVisible()
    await appPage.showClaims('Needs you')
    await expect(appPage.entry(unknown)).toContainText('Being corrected')
    await appPage.goTo('Today')
    await expect(main).toContainText(`${reason} 1 field not changed yet: Policy number`)
    await expect(statusLine).toContainText('1 needs you.')
  })

  await test.step('submitted again and received it is done', async () => {
    await main.getByRole('link', { name: `Correct: ${unknown}` }).click()
    await policyField.fill(keke)
    await appPage.submit()
    await expect(main).toContainText('The insurer confirmed it.')
    await expect(link(appPage, 'Claims')).toBeVisible()
    await expect(statusLine).toContainText('Nothing waits.')
    expect(server.claims('keke').filter(({ policy_number: policy }) => policy === keke)).toHaveLength(1)
  })

  await test.step('it is one row under its first reference, which each that was sent leads to', async () => {
    const [shown, ...sent] = await references()
    expect([shown, sent.length, new Set(sent).size, sent[0]]).toEqual([first, 2, 2, first])
    await appPage.showClaims()
    const rows = main.getByRole('grid', { name: 'Claims' }).locator('[data-index]')
    for (const reference of sent) {
      await main.getByRole('searchbox').fill(reference)
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText(keke)
      await page.keyboard.press('Control+k')
      await page.keyboard.type(reference)
      await expect(page.getByRole('option', { name: keke }).first()).toBeVisible()
      await page.keyboard.press('Escape')
    }
    await appPage.act(keke, 'Customer’s slip')
    await expect(page.getByRole('dialog', { name: 'Customer’s slip' })).toContainText(first)
    await page.keyboard.press('Escape')
    await main.getByRole('searchbox').fill('')
  })
})

test(
  'a request that was not accepted is corrected, and what is discarded needs nobody any more',
  { tag: '@longer' },
  async ({ connected }) => {
    const appPage = await connected.page()
    const { page, main } = appPage
    const dialog = page.getByRole('dialog')
    const policy = dialog.getByLabel('Customer’s policy number')
    const pharmacy = await appPage.requestPharmacy(unknown)
    await expect(link(appPage, 'Pharmacies 1 needs you.')).toBeVisible()
    await appPage.showRequests()
    await expectAccessible(page, 'sent to customers, one not accepted')
    await expectFits(page, 'sent to customers, one not accepted')
    await appPage.act(pharmacy, 'Correct')
    await expect(policy).toBeFocused()
    await expect(policy).toHaveAccessibleDescription(/No policy has this number/)
    await expectAccessible(page, 'request to correct')
    await appPage.sendPharmacyTo(keke, 'Received')
    await expect(dialog).toContainText('Received')
    await page.keyboard.press('Escape')
    // The one that was turned down is not beside it.
    await expect(appPage.entry(pharmacy)).toHaveCount(1)
    await expect(link(appPage, 'Pharmacies')).toBeVisible()

    const [asDraft, asClaim] = ['KKP/0000/XX/000001', 'KKP/0000/XX/000002']
    await accept(
      appPage,
      [asDraft, asClaim].map((policyNumber) => claimSubmission({ policyNumber })),
    )
    await expect(link(appPage, 'Claims 2 need you.')).toBeVisible()
    await appPage.showClaims('Needs you')
    await appPage.act(asDraft, 'Correct')
    await main.getByRole('button', { name: 'Delete draft' }).click()
    await appPage.showClaims('Needs you')
    await appPage.act(asClaim, 'Discard')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(link(appPage, 'Claims')).toBeVisible()
    await appPage.goTo('Day report')
    await expect(main.getByText('Nothing is open', { exact: true })).toBeVisible()
  },
)
