import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { practiceMerchantSecret } from '#main/practice/practice-server.ts'
import { DeskPage, policyOf } from '../pages/desk-page.ts'
import { merchantKeys } from '../support/canary-values.ts'
import { expect, test } from '../support/fixtures.ts'
import { anyKeyring } from '../support/keyrings.ts'

const key = merchantKeys.firstStart

/** A secret in plain and as base64, at each of the three places it may begin in a group of three bytes. */
function spellingsOf(secret: string): readonly string[] {
  const shifted = [0, 1, 2].map((shift) => {
    const text = Buffer.from('x'.repeat(shift) + secret).toString('base64')
    // The characters at both ends also stand for bytes beside the secret.
    return text.slice(shift === 0 ? 0 : 4, -4)
  })
  return [secret, ...shifted, Buffer.from(secret, 'utf16le').toString('latin1')]
}

/** Everything the page can get hold of, as text: what it shows, typed fields, its storage, and main's answers. */
async function everythingIn(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const asText = (value: unknown): string =>
      JSON.stringify(value, (_name, inner: unknown) =>
        inner instanceof Uint8Array ? String.fromCharCode(...inner) : inner,
      )
    const done = <T>(asked: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(new Error('The database does not answer.'))
      })
    const stored: string[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows: unknown = await done(database.transaction(store).objectStore(store).getAll())
        stored.push(asText(rows))
      }
      database.close()
    }
    const { desk } = window
    const answers = [
      await desk.request('app:status'),
      await desk.request('engine:status'),
      await desk.request('outbox:list'),
      await desk.request('drafts:copies'),
      await desk.request('connection:check'),
      await desk.request('claims:list', { product: 'keke' }),
      await desk.request('pharmacies:page', { page: 1 }),
    ]
    const list = await desk.request('claims:list', { product: 'keke' })
    const policyNumber = list.ok ? list.value[0]?.policyNumber : undefined
    const detail = await desk.request('claims:detail', {
      product: 'keke',
      policyNumber: policyNumber ?? '',
    })
    if (!detail.ok) throw new Error(`No details: ${detail.error.type}`)
    const fields = [...document.querySelectorAll('input, textarea')].map((field) =>
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
    )
    const shown = document.documentElement.outerHTML
    return [shown, ...fields, asText(localStorage), asText(sessionStorage), ...stored]
      .concat(asText(answers), asText(detail))
      .join('\n')
  })
}

