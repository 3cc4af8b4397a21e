import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppPage } from '../pages/app-page.ts'
import { launchWith } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'

need(test, 'an entry for the start at login')

test('a desk that is to start with the computer leaves an entry, sets it right at its next start, and takes it away', async ({
  launch,
  dataDir,
}) => {
  const app = await launchWith(launch, dataDir, { configured: true })
  const file = join(app.dataDir, 'config/autostart/claims-desk.desktop')
  const entry = async (): Promise<string | null> => await readFile(file, 'utf8').catch(() => null)
  let appPage = new AppPage(await app.window())
  await appPage.openSettings('This computer')
  await appPage.main.getByRole('switch', { name: 'Start when this computer starts' }).click()
  await expect.poll(entry).toContain('"--background"')
  const written = await entry()
  expect(written).toMatch(/^Exec=".*" "--data-dir=.*" "--background"$/m)

  // As if the AppImage had been moved since.
  await writeFile(
    file,
    (written ?? '').replace(/^Exec=.*$/m, 'Exec="/gone/claims-desk.AppImage" "--background"'),
  )
  await app.restart()
  await expect.poll(entry).toBe(written)

  appPage = new AppPage(await app.window())
  await appPage.openSettings('This computer')
  await appPage.main.getByRole('switch', { name: 'Start when this computer starts' }).click()
  await expect.poll(entry).toBeNull()
})
