import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { validArguments } from '#testing/requests/valid-arguments.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { requestChannels } from '#shared/contract/calls.ts'
import { policyOf } from '../pages/app-page.ts'
import { OfficersPage, type TestOfficer } from '../pages/officers-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept, type ConnectedApp } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import { request } from '../support/request.ts'

const ada: TestOfficer = { name: 'Ada Made-up', secret: '271828' }
const bayo: TestOfficer = { name: 'Bayo Made-up', secret: 'seven okadas by the gate' }
const keke = policyOf('keke')
const okada = policyOf('okada')
const other = policyOf('keke', 1)

async function officersOf(connected: ConnectedApp): Promise<OfficersPage> {
  return new OfficersPage((await connected.page()).page)
}

/** A connected application with a manager and an officer; the manager is signed in. */
async function withTwo(connected: ConnectedApp): Promise<OfficersPage> {
  const appPage = await officersOf(connected)
  await appPage.add(ada, 'first')
  await appPage.addOfficer(bayo, ada, connected.app)
  return appPage
}

/** The bridge, as a script in the page may use it. */
interface AnyBridge {
  request(channel: string, argument: unknown): Promise<{ readonly error?: { readonly type: string } }>
}

// Signing in and recovery are the ways in. Anyone may save the support report, which asks where to.
const notAsked: readonly string[] = ['officers:sign-in', 'officers:recover', 'support:save-report']

/** Main's answers on every channel to a valid argument. */
async function answersOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const questions = requestChannels
    .filter((channel) => !notAsked.includes(channel))
    .map((channel) => [channel, validArguments(channel)[0]] as const)
  return await page.evaluate(async (all) => {
    const { bridge } = window as unknown as { readonly bridge: AnyBridge }
    const answers: Record<string, string> = {}
    for (const [channel, argument] of all) {
      const answer = await bridge.request(channel, argument)
      answers[channel] = answer.error?.type ?? 'answered'
    }
    return answers
  }, questions)
}

/** Everything a locked page holds that could be looked at: its document, addresses, history, storage and timings. */
async function heldBy(page: Page): Promise<string> {
  const seen = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      document.title,
      location.href,
      JSON.stringify(history.state),
      JSON.stringify(performance.getEntries().map(({ name }) => name)),
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
      window.name,
    ].join('\n'),
  )
  const cdp = await page.context().newCDPSession(page)
  const { entries } = await cdp.send('Page.getNavigationHistory')
  await cdp.detach()
  expect(entries, 'nothing to go back to').toHaveLength(1)
  return `${seen}\n${JSON.stringify(entries)}`
}

test('a desk that is left keeps what was being written, shows nothing of it, and gives it back to its officer', async ({
  connected,
  server,
}) => {
  const appPage = await withTwo(connected)
  const { page, main } = appPage
  await appPage.submitClaim('keke', { policyNumber: keke })
  await appPage.showClaims()
  await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
  await expect(appPage.entry(keke)).toContainText('Ada Made-up')
  await expect(await appPage.openEntry(keke)).toContainText(/\d\d:\d\d, by Ada Made-up/)
  await appPage.openWholePage()
  await main.getByRole('heading', { level: 1, name: keke }).waitFor()

  await appPage.newClaim('okada')
  await appPage.field('Policy number').fill(okada)
  await appPage.field('Claimant’s identification').fill('HALF-WRITTEN-1')
  await page.setViewportSize({ width: 1024, height: 700 })
  await main.getByRole('button', { name: 'Share with the office' }).waitFor()
  const foot = await main
    .getByRole('button', { name: 'Submit claim' })
    .locator('xpath=ancestor::footer')
    .boundingBox()
  expect(foot?.height, 'neither its buttons nor its words wrap').toBeLessThan(70)
  await expectAccessible(page, 'a draft of an officer')
  await appPage.lock()
  const held = await heldBy(page)
  for (const personal of [keke, okada, encodeURIComponent(okada), 'HALF-WRITTEN'])
    expect(held).not.toContain(personal)
  for (const [channel, answer] of Object.entries(await answersOf(page))) {
    const isOpen = ['app:status', 'app:storage-retry', 'engine:status', 'support:report'].includes(channel)
    expect(answer, channel).toBe(isOpen ? 'answered' : 'signed-out')
  }
  await page.evaluate(() => (location.hash = '#/claims'))
  await expect(appPage.signInTitle).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()

  await appPage.signIn(ada)
  await main.getByRole('heading', { name: 'Okada claim' }).waitFor()
  await expect(appPage.field('Policy number')).toHaveValue(okada)
  await expect(appPage.field('Claimant’s identification')).toHaveValue('HALF-WRITTEN-1')
  await expect(main.getByText('Recovered')).toBeHidden()
  expect(server.arrivals('create-keke-claim')).toBe(1)
})

