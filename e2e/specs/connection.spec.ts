import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator } from 'playwright-core'
import { createDiaryStore } from '#main/connectivity/diary-store.ts'
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
const diaryOf = (appPage: AppPage): Locator => appPage.main.getByRole('region', { name: 'Last days' })
/** Resolves once the disk has this many periods: those that end within seconds are not stored. */
async function kept({ app }: ConnectedApp, count: number): Promise<void> {
  using database = new DatabaseSync(join(app.dataDir, 'sandbox', 'outbox.sqlite'), { readOnly: true })
  const stretches = database.prepare('SELECT count(*) AS n FROM connectivity_span')
  const afterAWhile = async (): Promise<number> => {
    await app.passTime(3_000)
    return Number(stretches.get()?.['n'])
  }
  await expect.poll(afterAWhile).toBeGreaterThanOrEqual(count)
}
const shortOf = (appPage: AppPage): Promise<string[]> =>
  diaryOf(appPage).getByRole('listitem').locator('span:nth-child(3)').allInnerTexts()

test('the diary distinguishes each cause and survives a kill', async ({ connected, server }) => {
  let appPage = await connected.page()
  await openConnection(appPage)
  await expect(appPage.main).toContainText('The connection to the insurer works')
  await expect(diaryOf(appPage)).toContainText('Connected')
  await expect(appPage.main).toContainText('It agrees with the insurer’s clock.')

  await kept(connected, 1)
  await server.disconnect()
  await tryNow(appPage)
  await expect(appPage.main).toContainText('The insurer’s system does not answer')
  await expect.poll(() => shortOf(appPage)).toEqual(['No answer', 'Connected'])
  await expectAccessible(appPage.page, 'connection, offline')

  await kept(connected, 2)
  // Before the connection is back: an automatic check in between would see it working for a moment.
  server.faults.set('every-endpoint', { type: 'html' })
  await server.reconnect()
  await tryNow(appPage)
  await expect(appPage.main).toContainText('Something else answers instead of the insurer')
  await expect.poll(() => shortOf(appPage)).toEqual(['Something else answered', 'No answer', 'Connected'])

  await kept(connected, 3)
  server.faults.clear()
  server.setKey('another-made-up-key')
  await tryNow(appPage)
  await expect(appPage.main).toContainText('The insurer does not accept the key')
  await expect.poll(() => shortOf(appPage)).toContain('Key not accepted')
  await kept(connected, 4)

  await server.disconnect()
  appPage = await connected.killAndRestart()
  await openConnection(appPage)
  await expect.poll(() => shortOf(appPage)).toEqual(expect.arrayContaining(['Key not accepted', 'Connected']))
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

test(
  'the diary of days before is there after a start, its earlier days on request',
  { tag: '@longer' },
  async ({ connected }) => {
    const { app } = connected
    await app.quit()
    const database = new DatabaseSync(join(app.dataDir, 'sandbox', 'outbox.sqlite'))
    const store = createDiaryStore(database)
    for (let ago = 12; ago > 0; ago -= 1) {
      const at = (hour: number): string => {
        const day = new Date()
        day.setDate(day.getDate() - ago)
        return new Date(day.setHours(hour, 0, 0, 0)).toISOString()
      }
      for (const [kind, from, until] of [
        ['works', 8, 12],
        ['dns', 12, 14],
        ['works', 14, 17],
      ] as const) {
        const begun = store.begin(kind, at(from), null)
        if (begun.ok) store.extend(begun.value, at(until))
      }
    }
    database.close()
    await app.restart()
    const appPage = await connected.page()
    await openConnection(appPage)
    await expect(diaryOf(appPage)).toContainText('Yesterday')
    await appPage.main.getByRole('button', { name: /Show \d+ earlier days/ }).click()
    await expectAccessible(appPage.page, 'the diary of twelve days')
  },
)
