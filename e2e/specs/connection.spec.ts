import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requestChannels } from '#shared/contract/calls.ts'
import { expectAccessible } from '../support/accessible.ts'
import { channelsNotAsked, everythingInThePage, everythingMainAnswers } from '../support/attacks/channels.ts'
import { merchantKeys, storeKey } from '../support/canary-values.ts'
import { expect, sharedTest as test } from '../support/fixtures.ts'
import { expectFits } from '../support/fits.ts'

test.describe.configure({ mode: 'default' })
test.use({ practice: { pharmacyCount: 40, accessKey: storeKey } })

const minute = 60_000

test(
  'each cause of a missing connection is shown, and is in the log; a wrong clock is told on every screen',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const appPage = await connected.page()
    const { main } = appPage
    const openConnection = async (): Promise<void> => {
      await appPage.statusLine.getByRole('link', { name: 'Connection' }).focus()
      await appPage.page.keyboard.press('Enter')
      await main.getByRole('heading', { level: 1, name: 'Connection' }).waitFor()
    }
    const tryNow = (): Promise<void> => main.getByRole('button', { name: 'Try now' }).click()
    await openConnection()
    await expect(main).toContainText('The connection to the insurer works')
    await expect(main).toContainText('It agrees with the insurer’s clock.')

    await server.disconnect()
    await tryNow()
    await expect(main).toContainText('The insurer’s system does not answer')
    await expectAccessible(appPage.page, 'connection, offline')
    // Before the connection is back: an automatic check in between would see it working for a moment.
    server.faults.set('every-endpoint', { type: 'html' })
    await server.reconnect()
    await tryNow()
    await expect(main).toContainText('The network may want you to sign in or buy data')
    server.faults.clear()
    server.setKey('another-made-up-key')
    await tryNow()
    await expect(main).toContainText('The insurer does not accept the key')
    server.setKey(merchantKeys.run)
    server.moveClock(-13 * minute)
    await tryNow()
    await expect(main).toContainText('13 minutes ahead of the insurer’s')
    await appPage.goTo('New claim')
    await expect(main).toContainText('This computer’s clock is 13 minutes ahead of the insurer’s.')
    await expectAccessible(appPage.page, 'a wrong clock')
    server.moveClock(13 * minute)
    await openConnection()
    await tryNow()
    await expect(main).toContainText('It agrees with the insurer’s clock.')

    const log = readFileSync(join(connected.app.dataDir, 'logs', 'main.log'), 'utf8')
    const logged = [...log.matchAll(/"event":"connection","environment":"[a-z]+","kind":"([a-z-]+)"/g)]
    expect(logged.map(([, kind]) => kind)).toEqual(
      expect.arrayContaining(['works', 'no-answer', 'intercepted', 'key-refused']),
    )
  },
)

test('a manager sets the file store, checks it, and sees what is wrong with it', async ({
  connected,
  server,
}) => {
  const { app } = connected
  const appPage = await connected.page()
  const { main, page } = appPage
  await appPage.openSettings('Connection')
  const card = main.getByRole('region', { name: 'File store', exact: true })
  const fill = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, value] of Object.entries(fields))
      await card.getByLabel(label, { exact: true }).fill(value)
  }
  await expect(card.getByText('No file store is set')).toBeVisible()
  await card.getByRole('button', { name: 'Set up a file store' }).click()
  await fill({ 'Address of the store': 'https://<account>.store.example', Region: 'us-east-1' })
  await card.getByRole('button', { name: 'Check and use' }).click()
  await expect(card.getByLabel('Address of the store')).toHaveAccessibleDescription(/Enter a web address/)
  await expectAccessible(page, 'settings, a file store with fields to correct')
  await expectFits(page, 'settings, a file store with fields to correct')

  const links = `${server.url}/file-store/claims`
  await fill({
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
  expect(server.fileStore.requests('put')).toBe(0)
  await card.getByRole('button', { name: 'Check and use' }).click()
  await app.answerDialog('Send them there')
  await expect(card.getByText('The store does not accept the access key')).toBeVisible()
  await expect(card.getByText('Nothing was changed.')).toBeVisible()

  await fill({ 'Secret access key': storeKey.secret })
  await card.getByRole('button', { name: 'Check and use' }).click()
  await expect(card.getByText('The file store works')).toBeInViewport()
  await expect(card.getByRole('button', { name: 'Change' })).toBeFocused()
  await expect(card.getByText(`Access key ${storeKey.id} is set until you quit`)).toBeVisible()
  await expectAccessible(page, 'settings with a file store')
  expect(server.files(), 'nothing is left of the checks').toEqual([])
  const check = card.getByRole('button', { name: 'Check the store' })
  server.fileStore.behave({ listable: true })
  // Main tries a store once a second at most: an officer who is faster clicks again.
  await expect(async () => {
    await check.click()
    // A try takes longer where the store does not show what it took.
    await expect(check).toBeEnabled()
    await expect(card.getByText('Anyone can list the files of this store')).toBeVisible({ timeout: 500 })
  }).toPass()
  server.fileStore.behave({})

  const answers = await page.evaluate(async () => [
    await window.bridge.request('file-store:status'),
    await window.bridge.request('app:status'),
  ])
  expect(answers).toMatchObject([{ ok: true }, { ok: true }])
  expect(JSON.stringify(answers)).not.toContain(storeKey.secret)
  expect(await page.content()).not.toContain(storeKey.secret)
  await card.getByRole('button', { name: 'Remove' }).click()
  await app.answerDialog('Remove')
  await expect(card.getByText('No file store is set')).toBeVisible()
})

// The last, as main is asked for everything that the page may do.
test('the key is in no answer of main, in no announcement and nowhere in the page', async ({
  connected,
  server,
}) => {
  const { page } = await connected.page()
  await page.evaluate(() => {
    const heard: unknown[] = []
    Reflect.set(window, 'heard', heard)
    for (const channel of ['app:status-changed', 'engine:changed', 'outbox:changed'] as const) {
      window.bridge.on(channel, (news) => heard.push(news))
    }
  })
  const state = { isAnswered: false }
  const asked = everythingMainAnswers(page).finally(() => (state.isAnswered = true))
  // A dialog that a call opens, as it may after a key press, would hold up its answer; another call may take it back.
  const cancelDialogs = async (): Promise<void> => {
    while (!state.isAnswered) await connected.app.answerDialog('Cancel').catch(() => undefined)
  }
  void cancelDialogs()
  const answers = await asked
  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')))
  const all = [JSON.stringify(answers), heard, await everythingInThePage(page)].join('\n')
  expect(Object.keys(answers)).toHaveLength(requestChannels.length - channelsNotAsked.size)
  expect(answers['outbox:accept']).toContain('"ok":true')
  expect(heard).toContain('undelivered')
  const bytes = Buffer.from(server.key)
  for (const form of [server.key, bytes.toString('base64').slice(0, -4), bytes.toString('hex')]) {
    expect(all).not.toContain(form)
  }
  expect(all).not.toContain(encodeURIComponent(`Bearer ${server.key}`))
})
