import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator } from 'playwright-core'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import type { Environment } from '#shared/domain/product.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
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

test('a customer’s policy is shown with all that is kept, and forgotten so that no file gives it back', async ({
  connected,
  dataDir,
  server,
}) => {
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

  // Undelivered claims are owed to the customer and not forgotten.
  await request(appPage.page, 'engine:pause', { paused: true })
  await accept(appPage, [pharmacySubmission(policy, 7)])
  await openKeptData(appPage)
  await look(appPage, policy)
  await expect(appPage.main).toContainText('Not everything of this policy is received yet')
  await expect(appPage.main).toContainText('Sandbox: 1 item')
  await expect(forgetButton(appPage)).toHaveCount(0)
  await request(appPage.page, 'engine:pause', { paused: false })
  await expect(appPage.statusLine).toContainText('Nothing waits.')

  await expect(async () => {
    await look(appPage, policy)
    await expect(appPage.main).toContainText('Pharmacy request, saved', { timeout: 1_000 })
    await expect(forgetButton(appPage)).toBeVisible({ timeout: 1_000 })
  }).toPass()
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
  await expect(appPage.main).toContainText('2 items with their history, 1 draft')

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

  const again = await connected.killAndRestart()
  await again.showClaims()
  await again.main.getByRole('grid', { name: 'Claims' }).waitFor()
  await expect(again.entry(policy)).toHaveCount(0)
  await server.reconnect()
  await accept(again, [claimSubmission({ policyNumber: other })])
  await expect(again.entry(other)).toHaveAttribute('data-situation', 'received')
})

test('practice data goes as a whole', async ({ app }) => {
  const page = new AppPage(await app.window())
  await page.startPractice()
  await accept(page, [claimSubmission({ policyNumber: policy })])
  await page.showClaims()
  await expect(page.entry(policy)).toHaveAttribute('data-situation', 'received')
  await openKeptData(page)
  await page.main.getByRole('button', { name: 'Delete practice data' }).click()
  await app.answerDialog('Delete practice data')
  await expect(page.main).toContainText('Practice data deleted')
  await page.showClaims()
  await page.main.getByRole('grid', { name: 'Claims' }).waitFor()
  await expect(page.entry(policy)).toHaveCount(0)
  await accept(page, [claimSubmission({ policyNumber: policy })])
  await expect(page.entry(policy)).toHaveAttribute('data-situation', 'received')
})

/** Changes the settings as a manager and reloads the page in the chosen environment. */
async function moveTo(appPage: AppPage, environment: Environment): Promise<void> {
  await request(appPage.page, 'settings:change', { environment })
  await expect(appPage.page.getByRole('banner')).toContainText(
    environment === 'practice' ? 'Practice' : 'Sandbox',
  )
}

test(
  'a policy is forgotten in an environment that is not open too, also out of a colleague’s drafts',
  { tag: '@longer' },
  async ({ connected, dataDir }) => {
    const folder = join(dataDir, 'desk')
    const outboxFile = join(folder, 'sandbox', 'outbox.sqlite')
    const appPage = new OfficersPage((await connected.page()).page)
    await appPage.add(ada, 'first')
    await appPage.addOfficer(bayo, ada, connected.app)
    await accept(appPage, [claimSubmission({ policyNumber: policy })])
    await appPage.showClaims()
    await expect(appPage.entry(policy)).toHaveAttribute('data-situation', 'received')
    await appPage.lock()
    await appPage.signIn(bayo)
    for (const wanted of [policy, other]) {
      await appPage.newClaim('keke')
      await appPage.field('Policy number').fill(wanted)
      await appPage.showClaims('Drafts')
      // For a moment the list is still that of the group before.
      await expect(appPage.entry(wanted)).toHaveCount(1)
      await expect(appPage.entry(wanted)).toBeVisible()
    }
    await appPage.lock()
    await appPage.signIn(ada)
    const sealed = sealedIn(outboxFile)
    expect(sealed).toHaveLength(5)

    await moveTo(appPage, 'practice')
    await openKeptData(appPage)
    await look(appPage, policy)
    const found = appPage.main.getByRole('status').filter({ hasText: 'Stored about policy' })
    await expect(found.getByRole('heading', { name: 'Sandbox' })).toBeVisible()
    await expect(found).toContainText('Keke claim, saved')
    await expect(found).toContainText('1 draft')
    await expect(found.getByRole('heading', { name: 'Practice' })).toHaveCount(0)
    await expectAccessible(appPage.page, 'kept data, found elsewhere')
    await forgetButton(appPage).click()
    await connected.app.answerDialog('Delete')
    await expect(appPage.main).toContainText(`Data of policy ${policy} deleted`)

    // The colleague's other draft is there; no file holds a byte of what was forgotten.
    const left = sealedIn(outboxFile)
    expect(left).toHaveLength(1)
    const gone = sealed.filter((bytes) => !left.some((other) => other.equals(bytes)))
    expect(gone).toHaveLength(4)
    expect(await holding(folder, gone)).toEqual([])

    await moveTo(appPage, 'sandbox')
    await appPage.lock()
    await appPage.signIn(bayo)
    await appPage.showClaims('Drafts')
    await expect(appPage.entry(other)).toHaveAttribute('data-situation', 'draft')
    await expect(appPage.entry(policy)).toHaveCount(0)
  },
)

test(
  'an environment that cannot be opened is named, and nothing is said of it',
  { tag: '@longer' },
  async ({ connected, dataDir }) => {
    const appPage = await connected.page()
    const folder = join(dataDir, 'desk', 'live')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'outbox.sqlite'), 'made-up noise, which is no outbox at all '.repeat(200))
    await openKeptData(appPage)
    await look(appPage, policy)
    await expect(appPage.main).toContainText('Could not be checked: Live')
    await expect(appPage.main).toContainText(`Nothing else was found about policy ${policy}`)
    await expectAccessible(appPage.page, 'kept data, one not looked at')
    expect(await readdir(folder)).toEqual(['outbox.sqlite'])
  },
)
