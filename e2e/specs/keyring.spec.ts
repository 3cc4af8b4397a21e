import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { merchantKeys } from '../support/canary-values.ts'
import { launchWith } from '../support/connected.ts'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { Settings } from '#shared/settings.ts'
import { expect, test } from '../support/fixtures.ts'
import { untilAllWaits } from '../support/until-all-waits.ts'
import { keyringOfFile, realKeyring } from '../support/keyrings.ts'
import { need } from '../support/needs.ts'
import { outboxHolders } from '../support/linux-processes.ts'
import { request } from '../support/request.ts'
import type { TestApp } from '../support/test-app.ts'

const key = merchantKeys.keyring
const policyNumber = policyOf('keke', 5)

/** What is sealed with the keyring, byte for byte. */
async function sealedFiles(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = ['data-key.json', ...(await readdir(join(folder, 'keys'))).map((name) => join('keys', name))]
  const texts = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')))
  return Object.fromEntries(texts.map((text, at) => [names[at] ?? '', text]))
}

const kinds = [
  { kind: 'a file that plays the keyring', open: keyringOfFile, needed: 'a file that plays the keyring' },
  { kind: 'GNOME’s keyring over D-Bus', open: realKeyring, needed: 'GNOME’s keyring' },
] as const

/** Settings that open the server as the sandbox. */
function sandboxOf({ url }: TestInsurer): Partial<Settings> {
  return { configured: true, environment: 'sandbox', sandboxBaseUrl: url, liveBaseUrl: '' }
}

/** At a locked desk nothing is opened and nothing written: the files stay as they were. */
async function expectLocked(app: TestApp, before: Readonly<Record<string, string>>): Promise<Page> {
  const page = await app.window()
  await page.getByRole('heading', { name: 'Data on this computer is locked' }).waitFor()
  const answers = await page.evaluate(async () => [
    await window.bridge.request('outbox:list'),
    await window.bridge.request('drafts:list'),
  ])
  for (const answer of answers) expect(answer).toEqual({ ok: false, error: { type: 'locked' } })
  expect(await request(page, 'app:status')).toMatchObject({
    key: { type: 'unreadable' },
    storage: { type: 'locked' },
  })
  expect(await sealedFiles(app.dataDir)).toEqual(before)
  return page
}

for (const { kind, open, needed } of kinds) {
  test.describe(`with ${kind}`, () => {
    need(test, needed)

    test(
      'a keyring that is locked, another or gone at the next start opens nothing, and costs neither the key nor the queue',
      { tag: '@longer' },
      async ({ launch, dataDir, server }) => {
        server.setKey(key)
        await using keyring = await open(dataDir)
        await keyring.become('present')
        const app = await launchWith(launch, dataDir, sandboxOf(server), keyring.startWith)
        let appPage = new AppPage(await app.window())
        await appPage.openSettings('Connection')
        await appPage.main.getByLabel('Merchant’s key').fill(key)
        await appPage.main.getByRole('button', { name: 'Save key' }).click()
        await app.answerDialog('Send them there')
        await appPage.main.getByText('A key is set', { exact: true }).waitFor()
        await server.disconnect()
        await appPage.submitClaim('keke', { policyNumber })
        await untilAllWaits(appPage)
        await app.kill()
        const before = await sealedFiles(app.dataDir)
        expect(Object.keys(before)).toEqual(['data-key.json', 'keys/sandbox.json'])
        expect(before['data-key.json']).toContain('"open":null')

        await test.step('unlocked while it runs: a process asks the store only once, so a new one is needed', async () => {
          await keyring.become('locked')
          await app.restart()
          const page = await expectLocked(app, before)
          await keyring.become('present')
          await server.reconnect()
          await page.getByRole('button', { name: 'Start again' }).click()
          await server.arrived('create-keke-claim', 1)
          const startedAgain = outboxHolders(app.dataDir, 'sandbox')
          expect(startedAgain).toHaveLength(1)
          for (const pid of startedAgain) process.kill(pid, 'SIGTERM')
          await expect.poll(() => outboxHolders(app.dataDir, 'sandbox'), { timeout: 30_000 }).toEqual([])
          await app.restart()
          appPage = new AppPage(await app.window())
          await appPage.showClaims()
          await expect(appPage.entry(policyNumber)).toHaveAttribute('data-situation', 'received')
          expect(server.arrivals('create-keke-claim')).toBe(1)
          await app.kill()
        })

        const { ask } = keyring
        if (ask !== null) {
          await test.step('one that asks for its password holds up neither tray nor quitting, and opens what is locked once it has it', async () => {
            await ask()
            await app.restart()
            await app.window()
            // The question stays unanswered and must not block quitting.
            const gone = app.quit()
            await app.passTime(10_000)
            await gone

            await app.restart()
            const page = await app.window()
            await app.passTime(10_000)
            await page.getByRole('heading', { name: 'Data on this computer is locked' }).waitFor()
            // What waits is sealed, so nothing is said of it: not that nothing does.
            const { tooltip, items } = await app.tray()
            expect(tooltip).toBe('Claims Desk\nOpen Claims Desk to see what is waiting.')
            expect(items.map(({ label }) => label)).toEqual(['Open Claims Desk', 'Quit'])
            expect(await sealedFiles(app.dataDir)).toEqual(before)
            await keyring.become('present')
            appPage = new AppPage(await app.window())
            await appPage.openSettings('Connection')
            await appPage.main.getByText('A key is set', { exact: true }).waitFor()
            await app.kill()
            expect(await sealedFiles(app.dataDir)).toEqual(before)
          })
        }

        for (const state of ['changed', 'absent'] as const) {
          await test.step(state, async () => {
            await keyring.become(state)
            await app.restart()
            await expectLocked(app, before)
            await app.kill()
            expect(await sealedFiles(app.dataDir)).toEqual(before)
          })
        }
      },
    )
  })
}
