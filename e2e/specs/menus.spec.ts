import type { Page } from 'playwright-core'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { expect, test } from '../support/fixtures.ts'
import type { TestApp } from '../support/test-app.ts'

test.describe.configure({ mode: 'default' })

const keke = policyOf('keke')

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

/** Selects the text of the screen's heading, as by three clicks. */
async function selectHeading(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading', { level: 1 }).click({ clickCount: 3 })
}

test('the right button cuts, copies and pastes in a text field, and copies what is selected elsewhere', async ({
  sharedApp: app,
}) => {
  const appPage = new AppPage(await app.window())
  await appPage.startPractice()
  await appPage.newClaim('keke')
  const { page } = appPage
  const policy = appPage.field('Policy number')

  await policy.click({ button: 'right' })
  expect(await offered(app)).toEqual(['Paste'])
  await policy.fill(keke)
  await policy.click({ button: 'right' })
  await choose(app, 'Select all')
  await policy.click({ button: 'right' })
  expect(await offered(app)).toEqual(['Cut', 'Copy', 'Paste', 'Select all'])
  await choose(app, 'Cut')
  await expect(policy).toHaveValue('')
  await policy.click({ button: 'right' })
  await choose(app, 'Paste')
  await expect(policy).toHaveValue(keke)

  await selectHeading(page)
  await page.getByRole('main').getByRole('heading', { level: 1 }).click({ button: 'right' })
  expect(await offered(app)).toEqual(['Copy'])
})

test('the menu is there before its window, and its keys work where the page has none of them', async ({
  sharedApp: app,
}) => {
  const page = await app.window()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(app.printed()).not.toContain('The menu bar came or went')
  await page.keyboard.press('Control+W').catch(() => undefined)
  await expect.poll(async () => await app.hasWindow()).toBe(false)
})
