import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppPage, policyOf } from '../pages/app-page.ts'
import { merchantKeys } from '../support/canary-values.ts'
import { giveKey, launchWith } from '../support/connected.ts'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { Settings } from '#shared/settings.ts'
import { expect, test } from '../support/fixtures.ts'
import { untilAllWaits } from '../support/until-all-waits.ts'
import { keyringOfFile, realKeyring } from '../support/keyrings.ts'
import { need } from '../support/needs.ts'
import { outboxHolders } from '../support/linux-processes.ts'
import { request } from '../support/request.ts'

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

for (const { kind, open, needed } of kinds) {
  test.describe(`with ${kind}`, () => {
    need(test, needed)

    for (const state of ['locked', 'absent', 'changed'] as const) {
      test(
        `a keyring that is ${state} at the next start opens nothing, and costs neither the key nor the queue`,
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

          await keyring.become(state)
          await app.restart()
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
          await app.kill()
          expect(await sealedFiles(app.dataDir)).toEqual(before)

          if (state !== 'locked') return
          // Unlocked while it runs: a process asks the store only once, so a new one is needed.
          await app.restart()
          const startAgain = (await app.window()).getByRole('button', { name: 'Start again' })
          await startAgain.waitFor()
          await keyring.become('present')
          await server.reconnect()
          await startAgain.click()
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
        },
      )
    }
  })
}

test(
  'a keyring that asks for its password holds up neither tray nor quitting, and opens what is locked once it has it',
  { tag: '@longer' },
  async ({ launch, dataDir, server }) => {
    need(test, 'a file that plays the keyring')
    server.setKey(key)
    await using keyring = await keyringOfFile(dataDir)
    await keyring.become('present')
    const app = await launchWith(launch, dataDir, sandboxOf(server), keyring.startWith)
    await giveKey(new AppPage(await app.window()), key, app)
    await app.kill()
    const before = await sealedFiles(app.dataDir)

    await keyring.become('asks')
    await app.restart()
    await app.window()
    // The question stays unanswered and must not block quitting.
    const gone = app.quit()
    await app.passTime(10_000)
    await gone

    await app.restart()
    const locked = (await app.window()).getByRole('heading', {
      name: 'Data on this computer is locked',
    })
    await app.passTime(10_000)
    await locked.waitFor()
    // What waits is sealed, so nothing is said of it: not that nothing does.
    const { tooltip, items } = await app.tray()
    expect(tooltip).toBe('Claims Desk\nOpen Claims Desk to see what is waiting.')
    expect(items.map(({ label }) => label)).toEqual(['Open Claims Desk', 'Quit'])
    expect(await sealedFiles(app.dataDir)).toEqual(before)
    await keyring.become('present')
    const appPage = new AppPage(await app.window())
    await appPage.openSettings('Connection')
    await appPage.main.getByText('A key is set', { exact: true }).waitFor()
    expect(await sealedFiles(app.dataDir)).toEqual(before)
  },
)
