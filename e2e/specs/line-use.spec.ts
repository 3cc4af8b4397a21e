import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { policyOf, type AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

const cardOf = (appPage: AppPage): Locator => appPage.main.getByRole('region', { name: 'Data used' })
const row = (appPage: AppPage, name: string): Locator =>
  cardOf(appPage).getByRole('row').filter({ hasText: name })
const openConnection = async (appPage: AppPage): Promise<void> => {
  await appPage.statusLine.getByRole('link', { name: 'Connection' }).click()
  await cardOf(appPage).waitFor()
}

test(
  'what went over the connection is counted by purpose, and kept when it is killed',
  { tag: '@longer' },
  async ({ connected, server }) => {
    let appPage = await connected.page()
    await openConnection(appPage)
    // Each start asks whether the insurer answers.
    await expect(row(appPage, 'Connection checks')).toContainText('kB')
    await expect(row(appPage, 'Claims and pharmacy requests')).toHaveCount(0)
    await expectAccessible(appPage.page, 'what the connection costs')
    await expectFits(appPage.page, 'what the connection costs')

    await accept(appPage, [claimSubmission({ policyNumber: policyOf('keke') })])
    // Time passes once it is answered: then all of its bytes are counted.
    await server.arrived('create-keke-claim', 1)
    await connected.app.passTime(10_000)
    const claims = row(appPage, 'Claims and pharmacy requests')
    await expect(claims).toContainText('kB')
    const used = (await claims.textContent()) ?? ''
    // It is saved by the minute.
    const saved = async (): Promise<string> => {
      await connected.app.passTime(60_000)
      return await readFile(join(connected.app.dataDir, 'line-use.json'), 'utf8').catch(() => '')
    }
    await expect.poll(saved).toContain('"claims"')

    appPage = await connected.killAndRestart()
    await openConnection(appPage)
    await expect(row(appPage, 'Claims and pharmacy requests')).toContainText(used)
  },
)

test('what is only convenient waits for an officer while data is saved', async ({ connected }) => {
  const appPage = await connected.page()
  await openConnection(appPage)
  await expect(cardOf(appPage)).toContainText('turn on “Save data”')
  // The table pushes the link down when it comes: a press that began above it would end on something else.
  await expect(row(appPage, 'Connection checks')).toContainText('kB')
  await cardOf(appPage).getByRole('link', { name: 'Show setting' }).click()
  const saves = appPage.main.getByRole('switch', { name: 'Save data' })
  await expect(saves).toBeFocused()
  await saves.click()
  await expect(saves).toBeChecked()
  await expectAccessible(appPage.page, 'saving data')
  const answers = await appPage.page.evaluate(async () => {
    const asked = await window.bridge.request('pharmacies:page', { page: 1 })
    const unasked = await window.bridge.request('pharmacies:page', { page: 1, isUnasked: true })
    return [asked.ok, unasked.ok ? null : unasked.error.type]
  })
  expect(answers).toEqual([true, 'saves-data'])
  await openConnection(appPage)
  await expect(cardOf(appPage)).toContainText('“Save data” is on')
})
