import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { extractText } from 'unpdf'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { today } from '#shared/domain/calendar-date.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { CanarySearch, type Canary } from '../support/canaries.ts'
import { keyCanaries, madeUpCustomer, madeUpPersons } from '../support/canary-values.ts'
import { accept, type ConnectedApp } from '../support/connected.ts'
import { dayBefore, shownDay } from '../support/day-before.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { expectFits, expectPaperFits } from '../support/fits.ts'
import { hasModes } from '../support/needs.ts'
import { cutOffBy, lookAtPaper } from '../support/paper.ts'
import { request } from '../support/request.ts'
import { runToEnd } from '../support/run-to-end.ts'

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

const slipDialog = ({ page }: AppPage): Locator => page.getByRole('dialog', { name: 'Customer’s slip' })

/** The records of a CSV whose texts have no comma and no quote, after its mark. */
function recordsOf(csv: string): readonly Readonly<Record<string, string>>[] {
  expect(csv.startsWith('\ufeff')).toBe(true)
  const [head = [], ...lines] = csv
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.replaceAll('"', '').split(','))
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

test('a day is counted by product and lists its claims, is said to be open, and saved with the same sums', async ({
  connected,
  server,
  dataDir,
}) => {
  const appPage = await connected.page()
  const { main, page } = appPage
  server.faults.set('request-pharmacy', { type: 'truncate', times: 1 })
  await accept(appPage, [
    claimSubmission({ policyNumber: policyOf('keke') }),
    claimSubmission({ policyNumber: policyOf('okada'), repairEstimate: 12_500.5 }, { product: 'okada' }),
    pharmacySubmission(policyOf('keke'), 7),
  ])
  await appPage.goTo('Day report')
  const open = main.getByRole('status').filter({ hasText: 'open' })
  await expect(open).toContainText('1 item is open')
  await server.disconnect()
  await accept(appPage, [claimSubmission({ policyNumber: policyOf('keke', 1), repairEstimate: 45_000.25 })])
  await expect(open.getByRole('link')).toHaveText(['1 on its way.', '1 pharmacy request is open.'])
  const sums = main.locator('tfoot tr[data-total="all"] td')
  await expect(sums).toHaveText([/^4\s*₦102,500\.75$/, /^2\s*₦57,500\.50$/, /^1\s*₦45,000\.25$/, /^1\s*$/])
  const lines = main.getByRole('table', { name: /^Claims of / }).locator('tbody tr')
  await expect(lines).toHaveText([/Received/, /Okada.*₦12,500\.50.*Received/, /₦45,000\.25\s*Waiting/])

  await main.getByRole('button', { name: 'Save as CSV' }).click()
  await connected.app.answerDialog('Save')
  const csv = join(dataDir, `day-report-${today()}.csv`)
  await expect.poll(() => readFile(csv, 'utf8').catch(() => '')).not.toBe('')
  const claims = recordsOf(await readFile(csv, 'utf8'))
  // It has policy numbers because the officer wants it: it lies where he saves it, not with what is kept.
  await rm(csv)
  await expect(main.getByText(`Saved as ${csv}`)).toBeVisible()
  await expectAccessible(page, 'day report, saved')
  expect(claims.map((claim) => [claim['Estimate (NGN)'], claim['Status']])).toEqual([
    ['45000', 'Received'],
    ['12500.5', 'Received'],
    ['45000.25', 'Waiting'],
  ])
  // As the screen has them: the sum over the column is the total.
  expect(claims.reduce((sum, claim) => sum + Number(claim['Estimate (NGN)']), 0)).toBe(102_500.75)
  await expectPaperFits(page, 'day report')
  const pdf = await savedPdf(connected.app, appPage, join(dataDir, `day-report-${today()}.pdf`))
  for (const text of [await printed(appPage), pdf])
    for (const part of ['2 items are open', '₦102,500.75', policyOf('okada'), 'Checked by'])
      expect(text).toContain(part)
})

