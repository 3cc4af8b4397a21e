import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { extractAll } from '@electron/asar'
import { expect, test as base } from '@playwright/test'
import { runTestInsurer, type TestInsurerOptions, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { testedElectron } from '../../scripts/test-host.ts'
import { merchantKeys } from './canary-values.ts'
import { CanaryWatch } from './canary-watch.ts'
import { launchConnected, type ConnectedApp } from './connected.ts'
import type { TestApp, LaunchOptions } from './test-app.ts'
import { makeDiskFolder } from './disk-folder.ts'
import { ElectronApp } from './electron-app.ts'
import { packedArchive } from './packed-app.ts'
import { PageComplaints } from './page-complaints.ts'
import { request } from './request.ts'
import { SharedApp, type ConnectedDesk, type SharedDesk } from './shared-app.ts'
import { StandInApp } from './stand-in-app.ts'

/** What a project of playwright.config.ts sets. */
export interface HostOptions {
  /** What is started: the build in the checkout, or a copy of the archive that was packed from it. */
  runs: 'build' | 'archive'
  /** See `LaunchOptions`; a file of tests sets it with `test.use({ wholeBrowser: true })`. */
  wholeBrowser: boolean
}

interface WorkerFixtures {
  /** What pages print that should not be there; see `expectedComplaints`. */
  complaints: PageComplaints
  /** See `sharedApp`. */
  sharedApps: SharedApp
}

interface Fixtures {
  /**
   * The folder of the application that is started: what `CLAIMS_DESK_APP_DIR` names, or the checkout, or what is in the
   * archive, in a folder outside of the checkout.
   */
  appDir: string
  /** A fresh folder on a real disk, removed afterwards. */
  dataDir: string
  /** Fails the test where a key or a person of it lies in the open afterwards. */
  canaries: CanaryWatch
  /** Fails the test where a page complains on its console. */
  quietPages: undefined
  /** What pages may complain of here, as where a test attacks them; set with `test.use({ … })`. */
  expectedComplaints: RegExp | null
  /** Starts the application; processes left at the end of the test are killed. */
  launch: (options?: LaunchOptions) => Promise<TestApp>
  /** The application, started on a fresh folder. */
  app: TestApp
  /**
   * One application for all tests of a file that ask for it, in the state in which the one before left it. The file sets
   * `test.describe.configure({ mode: 'default' })`, or its tests are spread over several.
   */
  sharedApp: TestApp
  /** Options of `server`; set with `test.use({ practice: … })`. */
  practice: Partial<TestInsurerOptions>
  /** The practice server in the test's own process, with faults to order. */
  server: TestInsurer
  /** The application, connected to `server` as its sandbox, with the key set. */
  connected: ConnectedApp
}

async function launchApp(dataDir: string, options: LaunchOptions): Promise<TestApp> {
  return await (testedElectron() === null
    ? StandInApp.launch(dataDir, options)
    : ElectronApp.launch(dataDir, options))
}

/** An insurer whose claims are kept in this folder, and whose keys may lie nowhere else. */
async function serverIn(
  folder: string,
  practice: Partial<TestInsurerOptions>,
  canaries: CanaryWatch,
): Promise<TestInsurer> {
  const file = join(folder, 'server.jsonl')
  const server = await runTestInsurer({ file, key: merchantKeys.run, ...practice })
  canaries.watchServer(server)
  return server
}

export const test = base.extend<Fixtures & HostOptions, WorkerFixtures>({
  sharedApps: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shared = new SharedApp()
      await use(shared)
      await shared.close()
    },
    { scope: 'worker' },
  ],

  complaints: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => await use(new PageComplaints()),
    { scope: 'worker' },
  ],

  expectedComplaints: [null, { option: true }],
  quietPages: [
    async ({ complaints, expectedComplaints }, use) => {
      complaints.take()
      await use(undefined)
      const unexpected = complaints.take().filter((text) => expectedComplaints?.test(text) !== true)
      expect(unexpected, 'warnings and errors on the console of a page').toEqual([])
    },
    { auto: true },
  ],

  sharedApp: async ({ sharedApps, appDir, wholeBrowser, complaints }, use, { file }) => {
    const { app } = await sharedApps.of(file, async (dataDir) => ({
      app: complaints.hear(await launchApp(join(dataDir, 'desk'), { appDir, wholeBrowser })),
      insurer: null,
    }))
    await use(app)
  },

  runs: ['build', { option: true }],
  wholeBrowser: [false, { option: true }],
  practice: [{}, { option: true }],

  // Playwright asks for the empty pattern where a fixture uses no other.
  // oxlint-disable-next-line no-empty-pattern
  dataDir: async ({}, use) => {
    const dataDir = await makeDiskFolder()
    await use(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  },

  canaries: async ({ dataDir }, use) => {
    const watch = new CanaryWatch(dataDir)
    await use(watch)
    expect(watch.sightings(), 'keys and people in the open').toEqual([])
  },

  appDir: async ({ runs }, use) => {
    const asked = process.env['CLAIMS_DESK_APP_DIR']
    if (asked !== undefined || runs === 'build') {
      await use(resolve(asked ?? projectRoot))
      return
    }
    // Not in `dataDir`, which is searched for people: the made-up ones are part of the application.
    const copy = await makeDiskFolder()
    extractAll(packedArchive, copy)
    await use(copy)
    await rm(copy, { recursive: true, force: true, maxRetries: 5 })
  },

  launch: async ({ dataDir, appDir, wholeBrowser, canaries, complaints }, use) => {
    const started: TestApp[] = []
    await use(async (given = {}) => {
      const options = { appDir, wholeBrowser, ...given }
      const folder = options.dataDir ?? join(dataDir, 'desk')
      const app = complaints.hear(await launchApp(folder, options))
      started.push(app)
      return app
    })
    for (const app of started) {
      await canaries.lookAtApp(app)
      await app.kill()
    }
  },

  app: async ({ launch }, use) => await use(await launch()),

  server: async ({ dataDir, practice, canaries }, use) => {
    const running = await serverIn(dataDir, practice, canaries)
    await use(running)
    canaries.lookAtServer(running)
    await running.close()
  },

  connected: async ({ launch, dataDir, server }, use) => {
    await use(await launchConnected(launch, dataDir, server))
  },
})

