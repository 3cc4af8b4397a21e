import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

const policy = policyOf('keke')

/** Opens the screen by keyboard. */
async function openKeptData(appPage: AppPage): Promise<void> {
  await appPage.openSettings('Backup and stored data')
  await appPage.main.getByRole('link', { name: 'Open stored data' }).focus()
  await appPage.page.keyboard.press('Enter')
  await appPage.main.getByRole('heading', { level: 1, name: 'Stored data' }).waitFor()
}

async function look(appPage: AppPage, policyNumber: string): Promise<void> {
  await appPage.field('Policy number').fill(policyNumber)
  await appPage.page.keyboard.press('Enter')
}

const forgetButton = (appPage: AppPage): Locator =>
  appPage.main.getByRole('button', { name: 'Delete this policy’s data' })

/** Every file of a folder, that may come and go while it is read. */
async function filesOf(folder: string): Promise<readonly { name: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const read = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const name = join(entry.parentPath, entry.name)
      return { name, bytes: await readFile(name).catch(() => Buffer.alloc(0)) }
    })
  return await Promise.all(read)
}

/** Names of the files that hold any of these. */
async function holding(folder: string, wanted: readonly Buffer[]): Promise<readonly string[]> {
  const files = await filesOf(folder)
  return files.filter(({ bytes }) => wanted.some((part) => bytes.includes(part))).map(({ name }) => name)
}

/** A text in the forms in which a browser or a database may write it. */
function plainForms(text: string): readonly Buffer[] {
  return [text, encodeURIComponent(text), Buffer.from(text).toString('base64').slice(0, -4)].flatMap(
    (form) => [Buffer.from(form), Buffer.from(form, 'utf16le')],
  )
}

/** Everything sealed in main's file now. */
function sealedIn(file: string): readonly Buffer[] {
  using database = new DatabaseSync(file, { readOnly: true })
  const rows = [
    ...database.prepare('SELECT body, state_data FROM entry').all(),
    ...database.prepare('SELECT sealed FROM draft UNION ALL SELECT sealed FROM follow_up').all(),
  ]
  return rows.flatMap((row) =>
    Object.values(row).flatMap((value) => (value instanceof Uint8Array ? [Buffer.from(value)] : [])),
  )
}

test(
  'a customer’s policy is shown with all that is kept, and forgotten so that no file gives it back',
  { tag: '@longer' },
  async ({ connected, dataDir, server }) => {
    const folder = join(dataDir, 'desk')
    const outboxFile = join(folder, 'sandbox', 'outbox.sqlite')
    const appPage = await connected.page()
    await accept(appPage, [claimSubmission({ policyNumber: policy })])
    await appPage.showClaims()
    await expect(appPage.entry(policy)).toHaveAttribute('data-situation', 'received')
    await appPage.newClaim('keke')
    await appPage.field('Policy number').fill(policy)
    await appPage.field('Place of the incident').fill('1 Made-up Street')
    await appPage.lookUp('Keke', policy)
    await appPage.main.getByRole('button', { name: 'Save for offline use' }).click()
    await expect(appPage.main).toContainText('Saved on this computer')
    await appPage.showClaims('Drafts')
    await expect(appPage.entry(policy)).toBeVisible()
    await appPage.page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await expect.poll(() => sealedIn(outboxFile).length).toBe(4)
    const sealed = sealedIn(outboxFile)
    expect(await holding(folder, sealed)).not.toEqual([])

    await openKeptData(appPage)
    await look(appPage, policy)
    await expect(appPage.main).toContainText('Keke claim, saved')
    await expect(appPage.main).toContainText('1 draft')
    await expect(appPage.main).toContainText('1 saved claim')
    await expect(appPage.main).toContainText('1 row in claim lists')
    await expectAccessible(appPage.page, 'kept data, found')
    await forgetButton(appPage).focus()
    await appPage.page.keyboard.press('Enter')
    const question = `Delete everything about policy ${policy}?`
    await expect.poll(async () => (await connected.app.dialog())?.message).toBe(question)
    await connected.app.answerDialog('Delete')
    await expect(appPage.main).toContainText(`Data of policy ${policy} deleted`)
    await expect(appPage.main).toContainText('1 item with their history, 1 draft')

    expect(await holding(folder, sealed)).toEqual([])
    await look(appPage, policy)
    await expect(appPage.main).toContainText(`Nothing is stored about policy ${policy}`)
    // The insurer would list it again.
    await server.disconnect()
    await appPage.showClaims()
    await appPage.main.getByRole('grid', { name: 'Claims' }).waitFor()
    await expect(appPage.entry(policy)).toHaveCount(0)
    await connected.app.kill()
    expect(await holding(folder, plainForms(policy))).toEqual([])
    expect(await holding(folder, sealed)).toEqual([])
  },
)