test(
  'a slip says captured and later received under one reference, and names the customer, of whom the insurer never hears',
  { tag: '@longer' },
  async ({ connected, server, dataDir }) => {
    const appPage = await connected.page()
    const { main, page } = appPage
    const keke = policyOf('keke', 2)
    await server.disconnect()
    await appPage.newClaim('keke')
    await appPage.fillClaim({ policyNumber: keke, claimantIdentification: 'NIN-TEST-9999' })
    await appPage.field('Customer’s name (optional)').fill(madeUpCustomer.name)
    await appPage.field('Customer’s phone (optional)').fill(madeUpCustomer.phone)
    await appPage.submit()
    await main.getByRole('button', { name: 'Customer’s slip' }).click()
    await slipDialog(appPage).getByRole('link', { name: 'Show setting' }).waitFor()
    const first = await printed(appPage)
    await expectPaperFits(page, 'slip of a captured claim')
    const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(first)?.[0] ?? 'none'
    const file = join(dataDir, `claim-slip-${reference}.pdf`)
    const parts = [captured, reference, keke, shownDay(dayBefore(28)), madeUpCustomer.phone, 'TEST: not real']
    for (const text of [first, await savedPdf(connected.app, appPage, file)]) {
      for (const part of parts) expect(text).toContain(part)
      expect(text).not.toContain('NIN-TEST-9999')
    }
    await rm(file)
    await page.keyboard.press('Escape')

    await server.reconnect()
    await appPage.showClaims()
    await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
    expect(JSON.stringify(server.claims('keke'))).not.toContain(madeUpCustomer.name)
    const phone = `+234${madeUpCustomer.phone.replace(/\D/g, '').slice(1)}`
    for (const typed of [madeUpCustomer.name, phone]) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(typed)
      await expect(page.getByRole('option', { name: new RegExp(keke) })).toContainText(madeUpCustomer.name)
      await page.keyboard.press('Escape')
    }
    await appPage.act(keke, 'Customer’s slip')
    await slipDialog(appPage).waitFor()
    await expectPaperFits(page, 'slip of a received claim')
    const second = await printed(appPage)
    expect(second).not.toContain(captured)
    expect(second).toContain('The insurer has received your claim')
    expect(second).toContain(reference)
    await page.keyboard.press('Escape')
    await expect(appPage.entry(keke).getByRole('button', { name: 'Customer’s slip' })).toBeFocused()
  },
)

test(
  'the note about a mistake and a pharmacy are saved as a PDF, and nothing when the officer thinks better of it',
  { tag: '@longer' },
  async ({ connected, dataDir }) => {
    const appPage = await connected.page()
    const { page } = appPage
    const keke = policyOf('keke', 3)
    // The widest letters.
    const reference = 'WWWW-MMMM'
    await accept(appPage, [claimSubmission({ policyNumber: keke }, { branchReference: reference })])
    await appPage.openEntryFrom('Received', keke)
    await appPage.openWholePage()
    await appPage.choose('Something is wrong')
    const replacedBy = page.getByRole('dialog').getByRole('textbox')
    await replacedBy.fill('no reference')
    expect(await printed(appPage)).not.toContain('replaced')
    await replacedBy.fill('7f3k-92qd')
    await expectPaperFits(page, 'note of a correction')
    const note = await savedPdf(connected.app, appPage, join(dataDir, `correction-${reference}.pdf`))
    for (const text of [await printed(appPage), note])
      for (const part of ['TEST: not real', 'must not be paid', keke, reference, 'reference 7F3K-92QD'])
        expect(text).toContain(part)
    await page.keyboard.press('Escape')

    await appPage.goTo('Pharmacies')
    const first = appPage.pharmacies.first()
    const [, address = ''] = (await first.innerText()).split('\n')
    await first.click()
    expect(await printed(appPage)).toContain(address)
    await expectPaperFits(page, 'slip of a pharmacy')
    const save = page.getByRole('button', { name: 'Save as PDF' })
    await save.click()
    await connected.app.answerDialog('Cancel')
    await expect(save).toBeEnabled()
    expect(await readdir(dataDir)).not.toContain('pharmacy.pdf')
    const text = await savedPdf(connected.app, appPage, join(dataDir, 'pharmacy.pdf'))
    // Lines are broken where the paper ends.
    expect(text.replaceAll(/\s/g, '')).toContain(address.replaceAll(/\s/g, ''))
  },
)

