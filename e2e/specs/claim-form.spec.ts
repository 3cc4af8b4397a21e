import type { Locator } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { dropFiles, phonePhoto } from '../support/dropped-files.ts'
import { dayBefore, shownDay } from '../support/day-before.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'
import type { ClaimFieldName } from '#shared/domain/claim.ts'

// How the form behaves is for its own tests, beside it; what a browser alone can show of it is here.
test.describe.configure({ mode: 'default' })

/** What is typed, and what is said about it beside the field. */
const badFields = Object.values({
  policyNumber: ['Policy number', '1'.repeat(101), 'Policy number is too long: at most 100 characters.'],
  claimantIdentification: ['Claimant’s identification', 'NIN\u0007123', 'The text has hidden characters.'],
  occurrenceDate: ['Date of the incident', '31/2/2026', 'There is no such day'],
  occurrenceAddress: ['Place of the incident', '   ', 'Enter: Place of the incident.'],
  incidentDetails: [
    'What happened',
    'x'.repeat(5001),
    'What happened is too long: at most 4,984 characters.',
  ],
  incidentPictureUrl: ['Picture of the incident', 'http://files.example/a.jpg', 'begins with https://'],
  medicalReportUrl: ['Medical report', 'report.pdf', 'begins with https://'],
  deathCertificateUrl: ['Death certificate', 'https://name:word@files.example/c', 'begins with https://'],
  originalPolicyCertificateUrl: ['Original policy certificate', '', 'Enter a link.'],
  repairEstimate: ['Estimate of repair', 'some 4000', 'Enter figures, such as'],
} as const satisfies Record<ClaimFieldName, readonly [label: string, typed: string, said: string]>)

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

test(
  'each field shows what is wrong, beside it and in a list that leads to it',
  { tag: '@longer' },
  async ({ connected }) => {
    const appPage = await connected.page()
    const { main, page } = appPage
    const field = (label: string) =>
      label === 'What happened' ? main.getByRole('textbox', { name: label }) : appPage.field(label)
    const before = await request(page, 'outbox:list')
    await appPage.newClaim('keke')
    for (const [label, typed] of badFields) await field(label).fill(typed)
    await main.getByRole('button', { name: 'Submit claim' }).click()
    const list = main.getByRole('group', { name: `Correct ${badFields.length} fields` })
    await expect(list).toBeFocused()
    await expect(list.getByRole('listitem')).toHaveCount(badFields.length)
    for (const [label, , message] of badFields) {
      await expect(field(label)).toHaveAccessibleDescription(new RegExp(message))
      const line = list.getByRole('button', { name: label })
      await expect(line).toContainText(message)
      await line.click()
      await expect(field(label)).toBeFocused()
    }
    expect(await request(page, 'outbox:list')).toHaveLength(before.length)

    // What is pasted is tidied, and the keyboard undoes that.
    const number = appPage.field('Policy number')
    await number.fill('000417')
    await number.press('Tab')
    await expect(main.getByText('Policy numbers usually have slashes.')).toBeVisible()
    await number.press('Control+a')
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '  OKP / 2026 /\r\n LA/000417 ')
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    })
    await expect(number).toHaveValue('OKP / 2026 / LA/000417')
    await number.press('Control+z')
    await expect(number).toHaveValue('000417')
    await main.getByRole('button', { name: 'Delete draft' }).click()
  },
)