/** Every file beneath a folder, as bytes in Latin-1. Files that vanish meanwhile are none. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const found of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!found.isFile()) continue
    const path = join(found.parentPath, found.name)
    const bytes = await readFile(path).catch(() => null)
    if (bytes !== null) files.set(path, bytes.toString('latin1'))
  }
  return files
}

test('the first start opens practice with one choice, and the next start asks nothing', async ({ desk }) => {
  const page = new DeskPage(await desk.window())
  await expect(page.page.getByRole('heading', { name: 'Welcome to Claims Desk' })).toBeVisible()
  await page.startPractice()
  await expect(page.page.getByRole('banner')).toContainText('Practice – nothing reaches the insurer')
  await desk.quit()
  await desk.restart()
  await new DeskPage(await desk.window()).main.getByRole('heading', { name: 'Today' }).waitFor()
})

test('the first start connects to the insurer, and says in words what is wrong until it works', async ({
  desk,
  server,
}) => {
  server.setKey(key)
  const { page, main } = new DeskPage(await desk.window())
  await page.getByRole('button', { name: 'Connect to the insurer' }).click()
  await main.getByRole('radio', { name: 'Sandbox' }).click()
  const address = main.getByLabel('Address of the insurer’s system')
  const secret = main.getByLabel('Merchant’s key')
  const save = async (url: string, typedKey: string): Promise<void> => {
    await address.fill(url)
    await secret.fill(typedKey)
    await main.getByRole('button', { name: 'Save and check connection' }).click()
  }

  await save('', '')
  await expect(address).toHaveAccessibleDescription(/Enter the address that your head office gave you\./)
  await expect(secret).toHaveAccessibleDescription(/Enter the key that your head office gave you\./)
  await save('http://api.example.com', key)
  await expect(address).toHaveAccessibleDescription(/The address must begin with https:\/\//)
  await expect(address).toBeFocused()
  await save('the insurer', key)
  await expect(address).toHaveAccessibleDescription(/This is not a web address\./)
  await save(server.url, 'two words')
  await expect(secret).toHaveAccessibleDescription(/A key has no spaces/)
  const status = await page.evaluate(async () => await window.desk.request('app:status'))
  expect(status).toMatchObject({ ok: true, value: { settings: { configured: false } } })

  await save(server.url, 'another-key')
  await expect(main.getByText('The insurer refuses the key')).toBeVisible()
  server.faults.set('all-pharmacies', { type: 'html' })
  await save(server.url, key)
  await expect(main.getByText('This is not the insurer’s system')).toBeVisible()
  server.faults.clear()
  await server.disconnect()
  await save(server.url, key)
  await expect(main.getByText('There is no connection')).toBeVisible()
  await server.reconnect()
  await save(server.url, key)
  await expect(main.getByText('The insurer answers and accepts the key.')).toBeVisible()
  await main.getByRole('button', { name: 'Start working' }).click()
  await main.getByRole('heading', { name: 'Today' }).waitFor()
  await expect(page.getByRole('banner')).toContainText('Sandbox')
})

test('a key is removed and replaced in Settings, and is nowhere to be read', async ({
  launch,
  dataDir,
  server,
}) => {
  server.setKey(key)
  await using keyring = await anyKeyring(dataDir)
  const app = await launch(keyring.startWith)
  const desk = new DeskPage(await app.window())
  await desk.page.getByRole('button', { name: 'Connect to the insurer' }).click()
  await desk.main.getByRole('radio', { name: 'Sandbox' }).click()
  await desk.main.getByLabel('Address of the insurer’s system').fill(server.url)
  await desk.main.getByLabel('Merchant’s key').fill(key)
  await desk.main.getByRole('button', { name: 'Save and check connection' }).click()
  await desk.main.getByRole('button', { name: 'Start working' }).click()

  await desk.goTo('Settings')
  await desk.main.getByRole('button', { name: 'Remove key' }).click()
  const question = desk.page.getByRole('alertdialog')
  await expect(question).toContainText('Nothing can be sent until a key is entered again.')
  await question.getByRole('button', { name: 'Remove key' }).click()
  await expect(desk.main.getByText('No key is set', { exact: true })).toBeVisible()
  const policyNumber = policyOf('keke')
  await desk.submitClaim('keke', { policyNumber })
  await desk.goTo('Outbox')
  await expect(desk.statusLine).toContainText('No key is set.')
  await expect(desk.entry(policyNumber)).toContainText('Waiting')
  expect(server.arrivals('create-keke-claim')).toBe(0)
  await desk.goTo('Settings')
  await desk.main.getByLabel('Merchant’s key').fill(key)
  await desk.main.getByRole('button', { name: 'Save key' }).click()
  await expect(desk.main.getByLabel('Merchant’s key')).toHaveValue('')
  await desk.goTo('Outbox')
  await expect(desk.entry(policyNumber)).toContainText('The insurer confirmed it.')

  const seen = await everythingIn(desk.page)
  // What must be found, or the search itself proves nothing.
  expect(seen).toContain(policyNumber)
  for (const spelling of [...spellingsOf(key), practiceMerchantSecret]) expect(seen).not.toContain(spelling)
  await app.quit()
  const files = await filesIn(app.dataDir)
  expect([...files.values()].join('')).toContain(new URL(server.url).host)
  for (const [path, bytes] of files) {
    for (const spelling of [...spellingsOf(key), practiceMerchantSecret, policyNumber]) {
      expect(bytes.includes(spelling), `${spelling} stands in ${path}`).toBe(false)
    }
  }
})