const manager = 'Adaobi Canary-Manager'
const branch = 'Branch of a canary, 0803 555 0199'

/** Opens the report, wherever its button is, and answers what it shows. */
async function readReport(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Report for support' }).click()
  const shown = page.getByRole('dialog').getByRole('region', { name: 'Text of the report' })
  await expect(shown).toContainText('"openEnvironment": "sandbox"')
  return await shown.innerText()
}

test(
  'an officer reads the report for support and saves it; it contains no personal data',
  { tag: '@longer' },
  async ({ connected, dataDir }) => {
    const appPage = await connected.page()
    const { page } = appPage
    const policyNumber = policyOf('keke', 4)
    await accept(appPage, [claimSubmission({ policyNumber })])
    await request(page, 'settings:change', { branchName: branch })
    await request(page, 'officers:add', { name: manager, role: 'manager', secret: 'made up words' })
    const own: Canary[] = Object.entries({ policyNumber, manager, branch, dataDir }).map(([name, value]) => ({
      name,
      value,
    }))
    const search = new CanarySearch([...madeUpPersons(), ...keyCanaries, ...own])

    const before = new Date().toISOString()
    await request(page, 'claims:read-list', { product: 'keke' })
    await appPage.openSettings('This computer')
    const text = await readReport(page)
    expect(search.inText(text, 'the report')).toEqual([])
    // A list that was read is an answer too.
    expect(/"lastContactAt": "(.+)"/.exec(text)?.[1]?.localeCompare(before)).toBe(1)
    const dialog = page.getByRole('dialog')
    await expectAccessible(page, 'report for support')
    await expectFits(page, 'report for support')

    await dialog.getByRole('button', { name: 'Save as a file' }).click()
    await connected.app.answerDialog('Save')
    await expect(dialog.getByRole('status')).toContainText('claims-desk-report.json. Only your account')
    const file = join(dataDir, 'claims-desk-report.json')
    expect((await readFile(file, 'utf8')).trim()).toBe(text.trim())
    if (hasModes) expect((await stat(file)).mode & 0o777).toBe(0o600)

    await test.step('at a locked desk, where nobody signs in, and by a command beside it', async () => {
      await page.keyboard.press('Escape')
      await connected.app.power('lock-screen')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(search.inText(await readReport(page), 'the report')).toEqual([])
      await expectAccessible(page, 'report for support at a locked desk')
      const asked = join(dataDir, 'asked.json')
      const run = await runToEnd(connected.app.dataDir, ['--support-report', asked], {})
      expect(run).toMatchObject({ code: 0, printed: `The report is in ${asked}.\n` })
      const told = await readFile(asked, 'utf8')
      expect(told).toContain('"session": "locked"')
      expect(search.inText(told, 'the report')).toEqual([])
    })

    await test.step('by a command alone, while nothing runs', async () => {
      await connected.app.kill()
      const byCommand = (file: string): ReturnType<typeof runToEnd> =>
        runToEnd(connected.app.dataDir, ['--support-report', file], {})
      expect(await byCommand(join(dataDir, 'alone.json'))).toMatchObject({ code: 0 })
      expect(await readFile(join(dataDir, 'alone.json'), 'utf8')).toContain('"openEnvironment": "sandbox"')
      const nowhere = await byCommand(join(dataDir, 'no', 'folder.json'))
      expect(nowhere).toMatchObject({ code: 13, printed: expect.stringContaining('could not be written') })
    })
  },
)
