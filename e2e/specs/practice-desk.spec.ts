import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { tourPolicy } from '#renderer/stores/tour.ts'
import { textsOf } from '#shared/language/message.ts'
import { recordFigure } from '#testing/proof.ts'
import { readBudget } from '../../scripts/budget.ts'
import { everyText } from '../../scripts/every-text.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { merchantKeys } from '../support/canary-values.ts'
import { drawnBySystemFonts } from '../support/drawn-fonts.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { need } from '../support/needs.ts'
import { tasksOf } from '../support/processor-time.ts'
import { request } from '../support/request.ts'
import type { TestApp } from '../support/test-app.ts'

// One desk, from its first screen on.
test.describe.configure({ mode: 'default' })

const key = merchantKeys.firstStart

/** In practice, wherever the test before left it. */
async function inPractice(app: TestApp): Promise<AppPage> {
  const appPage = new AppPage(await app.window())
  const start = appPage.page.getByRole('button', { name: 'Start in practice mode' })
  const navigation = appPage.page.getByRole('navigation', { name: 'Main' })
  await start.or(navigation).first().waitFor()
  if (await start.isVisible()) await appPage.startPractice()
  return appPage
}

/**
 * Runs in the page. A piece of work of which the browser does as much on every machine: what takes longer than this is
 * long there too, whatever its processor. A task of 50 ms where the budget was set.
 */
function referenceWork(): number {
  const rows = Array.from({ length: 60_000 }, (_, index) => ({
    id: index,
    text: `row ${(index * 7919) % 60_000}`,
  }))
  const read = rows.map((row) => JSON.stringify(row)).map((text): unknown => JSON.parse(text))
  return rows.toSorted((one, other) => (one.text < other.text ? -1 : 1)).length + read.length
}

/** Processor time of the reference, in ms: the least of three, as the first compiles. */
async function referenceMs(page: Page): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    times.push((await tasksOf(page, () => page.evaluate(referenceWork)))[0] ?? Number.NaN)
  }
  return Math.min(...times)
}

// Never a time: on a busy or slow machine that would fail by itself. A count of tasks above a reference that is measured
// in the same page changes with what the page does.
test('the page starts without a task that would keep an officer waiting', async ({ sharedApp: app }) => {
  const page = await app.window()
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  expect(app.printed()).not.toContain('The menu bar came or went')
  const reference = await referenceMs(page)
  const tasks = await tasksOf(page, async () => {
    await page.reload()
    await heading.waitFor()
    await page.waitForLoadState('networkidle')
  })
  const long = tasks.filter((ms) => ms > reference)
  recordFigure({
    proof: 'start-up-tasks',
    tried: { tasks: tasks.length, 'reference, ms': Math.round(reference) },
    seen: {
      'longest, of the reference': Number(((tasks[0] ?? 0) / reference).toFixed(2)),
      long: long.length,
    },
  })
  expect(tasks.length).toBeGreaterThan(50)
  expect(long.length).toBeLessThanOrEqual(readBudget().startUpLongTasks)
})

test('the first start, its form and Today in practice can be used with assistive technology, and fit', async ({
  sharedApp: app,
}) => {
  const page = await app.window()
  const main = page.getByRole('main')
  await expectAccessible(page, 'first start')
  await expectFits(page, 'first start')
  await page.getByRole('button', { name: 'Connect to the insurer' }).click()
  await main.getByRole('button', { name: 'Check and connect' }).click()
  await expectAccessible(page, 'connection form with problems')
  await expectFits(page, 'connection form with problems')
  await main.getByRole('button', { name: 'Back' }).click()
  await inPractice(app)
  await expectAccessible(page, 'today, with the offer of a tour')
})

test(
  'every empty screen fits, and its title stands where all titles do',
  { tag: '@longer' },
  async ({ sharedApp: app }) => {
    const { page, main } = await inPractice(app)
    const title = main.getByRole('heading', { level: 1 })
    const places = new Map<string, string>()
    const look = async (screen: string): Promise<void> => {
      await expectFits(page, `empty ${screen}`)
      for (const width of [1366, 1920]) {
        await page.setViewportSize({ width, height: 1080 })
        await expect(title).toBeInViewport()
        const box = await title.boundingBox()
        places.set(`${screen} ${width}`, `${box?.x} ${box?.y}`)
      }
    }
    for (const address of ['/connection', '/settings/kept-data', '/settings/backup', '/claims/new/keke']) {
      await page.evaluate((to) => (location.hash = to), address)
      await title.waitFor()
      await look(address)
    }
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    for (const [at, screen] of (await links.allInnerTexts()).entries()) {
      await links.nth(at).click()
      await main.getByRole('heading', { level: 1, name: screen }).waitFor()
      await look(screen)
    }
    expect(new Set(places.values()), JSON.stringify([...places])).toEqual(new Set(['232 64']))
  },
)

