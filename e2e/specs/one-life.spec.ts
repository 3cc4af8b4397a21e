import type { Locator } from 'playwright-core'
import { type AppPage, policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'

const keke = policyOf('keke')
const wrong = 'KKP/0000/XX/000000'
const stillWrong = 'KKP/0000/XX/000001'
const undo = ({ page }: AppPage): Locator => page.getByRole('button', { name: 'Undo', exact: true })
const rowsOf = ({ main }: AppPage): Locator =>
  main.getByRole('grid', { name: 'Claims' }).locator('[data-index]')
/** The step of its line that the claim on the screen has reached. */
const reached = ({ main }: AppPage): Locator =>
  main.getByRole('list', { name: 'How far it is' }).locator('[aria-current=step]')

/** The claims of the outbox as the page gets them. */
async function references({ page }: AppPage): Promise<readonly (readonly string[])[]> {
  const listed = await request(page, 'outbox:list')
  return listed.map(({ reference, sentReferences }) => [reference ?? '', ...sentReferences])
}

async function sendCorrected({ main }: AppPage): Promise<void> {
  await main.getByRole('button', { name: 'Submit claim' }).click()
  await main.getByRole('heading', { name: 'Claim submitted' }).waitFor()
}

test('a claim that was corrected twice keeps its reference, is one row, and every reference finds it', async ({
  connected,
  server,
}) => {
  test.slow()
  const appPage = await connected.page()
  const { page, main } = appPage
  await appPage.submitClaim('keke', { policyNumber: wrong })
  await expect(main.getByRole('alert')).toContainText('Not accepted')
  const [[first = ''] = []] = await references(appPage)
  expect(first).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)

  for (const [from, to] of [
    [wrong, stillWrong],
    [stillWrong, keke],
  ] as const) {
    await appPage.showClaims('Needs you')
    await appPage.act(from, 'Correct')
    await expect(main.getByText(`Reference ${first}`)).toBeVisible()
    await appPage.field('Policy number').fill(to)
    await sendCorrected(appPage)
    await expect(main).toContainText(first)
    if (to === stillWrong) await expect(main.getByRole('alert')).toContainText('Not accepted')
  }
  await expect(reached(appPage)).toContainText(/Received|Status 0/)
  const [own = []] = await references(appPage)
  const [shown, ...sent] = own
  expect([shown, sent.length, new Set(sent).size, sent[0]]).toEqual([first, 3, 3, first])
  const details = server.claims('keke').map((claim) => claim.details_of_incidence)
  expect(details.filter((text) => text.startsWith(`[Ref ${sent[2]}]`))).toHaveLength(1)
  expect(details.join(' ')).not.toContain(first)

  await test.step('the search over everything, and the list', async () => {
    for (const reference of sent) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(reference)
      await expect(page.getByRole('option', { name: keke }).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await appPage.showClaims()
      await main.getByRole('searchbox').fill(reference)
      await expect(rowsOf(appPage)).toHaveCount(1)
      await expect(rowsOf(appPage)).toContainText(keke)
      await main.getByRole('searchbox').fill('')
    }
  })

  await test.step('its page and its slip', async () => {
    await appPage.showClaims('Received')
    await expect(await appPage.openEntry(keke)).toContainText(first)
    await appPage.act(keke, 'Customer’s slip')
    await expect(page.getByRole('dialog', { name: 'Customer’s slip' })).toContainText(first)
  })
})

test('a pharmacy request that was not accepted is corrected, and then no longer needs anybody', async ({
  connected,
}) => {
  const appPage = await connected.page()
  const { page, main } = appPage
  const pharmacies = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pharmacies' })
  const pharmacy = await appPage.requestPharmacy(wrong)
  await expect(pharmacies).toHaveAccessibleName(/1 needs you/)
  await expect(appPage.statusLine).toContainText('1 needs you.')
  await appPage.showRequests()
  await appPage.act(pharmacy, 'Correct')
  const dialog = page.getByRole('dialog')
  const policy = dialog.getByLabel('Customer’s policy number')
  await expect(policy).toBeFocused()
  await expect(policy).toHaveValue(wrong)
  await expect(policy).toHaveAccessibleDescription(/No policy has this number/)
  await expectAccessible(page, 'request to correct')
  await policy.fill(keke)
  await expect(policy).not.toHaveAccessibleDescription(/No policy has/)
  await dialog.getByRole('button', { name: 'Send to the customer' }).click()
  await expect(dialog).toContainText('Received')
  await page.keyboard.press('Escape')
  await expect(pharmacies).toHaveAccessibleName('Pharmacies')
  await expect(appPage.statusLine).not.toContainText('needs you')
  // The one that was turned down is not beside it.
  await expect(appPage.entry(pharmacy)).toHaveCount(1)
  await expect(appPage.entry(pharmacy)).toHaveAttribute('data-situation', 'received')
  await expect(await appPage.openEntry(pharmacy)).toContainText(keke)
  await expect(main).not.toContainText(wrong)
})

test('the discard of a claim is undone with the keyboard, and it is sent once', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { page, main } = appPage
  await server.disconnect()
  await appPage.submitClaim('keke', { policyNumber: keke })

  await test.step('a claim', async () => {
    await appPage.showClaims('On its way')
    await appPage.act(keke, 'Discard')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(undo(appPage)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'To undo, press Ctrl+Z.' })).toHaveCount(1)
    await appPage.showClaims('Everything')
    await expect(appPage.entry(keke)).toContainText('Discarded')
    await expectAccessible(page, 'undo of a discard')
    await page.keyboard.press('Control+z')
    await expect(appPage.entry(keke)).toContainText('Waiting')
    await expect(undo(appPage)).toHaveCount(0)
  })

  await test.step('and is sent once', async () => {
    await server.reconnect()
    await request(page, 'engine:try-now')
    await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
    await expect(main.getByRole('row').filter({ hasText: keke })).toHaveCount(1)
    expect(server.claims('keke').filter(({ policy_number: policy }) => policy === keke)).toHaveLength(1)
  })
})
