import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'
import { policyOf } from '../pages/app-page.ts'

const keke = policyOf('keke')
const okada = policyOf('okada')

test('with its window closed the application keeps delivering, and tray and badge show how much waits', async ({
  connected,
  server,
}) => {
  const app = connected.app
  const tooltip = async (): Promise<string> => (await app.tray()).tooltip
  const items = async (): Promise<readonly string[]> => (await app.tray()).items.map(({ label }) => label)
  await server.disconnect()
  let appPage = await connected.page()
  await appPage.submitClaim('keke', { policyNumber: keke })
  await appPage.submitClaim('okada', { policyNumber: okada })
  await expect.poll(tooltip).toBe('Claims Desk\nSandbox\n2 items are not yet received.')
  await expect.poll(() => app.badge()).toBe(2)
  await app.closeWindow()
  await expect.poll(items).toContain('Claims')

  await server.reconnect()
  await Promise.all([server.arrived('create-keke-claim', 1), server.arrived('create-okada-claim', 1)])
  await expect.poll(tooltip).toBe('Claims Desk\nSandbox\nNothing waits.')
  await expect.poll(() => app.badge()).toBe(0)
  expect(await app.hasWindow()).toBe(false)

  await app.clickTray('Open Claims Desk')
  appPage = await connected.page()
  await appPage.showClaims('Received')
  for (const policy of [keke, okada])
    await expect(appPage.entry(policy)).toHaveAttribute('data-situation', 'received')
  expect(server.arrivals('create-keke-claim')).toBe(1)
})

test('where no tray shows that it goes on, closing the window says so once, and how to see it again', async ({
  launch,
}) => {
  need(test, 'processes of Linux')
  const app = await launch({ env: { TRAY_IS_SHOWN: 'false' } })
  await app.window()
  await app.closeWindow()
  await expect
    .poll(async () => await app.dialog())
    .toMatchObject({
      message: 'Claims Desk keeps running',
      detail: expect.stringContaining('Start it again to see it.'),
      buttons: ['Keep running in the background', 'Quit'],
    })
  await app.answerDialog('Keep running in the background')
  expect(await app.startSecond()).toBe(0)
  await app.window()
  await app.closeWindow()
  await app.clickTray('Open Claims Desk')
  await app.window()
  expect(await app.dialog()).toBeNull()
})

test('sending is paused and resumed from the tray, also across a start, and a second start shows the window', async ({
  connected,
  server,
}) => {
  const app = connected.app
  await app.clickTray('Pause sending')
  let appPage = await connected.page()
  await expect(appPage.statusLine).toContainText('Sending is paused.')
  await appPage.submitClaim('keke', { policyNumber: keke })
  appPage = await connected.killAndRestart()
  await expect(appPage.statusLine).toContainText('Waiting: 1.')
  await expect.poll(async () => (await app.tray()).tooltip).toContain('Sending is paused.')

  await app.closeWindow()
  expect(await app.startSecond()).toBe(0)
  appPage = await connected.page()
  await appPage.showClaims()
  await expect(appPage.entry(keke)).toContainText('Waiting')
  expect(server.arrivals('create-keke-claim')).toBe(0)
  await app.clickTray('Resume sending')
  await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
  await expect.poll(async () => (await app.tray()).items.map(({ label }) => label)).toContain('Pause sending')
})

test('quitting asks only while something waits, and follows the answer', async ({ connected, server }) => {
  const app = connected.app
  await server.disconnect()
  await (await connected.page()).submitClaim('keke', { policyNumber: keke })
  await app.clickTray('Quit')
  await expect
    .poll(async () => await app.dialog())
    .toMatchObject({
      message: '1 item is not yet received.',
      detail: expect.stringContaining('Nothing is lost.'),
      buttons: ['Keep running in the background', 'Quit anyway', 'Cancel'],
    })
  await app.answerDialog('Cancel')
  await expect.poll(async () => await app.dialog()).toBeNull()
  expect(await app.hasWindow()).toBe(true)

  await app.clickTray('Quit')
  await app.answerDialog('Keep running in the background')
  await expect.poll(async () => await app.hasWindow()).toBe(false)
  await server.reconnect()
  await server.arrived('create-keke-claim', 1)

  // The window is closed, so the question stands alone.
  await expect.poll(async () => await app.badge()).toBe(0)
  await server.disconnect()
  await app.clickTray('Open Claims Desk')
  await (await connected.page()).submitClaim('okada', { policyNumber: okada })
  await app.closeWindow()
  const gone = app.quit()
  await app.answerDialog('Quit anyway')
  await gone

  await server.reconnect()
  const appPage = await connected.killAndRestart()
  await appPage.showClaims('Received')
  await expect(appPage.entry(okada)).toHaveAttribute('data-situation', 'received')
  // A question would prevent it from ending.
  await app.quit()
  expect(server.arrivals('create-keke-claim')).toBe(1)
  expect(server.arrivals('create-okada-claim')).toBe(1)
})

test(
  'a claim that the sleep of the computer cut off is found after it woke up',
  { tag: '@longer' },
  async ({ connected, server }) => {
    server.faults.set('create-keke-claim', { type: 'hang', when: 'after-commit', times: 1 })
    // Claims reads it when it is opened.
    server.faults.set('list-keke-claims', { type: 'status', status: 500 })
    const appPage = await connected.page()
    await appPage.submitClaim('keke', { policyNumber: keke })
    await server.arrived('create-keke-claim', 1)
    await connected.app.power('suspend')
    await appPage.showClaims('On its way')
    const page = await appPage.openEntry(keke)
    await expect(page).toContainText('the computer went to sleep while sending')
    await connected.app.power('resume')
    await expect(page).toContainText('The answer was lost, but the insurer shows it.')
    expect(server.arrivals('create-keke-claim')).toBe(1)
  },
)
