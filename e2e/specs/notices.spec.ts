import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { policyOf } from '../pages/app-page.ts'
import { OfficersPage } from '../pages/officers-page.ts'
import { asTimePasses } from '../support/as-time-passes.ts'
import { accept, type ConnectedApp } from '../support/connected.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'

test.describe.configure({ mode: 'default' })

/** There is at most one notification in this time. */
const minuteMs = 60_000
const [keke, okada, unknown] = [policyOf('keke'), policyOf('okada'), 'KKP/0000/XX/000000']
const claim = (policyNumber: string): ReturnType<typeof claimSubmission> => claimSubmission({ policyNumber })
const titles = async ({ app }: ConnectedApp): Promise<readonly string[]> =>
  (await app.notifications()).map(({ title }) => title)

test('with the window closed a rejection is notified at once, received claims together, and clicks open them', async ({
  connected,
  server,
}) => {
  const { app } = connected
  const isShown = async (group: string): Promise<void> => {
    const { main } = await connected.page()
    await expect(main.getByRole('button', { name: group, exact: false })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  }
  await server.disconnect()
  await accept(await connected.page(), [claim(keke), claim(unknown), pharmacySubmission(okada)])
  await app.closeWindow()
  await server.reconnect()
  await expect.poll(() => titles(connected)).toEqual(['1 needs you.'])

  await app.clickNotification('1 needs you.')
  await isShown('Needs you')
  const appPage = await connected.page()
  await expect(appPage.entry(unknown)).toBeVisible()
  // Another program takes the focus: the page is open, but no one is looking at it.
  await app.focusWindow(false)
  await appPage.showClaims('Received')
  await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
  await appPage.showRequests()
  await expect(appPage.entry('Test Pharmacy')).toContainText('Received')
  await appPage.goTo('Today')
  await app.passTime(minuteMs / 3)
  expect(await titles(connected)).toHaveLength(1)
  await app.passTime(minuteMs)
  await expect.poll(() => titles(connected)).toEqual(['1 needs you.', 'Received: 2.'])
  // No more than a number and the environment: others may see the screen.
  expect((await app.notifications()).at(-1)).toEqual({
    title: 'Received: 2.',
    body: 'Sandbox',
    silent: true,
  })
  await app.clickNotification('Received: 2.')
  await isShown('Received')
  await app.focusWindow(true)
})

test(
  'while locked, notifications show numbers even with the window in front',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const before = (await titles(connected)).length
    const appPage = new OfficersPage((await connected.page()).page)
    await appPage.add({ name: 'Ada Made-up', secret: '271828' }, 'first')
    await server.disconnect()
    await accept(appPage, [claim('KKP/0000/XX/000001')])
    await appPage.lock()
    await server.reconnect()
    await asTimePasses(connected.app, minuteMs / 3, async () => (await titles(connected)).length > before)
    expect((await titles(connected)).slice(before)).toEqual(['1 needs you.'])
  },
)
