import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { merchantKeys } from '../support/canary-values.ts'
import { expect, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'
import { expectFits } from '../support/fits.ts'

need(test, 'a policy in a file')

test(
  'an organisation sets environment, address and lock time; a secret in its file is cried out',
  { tag: '@longer' },
  async ({ launch, server, dataDir }) => {
    const policy = join(dataDir, 'policy', 'policy.json')
    await mkdir(join(dataDir, 'policy'))
    const set = {
      environments: ['sandbox'],
      sandboxBaseUrl: server.url,
      lockAfterMinutes: 3,
    }
    await writeFile(policy, JSON.stringify({ ...set, keepReceivedDays: -1, secretKey: 'made-up' }), {
      mode: 0o644,
    })
    const app = await launch({ env: { CLAIMS_DESK_POLICY_FILE: policy } })
    const appPage = new AppPage(await app.window())
    const { page, main } = appPage

    await test.step('the first screen asks for the key alone', async () => {
      await page.getByRole('heading', { name: 'Connect to the insurer' }).waitFor()
      await expect(page.getByRole('textbox')).toHaveCount(1)
      await expect(page.getByText(server.url)).toBeVisible()
      await expectAccessible(page, 'first screen of a managed computer')
      await expectFits(page, 'first screen of a managed computer')
      await page.getByLabel('Merchant’s key').fill(merchantKeys.run)
      await page.getByRole('button', { name: 'Check and connect' }).click()
      await page.getByRole('button', { name: 'Start working' }).click()
    })

    await test.step('every screen says that a secret lies in the file', async () => {
      await expect(main.getByText('This computer’s policy may contain a secret')).toBeVisible()
      await main.getByRole('link', { name: 'See in Settings' }).click()
      await main.getByRole('button', { name: 'OK' }).click()
    })

    await test.step('Settings shows what is set, and what is wrong with the rest', async () => {
      const card = main.getByRole('region', { name: 'Set by your organisation' })
      await expect(card).toContainText('“keepReceivedDays” is not valid')
      await expect(card).toContainText('“secretKey” looks like a secret')
      await expect(card).not.toContainText('made-up')
      await appPage.openSettings('Connection')
      const connection = main.getByRole('region', { name: 'Connection' })
      await expect(connection).toContainText(server.url)
      await expect(connection.getByRole('button', { name: 'Change address' })).toHaveCount(0)
      await expect(main.getByRole('radiogroup', { name: 'Environment' })).toHaveAccessibleDescription(
        'Set by your organisation',
      )
      await expectAccessible(page, 'settings of a managed computer')
      await expectFits(page, 'settings of a managed computer')
    })

    await test.step('nor can the page change it', async () => {
      const answers = await page.evaluate(async () => [
        await window.bridge.request('settings:change', { lockAfterMinutes: 0 }),
        await window.bridge.request('environment:connect', {
          environment: 'sandbox',
          baseUrl: 'https://elsewhere.example',
          key: 'made-up-key',
          evenOffline: true,
        }),
      ])
      for (const answer of answers)
        expect(answer).toEqual({ ok: false, error: { type: 'set-by-organisation' } })
    })
  },
)
