import { AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'
import type { TestApp } from '../support/test-app.ts'
import { request } from '../support/request.ts'

test.describe.configure({ mode: 'default' })

/** In practice, wherever the test before left it. */
async function inPractice(app: TestApp): Promise<AppPage> {
  const appPage = new AppPage(await app.window())
  const start = appPage.page.getByRole('button', { name: 'Start in practice mode' })
  const navigation = appPage.page.getByRole('navigation', { name: 'Main' })
  await start.or(navigation).first().waitFor()
  if (await start.isVisible()) await appPage.startPractice()
  return appPage
}

const sections = [
  'This computer',
  'Connection',
  'Printing',
  'Notifications',
  'Officers',
  'Backup and stored data',
  'Advanced',
] as const

test('every section is reached by keyboard, fits, and can be used with assistive technology', async ({
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

test('settings are saved as they are changed, with a way back', async ({ sharedApp: app }) => {
  const appPage = await inPractice(app)
  const { page, main } = appPage
  const inForce = async (): Promise<unknown> => (await request(page, 'app:status')).settings

  await appPage.openSettings('Backup and stored data')
  const days = main.getByLabel('Delete received claims and requests after (days)')
  await days.fill('9999')
  await page.keyboard.press('Enter')
  await expect(days).toHaveAccessibleDescription(/Enter a whole number from 0 to 3,650\./)
  await expectAccessible(page, 'a setting that cannot be saved')
  await page.keyboard.press('Escape')
  await expect(days).toHaveValue('365')
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
  await appPage.openSettings('Advanced')
  const link = main.getByLabel('Link where no one was hurt or died')
  await link.fill('https://files.example/nobody-died')
  await page.keyboard.press('Enter')
  await app.answerDialog('Send this link')
  await expect.poll(inForce).toMatchObject({ notNeededLink: 'https://files.example/nobody-died' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(inForce).toMatchObject({ notNeededLink: '' })

  await appPage.openSettings('This computer')
  await main.getByRole('radio', { name: 'Light' }).click()
  await page.locator('html[data-theme=light]').waitFor()
  await page.keyboard.press('Control+z')
  await page.locator('html:not([data-theme])').waitFor()

  const heading = main.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCSS('font-size', '20px')
  await main.getByRole('switch', { name: 'Larger text' }).click()
  await expect(heading).toHaveCSS('font-size', '24px')
  await expectFits(page, 'settings, larger text')
  await page.keyboard.press('Control+z')
  await expect(heading).toHaveCSS('font-size', '20px')

  await appPage.openSettings('Printing')
  const branch = main.getByLabel('Branch name on slips')
  await branch.fill('x'.repeat(201))
  await page.keyboard.press('Tab')
  await expect(branch).toHaveAccessibleDescription(/Enter at most 200 characters/)
  await branch.fill('Made-up branch')
  // By a key: the field goes with its screen, without being left.
  await page.keyboard.press('Control+3')
  await main.getByRole('heading', { level: 1, name: 'Pharmacies' }).waitFor()
  await expect.poll(inForce).toMatchObject({ branchName: 'Made-up branch' })
})

test('a setting is found by an officer’s words, and opened', async ({ sharedApp: app }) => {
  const appPage = await inPractice(app)
  const { page, main } = appPage
  await appPage.goTo('Today')
  for (const [words, title, focused] of [
    ['dark colours', 'Appearance', main.getByRole('radio', { name: 'Same as this computer' })],
    ['printer', 'Branch name on slips', main.getByLabel('Branch name on slips')],
    ['text size', 'Larger text', main.getByRole('switch', { name: 'Larger text' })],
    ['slow internet', 'Save data', main.getByRole('switch', { name: 'Save data' })],
    ['died', 'Link where no one was hurt or died', main.getByLabel('Link where no one was hurt or died')],
    ['sound', 'Show notifications', main.getByRole('switch', { name: 'Show notifications' })],
    ['usb', 'Backup', main.getByRole('heading', { name: 'Backup', exact: true })],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(words)
    const found = page.getByRole('group', { name: 'Settings' })
    await found.getByRole('option').filter({ hasText: title }).first().click()
    await expect(focused).toBeFocused()
    await expect(focused).toBeInViewport()
  }
  for (const [opens, title] of [
    ['Open backup', 'Backup'],
    ['Open stored data', 'Stored data'],
  ] as const) {
    await main.getByRole('link', { name: opens }).click()
    await main.getByRole('heading', { level: 1, name: title }).waitFor()
    await main.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(main.getByRole('heading', { name: title, exact: true })).toBeFocused()
  }
})
