import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator } from 'playwright-core'
import { claimSubmission, pharmacySubmission } from '#main/outbox/testing/made-up.ts'
import type { Environment } from '#shared/domain/product.ts'
import { DeskPage, policyOf } from '../pages/desk-page.ts'
import { OfficersPage, type TestOfficer } from '../pages/officers-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { request } from '../support/request.ts'

const ada: TestOfficer = { name: 'Ada Made-up', secret: '271828' }
const bayo: TestOfficer = { name: 'Bayo Made-up', secret: '314159' }
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

  // Undelivered claims are owed to the customer and not forgotten.
  await request(desk.page, 'engine:pause', { paused: true })
  await accept(desk, [pharmacySubmission(policy, 7)])
  await openKeptData(desk)
  await look(desk, policy)
  await expect(desk.main).toContainText('Not everything is received yet: the policy cannot be forgotten')
  await expect(desk.main).toContainText('Sandbox: 1 entry')
  await expect(forgetButton(desk)).toHaveCount(0)
  await request(desk.page, 'engine:pause', { paused: false })
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

/** Changes the settings as a manager and reloads the page in the chosen environment. */
async function moveTo(desk: DeskPage, environment: Environment): Promise<void> {
  await request(desk.page, 'settings:change', { environment })
  await expect(desk.page.getByRole('banner')).toContainText(
    environment === 'practice' ? 'Practice' : 'Sandbox',
  )
}

/** How many drafts the page's database of an environment has, of all officers. */
async function draftRowsIn(desk: DeskPage, environment: Environment): Promise<number> {
  return await desk.page.evaluate(async (name) => {
    const opening = indexedDB.open(`claims-desk-${name}`)
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error('not opened'))
    })
    const asking: IDBRequest<unknown[]> = database.transaction('drafts').objectStore('drafts').getAll()
    await new Promise((resolve) => (asking.onsuccess = resolve))
    database.close()
    return asking.result.length
  }, environment)
}

test('a policy is forgotten in an environment that is not open too, also out of a colleague’s drafts', async ({
  connected,
  dataDir,
}) => {
  const folder = join(dataDir, 'desk')
  const outboxFile = join(folder, 'sandbox', 'outbox.sqlite')
  const desk = new OfficersPage((await connected.page()).page)
  await desk.add(ada, 'first')
  await desk.add(bayo, 'Officer')
  await accept(desk, [claimSubmission({ policyNumber: policy })])
  await desk.goTo('Outbox')
  await expect(desk.entry(policy)).toContainText('The insurer confirmed it.')
  await desk.lock()
  await desk.signIn(bayo)
  for (const wanted of [policy, other]) {
    await desk.newClaim('keke')
    await desk.field('Policy number').fill(wanted)
    await desk.goTo('Drafts')
    await expect(desk.main.getByText(wanted)).toBeVisible()
  }
  await desk.lock()
  await desk.signIn(ada)
  expect(await draftRowsIn(desk, 'sandbox')).toBe(2)
  const sealed = sealedIn(outboxFile)
  expect(sealed).toHaveLength(4)
  const before = await epochsByOwner(folder)

  await moveTo(desk, 'practice')
  await openKeptData(desk)
  await look(desk, policy)
  const found = desk.main.getByRole('status').filter({ hasText: 'Kept about policy' })
  await expect(found.getByRole('heading', { name: 'Sandbox' })).toBeVisible()
  await expect(found).toContainText('Keke claim, saved')
  await expect(found).toContainText('1 draft')
  await expect(found.getByRole('heading', { name: 'Practice' })).toHaveCount(0)
  await expectAccessible(desk.page, 'kept data, found elsewhere')
  await forgetButton(desk).click()
  const question = desk.page.getByRole('alertdialog', { name: `Forget policy ${policy}?` })
  await expect(question.getByRole('heading', { name: 'Sandbox' })).toBeVisible()
  await question.getByRole('button', { name: 'Forget it' }).click()
  await expect(desk.main).toContainText(`Policy ${policy} was forgotten`)

  // The colleague's other draft is there, under a key that no remains of the forgotten one open under.
  expect(await draftRowsIn(desk, 'sandbox')).toBe(1)
  const after = await epochsByOwner(folder)
  expect(Object.keys(after)).toHaveLength(3)
  for (const [owner, { current, earlier }] of Object.entries(after)) {
    expect(earlier).toEqual([])
    expect(current).not.toBe(before[owner]?.current)
  }
  expect(
    await holding(
      folder,
      Object.values(before).map(({ current }) => Buffer.from(current)),
    ),
  ).toEqual([])
  expect(sealedIn(outboxFile)).toHaveLength(1)

  await moveTo(desk, 'sandbox')
  await desk.lock()
  await desk.signIn(bayo)
  await desk.goTo('Drafts')
  await expect(desk.main.getByText(other)).toBeVisible()
  await expect(desk.main.getByText(policy, { exact: true })).toHaveCount(0)
  await expect(desk.main.getByText('Recovered')).toHaveCount(0)
})

test('an environment that cannot be opened is named, and nothing is said of it', async ({
  connected,
  dataDir,
}) => {
  const desk = await connected.page()
  const folder = join(dataDir, 'desk', 'live')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'outbox.sqlite'), 'made-up noise, which is no outbox at all '.repeat(200))
  await openKeptData(desk)
  await look(desk, policy)
  await expect(desk.main).toContainText('Could not be looked at: Live')
  await expect(desk.main).toContainText(`Nothing was found about policy ${policy} elsewhere`)
  await expectAccessible(desk.page, 'kept data, one not looked at')
  expect(await readdir(folder)).toEqual(['outbox.sqlite'])
})

/** The secrets behind the shared rows in the sandbox's page. */
async function epochsByOwner(
  folder: string,
): Promise<Readonly<Record<string, { current: string; earlier: readonly string[] }>>> {
  const text = await readFile(join(folder, 'sandbox', 'page-epochs.json'), 'utf8')
  const { owners } = JSON.parse(text) as {
    owners: Record<string, { current: string; earlier: readonly string[] }>
  }
  return owners
}
