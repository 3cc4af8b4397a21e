import { expect, sharedTest as test } from '../support/fixtures.ts'
import { policyOf } from '../pages/app-page.ts'

test.describe.configure({ mode: 'default' })

const keke = policyOf('keke')
const okada = policyOf('okada')

test(
  'with its window closed the application keeps delivering, and tray and badge show how much waits',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const { app } = connected
    const tooltip = async (): Promise<string> => (await app.tray()).tooltip
    await server.disconnect()
    let appPage = await connected.page()
    await appPage.submitClaim('keke', { policyNumber: keke })
    await appPage.submitClaim('okada', { policyNumber: okada })
    await expect.poll(tooltip).toBe('Claims Desk\nSandbox\n2 items are not yet received.')
    await expect.poll(() => app.badge()).toBe(2)
    await app.clickTray('Quit')
    await expect
      .poll(async () => await app.dialog())
      .toMatchObject({
        message: '2 items are not yet received.',
        detail: expect.stringContaining('Nothing is lost.'),
        buttons: ['Keep running in the background', 'Quit anyway', 'Cancel'],
      })
    await app.answerDialog('Keep running in the background')
    await expect.poll(async () => await app.hasWindow()).toBe(false)

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
  },
)

test(
  'sending is paused from the tray, also across quitting, and a second start shows the window',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const { app } = connected
    const policyNumber = policyOf('keke', 1)
    const before = server.arrivals('create-keke-claim')
    await app.clickTray('Pause sending')
    let appPage = await connected.page()
    await expect(appPage.statusLine).toContainText('Sending is paused.')
    await appPage.submitClaim('keke', { policyNumber })
    await app.closeWindow()
    // The window is closed, so the question stands alone.
    const gone = app.quit()
    await app.answerDialog('Quit anyway')
    await gone
    appPage = await connected.killAndRestart()
    await expect(appPage.statusLine).toContainText('Waiting: 1.')
    await expect.poll(async () => (await app.tray()).tooltip).toContain('Sending is paused.')
    await app.closeWindow()
    expect(await app.startSecond()).toBe(0)
    appPage = await connected.page()
    await appPage.showClaims()
    await expect(appPage.entry(policyNumber)).toContainText('Waiting')
    expect(server.arrivals('create-keke-claim')).toBe(before)
    await app.clickTray('Resume sending')
    await expect(appPage.entry(policyNumber)).toHaveAttribute('data-situation', 'received')
  },
)
