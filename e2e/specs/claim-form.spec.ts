import type { Page } from '@playwright/test'
import { today, typedDay } from '#shared/domain/calendar-date.ts'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { madeUpCustomer } from '../support/canary-values.ts'
import { dropFiles, phonePhoto } from '../support/dropped-files.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'
import type { TestApp } from '../support/test-app.ts'

test.describe.configure({ mode: 'default' })

/** Sets the links that were agreed with the insurer, each of which main asks about. */
async function agree(
  { app, page }: { readonly app: TestApp; readonly page: Page },
  links: Partial<Record<'notNeededLink' | 'notAvailableLink', string>>,
): Promise<void> {
  for (const [name, link] of Object.entries(links)) {
    // Main opens no dialog that nobody's key press or click led to.
    await page.keyboard.press('Shift')
    const set = request(page, 'settings:change', { [name]: link })
    await Promise.all([set, app.answerDialog('Send this link')])
  }
}

test('a date is understood as people write it, and stays the day that was meant', async ({ connected }) => {
  const appPage = await connected.page()
  const { main, page } = appPage
  await appPage.newClaim('keke')
  const day = appPage.field('Date of the incident')
  await day.fill('3/11/25')
  await expect(main.getByText('Monday, 3 November 2025')).toBeVisible()
  await day.press('Tab')
  await expect(day).toHaveValue('03/11/2025')
  await day.fill('3 nov 2024')
  await day.press('Tab')
  await expect(day).toHaveValue('03/11/2024')

  await main.getByRole('button', { name: 'Calendar' }).click()
  await expect(main.getByRole('button', { name: 'Sunday, 3 November 2024' })).toBeFocused()
  await expectAccessible(page, 'claim form, calendar')
  await page.keyboard.press('Escape')
  await expect(main.getByRole('grid')).toHaveCount(0)
  await day.press('ArrowDown')
  await main.getByRole('button', { name: 'Month before' }).click()
  await main.getByRole('button', { name: 'Monday, 7 October 2024' }).click()
  await expect(day).toHaveValue('07/10/2024')
  await expect(day).toBeFocused()

  // The draft never says "today": tomorrow that would be another day.
  await day.fill('today')
  await expect(main.getByTestId('save-state')).toContainText('Saved on this computer')
  // By a key: the field is not left, which would put the day into it.
  await page.keyboard.press('Control+2')
  await main.getByRole('row').filter({ hasText: 'Draft of' }).click()
  await expect(day).toHaveValue(typedDay(today()))

  await day.fill('24/12/89')
  await day.press('Tab')
  await expect(day).toHaveAccessibleDescription(/This date is in the future/)
  await day.fill('soon')
  await day.press('Tab')
  await expect(day).toHaveAccessibleDescription(/Enter the date as day\/month\/year, such as 14\/3\/2026\./)
  await expectAccessible(page, 'claim form, a date that is none')
})

