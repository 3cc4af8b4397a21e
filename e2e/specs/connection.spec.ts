import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator } from 'playwright-core'
import { migrate } from '#main/outbox/migrations.ts'
import { createDiaryStore } from '#main/connectivity/diary-store.ts'
import type { DeskPage } from '../pages/desk-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { launchConnected, type ConnectedDesk } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

/** Opens the page from the status line, by keyboard. */
async function openConnection(desk: DeskPage): Promise<void> {
  await desk.statusLine.getByRole('link', { name: 'Connection' }).focus()
  await desk.page.keyboard.press('Enter')
  await desk.main.getByRole('heading', { level: 1, name: 'Connection' }).waitFor()
}
const tryNow = (desk: DeskPage): Promise<void> => desk.main.getByRole('button', { name: 'Try now' }).click()
const diaryOf = (desk: DeskPage): Locator => desk.main.getByRole('region', { name: 'The last days' })
/** Resolves once the disk has this many periods: those that end within seconds are not stored. */
async function kept({ desk }: ConnectedDesk, count: number): Promise<void> {
  using database = new DatabaseSync(join(desk.dataDir, 'sandbox', 'outbox.sqlite'), { readOnly: true })
  const stretches = database.prepare('SELECT count(*) AS n FROM connection_span')
  const afterAWhile = async (): Promise<number> => {
    await desk.passTime(3_000)
    return Number(stretches.get()?.['n'])
  }
  await expect.poll(afterAWhile).toBeGreaterThanOrEqual(count)
}
const shortOf = (desk: DeskPage): Promise<string[]> =>
  diaryOf(desk).getByRole('listitem').locator('span:nth-child(3)').allInnerTexts()

test('the diary distinguishes each cause and survives a kill', async ({ connected, server }) => {
  let desk = await connected.page()
  await openConnection(desk)
  await expect(desk.main).toContainText('The connection to the insurer works')
  await expect(diaryOf(desk)).toContainText('Connected')
  await expect(desk.main).toContainText('It agrees with the insurer’s clock.')

  await kept(connected, 1)
  await server.disconnect()
  await tryNow(desk)
  await expect(desk.main).toContainText('The insurer’s system does not answer')
  await expect.poll(() => shortOf(desk)).toEqual(['No answer', 'Connected'])
  await expectAccessible(desk.page, 'connection, offline')

  await kept(connected, 2)
  // Before the connection is back: an automatic check in between would see it working for a moment.
  server.faults.set('every-endpoint', { type: 'html' })
  await server.reconnect()
  await tryNow(desk)
  await expect(desk.main).toContainText('Something else answers in place of the insurer')
  await expect.poll(() => shortOf(desk)).toEqual(['Something else answered', 'No answer', 'Connected'])

  await kept(connected, 3)
  server.faults.clear()
  server.setKey('another-made-up-key')
  await tryNow(desk)
  await expect(desk.main).toContainText('The insurer refuses the key')
  await expect.poll(() => shortOf(desk)).toContain('Key refused')
  await kept(connected, 4)

  await server.disconnect()
  desk = await connected.killAndRestart()
  await openConnection(desk)
  await expect.poll(() => shortOf(desk)).toEqual(expect.arrayContaining(['Key refused', 'Connected']))
})

test('a wrong clock is shown on every screen, and no more once it is right', async ({
  connected,
  server,
}) => {
  const desk = await connected.page()
  const notice = desk.main.getByText('This computer’s clock is 13 minutes ahead of the insurer’s.')
  server.moveClock(-13 * 60_000)
  await openConnection(desk)
  await tryNow(desk)
  await expect(desk.main).toContainText('13 minutes ahead of the insurer’s')
  await desk.goTo('New claim')
  await expect(notice).toBeVisible()
  await expect(desk.main).toContainText('Dates on claims may be wrong. Set the clock')
  await expectAccessible(desk.page, 'a wrong clock')
  await desk.main.getByRole('link', { name: 'About the connection' }).click()
  await desk.main.getByRole('heading', { level: 1, name: 'Connection' }).waitFor()
  server.moveClock(13 * 60_000)
  await tryNow(desk)
  await expect(desk.main).toContainText('It agrees with the insurer’s clock.')
  await desk.goTo('New claim')
  await expect(notice).toHaveCount(0)
})

test('the diary of days before is there after a start, its earlier days on request', async ({
  launch,
  dataDir,
  server,
}) => {
  const folder = join(dataDir, 'desk', 'sandbox')
  await mkdir(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'outbox.sqlite'))
  migrate(database)
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
  // The data key of the same earlier run: without it the application would report that instead.
  const sealed = Buffer.alloc(32, 7).toString('base64')
  await writeFile(
    join(dataDir, 'desk', 'data-key.json'),
    JSON.stringify({ version: 1, protection: 'none', sealed }),
  )
  const desk = await (await launchConnected(launch, dataDir, server)).page()
  await openConnection(desk)
  await expect(diaryOf(desk)).toContainText('Yesterday')
  await desk.main.getByRole('button', { name: /Show \d+ earlier days/ }).click()
  await expectAccessible(desk.page, 'the diary of twelve days')
})
