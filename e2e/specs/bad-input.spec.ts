import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ClaimFieldName } from '#shared/domain/claim.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'
import { untilAllWaits } from '../support/until-all-waits.ts'

/** What is typed, and what is said about it beside the field. */
const badFields = Object.values({
  policyNumber: ['Policy number', 'K'.repeat(101), 'Policy number is too long: at most 100 characters.'],
  claimantIdentification: ['Claimant’s identification', 'NIN\u0007123', 'The text has hidden characters.'],
  occurrenceDate: [
    'Date of the incident',
    '31/2/2026',
    'Enter the date as day/month/year, such as 14/3/2026.',
  ],
  occurrenceAddress: ['Place of the incident', '   ', 'Enter: Place of the incident.'],
  incidentDetails: [
    'What happened',
    'x'.repeat(5001),
    'What happened is too long: at most 4,984 characters.',
  ],
  incidentPictureUrl: [
    'Picture of the incident',
    'http://files.example/a.jpg',
    'Enter a link that begins with https://.',
  ],
  medicalReportUrl: ['Medical report', 'report.pdf', 'Enter a link that begins with https://.'],
  deathCertificateUrl: [
    'Death certificate',
    'https://name:word@files.example/c.pdf',
    'Enter a link that begins with https://.',
  ],
  originalPolicyCertificateUrl: ['Original policy certificate', '', 'Enter a link.'],
  repairEstimate: ['Estimate of repair', 'about 4000', 'Enter figures, such as'],
} as const satisfies Record<ClaimFieldName, readonly [label: string, typed: string, said: string]>)

const badAmounts = [
  ['-1', 'Enter an amount of zero or more.'],
  ['1,000,000,001', 'Enter at most ₦1,000,000,000.'],
  ['10.9999', 'Enter at most two figures after the point'],
  ['45.000', 'Did you mean 45,000'],
] as const

test('each field shows what is wrong, beside it and in a list that links to it', async ({
  connected,
  server,
}) => {
  const appPage = await connected.page()
  const field = (label: string) =>
    label === 'What happened' ? appPage.main.getByRole('textbox', { name: label }) : appPage.field(label)
  await appPage.newClaim('keke')
  for (const [label, typed] of badFields) await field(label).fill(typed)
  await appPage.main.getByRole('button', { name: 'Submit claim' }).click()

  const list = appPage.main.getByRole('group', { name: `Correct ${badFields.length} fields` })
  await expect(list).toBeFocused()
  await expect(list.getByRole('listitem')).toHaveCount(badFields.length)
  for (const [label, , message] of badFields) {
    await expect(field(label)).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')))
    const line = list.getByRole('button', { name: label })
    await expect(line).toContainText(message)
    await line.click()
    await expect(field(label)).toBeFocused()
  }
  for (const [typed, message] of badAmounts) {
    await field('Estimate of repair').fill(typed)
    await expect(field('Estimate of repair')).toHaveAccessibleDescription(new RegExp(message))
  }

  await appPage.fillClaim({ policyNumber: policyOf('keke'), occurrenceDate: '1/2/2099' })
  await expect(list).toBeHidden()
  await expect(appPage.main.getByText('1 February 2099 is in the future.')).toBeVisible()
  await appPage.main.getByRole('button', { name: 'Submit claim' }).click()
  const question = appPage.page.getByRole('alertdialog', { name: 'Check before you submit' })
  await expect(question).toContainText('1 February 2099')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(question).toBeHidden()
  expect(await request(appPage.page, 'outbox:list')).toEqual([])
  expect(server.arrivals('create-keke-claim')).toBe(0)

  await appPage.main.getByRole('button', { name: 'Submit claim' }).click()
  await question.getByRole('button', { name: 'Submit all the same' }).click()
  await appPage.main.getByRole('heading', { name: 'Claim submitted' }).waitFor()
  await server.arrived('create-keke-claim', 1)
})

/** Checkpoints the log into the file, as a long run would. */
function settle(file: string, more = ''): void {
  const database = new DatabaseSync(file)
  database.exec(`${more}; PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
}

test.describe('a damaged outbox file', () => {
  test('with one bad page gives up what it still holds, and that is delivered once', async ({
    connected,
    server,
  }) => {
    await server.disconnect()
    const submissions = Array.from({ length: 30 }, (_, n) =>
      claimSubmission({ policyNumber: policyOf('keke', n) }),
    )
    const firstPage = await connected.page()
    await accept(firstPage, submissions)
    await untilAllWaits(firstPage)
    await connected.app.kill()

    const folder = join(connected.app.dataDir, 'sandbox')
    const file = join(folder, 'outbox.sqlite')
    settle(file)
    const bytes = await readFile(file)
    const pageBytes = bytes.readUInt16BE(16)
    const tableLeaf = 0x0d
    const middle = submissions[15]?.id ?? ''
    const bad = Array.from({ length: bytes.length / pageBytes }, (_, n) => n * pageBytes).find(
      (start) => bytes[start] === tableLeaf && bytes.subarray(start, start + pageBytes).includes(middle),
    )
    if (bad === undefined) throw new Error('No page holds the entry.')
    await writeFile(file, bytes.fill(0xff, bad, bad + pageBytes))

    const appPage = await connected.killAndRestart()
    const banner = appPage.main.getByRole('status').filter({ hasText: 'The file of claims was damaged' })
    await expect(banner).toContainText(/kept as “outbox\.sqlite\.damaged-/)
    const rescuedText = /Recovered: (\d+) items/.exec(await banner.innerText())?.[1]
    const rescued = Number(rescuedText)
    expect(rescued).toBeGreaterThan(20)
    expect(rescued).toBeLessThan(30)
    await appPage.showClaims('On its way')
    const grid = appPage.main.getByRole('grid', { name: 'Claims' })
    await expect(grid).toHaveAttribute('aria-rowcount', String(rescued + 1))
    await server.reconnect()
    await request(appPage.page, 'engine:try-now')
    await expect(appPage.main.getByText('Nothing is on its way')).toBeVisible()
    await expect(appPage.statusLine).toContainText('Nothing waits.')
    expect(server.arrivals('create-keke-claim')).toBe(rescued)
  })
})
