import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { recordFigure } from '#testing/proof.ts'
import { defaultSettings } from '#shared/settings.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { testHost } from '../../scripts/test-host.ts'
import { AppPage, policyOf } from '../pages/app-page.ts'
import type { TestApp } from '../support/test-app.ts'
import { expect, sharedTest, test } from '../support/fixtures.ts'
import { need } from '../support/needs.ts'
import { outboxHolders } from '../support/linux-processes.ts'

need(test, 'processes of Linux')
sharedTest.describe.configure({ mode: 'default' })

const keke = policyOf('keke')
const figure = (state: string): void =>
  recordFigure({ proof: 'second-instance', tried: { state, starts: 1 }, seen: { broken: 0 } })

/** A second start ends in good order and leaves one holder of the outbox: the first. */
async function startTwice(app: TestApp): Promise<void> {
  const before = outboxHolders(app.dataDir, 'sandbox')
  expect(before).toHaveLength(1)
  expect(await app.startSecond()).toBe(0)
  expect(outboxHolders(app.dataDir, 'sandbox')).toEqual(before)
}

test.describe('a second start hands over and ends, the first goes on:', () => {
  sharedTest(
    'while a claim is being sent, which arrives once, then with its window closed, then while quitting asks',
    { tag: '@longer' },
    async ({ connected, server }) => {
      const { app } = connected
      const { promise: isToAnswer, resolve: letAnswer } = Promise.withResolvers<undefined>()
      server.faults.set('create-keke-claim', { type: 'held', until: isToAnswer })
      let appPage = await connected.page()
      await appPage.submitClaim('keke', { policyNumber: keke })
      await server.arrived('create-keke-claim', 1)
      await startTwice(app)
      await appPage.showClaims()
      await expect(appPage.entry(keke)).toContainText('Sending')
      figure('sending')
      await app.clickTray('Quit')
      await expect.poll(async () => await app.dialog()).not.toBeNull()
      await startTwice(app)
      await app.answerDialog('Cancel')
      figure('asking')
      letAnswer(undefined)
      await expect(appPage.entry(keke)).toHaveAttribute('data-situation', 'received')
      await app.closeWindow()
      await startTwice(app)
      appPage = await connected.page()
      await appPage.showClaims()
      expect(server.arrivals('create-keke-claim')).toBe(1)
      figure('window closed')
    },
  )

  sharedTest('from a terminal, which gets a message and its prompt back', async ({ connected }) => {
    const { app } = connected
    const args = ['--no-build', `--host=${testHost().host}`, '--headless', `--data-dir=${app.dataDir}`]
    // It rejects where the exit code is not 0.
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scripts/start.ts', ...args], {
      cwd: projectRoot,
    })
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Claims Desk is already running.')
    expect(stderr).toBe('')
    expect(outboxHolders(app.dataDir, 'sandbox')).toHaveLength(1)
    figure('from a terminal')
  })

  test(
    'while the first is starting in the background, whose window comes up at once and is answered then',
    { tag: '@longer' },
    async ({ launch, dataDir }) => {
      const settings = join(dataDir, 'desk', 'settings.json')
      // Reading a pipe blocks until there is a writer: the first process stops in the middle of its start. By a link, as a
      // pipe in its place would be refused.
      const pipe = join(dataDir, 'desk', 'far', 'below', 'pipe')
      mkdirSync(dirname(pipe), { recursive: true })
      execFileSync('mkfifo', [pipe])
      symlinkSync(pipe, settings)
      // Under Wayland a hidden window may never say that it is ready.
      const app = await launch({ args: ['--background'], neverReadyToShow: true })
      expect(await app.startSecond()).toBe(0)
      const page = new AppPage(await app.window())
      await expect.poll(async () => (await app.windowView()).visible).toBe(true)
      // Electron's own menu is English, and has its developer tools; one that comes later moves the page.
      const menus = ['Claims Desk', 'Edit', 'Go', 'View', 'Window', 'Help']
      // On macOS, File too.
      expect(await app.menu()).toEqual(expect.arrayContaining(menus))
      expect(outboxHolders(app.dataDir, 'practice')).toEqual([])
      await writeFile(settings, JSON.stringify(defaultSettings))
      await page.page.getByRole('button', { name: 'Start in practice mode' }).waitFor()
      expect(outboxHolders(app.dataDir, 'practice')).toHaveLength(1)
      figure('starting')
    },
  )
})

sharedTest(
  'a start while the first one quits opens the application once it has ended, and sends nothing twice',
  { tag: '@longer' },
  async ({ connected, server }) => {
    const { promise: isToAnswer, resolve: letAnswer } = Promise.withResolvers<undefined>()
    server.faults.set('create-keke-claim', { type: 'held', until: isToAnswer })
    const { app } = connected
    const sent = server.arrivals('create-keke-claim')
    await (await connected.page()).submitClaim('keke', { policyNumber: policyOf('keke', 1) })
    await server.arrived('create-keke-claim', sent + 1)
    const gone = app.quit()
    await app.answerDialog('Quit anyway')
    // The engine waits for the answer; meanwhile the officer wants the application back.
    await expect.poll(async () => await app.hasWindow()).toBe(false)
    const before = outboxHolders(app.dataDir, 'sandbox')
    expect(await app.startSecond()).toBe(0)
    letAnswer(undefined)
    await gone
    await expect.poll(() => outboxHolders(app.dataDir, 'sandbox'), { timeout: 30_000 }).toHaveLength(1)
    const after = outboxHolders(app.dataDir, 'sandbox')
    expect(after).not.toEqual(before)
    // It holds the lock, as any first instance does.
    expect(await app.startSecond()).toBe(0)
    expect(server.arrivals('create-keke-claim')).toBe(sent + 1)
    figure('quitting')
    for (const pid of after) process.kill(pid, 'SIGTERM')
    await expect.poll(() => outboxHolders(app.dataDir, 'sandbox'), { timeout: 30_000 }).toEqual([])
  },
)