/** Letters as typed in Nigeria, both precomposed and with combining accents, and the symbols of the screen texts. */
const letters = 'á à ā ẹ ẹ́ ẹ̀ ị ọ ọ́ ọ̀ ṣ ụ ń ǹ n̄ ḿ m̀ ṅ ɓ ɗ ƙ ƴ ʼ ŋ ɲ ǝ ʌ ɔ́ r̃ ₦ – ’ “ ” … · × ↑ ↓'
/** Every letter of every text, but for the keys of a Mac, which its system's font has. */
const ofTexts = [...new Set([...textsOf(everyText)].flatMap(([, text]) => Array.from(text)))]
  .filter((letter) => !/[\s⇧⌘]/.test(letter))
  .join(' ')

test('letters of Nigeria and the signs of our texts are drawn by the bundled fonts, wherever they are typed', async ({
  sharedApp: app,
}) => {
  const appPage = await inPractice(app)
  await appPage.newClaim('keke')
  expect(await drawnBySystemFonts(appPage.page)).toEqual([])
  await appPage.field('Place of the incident').fill(`${letters} ${letters.toUpperCase()}`)
  await appPage.main
    .getByRole('textbox', { name: 'What happened' })
    .fill(`${letters.normalize('NFD')} ${ofTexts}`)
  await appPage.page.evaluate(() => document.fonts.ready)
  expect(await drawnBySystemFonts(appPage.page)).toEqual([])
  // A positive control: without it the check would prove nothing.
  await appPage.field('Place of the incident').fill('д ⟦')
  await expect.poll(() => drawnBySystemFonts(appPage.page)).toHaveLength(1)
  // The draft stands on Today, which the tests after this one look at.
  await appPage.field('Place of the incident').fill('')
})

/** What the right button brings, by the items that can be chosen. */
async function offered(app: TestApp): Promise<readonly string[]> {
  await expect.poll(async () => await app.contextMenu()).not.toBeNull()
  return ((await app.contextMenu()) ?? []).flatMap(({ label, enabled }) => (enabled ? [label] : []))
}

/** Chooses an item, once the menu has it: it comes a moment after the right button. */
async function choose(app: TestApp, label: string): Promise<void> {
  await expect.poll(async () => await offered(app)).toContain(label)
  await app.clickContextMenu(label)
}

test('the right button cuts, copies and pastes in a text field, and copies what is selected elsewhere', async ({
  sharedApp: app,
}) => {
  const appPage = await inPractice(app)
  const policyNumber = policyOf('keke')
  await appPage.newClaim('okada')
  const policy = appPage.field('Policy number')
  await policy.click({ button: 'right' })
  expect(await offered(app)).toEqual(['Paste'])
  await policy.fill(policyNumber)
  await policy.click({ button: 'right' })
  await choose(app, 'Select all')
  await policy.click({ button: 'right' })
  expect(await offered(app)).toEqual(['Cut', 'Copy', 'Paste', 'Select all'])
  await choose(app, 'Cut')
  await expect(policy).toHaveValue('')
  await policy.click({ button: 'right' })
  await choose(app, 'Paste')
  await expect(policy).toHaveValue(policyNumber)

  const heading = appPage.main.getByRole('heading', { level: 1 })
  await heading.click({ clickCount: 3 })
  await heading.click({ button: 'right' })
  expect(await offered(app)).toEqual(['Copy'])
})

const sections = [
  'This computer',
  'Connection',
  'Printing',
  'Notifications',
  'Officers',
  'Claims',
  'Backup and stored data',
  'Advanced',
] as const

test('every section of Settings is reached by keyboard, fits, and can be used with assistive technology', async ({
  sharedApp: app,
}) => {
  const appPage = await inPractice(app)
  const { page, main } = appPage
  await appPage.goTo('Settings')
  for (const section of sections) {
    const link = main.getByRole('navigation').getByRole('link', { name: section })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(link, 'going through the sections goes on where it was').toBeFocused()
    await main.getByRole('region').first().waitFor()
    await expectAccessible(page, `settings, ${section}`)
    await expectFits(page, `settings, ${section}`)
  }
})

