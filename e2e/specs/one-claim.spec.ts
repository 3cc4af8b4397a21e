import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { expect, test } from '../support/fixtures.ts'

const minuteMs = 60_000

test('one claim from an empty folder until it is replaced: Today, list, page, slip, search and notice agree', async ({
  app,
}) => {
  const [policy, right] = [policyOf('keke'), policyOf('keke', 1)]
  const place = 'Sapele Road, Benin'
  // Where a claim has a page of its own, not a place beside the list.
  const size = { width: 1024, height: 700 }
  let desk = new AppPage(await app.window())
  let { main, page } = desk
  await page.setViewportSize(size)
  const badge = (): Locator => main.getByRole('heading', { level: 2 }).first()
  const shownReference = async (): Promise<string> =>
    (await main.locator('.font-mono').first().innerText()).trim()
  let address = ''

  await test.step('it is captured without a connection, and keeps one address from its draft on', async () => {
    await desk.startPractice()
    await desk.pretendDown.click()
    await expect(desk.statusLine).toContainText('You are pretending that the connection is down.')
    await desk.newClaim('keke')
    await desk.fillClaim({ policyNumber: policy, occurrenceAddress: place })
    await desk.showClaims('Drafts')
    await desk.entry(policy).click()
    await desk.field('Policy number').waitFor()
    address = page.url()
    await desk.submit()
    expect(page.url()).toBe(address)
    expect(await shownReference()).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  })

  await test.step('it is sent by itself, and its page says so', async () => {
    await desk.pretendDown.click()
    await desk.openEntryFrom('Received', policy)
    expect(page.url()).toBe(address)
    await expect(main.getByRole('list', { name: 'How far it is' })).toContainText('Received')
  })

  await test.step('the insurer decides: a notification, Today, and a word in the list until it is opened', async () => {
    await app.kill()
    letDecide(app.dataDir)
    await app.restart()
    desk = new AppPage(await app.window())
    ;({ main, page } = desk)
    await page.setViewportSize(size)
    await expect(desk.statusLine).toContainText('Connected.')
    await app.focusWindow(false)
    await app.passTime(minuteMs)
    const news = main.getByRole('list', { name: 'New from the insurer' }).getByRole('listitem')
    await expect(news).toContainText('Approved')
    await app.passTime(minuteMs)
    await expect
      .poll(async () => (await app.notifications()).map(({ title }) => title))
      .toContain('The insurer changed the status of 1 claim')
    await app.focusWindow(true)
    await desk.showClaims('Received')
    await expect(desk.entry(policy).getByText(/^Changed: /)).toBeVisible()
    await main.getByRole('button', { name: 'Filters', exact: true }).click()
    const filter = main.getByRole('combobox', { name: 'Status at the insurer' })
    await expect(filter.getByRole('option', { name: /^Approved \(\d+\)$/ })).toHaveCount(1)
    await page.keyboard.press('Escape')
    await desk.entry(policy).first().click()
    await expect(badge()).toHaveText('Approved')
    await expect(main.getByRole('region', { name: 'What the insurer said' })).toContainText('Approved (was ')
    await desk.goTo('Today')
    await expect(main.getByText('Nothing needs you.')).toBeVisible()
  })

  await test.step('the slip says what the insurer said, and when', async () => {
    await desk.openEntryFrom('Received', policy)
    await main.getByRole('button', { name: 'Customer’s slip' }).click()
    const slip = page.getByRole('dialog', { name: 'Customer’s slip' })
    await expect(slip).toContainText(/ApprovedSince .*, as of /)
    await expect(slip).not.toContainText('not decided')
    await page.keyboard.press('Escape')
  })

  await test.step('it is found by its place, with its status', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('sapele')
    const found = page.getByRole('option', { name: new RegExp(policy) })
    await expect(found).toContainText('Approved')
    await page.keyboard.press('Enter')
    await expect(badge()).toHaveText('Approved')
    expect(page.url()).toBe(address)
  })

  await test.step('a mistake in it: replaced, marked, and with the officer until the insurer was told', async () => {
    await desk.choose('Something is wrong')
    const dialog = page.getByRole('dialog', { name: 'Something is wrong with this claim' })
    await dialog.getByLabel('What is wrong').selectOption('Policy number')
    await dialog.getByRole('button', { name: 'Submit the right claim now' }).click()
    await expect(desk.field('Policy number')).toBeFocused()
    await page.keyboard.type(right)
    await desk.submit()
    const replacement = await shownReference()
    await desk.openEntryFrom('Needs you', policy)
    await expect(badge()).toHaveText(`Wrong, replaced by ${replacement}`)
    await main.getByRole('link', { name: `Replaced by ${replacement}`, exact: true }).click()
    await expect(main.getByRole('link', { name: /^Replaces / })).toBeVisible()
    await desk.goTo('Today')
    await main.getByRole('button', { name: `Insurer told: ${policy}` }).click()
    await page.getByRole('dialog').getByLabel('Who at the insurer was told?').fill('Mrs Made-up')
    await page.getByRole('dialog').getByRole('button', { name: 'Insurer told' }).click()
    await expect(main.getByText('Nothing needs you.')).toBeVisible()
    await desk.showClaims('Received')
    await expect(desk.entry(policy)).toContainText(`Wrong, replaced by ${replacement}`)
  })
  // All pharmacies of practice are on this computer already.
  await expect(main.getByRole('region', { name: 'Download all pharmacies?' })).toHaveCount(0)
})

/** The practice insurer decides in its own minutes: six have passed since it got the claim. */
function letDecide(dataDir: string): void {
  const file = join(dataDir, 'practice', 'practice.jsonl')
  const sixMinutesAgo = new Date(Date.now() - 6 * minuteMs).toISOString()
  const kept = readFileSync(file, 'utf8')
  writeFileSync(file, kept.replaceAll(/"created_at":"[^"]*"/g, `"created_at":"${sixMinutesAgo}"`))
}
