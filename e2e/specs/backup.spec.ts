import { join } from 'node:path'
import { testHostName } from '../../scripts/host-name.ts'
import { claimSubmission } from '#main/outbox/model/made-up.ts'
import { DeskPage, policyOf } from '../pages/desk-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { accept } from '../support/connected.ts'
import { expect, test } from '../support/fixtures.ts'

test('first look', async ({ launch, dataDir }) => {
  test.skip(testHostName().startsWith('Electron'), 'Electron asks with the system’s own dialog')
  const app = await launch({ dataDir: join(dataDir, 'one'), args: [`--host-save-folder=${dataDir}`] })
  const desk = new DeskPage(await app.window())
  const { page, main } = desk
  await desk.startPractice()
  await page.evaluate(() => window.desk.request('engine:pause', { paused: true }))
  await accept(desk, [claimSubmission({ policyNumber: policyOf('keke') })])
  await desk.goTo('Settings')
  await main.getByRole('link', { name: 'Open backup' }).click()
  await main.getByLabel('Passphrase of the file').fill('correct horse battery staple')
  await main.getByLabel('The passphrase again').fill('correct horse battery staple')
  await expectAccessible(page, 'backup')
  await page.screenshot({ path: '/tmp/bk-1.png', fullPage: true })
  await main.getByRole('button', { name: 'Save the backup' }).click()
  await app.answerDialog('Save')
  await expect(main.getByText('The backup is saved as')).toBeVisible()
  await page.screenshot({ path: '/tmp/bk-2.png', fullPage: true })
})