test('settings are found by an officer’s words, saved as they are changed, and changed back', async ({
  sharedApp: app,
}) => {
  const appPage = await inPractice(app)
  const { page, main } = appPage
  const inForce = async (): Promise<unknown> => (await request(page, 'app:status')).settings
  const days = main.getByLabel('Delete received claims and requests after (days)')
  await appPage.openSettings('Backup and stored data')
  await days.fill('60')
  await page.keyboard.press('Tab')
  await app.answerDialog('Cancel')
  await expect(days).toHaveValue('365')
  await days.fill('60')
  await page.keyboard.press('Tab')
  await app.answerDialog('Delete them')
  await expect(page.getByRole('region', { name: 'Undo' })).toContainText('Saved: Delete received claims')
  await expect.poll(inForce).toMatchObject({ keepReceivedDays: 60 })
  await expectAccessible(page, 'a setting that was saved')

  const larger = main.getByRole('switch', { name: 'Larger text' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('text size')
  const found = page.getByRole('group', { name: 'Settings' })
  await found.getByRole('option').filter({ hasText: 'Larger text' }).first().click()
  await expect(larger).toBeFocused()
  await expect(larger).toBeInViewport()
  const heading = main.getByRole('heading', { level: 1 })
  await larger.click()
  await expect(heading).toHaveCSS('font-size', '24px')
  await expectFits(page, 'settings, larger text')
  await page.keyboard.press('Control+z')
  await expect(heading).toHaveCSS('font-size', '20px')
  await main.getByRole('radio', { name: 'Light' }).click()
  await page.locator('html[data-theme=light]').waitFor()

  await appPage.openSettings('Printing')
  await main.getByLabel('Branch name on slips').fill('Made-up branch')
  // By a key: the field goes with its screen, without being left.
  await page.keyboard.press('Control+3')
  await main.getByRole('heading', { level: 1, name: 'Pharmacies' }).waitFor()
  await expect.poll(inForce).toMatchObject({ branchName: 'Made-up branch' })
})

test('a desk that is to start with the computer leaves an entry, and takes it away', async ({
  sharedApp: app,
}) => {
  need(test, 'an entry for the start at login')
  const file = join(app.dataDir, 'config/autostart/claims-desk-from-source.desktop')
  const entry = async (): Promise<string | null> => await readFile(file, 'utf8').catch(() => null)
  const appPage = await inPractice(app)
  await appPage.openSettings('This computer')
  const starts = appPage.main.getByRole('switch', { name: 'Start when this computer starts' })
  await starts.click()
  await expect.poll(entry).toMatch(/^Exec=".*" "--data-dir=.*" "--background"$/m)
  await starts.click()
  await expect.poll(entry).toBeNull()
})

test('the tour of practice judges each step from what really happened, and a situation leads to its help', async ({
  sharedApp: app,
}) => {
  const appPage = await inPractice(app)
  const { page, main } = appPage
  await page.keyboard.press('F1')
  await main.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await expectAccessible(page, 'help')
  await expectFits(page, 'help')
  await main.getByRole('button', { name: 'Take the tour' }).click()
  const tour = main.getByRole('region', { name: 'Tour of practice' })
  await expect(tour.getByRole('paragraph').filter({ hasText: 'Tour 1 of 5:' })).toBeFocused()
  await expectAccessible(page, 'first step of the tour')
  await expectFits(page, 'first step of the tour')
  await appPage.pretendDown.click()
  await expect(tour).toContainText(`Tour 2 of 5: Submit a made-up claim for policy ${tourPolicy}`)
  await tour.getByRole('link', { name: 'New claim' }).press('Enter')
  await appPage.field('Policy number').waitFor()
  // A policy that the practice insurer does not know.
  const unknown = 'KKP/0000/XX/000000'
  await appPage.fillClaim({ policyNumber: unknown })
  await appPage.submit()
  await expect(tour).toContainText('Tour 3 of 5:')
  expect((await tour.boundingBox())?.height, 'one line, which covers nothing').toBeLessThanOrEqual(40)
  await tour.getByRole('link', { name: 'Claims' }).click()
  await expect(tour).toContainText('Tour 4 of 5:')
  await appPage.openEntry(unknown)
  await main.getByRole('link', { name: 'What does this mean? Waiting' }).click()
  const waiting = main.getByRole('heading', { level: 3, name: 'Waiting', exact: true })
  await expect(waiting).toBeFocused()
  await expect(waiting).toBeInViewport()
  await appPage.pretendDown.click()

  // It was not accepted: nothing is called done, and the step is to correct it.
  await expect(tour).toContainText('The claim was not accepted.')
  await tour.getByRole('link', { name: 'Claims' }).click()
  await appPage.act(unknown, 'Correct')
  await appPage.field('Policy number').fill(tourPolicy)
  await appPage.submit()
  await expect(tour).toContainText('Tour done: the claim is received.')
  await appPage.goTo('Today')
  await expect(tour).toBeHidden()
})

test('practice data goes as a whole', async ({ sharedApp: app }) => {
  const appPage = await inPractice(app)
  const { main } = appPage
  await appPage.showClaims('Received')
  await appPage.entry(tourPolicy).waitFor()
  await appPage.openSettings('Backup and stored data')
  await main.getByRole('link', { name: 'Open stored data' }).click()
  await main.getByRole('button', { name: 'Delete practice data' }).click()
  await app.answerDialog('Delete practice data')
  await expect(main).toContainText('Practice data deleted')
  await appPage.showClaims('Received')
  await expect(appPage.entry(tourPolicy)).toHaveCount(0)
})

test('practice is left by an address and a key that work, and gone back to with one click', async ({
  sharedApp: app,
  server,
}) => {
  test.slow()
  server.setKey(key)
  const appPage = await inPractice(app)
  const { page, main } = appPage
  const banner = page.getByRole('banner')
  await expect(banner).toContainText('Practice nothing reaches the insurer')

  await appPage.openSettings('Connection')
  const live = main.getByRole('radio', { name: 'Live' })
  const form = main.getByRole('region', { name: 'Connect to Live' })
  const address = form.getByLabel('Address of the insurer’s system')
  const secret = form.getByLabel('Merchant’s key')
  const connect = async (url: string, typedKey: string): Promise<void> => {
    await address.fill(url)
    await secret.fill(typedKey)
    await form.getByRole('button', { name: 'Check and connect' }).click()
  }
  /** Environment, address and key, as main has them. */
  const asItStands = async (): Promise<unknown> => {
    const { environment, settings, key: own, keysFor } = await request(page, 'app:status')
    const { sandboxBaseUrl, liveBaseUrl } = settings
    return { environment, sandboxBaseUrl, liveBaseUrl, own, keysFor }
  }
  const practice = {
    environment: 'practice',
    sandboxBaseUrl: '',
    liveBaseUrl: '',
    own: { type: 'practice' },
    keysFor: [],
  }

  await test.step('a check that fails says why, and changes nothing', async () => {
    await live.click()
    await connect(server.url, 'another-key')
    const asked = `Send claims and the merchant’s key to “${server.url}”?`
    await expect.poll(async () => (await app.dialog())?.message).toBe(asked)
    await app.answerDialog('Cancel')
    await expect(form.getByRole('status')).toContainText('The new address was not allowed.')
    expect(server.arrivals('all-pharmacies')).toBe(0)
    await expectAccessible(page, 'an address that was not allowed')
    await connect(server.url, 'another-key')
    await app.answerDialog('Send them there')
    await expect(form.getByRole('alert')).toContainText('The insurer does not accept the key')
    await expect(form.getByRole('alert')).toContainText('Nothing was changed.')
    expect(await asItStands()).toEqual(practice)
  })

  await test.step('one that works opens Live, and claims go there', async () => {
    await connect(server.url, key)
    await expect(main.getByText('The insurer answers and accepts the key.')).toBeVisible()
    await expect(banner).toContainText('Live claims go to the insurer')
    await expect(live).toBeFocused()
    await expect(form).toBeHidden()
    const policyNumber = policyOf('keke')
    await appPage.submitClaim('keke', { policyNumber })
    await appPage.showClaims()
    await expect(appPage.entry(policyNumber)).toHaveAttribute('data-situation', 'received')
    expect(server.arrivals('create-keke-claim')).toBe(1)
  })

  await test.step('who practises leaves Live at work: what waits there goes out once, and is counted', async () => {
    await server.disconnect()
    await appPage.submitClaim('okada', { policyNumber: policyOf('okada') })
    await appPage.openSettings('Connection')
    await main.getByRole('radio', { name: 'Practice' }).click()
    await expect(banner).toContainText('Practice')
    await expect(appPage.statusLine).toContainText('1 not sent yet in Live.')
    expect(server.arrivals('create-okada-claim')).toBe(0)
    await server.reconnect()
    await expect(appPage.statusLine).not.toContainText('in Live', { timeout: 30_000 })
    expect(server.arrivals('create-okada-claim')).toBe(1)
    await expect(banner).toContainText('Practice')
  })

  await test.step('Live opens again with what is kept', async () => {
    await live.click()
    await expect(address).toHaveValue(server.url)
    await expect(secret).toHaveAccessibleDescription(/A key is set\./)
    await form.getByRole('button', { name: 'Check and connect' }).click()
    await expect(banner).toContainText('Live')
    await main.getByRole('radio', { name: 'Practice' }).click()
    await expect(banner).toContainText('Practice')
  })
})

test('the keys of the menu work where the page has none of them', async ({ sharedApp: app }) => {
  const page = await app.window()
  await page.keyboard.press('Control+W').catch(() => undefined)
  await expect.poll(async () => await app.hasWindow()).toBe(false)
})