test('no one was hurt: one key answers, two slots go, and the agreed links are sent, shown in words', async ({
  connected,
  server,
}) => {
  const keke = policyOf('keke', 0)
  const appPage = await connected.page()
  const { main, page } = appPage
  const notNeededLink = 'https://files.example/not-needed'
  const notAvailableLink = 'https://files.example/not-available-yet'
  const question = main.getByRole('radiogroup', { name: 'Was anyone hurt? Did anyone die?' })
  const left = main.getByTestId('missing-count')
  await appPage.newClaim('keke')
  await question.getByRole('radio', { name: 'No one was hurt' }).click()
  await expect(main).toContainText('the link for “not needed” is not set in Settings yet')
  await expect(appPage.slot('Death certificate')).toBeVisible()
  await expectAccessible(page, 'claim form, no link is agreed')
  await agree({ app: connected.app, page }, { notNeededLink, notAvailableLink })
  await expect(appPage.slot('Death certificate')).toHaveCount(0)
  await expect(main).not.toContainText('is not set in Settings yet')
  // By keyboard alone.
  await question.getByRole('radio', { name: 'No one was hurt' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(question.getByRole('radio', { name: 'Someone was hurt' })).toBeChecked()
  await expect(appPage.slot('Medical report')).toBeVisible()
  await appPage.fillTyped({ policyNumber: keke })
  await appPage.field('Picture of the incident').fill('https://files.example/picture.jpg')
  await appPage.field('Original policy certificate').fill('https://files.example/certificate.pdf')
  await expect(left).toHaveText('1 field left')
  await appPage.slot('Medical report').getByRole('button', { name: 'Not available yet' }).click()
  await expect(left).toHaveText('All fields filled in')
  await expectAccessible(page, 'claim form, someone was hurt')
  await expectFits(page, 'claim form, someone was hurt')
  // A draft has its answer again.
  await appPage.showClaims('Drafts')
  await appPage.entry(keke).click()
  await expect(question.getByRole('radio', { name: 'Someone was hurt' })).toBeChecked()
  // It waits: what the insurer holds is looked for everywhere, and this link stands in the settings.
  await server.disconnect()
  await appPage.submit()
  const [{ id } = { id: '' }] = await request(page, 'outbox:list')
  expect(await request(page, 'outbox:entry', { id })).toMatchObject({
    body: { claim: { deathCertificateUrl: notNeededLink, medicalReportUrl: notAvailableLink } },
  })
  await main.getByRole('button', { name: 'Another vehicle, same accident' }).click()
  await expect(question.getByRole('radio', { name: 'Someone was hurt' })).toBeChecked()
  await expect(appPage.slot('Death certificate')).toHaveCount(0)
  await appPage.showClaims('On its way')
  const claim = await appPage.openEntry(keke)
  await expect(claim).toContainText('Not needed')
  await expect(claim).toContainText('Not available yet')
  await expect(claim).not.toContainText(notNeededLink)
  for (const link of ['notNeededLink', 'notAvailableLink'] as const)
    await request(page, 'settings:change', { [link]: '' })
})

test('the customer is found by name and phone, stands on the slip, and the insurer never hears of them', async ({
  connected,
  server,
}) => {
  const keke = policyOf('keke', 1)
  const appPage = await connected.page()
  const { main, page } = appPage
  await appPage.newClaim('keke')
  await appPage.fillClaim({ policyNumber: keke })
  await appPage.field('Customer’s name (optional)').fill(madeUpCustomer.name)
  await appPage.field('Customer’s phone (optional)').fill(madeUpCustomer.phone)
  await appPage.submit()
  await appPage.showClaims('Received')
  await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
  expect(JSON.stringify(server.claims('keke'))).not.toContain(madeUpCustomer.name)
  const phone = `+234${madeUpCustomer.phone.replace(/\D/g, '').slice(1)}`
  for (const typed of [madeUpCustomer.name, phone]) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await expect(page.getByRole('option', { name: new RegExp(keke) })).toContainText(madeUpCustomer.name)
    await page.keyboard.press('Escape')
  }
  const claim = await appPage.openEntry(keke)
  await expect(claim).toContainText(madeUpCustomer.name)
  await expect(claim).not.toContainText(madeUpCustomer.phone)
  await main.getByRole('button', { name: 'Customer’s slip', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Customer’s slip' })).toContainText(madeUpCustomer.phone)
})

test('a correction has the answer, with the link that is agreed by then', async ({ connected }) => {
  const keke = policyOf('keke', 2)
  const appPage = await connected.page()
  const { main, page } = appPage
  const left = main.getByTestId('missing-count')
  await agree({ app: connected.app, page }, { notNeededLink: 'https://files.example/not-needed' })
  await appPage.newClaim('keke')
  await appPage.fillClaim({ policyNumber: 'KKP/0000/XX/000000' })
  await main.getByRole('radio', { name: 'No one was hurt' }).click()
  await appPage.submit()
  await agree({ app: connected.app, page }, { notNeededLink: 'https://files.example/not-needed-2' })
  await main.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(main.getByRole('radio', { name: 'No one was hurt' })).toBeChecked()
  await expect(appPage.slot('Death certificate')).toHaveCount(0)
  await expect(left).toHaveText('1 field not changed yet')
  await request(page, 'settings:change', { notNeededLink: '' })
  await expect(appPage.slot('Death certificate')).toBeVisible()
  await expect(left).toHaveText('2 fields left')
  await expectAccessible(page, 'correction without the link that it had')
  for (const label of ['Medical report', 'Death certificate'] as const)
    await appPage.field(label).fill('https://files.example/letter.pdf')
  await appPage.field('Policy number').fill(keke)
  await expect(left).toHaveText('All fields filled in')
})

test(
  'one link in two fields and a photo in none are remarked on, and asked about once',
  { tag: '@longer' },
  async ({ connected }) => {
    const keke = policyOf('keke', 3)
    const appPage = await connected.page()
    const { main, page } = appPage
    await appPage.newClaim('keke')
    const link = 'https://files.example/one.pdf'
    await appPage.fillClaim({ policyNumber: keke, incidentPictureUrl: link, medicalReportUrl: link })
    const said = 'The same link is in: Picture of the incident, Medical report.'
    await expect(appPage.slot('Medical report').getByText(said)).toBeVisible()
    await dropFiles(main.locator('form'), [await phonePhoto(page, 'IMG_0418.jpg', 2)])
    const unlinked = 'Not sent, because in no field: IMG_0418.jpg.'
    await expect(main.getByText(unlinked)).toBeVisible()
    await main.getByRole('button', { name: 'Submit claim' }).click()
    const question = page.getByRole('alertdialog', { name: 'Check before you submit' })
    await expect(question.getByRole('listitem')).toHaveText([said, unlinked])
    await expectAccessible(page, 'question before submitting')
    await question.getByRole('button', { name: 'Go back' }).click()
    await expect(appPage.field('Medical report')).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await question.getByRole('button', { name: 'Submit all the same' }).click()
    await main.getByRole('heading', { name: 'Claim submitted' }).waitFor()
  },
)

test('a draft is deleted on the form, and brought back with its file', async ({ connected }) => {
  const appPage = await connected.page()
  const { main, page } = appPage
  await appPage.newClaim('okada')
  await expect(main.getByRole('button', { name: 'Delete draft' })).toHaveCount(0)
  await appPage.field('Place of the incident').fill('Market Road, Yaba')
  await dropFiles(appPage.slot('Picture of the incident'), [await phonePhoto(page, 'IMG_0416.jpg', 1, 400)])
  // Its name is there before it is kept.
  await main.getByRole('button', { name: 'Change IMG_0416.jpg' }).waitFor()
  await main.getByRole('button', { name: 'Delete draft' }).click()
  await main.getByRole('heading', { level: 1, name: 'Claims' }).waitFor()
  const draft = main.getByRole('row').filter({ hasText: 'Market Road, Yaba' })
  await expect(draft).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await draft.click()
  await appPage.slot('Picture of the incident').getByText('IMG_0416.jpg').waitFor()
})

test('a photo stays beside the form while it is typed', async ({ connected }) => {
  const appPage = await connected.page()
  const { main, page } = appPage
  await appPage.newClaim('keke')
  await dropFiles(appPage.slot('Picture of the incident'), [await phonePhoto(page, 'IMG_0417.jpg', 1)])
  const show = main.getByRole('button', { name: 'Show beside the form: IMG_0417.jpg' })
  const photo = main.getByRole('region', { name: 'Photo: IMG_0417.jpg' })
  await show.click()
  await expect(photo.getByRole('img')).toBeVisible()
  await photo.getByRole('button', { name: 'Zoom in' }).click()
  const before = await photo.getByRole('img').evaluate((canvas: HTMLCanvasElement) => canvas.width)
  await photo.getByRole('button', { name: 'Turn' }).click()
  await expect
    .poll(() => photo.getByRole('img').evaluate((canvas: HTMLCanvasElement) => canvas.height))
    .toBe(before)
  for (const label of ['Policy number', 'Estimate of repair'] as const) {
    await appPage.field(label).focus()
    await page.keyboard.type('7')
    await expect(photo).toBeInViewport()
    const box = await appPage.field(label).boundingBox()
    // Nothing lies over the field in use.
    const top = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.id, {
      x: (box?.x ?? 0) + 20,
      y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
    })
    expect(top).toBe(await appPage.field(label).getAttribute('id'))
  }
  await expectAccessible(page, 'claim form with a photo beside it')
  await photo.getByRole('button', { name: 'Zoom out' }).click()
  await photo.getByRole('button', { name: 'Zoom in' }).focus()
  await page.keyboard.press('Escape')
  await expect(photo).toHaveCount(0)
  await expect(show).toBeFocused()
})
