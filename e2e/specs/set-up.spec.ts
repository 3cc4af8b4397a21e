import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { GivenSettingsSchema } from '#main/head-office/fleet-content.ts'
import { sealSetUp, setUpContent } from '#main/head-office/make-files.ts'
import { newFleet } from '#main/head-office/new-fleet.ts'
import { startPracticeServer } from '#main/practice/practice-server.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { AppPage } from '../pages/app-page.ts'
import { expectAccessible } from '../support/accessible.ts'
import { merchantKeys } from '../support/canary-values.ts'
import { expect, test } from '../support/fixtures.ts'
import { keyringOfFile } from '../support/keyrings.ts'
import { need } from '../support/needs.ts'

const key = merchantKeys.firstStart
const passphrase = 'seven rivers in a made-up valley'
const ownPin = 'a made-up sentence'

/** A set-up file of a branch with one officer, and her first PIN. */
async function madeFile(folder: string, baseUrl: string): Promise<{ file: string; firstPin: string }> {
  const now = new Date()
  const office = {
    version: 1 as const,
    ...newFleet(),
    places: [{ environment: 'live' as const, baseUrl, key, fileStore: null }],
    settings: v.parse(GivenSettingsSchema, {}),
    backupPassphrase: null,
  }
  const branch = { name: 'Ikeja', officers: [{ name: 'Ada Test', role: 'manager' as const }] }
  const content = setUpContent(office, branch, now)
  const cost = { cost: 2 ** 12, blockSize: 8, parallelization: 1 }
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'Ikeja.cdsetup')
  await writeFile(file, await sealSetUp(content, passphrase, { validDays: 30, now, cost }))
  return { file, firstPin: content.officers[0]?.firstPin ?? '' }
}

need(test, 'a file that plays the keyring')

test('a new computer is set up from a file of head office, and its officer chooses a PIN', async ({
  launch,
  dataDir,
}) => {
  const started = await startPracticeServer({ file: ':memory:', key })
  if (!started.ok) throw new Error(started.error.type)
  const server = started.value
  const saveFolder = join(dataDir, 'given')
  const { firstPin } = await madeFile(saveFolder, server.url)
  await using keyring = await keyringOfFile(dataDir)
  await keyring.become('present')
  const app = await launch({ dataDir: join(dataDir, 'data'), saveFolder, ...keyring.startWith })
  const page = await app.window()
  await page.getByRole('button', { name: 'Set up from a file' }).click()
  await page.getByRole('button', { name: 'Select file' }).click()
  await app.answerDialog('Ikeja.cdsetup')
  await page.getByLabel('Passphrase').fill('not the passphrase')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await expect(page.getByText('The passphrase is not the one of this file.')).toBeVisible()
  await expectAccessible(page, 'set up from a file')
  await page.getByLabel('Passphrase').fill(passphrase)
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await expect.poll(async () => (await app.dialog())?.detail).toContain(server.url)
  await app.answerDialog('Set up')
  await expect(page.getByText('This computer is set up')).toBeVisible()
  await expect(page.getByText('Branch: Ikeja')).toBeVisible()
  await expectAccessible(page, 'set up')
  await page.getByRole('button', { name: 'Start working' }).click()
  const signIn = await app.window()
  await signIn.getByLabel('PIN or passphrase').fill(firstPin)
  await signIn.getByRole('button', { name: 'Sign in' }).click()
  await expect(signIn.getByText(/This PIN works once/).first()).toBeVisible()
  await signIn.getByLabel('PIN or passphrase').fill(firstPin)
  await signIn.getByLabel('New PIN').fill(ownPin)
  await signIn.getByRole('button', { name: 'Sign in' }).click()
  const appPage = new AppPage(await app.window())
  await appPage.goTo('Outbox')
  await expect(appPage.page.getByText('Live', { exact: true }).first()).toBeVisible()
  await server.close()
})

test('a script sets a computer up without a screen', async ({ dataDir }) => {
  const { file } = await madeFile(dataDir, 'http://127.0.0.1:9')
  await using keyring = await keyringOfFile(dataDir)
  await keyring.become('present')
  const given = keyring.startWith.keyring
  const passphraseFile = join(dataDir, 'passphrase')
  await writeFile(passphraseFile, `${passphrase}\n`)
  const folder = join(dataDir, 'data')
  const run = (typed: string): Promise<{ code: number | null; printed: string }> =>
    new Promise((resolve) => {
      const args = ['--disable-warning=ExperimentalWarning', 'e2e/host/run.ts', 'out/main/index.js']
      const own = [`--data-dir=${folder}`, `--set-up=${file}`, `--passphrase-file=${typed}`, '--headless']
      const store =
        given?.type === 'file' ? ['--password-store=gnome-libsecret', `--host-keyring=${given.path}`] : []
      const child = execFile(
        process.execPath,
        [...args, ...own, ...store],
        { cwd: projectRoot },
        (_error, printed) => resolve({ code: child.exitCode, printed }),
      )
    })
  const wrongFile = join(dataDir, 'wrong')
  await writeFile(wrongFile, 'not the passphrase')
  expect(await run(wrongFile)).toMatchObject({ code: 4 })
  const done = await run(passphraseFile)
  expect(done.printed).toContain('Claims Desk is set up for http://127.0.0.1:9. Officers: 1.')
  expect(done.code).toBe(0)
  expect(await readFile(join(folder, 'settings.json'), 'utf8')).toContain('"branchName": "Ikeja"')
  expect(await run(passphraseFile)).toMatchObject({ code: 6 })
})
