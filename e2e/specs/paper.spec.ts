import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { extractText } from 'unpdf'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { today } from '#shared/domain/calendar-date.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept, type ConnectedApp } from '../support/connected.ts'
import { expect, sharedTest as test, test as testAlone } from '../support/fixtures.ts'
import { cutOffBy, lookAtPaper } from '../support/paper.ts'
import { expectPaperFits } from '../support/fits.ts'

test.describe.configure({ mode: 'default' })
test.use({ practice: { pharmacyCount: 200 } })

const captured = 'Submitted, not yet received by the insurer'
/** What would come out of the printer now, on paper of every width with nothing cut off. */
async function printed({ page }: AppPage): Promise<string> {
  let text = ''
  await lookAtPaper(page, async (sheet, width) => {
    expect(await cutOffBy(sheet), `${width} mm`).toEqual([])
    text = await sheet.innerText()
  })
  return text
}

/** Saves what the screen has for paper. @returns the text of the PDF. */
async function savedPdf(app: ConnectedApp['app'], { page }: AppPage, file: string): Promise<string> {
  await rm(file, { force: true })
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  await app.answerDialog('Save')
  await expect.poll(() => existsSync(file)).toBe(true)
  const pdf = await readFile(file)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  return text
}

/** Fourteen days: those before today are empty, and today's bar is as high as the line. */
async function expectWeeks(within: Locator, today: string): Promise<void> {
  const days = within.getByRole('list', { name: 'Last two weeks' }).getByRole('listitem')
  await expect(days).toHaveCount(14)
  await expect(days.last()).toContainText(today)
  await expect(days.first()).toContainText('0 submitted, 0 received, 0 not received yet')
  const heights = await days.evaluateAll((found) =>
    found.map((day) => day.lastElementChild?.getBoundingClientRect().height),
  )
  expect([heights[0], heights.at(-1)]).toEqual([1, 24])
}

const slipDialog = ({ page }: AppPage): Locator => page.getByRole('dialog', { name: 'Customer’s slip' })

type Records = readonly Readonly<Record<string, string>>[]

/** The records of each table of a CSV whose texts have no comma and no quote, after its mark. */
function tablesOf(csv: string): readonly Records[] {
  expect(csv.startsWith('\ufeff')).toBe(true)
  return csv
    .slice(1)
    .trimEnd()
    .split('\r\n\r\n')
    .map((table) => {
      const [head = [], ...lines] = table.split('\r\n').map((line) => line.replaceAll('"', '').split(','))
      return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
    })
}

test(
  'of a day on which nothing happened nothing is open, and days to come cannot be chosen',
  { tag: '@longer' },
  async ({ connected }) => {
    const appPage = await connected.page()
    await appPage.goTo('Day report')
    await appPage.main.getByRole('button', { name: 'The day before' }).click()
    await expect(appPage.main).toContainText('Nothing is open')
    await expect(appPage.main).toContainText('Nothing on this day')
    await expectAccessible(appPage.page, 'day report, empty')
    await appPage.field('Day').fill('31/12/2199')
    await expect(appPage.field('Day')).toHaveAccessibleDescription('Enter a day up to today.')
    await appPage.main.getByRole('button', { name: 'Today', exact: true }).click()
    await expect(appPage.main).toContainText('Nothing is open')
    await expect(appPage.main.getByRole('button', { name: 'The day after' })).toBeDisabled()
  },
)

