import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { OfficersPage } from '../pages/officers-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept, type ConnectedApp } from '../support/connected.ts'
import type { NotificationView } from '../support/test-app.ts'
import { expect, test } from '../support/fixtures.ts'

/** There is at most one notification in this time. */
const minuteMs = 60_000
const keke = policyOf('keke')
const okada = policyOf('okada')
const unknown = 'KKP/0000/XX/000000'
const claim = (policyNumber: string): ReturnType<typeof claimSubmission> => claimSubmission({ policyNumber })

async function titles(connected: ConnectedApp): Promise<readonly string[]> {
  return (await connected.app.notifications()).map(({ title }) => title)
}

test('with the window closed a rejection is notified at once, received claims together, and clicks open them', async ({
  connected,
  server,
}) => {
  const { app } = connected
  await server.disconnect()
  const first = await connected.page()
  await accept(first, [claim(keke), claim(unknown), claim(policyOf('keke', 1)), pharmacySubmission(okada)])
  await app.closeWindow()
  await server.reconnect()
  await expect.poll(async () => await titles(connected)).toContain('1 needs you.')
  expect((await app.notifications()).at(-1)?.body).toBe('Sandbox')
  expect(await titles(connected)).toHaveLength(1)

  await app.clickNotification('1 needs you.')
  let appPage = await connected.page()
  await appPage.main.getByRole('heading', { level: 1, name: 'Claims' }).waitFor()
  await expect(appPage.main.getByRole('button', { name: 'Needs you', exact: false })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(appPage.entry(unknown)).toBeVisible()
  // Another program takes the focus: the page is open, but no one is looking at it.
  await app.focusWindow(false)
  await appPage.showClaims('Received')
  for (const name of [keke, policyOf('keke', 1)])
    await expect(appPage.entry(name)).toHaveAttribute('data-situation', 'received')
  await appPage.showRequests()
  await expect(appPage.entry('Test Pharmacy')).toContainText('Received')
  await appPage.goTo('Today')

  const title = 'Received: 3.'
  await app.passTime(minuteMs / 3)
  expect(await titles(connected)).toHaveLength(1)
  await app.passTime(minuteMs)
  await expect.poll(async () => await titles(connected)).toContain(title)
  const all: readonly NotificationView[] = await app.notifications()
  expect(all.at(-1)).toEqual({
    title,
    body: 'Sandbox',
    silent: true,
  })
  expect(all).toHaveLength(2)
  await app.clickNotification(title)
  appPage = await connected.page()
  await expect(appPage.main.getByRole('button', { name: 'Received', exact: false })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  for (const { title, body } of all) {
    for (const personal of [keke, okada, unknown, 'Test Pharmacy', 'NIN-TEST']) {
      expect(`${title}\n${body}`).not.toContain(personal)
    }
  }
})

test(
  'while locked, notifications show numbers even with the window in front',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = new OfficersPage((await connected.page()).page)
    await appPage.add({ name: 'Ada Made-up', secret: '271828' }, 'first')
    await server.disconnect()
    await accept(appPage, [claim(unknown)])
    await appPage.lock()
    await server.reconnect()
    await expect.poll(async () => await titles(connected), { timeout: 40_000 }).toEqual(['1 needs you.'])
  },
)

test(
  'a computer that shows no notifications says so in the settings, and nothing else changes',
  { tag: '@longer' },
  async ({ launch, dataDir }) => {
    const app = await launch({ dataDir: `${dataDir}/desk`, notifications: 'none' })
    const appPage = new AppPage(await app.window())
    await appPage.startPractice()
    await app.focusWindow(false)
    await accept(appPage, [claim(unknown)])
    await appPage.showClaims()
    await expect(appPage.entry(unknown)).toContainText('Not accepted')
    await appPage.openSettings('Notifications')
    await expect(appPage.main.getByRole('region', { name: 'Notifications' })).toContainText(
      'This computer cannot show notifications',
    )
    expect(await app.notifications()).toEqual([])
    await expectAccessible(appPage.page, 'settings without notifications')

    // A system that says it shows them, and then refuses the first: the settings that are open say so too.
    await app.restart({ notifications: 'failing' })
    const again = new AppPage(await app.window())
    await again.openSettings('Notifications')
    const section = again.main.getByRole('region', { name: 'Notifications' })
    await expect(section.getByRole('switch', { name: 'Show notifications' })).toBeVisible()
    await expect(section).not.toContainText('This computer cannot show notifications')
    await app.focusWindow(false)
    await accept(again, [claim('KKP/0000/XX/000002')])
    await expect(section).toContainText('This computer cannot show notifications')
  },
)
