import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator } from 'playwright-core'
import { claimSubmission, pharmacySubmission } from '#main/outbox/model/made-up.ts'
import { DeskPage, policyOf } from '../pages/desk-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

const policy = policyOf('keke')
const other = policyOf('keke', 1)

/** Opens the screen by keyboard. */
async function openKeptData(desk: DeskPage): Promise<void> {
  await desk.goTo('Settings')
  await desk.main.getByRole('link', { name: 'Open kept data' }).focus()
  await desk.page.keyboard.press('Enter')
  await desk.main.getByRole('heading', { level: 1, name: 'Kept data' }).waitFor()
}

async function look(desk: DeskPage, policyNumber: string): Promise<void> {
  await desk.field('Policy number').fill(policyNumber)
  await desk.page.keyboard.press('Enter')
}

const forgetButton = (desk: DeskPage): Locator =>
  desk.main.getByRole('button', { name: 'Forget this policy' })

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

/** The secrets that the keys of the office's rows in the page depend on. */
async function epochsIn(folder: string): Promise<{ current: string; earlier: string[] }> {
  const text = await readFile(join(folder, 'sandbox', 'page-epochs.json'), 'utf8')
  const { owners } = JSON.parse(text) as { owners: { office: { current: string; earlier: string[] } } }
  return owners.office
}

/** Everything sealed in main's file now. */
function sealedIn(file: string): readonly Buffer[] {
  using database = new DatabaseSync(file, { readOnly: true })
  const rows = [
    ...database.prepare('SELECT body, state_data FROM entry').all(),
    ...database.prepare('SELECT sealed FROM draft_copy').all(),
  ]
  return rows.flatMap((row) =>
    Object.values(row).flatMap((value) => (value instanceof Uint8Array ? [Buffer.from(value)] : [])),
  )
}

test('a customer’s policy is shown with all that is kept, and forgotten so that no file gives it back', async ({
  connected,
  dataDir,
}) => {
  const folder = join(dataDir, 'desk')
  const outboxFile = join(folder, 'sandbox', 'outbox.sqlite')
  const desk = await connected.page()
  await accept(desk, [claimSubmission({ policyNumber: policy })])
  await desk.goTo('Outbox')
  await expect(desk.entry(policy)).toContainText('The insurer confirmed it.')
  await desk.newClaim('keke')
  await desk.field('Policy number').fill(policy)
  await desk.field('Place of the incident').fill('1 Made-up Street')
  await desk.goTo('Claims')
  await expect(desk.main.getByText(policy).first()).toBeVisible()
  await desk.main.getByRole('button', { name: 'Look up a policy' }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Policy number' }).fill(policy)
  await desk.page.keyboard.press('Enter')
  await desk.main.getByRole('button', { name: 'Keep for offline use' }).click()
  await expect(desk.main).toContainText('Kept on this computer since')
  await desk.goTo('Drafts')
  await expect(desk.main.getByText(policy)).toBeVisible()
  await desk.page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect.poll(() => sealedIn(outboxFile).length).toBe(3)
  const sealed = sealedIn(outboxFile)
  expect(await holding(folder, sealed)).not.toEqual([])
  const epoch = await epochsIn(folder)
  expect(epoch.earlier).toEqual([])

  // What waits is owed to the customer: it is not forgotten.
  await desk.page.evaluate(() => window.desk.request('engine:pause', { paused: true }))
  await accept(desk, [pharmacySubmission(policy, 7)])
  await openKeptData(desk)
  await look(desk, policy)
  await expect(desk.main).toContainText('1 entry is not received yet: it cannot be forgotten')
  await expect(forgetButton(desk)).toHaveCount(0)
  await desk.page.evaluate(() => window.desk.request('engine:pause', { paused: false }))
  await expect(desk.statusLine).not.toContainText('waits')

  await expect(async () => {
    await look(desk, policy)
    await expect(desk.main).toContainText('Pharmacy request, saved', { timeout: 1_000 })
    await expect(forgetButton(desk)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(desk.main).toContainText('Keke claim, saved')
  await expect(desk.main).toContainText('1 draft')
  await expect(desk.main).toContainText('1 claim kept for offline use')
  await expect(desk.main).toContainText('1 row of the kept claim lists')
  await expectAccessible(desk.page, 'kept data, found')
  await forgetButton(desk).focus()
  await desk.page.keyboard.press('Enter')
  const question = desk.page.getByRole('alertdialog', { name: `Forget policy ${policy}?` })
  await expect(question.getByRole('listitem')).toHaveCount(6)
  await expectAccessible(desk.page, 'kept data, asked')
  await question.getByRole('button', { name: 'Forget it' }).click()
  await expect(desk.main).toContainText(`Policy ${policy} was forgotten`)
  await expect(desk.main).toContainText('2 entries from the outbox with their history, 1 draft')

  expect(await holding(folder, sealed)).toEqual([])
  // What the browser still keeps of removed rows was sealed under a key that nothing can make again.
  expect((await epochsIn(folder)).earlier).toEqual([])
  expect(await holding(folder, [Buffer.from(epoch.current)])).toEqual([])
  await look(desk, policy)
  await expect(desk.main).toContainText(`Nothing is kept about policy ${policy}`)
  await desk.goTo('Drafts')
  await expect(desk.main.getByText(policy)).toHaveCount(0)
  await desk.goTo('Outbox')
  await expect(desk.entry(policy)).toHaveCount(0)
  await connected.desk.kill()
  expect(await holding(folder, plainForms(policy))).toEqual([])
  expect(await holding(folder, sealed)).toEqual([])

  const again = await connected.killAndRestart()
  await again.goTo('Drafts')
  await expect(again.main.getByText(policy)).toHaveCount(0)
  await accept(again, [claimSubmission({ policyNumber: other })])
  await again.goTo('Outbox')
  await expect(again.entry(other)).toContainText('The insurer confirmed it.')
})

test('practice data goes as a whole', async ({ desk }) => {
  const page = new DeskPage(await desk.window())
  await page.startPractice()
  await accept(page, [claimSubmission({ policyNumber: policy })])
  await page.goTo('Outbox')
  await expect(page.entry(policy)).toContainText('The insurer confirmed it.')
  await openKeptData(page)
  await page.main.getByRole('button', { name: 'Clear practice data' }).click()
  const question = page.page.getByRole('alertdialog', { name: 'Clear practice data?' })
  await question.getByRole('button', { name: 'Clear practice data' }).click()
  await expect(page.main).toContainText('Practice data was cleared')
  await page.goTo('Outbox')
  await expect(page.entry(policy)).toHaveCount(0)
  await accept(page, [claimSubmission({ policyNumber: policy })])
  await expect(page.entry(policy)).toContainText('The insurer confirmed it.')
})
