import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { type ConnectedApp } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

/** Opens the page from the status line, by keyboard. */
async function openConnection(appPage: AppPage): Promise<void> {
  await appPage.statusLine.getByRole('link', { name: 'Connection' }).focus()
  await appPage.page.keyboard.press('Enter')
  await appPage.main.getByRole('heading', { level: 1, name: 'Connection' }).waitFor()
}
const tryNow = (appPage: AppPage): Promise<void> =>
  appPage.main.getByRole('button', { name: 'Try now' }).click()
/** The causes in the log, oldest first, without those that the next line repeats. */
function loggedBy({ app }: ConnectedApp): readonly string[] {
  const lines = readFileSync(join(app.dataDir, 'logs', 'main.log'), 'utf8')
  const kinds = [...lines.matchAll(/"event":"connection","environment":"[a-z]+","kind":"([a-z-]+)"/g)].map(
    ([, kind]) => kind ?? '',
  )
  return kinds.filter((kind, index) => kind !== kinds[index + 1])
}

test('each cause is shown, and is in the log across a kill', async ({ connected, server }) => {
  let appPage = await connected.page()
  await openConnection(appPage)
  await expect(appPage.main).toContainText('The connection to the insurer works')
  await expect(appPage.main).toContainText('It agrees with the insurer’s clock.')

  await server.disconnect()
  await tryNow(appPage)
  await expect(appPage.main).toContainText('The insurer’s system does not answer')
  await expectAccessible(appPage.page, 'connection, offline')

  // Before the connection is back: an automatic check in between would see it working for a moment.
  server.faults.set('every-endpoint', { type: 'html' })
  await server.reconnect()
  await tryNow(appPage)
  await expect(appPage.main).toContainText('The network may want you to sign in or buy data')

  server.faults.clear()
  server.setKey('another-made-up-key')
  await tryNow(appPage)
  await expect(appPage.main).toContainText('The insurer does not accept the key')

  await server.disconnect()
  appPage = await connected.killAndRestart()
  await openConnection(appPage)
  await expect(appPage.main).toContainText('The insurer’s system does not answer')
  await expect
    .poll(() => loggedBy(connected))
    .toEqual(expect.arrayContaining(['works', 'no-answer', 'intercepted', 'key-refused']))
})

test(
  'a wrong clock is shown on every screen, and no more once it is right',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const notice = appPage.main.getByText('This computer’s clock is 13 minutes ahead of the insurer’s.')
    server.moveClock(-13 * 60_000)
    await openConnection(appPage)
    await tryNow(appPage)
    await expect(appPage.main).toContainText('13 minutes ahead of the insurer’s')
    await appPage.goTo('New claim')
    await expect(notice).toBeVisible()
    await expect(appPage.main).toContainText('Dates on claims may be wrong. Set the clock')
    await expectAccessible(appPage.page, 'a wrong clock')
    await appPage.main.getByRole('link', { name: 'About the connection' }).click()
    await appPage.main.getByRole('heading', { level: 1, name: 'Connection' }).waitFor()
    server.moveClock(13 * 60_000)
    await tryNow(appPage)
    await expect(appPage.main).toContainText('It agrees with the insurer’s clock.')
    await appPage.goTo('New claim')
    await expect(notice).toHaveCount(0)
  },
)
