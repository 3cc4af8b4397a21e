import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { testHostName } from '../../scripts/host-name.ts'
import { policyOf, type DeskPage } from '../pages/desk-page.ts'
import { launchConnected } from '../support/connected.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { pdfText } from '../support/pdf-text.ts'

const isElectron = testHostName().startsWith('Electron')
const test = base.extend({
  connected: async ({ launch, dataDir, server }, use) => {
    const withFolder: typeof launch = async (options = {}) =>
      await launch({ ...options, args: [`--host-save-folder=${dataDir}`] })
    await use(await launchConnected(withFolder, dataDir, server))
  },
})
test.skip(isElectron, 'Electron asks with the system’s own dialog')

const keke = policyOf('keke')

/** What would come out of the printer now. */
async function printed(desk: DeskPage): Promise<string> {
  await desk.page.emulateMedia({ media: 'print' })
  const sheet = desk.page.locator('body > .print-slip')
  await expect(sheet).toBeVisible()
  await expect(desk.page.getByRole('banner')).toBeHidden()
  const text = await sheet.innerText()
  await desk.page.emulateMedia({ media: null })
  return text
}

const slipDialog = (desk: DeskPage): Locator =>
  desk.page.getByRole('dialog', { name: 'Slip for the customer' })

test('a customer’s slip tells the stage, first captured and later received, under the same reference', async ({
  connected,
  server,
  dataDir,
}) => {
  const desk = await connected.page()
  await server.disconnect()
  await desk.submitClaim('keke', { policyNumber: keke })
  await desk.main.getByRole('button', { name: 'Slip for the customer' }).click()
  const first = await printed(desk)
  const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(first)?.[0] ?? ''
  expect(reference).not.toBe('')
  expect(first).toContain('Captured, not yet received by the insurer')
  await slipDialog(desk).getByRole('button', { name: 'Save as PDF' }).click()
  await connected.desk.answerDialog('Save')
  await expect(slipDialog(desk)).toContainText('Saved as a PDF.')
  const pdf = await readFile(join(dataDir, `claim-slip-${reference}.pdf`))
  expect(pdf.subarray(0, 4).toString()).toBe('%PDF')
  expect(pdfText(pdf)).toContain(reference)
})