test('a day is counted by product and lists its claims, is said to be open, and saved with the same sums', async ({
  connected,
  server,
  dataDir,
}) => {
  const appPage = await connected.page()
  const keke = policyOf('keke')
  const { main, page } = appPage
  server.faults.set('request-pharmacy', { type: 'truncate', times: 1 })
  await accept(appPage, [
    claimSubmission({ policyNumber: keke }),
    claimSubmission({ policyNumber: policyOf('okada'), repairEstimate: 12_500.5 }, { product: 'okada' }),
    pharmacySubmission(keke, 7),
  ])
  await appPage.goTo('Day report')
  await expect(main.getByRole('heading', { level: 1, name: 'Day report' })).toBeFocused()
  const open = main.getByRole('status').filter({ hasText: 'open' })
  await expect(open).toContainText('1 item is open')
  await expect(open.getByRole('link')).toHaveText(['1 pharmacy request is open.'])

  await server.disconnect()
  await accept(appPage, [claimSubmission({ policyNumber: policyOf('keke', 1), repairEstimate: 45_000.25 })])
  await expect(open).toContainText('2 items are open')
  await expect(open.getByRole('link')).toHaveText(['1 on its way.', '1 pharmacy request is open.'])
  const sums = main.locator('tfoot tr[data-total="all"] td')
  await expect(sums).toHaveText([/^4\s*₦102,500\.75$/, /^2\s*₦57,500\.50$/, /^1\s*₦45,000\.25$/, /^1\s*$/])
  const lines = main.getByRole('table', { name: /^Claims of / }).locator('tbody tr')
  await expect(lines).toHaveText([/Received/, /Okada.*₦12,500\.50.*Received/, /₦45,000\.25\s*Waiting/])
  await expectAccessible(page, 'day report, open')
  await expectWeeks(main, '4 submitted, 2 received, 2 not received yet')

  await main.getByRole('button', { name: 'Save as CSV' }).click()
  await connected.app.answerDialog('Save')
  const csv = join(dataDir, `day-report-${today()}.csv`)
  await expect.poll(() => readFile(csv, 'utf8').catch(() => '')).not.toBe('')
  const [claims = [], records = []] = tablesOf(await readFile(csv, 'utf8'))
  // It has policy numbers because the officer wants it: it lies where he saves it, not with what is kept.
  await rm(csv)
  const saved = main.getByText(`Saved as ${csv}`)
  await expect(saved).toBeVisible()
  // It moves no button.
  const rightOf = (one: Locator): Promise<number> => one.evaluate((it) => it.getBoundingClientRect().right)
  expect(await rightOf(main.getByRole('button', { name: 'Save as CSV' }))).toBe(await rightOf(saved))
  await expectAccessible(page, 'day report, saved')
  expect(claims.map((claim) => [claim['Estimate (NGN)'], claim['Status']])).toEqual([
    ['45000', 'Received'],
    ['12500.5', 'Received'],
    ['45000.25', 'Waiting'],
  ])
  const shown = await sums.allInnerTexts()
  for (const [index, column] of ['Submitted', 'Received', 'On its way', 'Needs you'].entries()) {
    const sumOf = (name: string): number => records.reduce((sum, record) => sum + Number(record[name]), 0)
    const [count = '', amount = '0'] = (shown[index] ?? '').split(/\s*₦/)
    expect(sumOf(column), column).toBe(Number(count))
    expect(sumOf(`${column} (NGN)`), column).toBe(Number(amount.replaceAll(',', '')))
  }
  expect(records.map(({ Product }) => Product)).toEqual(['Keke claim', 'Okada claim', 'Pharmacy request'])

  await expectPaperFits(page, 'day report')
  const paper = await printed(appPage)
  const pdf = await savedPdf(connected.app, appPage, join(dataDir, `day-report-${today()}.pdf`))
  for (const text of [paper, pdf]) {
    expect(text).toContain('2 items are open')
    expect(text).toContain('₦102,500.75')
    expect(text).toContain(policyOf('okada'))
    expect(text).toContain('Checked by')
  }
})

test('a customer’s slip says captured and later received, under the same reference, on paper and as a PDF', async ({
  connected,
  server,
  dataDir,
}) => {
  const appPage = await connected.page()
  const keke = policyOf('keke', 2)
  await server.disconnect()
  await appPage.submitClaim('keke', { policyNumber: keke, claimantIdentification: 'NIN-TEST-9999' })
  await appPage.main.getByRole('button', { name: 'Customer’s slip' }).click()
  await slipDialog(appPage).getByRole('link', { name: 'Show setting' }).waitFor()
  await expectAccessible(appPage.page, 'slip for the customer')
  const window = appPage.page.viewportSize()
  // What the dialog is opened for needs no scrolling in the smallest window.
  await appPage.page.setViewportSize({ width: 1024, height: 700 })
  await expect(slipDialog(appPage).getByRole('button', { name: 'Print' })).toBeInViewport({ ratio: 1 })
  await appPage.page.setViewportSize(window ?? { width: 1280, height: 800 })
  const first = await printed(appPage)
  await expectPaperFits(appPage.page, 'slip of a captured claim')
  const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(first)?.[0] ?? 'none'
  const file = join(dataDir, `claim-slip-${reference}.pdf`)
  for (const text of [first, await savedPdf(connected.app, appPage, file)]) {
    expect(text).toContain(captured)
    expect(text).toContain(reference)
    expect(text).toContain(keke)
    expect(text).toContain('2 November 2026')
    expect(text).toContain('TEST: not real')
    expect(text).toContain('Keep this slip.')
    expect(text).not.toContain('NIN-TEST-9999')
  }
  await expect(slipDialog(appPage)).toContainText(`Saved as ${file}`)
  await appPage.page.keyboard.press('Escape')

  await server.reconnect()
  await appPage.showClaims()
  await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
  await appPage.act(keke, 'Customer’s slip')
  await slipDialog(appPage).waitFor()
  await expectPaperFits(appPage.page, 'slip of a received claim')
  for (const text of [await printed(appPage), await savedPdf(connected.app, appPage, file)]) {
    expect(text).not.toContain(captured)
    expect(text).toMatch(/Received/)
    expect(text).toContain('The insurer has received your claim')
    expect(text).toContain(reference)
  }
  await appPage.page.keyboard.press('Escape')
  await expect(appPage.entry(keke).getByRole('button', { name: 'Customer’s slip' })).toBeFocused()
  const claim = await appPage.openEntry(keke)
  await claim.getByRole('button', { name: 'Customer’s slip', exact: true }).click()
  await expect(slipDialog(appPage)).toContainText(reference)
})

