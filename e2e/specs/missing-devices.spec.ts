import type { Locator } from 'playwright-core'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

const cannot = 'This computer cannot show notifications'
const [unknown, another] = ['KKP/0000/XX/000000', 'KKP/0000/XX/000002']

test(
  'a computer that shows no notifications and prints nothing says so, and nothing else changes',
  { tag: '@longer' },
  async ({ launch }) => {
    const app = await launch({ notifications: 'none', printer: 'none' })
    let appPage = new AppPage(await app.window())
    const section = (): Locator => appPage.main.getByRole('region', { name: 'Notifications' })
    const print = (): Locator => appPage.pharmacy.getByRole('button', { name: 'Print', exact: true })
    await appPage.startPractice()

    await test.step('what cannot be printed can be saved', async () => {
      await appPage.openPharmacy()
      await print().click()
      await expect(appPage.pharmacy.getByText('It was not printed')).toBeVisible()
      await expect(appPage.pharmacy.getByText('Check the printer, or save it as PDF.')).toBeVisible()
      await expect(appPage.pharmacy.getByRole('button', { name: 'Save as PDF' })).toBeVisible()
      expect(await app.printedTimes()).toBe(0)
      await appPage.page.keyboard.press('Escape')
    })

    await test.step('the settings tell that nothing is notified', async () => {
      await app.focusWindow(false)
      await accept(appPage, [claimSubmission({ policyNumber: unknown })])
      await appPage.showClaims()
      await expect(appPage.entry(unknown)).toContainText('Not accepted')
      await appPage.openSettings('Notifications')
      await expect(section()).toContainText(cannot)
      expect(await app.notifications()).toEqual([])
      await expectAccessible(appPage.page, 'settings without notifications')
    })

    await app.restart({ notifications: 'failing', printer: 'silent' })
    appPage = new AppPage(await app.window())

    await test.step('where nobody hears how printing ended, it can be asked for again', async () => {
      await appPage.openPharmacy()
      for (const times of [1, 2]) {
        await print().click()
        await expect.poll(async () => await app.printedTimes()).toBe(times)
      }
      await appPage.page.keyboard.press('Escape')
    })

    await test.step('a system that says it shows them, and then refuses the first: open settings say so too', async () => {
      await appPage.openSettings('Notifications')
      await expect(section().getByRole('switch', { name: 'Show notifications' })).toBeVisible()
      await expect(section()).not.toContainText(cannot)
      await app.focusWindow(false)
      await accept(appPage, [claimSubmission({ policyNumber: another })])
      await expect(section()).toContainText(cannot)
    })
  },
)
