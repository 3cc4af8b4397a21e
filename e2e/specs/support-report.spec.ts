import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { CanarySearch, type Canary } from '../support/canaries.ts'
import { keyCanaries, madeUpPersons } from '../support/canary-values.ts'
import { accept, launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { hasModes } from '../support/needs.ts'
import { request } from '../support/request.ts'
import { runToEnd } from '../support/run-to-end.ts'
import { expectFits } from '../support/fits.ts'

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
  async ({ launch, server, dataDir }) => {
    const connected = await launchConnected(
      (options = {}) => launch({ ...options, saveFolder: dataDir }),
      dataDir,
      server,
    )
    const appPage = await connected.page()
    const { page } = appPage
    const policyNumber = policyOf('keke')
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