interface DeskFixtures {
  /** See `sharedTest`. */
  desk: ConnectedDesk & Pick<SharedDesk, 'dataDir'>
}

/**
 * For a file whose tests follow each other at one desk, each with policies of its own: `connected`, `server` and
 * `dataDir` go on from test to test, and what the desk asks for is saved into `dataDir`. Each test begins on Today, with
 * an insurer that is there and kind. The file sets `test.describe.configure({ mode: 'default' })`.
 */
export const sharedTest = test.extend<DeskFixtures>({
  desk: async ({ sharedApps, appDir, wholeBrowser, complaints, practice }, use, { file }) => {
    const { dataDir, insurer } = await sharedApps.of(file, async (folder, canaries) => {
      const server = await serverIn(folder, practice, canaries)
      const launch = async ({ dataDir: own = '', ...options }: LaunchOptions = {}): Promise<TestApp> =>
        complaints.hear(await launchApp(own, { appDir, wholeBrowser, ...options }))
      const connected = await launchConnected(launch, folder, server, { options: { saveFolder: folder } })
      return { app: connected.app, insurer: { server, connected } }
    })
    if (insurer === null) throw new Error('The tests of a file share one kind of application.')
    await use({ dataDir, ...insurer })
  },
  dataDir: async ({ desk }, use) => await use(desk.dataDir),
  server: async ({ desk }, use) => await use(desk.server),
  connected: async ({ desk: { connected }, server }, use) => {
    const { page } = await connected.page()
    await page.keyboard.press('Escape')
    server.faults.clear()
    server.behave({})
    await server.reconnect()
    await request(page, 'engine:try-now')
    await page.evaluate(() => (location.hash = '/'))
    await page.getByRole('main').getByRole('heading', { name: 'Today' }).waitFor()
    await use(connected)
  },
})

export { expect }
