import type { Locator } from 'playwright-core'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { madeUpPicture } from '../support/dropped-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

const keke = policyOf('keke')
const wrong = 'KKP/0000/XX/000000'
const stillWrong = 'KKP/0000/XX/000001'
const undo = ({ page }: AppPage): Locator => page.getByRole('button', { name: 'Undo', exact: true })
const takenBack = ({ main }: AppPage): Locator =>
  main.getByRole('list', { name: 'Discarded and moved' }).getByRole('listitem')

/** The claims of the outbox as the page gets them. */
async function references({ page }: AppPage): Promise<readonly (readonly string[])[]> {
  const listed = await page.evaluate(() => window.bridge.request('outbox:list'))
  return listed.ok
    ? listed.value.map(({ reference, sentReferences }) => [reference ?? '', ...sentReferences])
    : []
}

async function sendCorrected({ main }: AppPage): Promise<void> {
  await main.getByRole('button', { name: 'Submit claim' }).click()
  await main.getByRole('heading', { name: 'Saved on this computer' }).waitFor()
}

test('a claim that was corrected twice keeps its reference, and every one finds it', async ({
  connected,
  server,
}) => {
  test.slow()
  const appPage = await connected.page()
  const { page, main } = appPage
  await appPage.submitClaim('keke', { policyNumber: wrong })
  await expect(main.getByRole('alert')).toContainText('The insurer did not accept this claim')
  const [[first = ''] = []] = await references(appPage)
  expect(first).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)

  for (const [from, to] of [
    [wrong, stillWrong],
    [stillWrong, keke],
  ] as const) {
    await appPage.showClaims()
    await appPage.act(from, 'Correct')
    await expect(main.getByText(`Reference ${first} is added`)).toBeVisible()
    await appPage.field('Policy number').fill(to)
    await sendCorrected(appPage)
    await expect(main).toContainText(first)
    if (to === stillWrong) await expect(main.getByRole('alert')).toContainText('did not accept')
  }
  await expect(main.getByText('Received by the insurer', { exact: true })).toBeVisible()
  const [own = []] = await references(appPage)
  const [shown, ...sent] = own
  expect([shown, sent.length, new Set(sent).size, sent[0]]).toEqual([first, 3, 3, first])
  const details = server.claims('keke').map((claim) => claim.details_of_incidence)
  expect(details.filter((text) => text.startsWith(`[Ref ${sent[2]}]`))).toHaveLength(1)
  expect(details.join(' ')).not.toContain(first)

  await test.step('the search over everything, and the outbox', async () => {
    for (const reference of sent) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(reference)
      await expect(page.getByRole('option', { name: keke }).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await appPage.showClaims()
      await main.getByRole('searchbox').fill(reference)
      await expect(appPage.entry(keke)).toBeVisible()
      await main.getByRole('searchbox').fill('')
    }
  })

  await test.step('the list of claims', async () => {
    await appPage.goTo('Claims')
    await main
      .getByRole('button', { name: /^(?:Refresh|Update|Load)/ })
      .first()
      .click()
    await main.getByRole('searchbox').fill(first)
    const row = main.getByRole('row', { name: keke })
    await expect(row).toContainText(`Ref ${first}`)
  })

  await test.step('the slip', async () => {
    await appPage.showClaims()
    await appPage.act(keke, 'Customer’s slip')
    await expect(page.getByRole('dialog', { name: 'Customer’s slip' })).toContainText(first)
    await page.keyboard.press('Escape')
  })

  await test.step('what was moved on the way leads to where it is now', async () => {
    const filter = main.getByRole('button', { name: 'Discarded and moved' })
    const before = await filter.boundingBox()
    await filter.click()
    await expect(takenBack(appPage)).toHaveCount(2)
    // The search goes, the filters stay under the mouse.
    expect(await filter.boundingBox()).toEqual(before)
    for (const row of await takenBack(appPage).all()) await expect(row).toContainText(`Ref ${first}`)
    await expectAccessible(page, 'discarded and moved')
    await expectFits(page, 'discarded and moved')
    // The one that was corrected twice since, and the one that was corrected once.
    for (const at of [0, 1]) {
      await main.getByRole('button', { name: 'Discarded and moved' }).click()
      await takenBack(appPage).nth(at).getByRole('link').click()
      await expect(appPage.entry(keke).getByRole('region', { name: 'Details' })).toContainText(first)
    }
  })
})

test('a pharmacy request that was not accepted is corrected, and then no longer to correct', async ({
  connected,
}) => {
  const appPage = await connected.page()
  const { page, main } = appPage
  const toCorrect = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'To correct' })
  const pharmacy = await appPage.requestPharmacy(wrong)
  await expect(toCorrect).toHaveAccessibleName('To correct 1 item')
  await appPage.showClaims()
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
  await expect(dialog).toContainText('The insurer sent it to the customer')
  await page.keyboard.press('Escape')
  await expect(toCorrect).toHaveAccessibleName('To correct')
  await expect(appPage.entry(pharmacy)).toHaveCount(1)
  await main.getByRole('button', { name: 'Discarded and moved' }).click()
  await expect(takenBack(appPage)).toContainText('Corrected')
  await takenBack(appPage).getByRole('link').click()
  await expect(appPage.entry(pharmacy)).toBeVisible()
})

test('the discard of a claim is undone with the keyboard, and it is sent once', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const { page } = appPage
  await server.disconnect()
  await appPage.submitClaim('keke', { policyNumber: keke })

  await test.step('a claim', async () => {
    await appPage.showClaims()
    await appPage.act(keke, 'Discard')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(undo(appPage)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'To undo, press Ctrl+Z.' })).toHaveCount(1)
    await expect(appPage.entry(keke)).toHaveCount(0)
    await expectAccessible(page, 'undo of a discard')
    await page.keyboard.press('Control+z')
    await expect(appPage.entry(keke)).toContainText('Waiting')
    await expect(undo(appPage)).toHaveCount(0)
  })

  await test.step('and is sent once', async () => {
    await server.reconnect()
    await page.evaluate(() => window.bridge.request('engine:try-now'))
    await appPage.showClaims()
    await expect(appPage.entry(keke)).toContainText(/received/i)
    expect(server.claims('keke').filter(({ policy_number: policy }) => policy === keke)).toHaveLength(1)
  })
})

test('a deleted draft comes back with its file', { tag: '@longer' }, async ({ app }) => {
  const appPage = new AppPage(await app.window())
  const { main } = appPage
  await appPage.startPractice()
  await appPage.newClaim('okada')
  await appPage.field('Place of the incident').fill('3 Made-up Road')
  await appPage.fillSlots([await madeUpPicture(appPage.page, 'made up.jpg', 'image/jpeg', '#336699')])
  await appPage.showClaims('Drafts')
  await main.getByRole('button', { name: /^Delete the okada draft/ }).click()
  await appPage.page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click()
  await expect(main.getByRole('listitem')).toHaveCount(0)
  await expectAccessible(appPage.page, 'undo of a deleted draft')
  await undo(appPage).click()
  await main.getByRole('button', { name: /^Delete the okada draft/ }).waitFor()
  await main.getByRole('listitem').getByRole('link').first().click()
  await expect(appPage.field('Place of the incident')).toHaveValue('3 Made-up Road')
  await appPage.slot('Picture of the incident').getByText('Goes with the claim').waitFor()
})
