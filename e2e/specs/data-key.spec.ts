import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { policyOf } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'

const policy = policyOf('keke')
const draftPolicy = policyOf('keke', 1)

async function keyFile(dataDir: string): Promise<string> {
  return await readFile(join(dataDir, 'data-key.json'), 'utf8')
}

/** The key as the file has it, wrapped or not. */
function keyIn(text: string): string {
  const key = /"sealed":"([^"]+)"/.exec(text)?.[1]
  if (key === undefined) throw new Error('There is no key in the file.')
  return key
}

/** Names of the files, the browser's among them, that hold a text. */
async function holding(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0))
      return bytes.includes(text) ? [name] : []
    })
  return (await Promise.all(found)).flat()
}

test(
  'the key that seals this computer is renewed: nothing is lost, and the old one is nowhere',
  { tag: '@longer' },
  async ({ connected, server }) => {
    let appPage = await connected.page()
    const { dataDir } = connected.app
    await server.disconnect()
    await appPage.submitClaim('keke', { policyNumber: policy })
    await appPage.newClaim('keke')
    await appPage.field('Policy number').fill(draftPolicy)
    await appPage.field('Place of the incident').fill('Market Road, gate 5')
    await expect(appPage.main.getByTestId('save-state')).toContainText('Saved on this computer')
    const before = keyIn(await keyFile(dataDir))

    await appPage.openSettings('Backup and stored data')
    await expect(appPage.main.getByText(/^Made on .*\d\d:\d\d\.$/)).toBeVisible()
    await appPage.main.getByRole('button', { name: 'Renew data key' }).focus()
    await appPage.page.keyboard.press('Enter')
    await expectAccessible(appPage.page, 'the question before the key is renewed')
    const loaded = appPage.page.waitForEvent('load')
    await appPage.page.getByRole('alertdialog').getByRole('button', { name: 'Renew data key' }).click()
    await loaded
    await expect(appPage.main.getByRole('button', { name: 'Renew data key' })).toBeEnabled()
    expect(keyIn(await keyFile(dataDir))).not.toBe(before)
    expect(await holding(dataDir, before)).toEqual([])

    // Twice: with rows that the page sealed under the new key, and after a start from the disk alone.
    for (const start of ['the page', 'the application'] as const) {
      if (start === 'the application') appPage = await connected.killAndRestart()
      await appPage.goTo('Drafts')
      await appPage.main.getByRole('link', { name: `Open the keke draft ${draftPolicy}` }).click()
      await expect(appPage.field('Place of the incident')).toHaveValue('Market Road, gate 5')
      await expect(appPage.page.getByText('cannot be opened')).toHaveCount(0)
      await appPage.goTo('Outbox')
      await expect(appPage.entry(policy)).toContainText('Waiting')
    }
    await server.reconnect()
    await appPage.main.getByRole('button', { name: 'Try now' }).click()
    await expect(appPage.entry(policy)).toContainText('The insurer confirmed it.')
    expect(server.arrivals('create-keke-claim')).toBe(1)
  },
)