test('an officer sees no draft of a colleague’s, and their claims as the office shares them', async ({
  connected,
}) => {
  const appPage = await withTwo(connected)
  const { page, main } = appPage
  await appPage.submitClaim('keke', { policyNumber: keke })
  await appPage.newClaim('okada')
  await appPage.field('Policy number').fill(okada)
  await appPage.lock()

  await appPage.signIn(bayo)
  const drafts = await request(page, 'drafts:list')
  expect(drafts).toEqual({ drafts: [], recoveredIds: [], unreadable: [] })
  await appPage.showClaims()
  await expect(appPage.entry(keke)).toContainText('Ada Made-up')
  await expect(appPage.entry(okada)).toHaveCount(0)
  await accept(appPage, [claimSubmission({ policyNumber: other })])
  await appPage.lock()

  await appPage.signIn(ada)
  await appPage.openSettings('Officers')
  await main.getByRole('switch', { name: 'Officers see one another’s claims' }).click()
  await expect(main.getByRole('switch', { name: 'Officers see' })).not.toBeChecked()
  await appPage.showClaims('Drafts')
  await appPage.entry(okada).click()
  await main.getByRole('button', { name: 'Share with the office' }).click()
  await main.getByRole('button', { name: 'Keep private' }).waitFor()
  // A manager sees those of all, or her own.
  await appPage.showClaims()
  await expect(appPage.entry(other)).toContainText('Bayo Made-up')
  await main.getByRole('button', { name: 'More filters' }).click()
  await main.getByRole('combobox', { name: 'Whose' }).selectOption('Mine')
  await expect(appPage.entry(keke)).toBeVisible()
  await expect(appPage.entry(other)).toHaveCount(0)
  await appPage.lock()

  await appPage.signIn(bayo)
  await appPage.showClaims()
  await expect(appPage.entry(other)).toContainText('Bayo Made-up')
  // What the insurer lists is no secret; that it was Ada’s is.
  await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'listed')
  await expect(appPage.entry(keke)).not.toContainText('Ada Made-up')
  await appPage.showClaims('Drafts')
  await expect(appPage.entry(okada)).not.toContainText('Recovered')
  await appPage.entry(okada).click()
  await main.getByRole('button', { name: 'Keep private' }).click()
  await main.getByRole('button', { name: 'Share with the office' }).waitFor()
  await appPage.lock()
  await appPage.signIn(ada)
  await appPage.showClaims()
  await appPage.entry(keke).waitFor()
  await expect(appPage.entry(okada)).toHaveCount(0)
})

test('a script in a manager’s page that knows a colleague’s PIN gets none of their drafts and sends nothing as them', async ({
  connected,
  server,
}) => {
  const appPage = await withTwo(connected)
  const { page, main } = appPage
  await appPage.lock()
  await appPage.signIn(bayo)
  await appPage.newClaim('okada')
  await appPage.field('Policy number').fill(okada)
  await appPage.lock()
  await appPage.signIn(ada)
  await appPage.showClaims()
  const { officers } = await request(page, 'app:status')
  const id = 'officers' in officers ? officers.officers.find(({ name }) => name === bayo.name)?.id : ''
  const reset = { id: id ?? '', next: 'seven kekes by the gate' }
  const [answer] = await Promise.all([
    page.evaluate((argument) => window.bridge.request('officers:reset-secret', argument), reset),
    connected.app.answerDialog('Cancel'),
  ])
  expect(answer).toEqual({ ok: false, error: { type: 'declined' } })
  const asked = { signIn: { id, secret: bayo.secret }, claim: claimSubmission({ policyNumber: other }) }
  // What it saw outlives its document.
  const script = page.evaluate(async ({ signIn, claim }) => {
    const { bridge } = window as unknown as { readonly bridge: AnyBridge }
    const seen: unknown[] = []
    const ask = async (channel: string, argument?: unknown): Promise<void> => {
      seen.push([channel, await bridge.request(channel, argument)])
      localStorage.setItem('seen', JSON.stringify(seen))
    }
    await ask('officers:sign-in', signIn)
    const underWay = [ask('drafts:list'), ask('officers:leave', { place: null }), ask('drafts:list')]
    await ask('officers:sign-in', signIn)
    await Promise.all(underWay)
    for (;;) {
      await ask('drafts:list')
      await ask('outbox:accept', claim)
    }
  }, asked)
  await expect(script).rejects.toThrow()
  await appPage.signInTitle.waitFor()
  const seen = await page.evaluate(() => localStorage.getItem('seen') ?? '')
  await page.evaluate(() => localStorage.removeItem('seen'))
  expect(seen).toContain(
    '["officers:sign-in",{"ok":true,"value":{"type":"refused","why":{"type":"not-allowed"}}}]',
  )
  expect(seen).toContain('["officers:sign-in",{"ok":false,"error":{"type":"signed-out"}}]')
  expect(seen).not.toContain(okada)
  expect(seen).not.toContain('"type":"done"')
  await appPage.signIn(bayo)
  await main.getByRole('heading', { name: 'Okada claim' }).waitFor()
  expect(await request(page, 'outbox:list')).toEqual([])
  expect(server.arrivals('create-keke-claim')).toBe(0)
})

