import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { accept, launchConnected } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'
import type { TestApp } from '../support/test-app.ts'

// Deriving a key is slow on a busy computer.
test.setTimeout(240_000)

const received = policyOf('keke')
const refused = policyOf('keke', 1)
const asked = policyOf('keke', 4)

const passphrase = 'four made up words'

async function openBackup(appPage: AppPage): Promise<void> {
  await appPage.openSettings('Backup and stored data')
  await appPage.main.getByRole('link', { name: 'Open backup' }).click()
  await appPage.main.getByRole('heading', { level: 1, name: 'Backup' }).waitFor()
}

async function openFile(appPage: AppPage, app: TestApp): Promise<void> {
  const { main } = appPage
  await openBackup(appPage)
  await main.getByRole('button', { name: 'Select a backup file' }).click()
  const offered = async (): Promise<string> =>
    (await app.dialog())?.buttons.find((label) => label.endsWith('.cdbackup')) ?? 'none'
  await expect.poll(offered).not.toBe('none')
  await app.answerDialog(await offered())
  await main.getByLabel('Passphrase of this file').fill(passphrase)
  await main.getByRole('button', { name: 'Open file' }).click()
}

/** Imports the file that is open. @returns what main asked */
async function takeIn({ main }: AppPage, app: TestApp, answer: 'Import' | 'Cancel'): Promise<string> {
  await main.getByRole('button', { name: 'Import' }).click({ timeout: 60_000 })
  await expect.poll(async () => (await app.dialog())?.buttons ?? []).toContain(answer)
  const { message = '', detail = '' } = (await app.dialog()) ?? {}
  await app.answerDialog(answer)
  return `${message} ${detail}`
}

test(
  'a file brings nothing before main was answered, and nothing of it is sent by itself',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    // Both computers save files to one stick, and open them from it.
    const saveFolder = join(dataDir, 'stick')
    await mkdir(saveFolder)
    const start = (name: string) =>
      launchConnected(launch, join(dataDir, name), server, { options: { saveFolder } })

    const one = await start('one')
    const first = await one.page()
    await request(first.page, 'settings:change', { statusNames: { '3': 'Paid' } })
    await first.newClaim('keke')
    await first.field('Policy number').fill('KKP/DRAFT/1')
    await first.field('Place of the incident').fill('3 Made Up Road')
    await first.showClaims('Drafts')
    await first.entry('KKP/DRAFT/1').waitFor()
    await request(first.page, 'engine:pause', { paused: true })
    await accept(first, [
      claimSubmission({ policyNumber: received }),
      claimSubmission({ policyNumber: refused }, { branchReference: '0000-0001' }),
      pharmacySubmission(asked, 2),
    ])
    await openBackup(first)
    const card = first.main.getByRole('region', { name: 'Make a backup' })
    await card.getByLabel('Passphrase for the new backup').fill(passphrase)
    await card.getByLabel('Repeat the passphrase').fill(passphrase)
    await card.getByRole('button', { name: 'Save the backup' }).click()
    await one.app.answerDialog('Save')
    await first.main.getByText(/^The backup is saved as /).waitFor({ timeout: 60_000 })
    await expectAccessible(first.page, 'a backup that was written')
    await expectFits(first.page, 'a backup that was written')
    const number = await first.main.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText()
    await one.app.kill()

    const second = await start('two')
    const { app } = second
    const two = await second.page()
    const { main, page } = two
    await openFile(two, app)
    await expect(main.getByText(`A copy: computer ${number} may still send it.`)).toBeVisible({
      timeout: 60_000,
    })
    await expectAccessible(page, 'a file that was opened')
    await takeIn(two, app, 'Cancel')
    await two.showClaims()
    await expect(two.entry(received)).toHaveCount(0)

    await openFile(two, app)
    const question = await takeIn(two, app, 'Import')
    await main.getByText(/^Imported: /).waitFor()
    await expect(main).toContainText('Also imported, where nothing was set here: Names of status values.')
    await expectAccessible(page, 'a backup that was imported')
    await expectFits(page, 'a backup that was imported')
    expect(question).toContain('2 claims, 1 pharmacy request')
    expect(question).toContain(server.url)
    await two.showClaims('Received')
    await expect(main.getByRole('row').filter({ hasText: 'Paid' }).first()).toBeVisible()
    await two.showClaims('Drafts')
    await two.entry('KKP/DRAFT/1').waitFor()
    // Looked for and not found, an officer decides.
    await two.showClaims('Needs you')
    for (const policy of [received, refused])
      await asTimePasses(app, 60_000, async () => (await two.entry(policy).count()) === 1)
    expect(server.arrivals('create-keke-claim') + server.arrivals('request-pharmacy')).toBe(0)
  },
)
