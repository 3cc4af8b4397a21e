import type { Locator } from 'playwright-core'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'

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
  })
})