test(
  'its calendar, its question about the hurt, and the one before submitting can be used with assistive technology',
  { tag: '@longer' },
  async ({ connected }) => {
    const appPage = await connected.page()
    const { main, page } = appPage
    const day = appPage.field('Date of the incident')
    await appPage.newClaim('keke')
    await day.fill('3 nov 2024')
    await main.getByRole('button', { name: 'Calendar' }).click()
    await expect(main.getByRole('button', { name: 'Sunday, 3 November 2024' })).toBeFocused()
    await expectAccessible(page, 'claim form, calendar')
    await main.getByRole('button', { name: 'Month before' }).click()
    await main.getByRole('button', { name: 'Monday, 7 October 2024' }).click()
    await expect(day).toHaveValue('07/10/2024')
    await expect(day).toBeFocused()
    await day.fill('soon')
    await day.press('Tab')
    await expect(day).toHaveAccessibleDescription(/Enter the date as day\/month\/year, such as 14\/3\/2026\./)
    await expectAccessible(page, 'claim form, a date that is none')
    const [field, problem, next] = [day, main.getByText('Enter the date as'), main.getByText('What happened')]
    const edges = await Promise.all([field, problem, next].map(async (one) => await one.boundingBox()))
    const [above, below] = edges.slice(1).map((box, at) => {
      const before = edges[at]
      return (box?.y ?? Number.NaN) - (before?.y ?? Number.NaN) - (before?.height ?? Number.NaN)
    })
    expect(above, 'a problem is at its own field').toBeLessThanOrEqual(5)
    expect(below, 'and away from the next label').toBeGreaterThanOrEqual(12)

    const question = main.getByRole('radiogroup', { name: 'Was anyone hurt? Did anyone die?' })
    await question.getByRole('radio', { name: 'No one was hurt' }).click()
    await expect(main).toContainText('the link for “not needed” is not set in Settings yet')
    await expectAccessible(page, 'claim form, no link is agreed')
    for (const name of ['notNeededLink', 'notAvailableLink'] as const) {
      // Main opens no dialog that nobody's key press or click led to.
      await page.keyboard.press('Shift')
      const set = request(page, 'settings:change', { [name]: `https://files.example/${name}` })
      await Promise.all([set, connected.app.answerDialog('Send this link')])
    }
    await expect(appPage.slot('Death certificate')).toHaveCount(0)
    await question.getByRole('radio', { name: 'No one was hurt' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(question.getByRole('radio', { name: 'Someone was hurt' })).toBeChecked()
    await appPage.slot('Medical report').getByRole('button', { name: 'Not available yet' }).click()
    await expectAccessible(page, 'claim form, someone was hurt')
    await expectFits(page, 'claim form, someone was hurt')

    const policy = policyOf('keke')
    await accept(appPage, [claimSubmission({ policyNumber: policy, occurrenceDate: dayBefore(26) })])
    await appPage.fillTyped({ policyNumber: policy.toLowerCase(), occurrenceDate: dayBefore(20) })
    const radar = main.getByRole('complementary', { name: 'Similar claims' })
    await expect(radar).toContainText(`${shownDay(dayBefore(26))} (6 days apart)`)
    await expectAccessible(page, 'a policy number changed, and a claim that may be known already')
    await appPage.field('Policy number').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(main.getByText('Kept as typed')).toBeVisible()
    await expectAccessible(page, 'policy number kept as typed')
    await expectFits(page, 'policy number kept as typed')
    for (const label of ['Picture of the incident', 'Original policy certificate'])
      await appPage.field(label).fill('https://files.example/one.pdf')
    await main.getByRole('button', { name: 'Submit claim' }).click()
    const before = page.getByRole('alertdialog', { name: 'Check before you submit' })
    await expect(before).toContainText('The same link is in: Picture of the incident, Original')
    await expectAccessible(page, 'question before submitting')
    await before.getByRole('button', { name: 'Go back' }).click()
    await main.getByRole('button', { name: 'Delete draft' }).click()
  },
)

test('a photo stays beside the form while it is typed', { tag: '@longer' }, async ({ connected }) => {
  const appPage = await connected.page()
  const { main, page } = appPage
  await appPage.newClaim('keke')
  const photos = [await phonePhoto(page, '1.jpg', 1, 400), await phonePhoto(page, '2.jpg', 2, 400)]
  await dropFiles(appPage.slot('Picture of the incident'), photos)
  const show = main.getByRole('button', { name: 'Show beside the form' })
  const photo = main.getByRole('region', { name: 'Photo: 2 photos.pdf' })
  const size = (): Promise<readonly number[]> =>
    photo.getByRole('img').evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height])
  await show.click()
  await expect(photo.getByRole('img')).toBeVisible()
  await page.getByRole('button', { name: 'Next photo' }).click()
  await photo.getByRole('button', { name: 'Zoom in' }).click()
  const before = await size()
  await photo.getByRole('button', { name: 'Turn' }).click()
  await expect.poll(size).toEqual(before.toReversed())
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
  await expectAccessible(page, 'claim form with photos beside it')
  await photo.getByRole('button', { name: 'Zoom in' }).focus()
  await page.keyboard.press('Escape')
  await expect(photo).toHaveCount(0)
  await expect(show).toBeFocused()
})