test('suspending the computer, or locking its screen, saves the open form and locks the application', async ({
  connected,
}) => {
  const appPage = await withTwo(connected)
  await appPage.newClaim('keke')
  await appPage.field('Policy number').fill(keke)
  await connected.app.power('suspend')
  expect((await connected.app.windowView()).visible, 'to whoever wakes it').toBe(false)
  await appPage.signInTitle.waitFor()
  await expect.poll(async () => (await connected.app.windowView()).visible).toBe(true)
  await connected.app.power('resume')
  await appPage.signIn(ada)
  await expect(appPage.field('Policy number')).toHaveValue(keke)
  await connected.app.power('lock-screen')
  await appPage.signInTitle.waitFor()
  await connected.app.power('unlock-screen')
  await appPage.signIn(ada)
  await appPage.main.getByRole('heading', { name: 'Keke claim' }).waitFor()
  await expect(appPage.field('Policy number')).toHaveValue(keke)
  await appPage.openSettings('Printing')
  await appPage.main.getByLabel('Branch name').fill('Made-up branch')
  await connected.app.power('lock-screen')
  await appPage.signInTitle.waitFor()
  await connected.app.power('unlock-screen')
  await appPage.signIn(ada)
  await expect(appPage.main.getByLabel('Branch name'), 'a field in use').toHaveValue('Made-up branch')
  await connected.app.power('resume')
  await appPage.signInTitle.waitFor()
})

test('waking the computer takes the focus from no other program, and opens no window that was minimized', async ({
  connected,
}) => {
  const { app } = connected
  const appPage = await withTwo(connected)
  await app.focusWindow(false)
  await app.power('suspend')
  expect((await app.windowView()).visible, 'to whoever wakes it').toBe(false)
  await appPage.signInTitle.waitFor()
  await expect.poll(async () => (await app.windowView()).visible).toBe(true)
  expect((await app.windowView()).focused).toBe(false)
  await appPage.signIn(ada)
  await app.focusWindow(true)
  await app.power('suspend')
  await appPage.signInTitle.waitFor()
  await expect.poll(async () => (await app.windowView()).focused).toBe(true)
  await appPage.signIn(ada)
  await app.arrangeWindow('minimize')
  await app.power('suspend')
  await appPage.signInTitle.waitFor()
  await expect.poll(async () => (await app.windowView()).minimized).toBe(true)
  expect(await app.windowView()).toMatchObject({ visible: false, focused: false })
})

