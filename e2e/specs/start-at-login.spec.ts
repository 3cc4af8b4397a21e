import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppPage } from '../pages/app-page.ts'
import { launchWith } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'

need(test, 'an entry for the start at login')

test('a desk that is to start with the computer leaves an entry, and takes it away', async ({
  launch,
  dataDir,
}) => {
  const app = await launchWith(launch, dataDir, { configured: true })
  const file = join(app.dataDir, 'config/autostart/claims-desk-from-source.desktop')
  const entry = async (): Promise<string | null> => await readFile(file, 'utf8').catch(() => null)
  let appPage = new AppPage(await app.window())
  await appPage.openSettings('This computer')
  await appPage.main.getByRole('switch', { name: 'Start when this computer starts' }).click()
  await expect.poll(entry).toContain('"--background"')
  const written = await entry()
  expect(written).toMatch(/^Exec=".*" "--data-dir=.*" "--background"$/m)

  await app.restart()
  expect(await entry()).toBe(written)

  appPage = new AppPage(await app.window())
  await appPage.openSettings('This computer')
  await appPage.main.getByRole('switch', { name: 'Start when this computer starts' }).click()
  await expect.poll(entry).toBeNull()
})
