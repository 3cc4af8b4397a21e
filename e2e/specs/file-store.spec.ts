import type { Locator } from 'playwright-core'
import { expectAccessible } from '../support/accessible.ts'
import { storeKey } from '../support/canary-values.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

test.use({ practice: { accessKey: storeKey } })

const minute = 60_000

async function fill(form: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(value)
}

test('a manager sets the file store, checks it, and sees what is wrong with it', async ({
  connected,
  server,
}) => {
  const { app } = connected
  const appPage = await connected.page()
  const { main, page } = appPage
  await appPage.openSettings('Connection')
  const card = main.getByRole('region', { name: 'File store', exact: true })
  await expect(card.getByText('No file store is set')).toBeVisible()
  await expectAccessible(page, 'settings without a file store')
  await card.getByRole('button', { name: 'Set up a file store' }).click()

  await fill(card, { 'Address of the store': 'https://<account>.store.example', Region: 'us-east-1' })
  await card.getByRole('button', { name: 'Check and use' }).click()
  await expect(card.getByLabel('Address of the store')).toHaveAccessibleDescription(/Enter a web address/)
  await expect(card.getByLabel('Bucket', { exact: true })).toHaveAccessibleDescription(
    /Enter the bucket’s name/,
  )
  await expect(card.getByLabel('Secret access key')).toHaveAccessibleDescription(/Enter the secret/)
  await expectAccessible(page, 'settings, a file store with fields to correct')
  await expectFits(page, 'settings, a file store with fields to correct')

  const links = `${server.url}/file-store/claims`
  await fill(card, {
    'Address of the store': `${server.url}/file-store`,
    Bucket: 'claims',
    'Folder in the bucket': 'desk',
    'Address of the links': links,
    'Access key ID': storeKey.id,
    'Secret access key': 'made-up-wrong-secret',
  })
  await card.getByRole('button', { name: 'Check and use' }).click()
  await expect
    .poll(async () => (await app.dialog())?.message)
    .toBe(`Send the files of claims to “${links}/desk/ (their links: ${links})”?`)
  await app.answerDialog('Cancel')
  await expect(card.getByText('The new store was not allowed.')).toBeVisible()
  expect(server.storeRequests().put).toBe(0)

  await card.getByRole('button', { name: 'Check and use' }).click()
  await app.answerDialog('Send them there')
  await expect(card.getByText('The store does not accept the access key')).toBeVisible()
  await expect(card.getByText('Nothing was changed.')).toBeVisible()

  await fill(card, { 'Secret access key': storeKey.secret })
  server.fileStore.behave({ bucket: 'missing' })
  await card.getByRole('button', { name: 'Check and use' }).click()
  await expect(card.getByText('There is no such bucket in this region')).toBeVisible()
  server.fileStore.behave({})
  await card.getByRole('button', { name: 'Check and use' }).click()
  await expect(card.getByText('The file store works')).toBeInViewport()
  await expect(card.getByRole('button', { name: 'Change' })).toBeFocused()
  await expect(card.getByText(`Access key ${storeKey.id} is set until you quit`)).toBeVisible()
  await expect(card).toContainText('claims/desk/')
  await expectAccessible(page, 'settings with a file store')
  expect(server.files(), 'nothing is left of the checks').toEqual([])

  const check = card.getByRole('button', { name: 'Check the store' })
  // Main tries a store once a second at most: an officer who is faster clicks again.
  const says = async (words: string): Promise<void> => {
    await expect(async () => {
      await check.click()
      // A try takes longer where the store does not show what it took.
      await expect(check).toBeEnabled()
      await expect(card.getByText(words)).toBeVisible({ timeout: 500 })
    }).toPass()
  }
  server.fileStore.behave({ listable: true })
  await says('Anyone can list the files of this store')
  await expectAccessible(page, 'settings, a file store that strangers can list')
  server.fileStore.behave({ refuses: ['put'] })
  await says('The access key may not add files')
  server.fileStore.behave({ refuses: ['open'] })
  await says('The link does not open')
  server.fileStore.behave({ refuses: ['delete'] })
  await says('The access key may not delete')
  server.fileStore.behave({ capacityBytes: 1 })
  await says('The store is full')
  server.fileStore.behave({})
  server.moveClock(-20 * minute)
  await says('It is 20 minutes ahead.')
  server.moveClock(20 * minute)
  server.fileStore.faults.set('put', { type: 'html', times: 1 })
  await says('This is not a file store')
  await server.disconnect()
  await says('The store could not be reached')
  await server.reconnect()
  await says('The file store works')

  const ask = async (): Promise<unknown[]> =>
    await page.evaluate(async () => [
      await window.bridge.request('file-store:status'),
      await window.bridge.request('file-store:check'),
      await window.bridge.request('app:status'),
    ])
  let answers: unknown[] = []
  await expect(async () => {
    answers = await ask()
    expect(answers).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
  }).toPass()
  expect(JSON.stringify(answers)).not.toContain(storeKey.secret)
  expect(await page.content()).not.toContain(storeKey.secret)

  await card.getByRole('button', { name: 'Remove' }).click()
  await app.answerDialog('Remove')
  await expect(card.getByText('No file store is set')).toBeVisible()
})
