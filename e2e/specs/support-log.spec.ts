import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'

test('an officer reads the log and saves it for support', async ({ launch, dataDir }) => {
  const app = await launch({ saveFolder: dataDir })
  const appPage = new AppPage(await app.window())
  const { page, main } = appPage
  await appPage.startPractice()
  await appPage.openSettings('This computer')
  await main.getByRole('button', { name: 'Save the log for support' }).click()
  const dialog = page.getByRole('dialog')
  // The window may be shown before or after the rest has started.
  await expect(dialog.getByRole('region', { name: 'Text of the log' })).toHaveText(
    /^\{"at":"2[^"]*","event":"started"\}$/m,
  )
  const shown = await dialog.getByRole('region', { name: 'Text of the log' }).textContent()
  await expectAccessible(page, 'log for support')
  const save = dialog.getByRole('button', { name: 'Save as a file' })
  await save.click()
  await app.answerDialog('Cancel')
  await expect(save).toBeEnabled()
  await save.click()
  await app.answerDialog('Save')
  await dialog.waitFor({ state: 'hidden' })
  expect(await readFile(join(dataDir, 'claims-desk-log.jsonl'), 'utf8')).toBe(shown)
})