test('a claim with a mistake has a note for the insurer, which names both references', async ({
  connected,
  dataDir,
}) => {
  const appPage = await connected.page()
  const keke = policyOf('keke', 3)
  // The widest letters.
  const reference = 'WWWW-MMMM'
  await accept(appPage, [claimSubmission({ policyNumber: keke }, { branchReference: reference })])
  await appPage.showClaims()
  await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
  await appPage.act(keke, 'Customer’s slip')
  expect(await printed(appPage)).toContain(reference)
  await appPage.page.keyboard.press('Escape')
  const claim = await appPage.openEntry(keke)
  await claim.getByRole('link', { name: 'Whole page' }).click()
  await appPage.main.getByRole('heading', { level: 1, name: keke }).waitFor()
  await appPage.choose('Something is wrong')
  const replacedBy = appPage.page.getByRole('dialog').getByRole('textbox')
  await replacedBy.fill('no reference')
  expect(await printed(appPage)).not.toContain('replaced')
  await replacedBy.fill('7f3k-92qd')
  await expectPaperFits(appPage.page, 'note of a correction')
  const file = join(dataDir, `correction-${reference}.pdf`)
  for (const text of [await printed(appPage), await savedPdf(connected.app, appPage, file)]) {
    expect(text).toContain('TEST: not real')
    expect(text).toContain('must not be paid')
    expect(text).toContain(keke)
    expect(text).toContain(reference)
    expect(text).toContain('replaced by the claim with reference 7F3K-92QD')
  }
})

test('a pharmacy is saved as a PDF, and nothing when the officer thinks better of it', async ({
  connected,
  dataDir,
}) => {
  const appPage = await connected.page()
  await appPage.goTo('Pharmacies')
  const first = appPage.main.getByRole('table').getByRole('row').nth(1)
  const address = await first.getByRole('cell').last().innerText()
  await first.getByRole('button').click()
  expect(await printed(appPage)).toContain(address)
  await expectPaperFits(appPage.page, 'slip of a pharmacy')
  await appPage.page.getByRole('button', { name: 'Save as PDF' }).click()
  await connected.app.answerDialog('Cancel')
  await expect(appPage.page.getByRole('button', { name: 'Save as PDF' })).toBeEnabled()
  expect(await readdir(dataDir)).not.toContain('pharmacy.pdf')
  const text = await savedPdf(connected.app, appPage, join(dataDir, 'pharmacy.pdf'))
  // Lines are broken where the paper ends.
  expect(text.replaceAll(/\s/g, '')).toContain(address.replaceAll(/\s/g, ''))
})

testAlone('what cannot be printed says so, beside saving it as a PDF', async ({ launch }) => {
  const app = await launch({ printer: 'none' })
  const appPage = new AppPage(await app.window())
  await appPage.startPractice()
  await appPage.openPharmacy()
  const dialog = appPage.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(dialog.getByText('It was not printed')).toBeVisible()
  await expect(dialog.getByText('Check the printer, or save it as PDF.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save as PDF' })).toBeVisible()
  expect(await app.printedTimes()).toBe(0)
})

testAlone('where nobody hears how printing ended, it can be asked for again', async ({ launch }) => {
  const app = await launch({ printer: 'silent' })
  const appPage = new AppPage(await app.window())
  await appPage.startPractice()
  await appPage.openPharmacy()
  const print = appPage.page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true })
  for (const times of [1, 2]) {
    await print.click()
    await expect.poll(async () => await app.printedTimes()).toBe(times)
  }
})