test('an officer cannot change office-wide settings, in the page or around it', async ({ connected }) => {
  const appPage = await withTwo(connected)
  const { page, main } = appPage
  await appPage.lock()
  await appPage.signIn(bayo)
  await appPage.openSettings('Connection')
  await expect(main.getByText('Only a manager can change office settings')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Check connection' })).toBeEnabled()
  await expect(main.getByRole('textbox', { name: 'Merchant’s key' })).toHaveCount(0)
  await expect(main.getByRole('radio', { name: 'Practice' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Advanced' })).toHaveCount(0)
  await appPage.openSettings('Officers')
  await expect(appPage.section.getByRole('button', { name: /^(Add|Remove)/ })).toHaveCount(0)
  await appPage.openSettings('This computer')
  await main.getByRole('radio', { name: 'Dark' }).click()
  await page.locator('html[data-theme=dark]').waitFor()
  const answers = await page.evaluate(async () => [
    await window.bridge.request('key:set', { key: 'made-up-key' }),
    await window.bridge.request('key:clear'),
    await window.bridge.request('settings:change', { theme: 'light', lockAfterMinutes: 0 }),
    await window.bridge.request('environment:connect', {
      environment: 'sandbox',
      baseUrl: 'https://a.example',
      key: 'made-up-key',
      evenOffline: true,
    }),
  ])
  for (const answer of answers) expect(answer).toEqual({ ok: false, error: { type: 'managers-only' } })
  await page.locator('html[data-theme=dark]').waitFor()
})

test(
  'a manager makes an officer a manager and back, and one manager always remains',
  { tag: '@longer' },
  async ({ connected }) => {
    const appPage = await withTwo(connected)
    const { page } = appPage
    const row = (name: string) => appPage.section.getByRole('listitem').filter({ hasText: name })
    const { app } = connected
    await appPage.openSettings('Officers')
    await appPage.section.getByRole('button', { name: 'Make manager: Bayo Made-up' }).click()
    await expect.poll(async () => (await app.dialog())?.message).toBe('Make Bayo Made-up a manager?')
    await app.answerDialog('Cancel')
    await expect(row('Bayo')).not.toContainText('Manager')
    await appPage.section.getByRole('button', { name: 'Make manager: Bayo Made-up' }).click()
    await app.answerDialog('Make manager')
    await expect(row('Bayo')).toContainText('Manager')
    await appPage.lock()

    await appPage.signIn(bayo)
    await appPage.openSettings('Officers')
    await appPage.section.getByRole('button', { name: 'Make officer: Ada Made-up' }).click()
    await app.answerDialog('Make officer')
    await expect(row('Ada')).not.toContainText('Manager')
    const { officers } = await request(page, 'app:status')
    const id = officers.type === 'signed-in' ? officers.officer.id : ''
    // Without a key press, no question opens so soon after the last one.
    await page.keyboard.press('Shift')
    const [own] = await Promise.all([
      request(page, 'officers:set-role', { id, role: 'officer' }),
      app.answerDialog('Make officer'),
    ])
    expect(own).toEqual({ type: 'refused', why: { type: 'last-manager' } })
    await appPage.lock()
    await appPage.signIn(ada)
    await appPage.openSettings('Officers')
    await expect(appPage.section.getByRole('button', { name: /^Make / })).toHaveCount(0)
  },
)

test(
  'a damaged list of officers opens nothing, and the merchant’s key makes a manager',
  { tag: '@longer' },
  async ({ connected, dataDir, server }) => {
    await withTwo(connected)
    await connected.app.kill()
    const folder = join(dataDir, 'desk')
    await writeFile(join(folder, 'officers.json'), 'noise')
    await connected.app.restart()
    const appPage = new OfficersPage(await connected.app.window())
    const { page, main } = appPage
    await main.getByRole('heading', { name: 'The list of officers cannot be opened' }).waitFor()
    expect(await page.evaluate(() => window.bridge.request('outbox:list'))).toMatchObject({
      error: { type: 'signed-out' },
    })
    await main.getByRole('button', { name: 'Use the merchant’s key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your name').fill('Efe Made-up')
    await dialog.getByLabel('New PIN or passphrase').fill('577215')
    for (const [key, isRight] of [
      ['', false],
      ['made-up-key', false],
      [server.key, true],
    ] as const) {
      await dialog.getByRole('textbox', { name: 'Merchant’s key' }).fill(key)
      await dialog.getByRole('button', { name: 'Become a manager' }).click()
      if (isRight) await appPage.lockButton.waitFor()
      else await dialog.getByText('Not the merchant’s key').waitFor()
    }
    expect(await readdir(folder)).toContain('officers.json.unreadable-1')
    await appPage.openSettings('Officers')
    await expect(appPage.section.getByRole('listitem')).toContainText('Efe Made-up')
  },
)

test('officers can be managed, and the application locked and unlocked, with assistive technology', async ({
  connected,
}) => {
  const appPage = await withTwo(connected)
  const { page, main } = appPage
  await appPage.openSettings('Officers')
  await expectAccessible(page, 'settings with officers')
  await expectFits(page, 'settings with officers')
  for (const opener of ['Add an officer', 'Give Bayo Made-up a new PIN', 'Change my PIN']) {
    await appPage.section.getByRole('button', { name: opener }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, `dialog “${opener}”`)
    await expectFits(page, `dialog “${opener}”`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await appPage.lock()
  await expectAccessible(page, 'locked desk')
  await expectFits(page, 'locked desk')
  await appPage.trySecret({ ...bayo, secret: 'wrong one' })
  await main.getByText('Wrong PIN').first().waitFor()
  await main.getByText('Forgot your PIN?').click()
  await main.getByRole('button', { name: 'Use the merchant’s key' }).click()
  await expect(page.getByRole('textbox', { name: 'Merchant’s key' })).toBeFocused()
  await expectAccessible(page, 'locked desk with the way back')
  await page.keyboard.press('Escape')
  await appPage.signIn(ada)
  await appPage.lock()
  await appPage.signIn(bayo)
  await appPage.openSettings('This computer')
  await expectAccessible(page, 'settings of an officer')
  await appPage.lock()

  // The keyboard alone: the cursor is where typing begins.
  await expect(main.getByLabel('PIN or passphrase')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(main.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type(ada.secret)
  await page.keyboard.press('Enter')
  // Nothing takes the focus away later: the lock button comes with the screen that was left.
  await appPage.lockButton.waitFor()
  await expect(main.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
  await appPage.lockButton.focus()
  await page.keyboard.press('Enter')
  await appPage.signInTitle.waitFor()
})
