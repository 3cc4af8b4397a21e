import { mkdtemp, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import {
  startPracticeServer,
  type PracticeOptions,
  type PracticeServer,
} from '#main/practice/practice-server.ts'
import { electronProgram } from '../../scripts/electron-runtime.ts'
import { merchantKeys } from './canary-values.ts'
import { CanaryWatch } from './canary-watch.ts'
import { launchConnected, type ConnectedDesk } from './connected.ts'
import type { DeskApp, LaunchOptions } from './desk-app.ts'
import { ElectronDesk } from './electron-desk.ts'
import { StandInDesk } from './stand-in-desk.ts'

interface Fixtures {
  /** A fresh folder on a real disk, removed afterwards. */
  dataDir: string
  /** Fails the test where a key or a person of it lies in the open afterwards. */
  canaries: CanaryWatch
  /** Starts the application; what still runs at the end of the test is killed. */
  launch: (options?: LaunchOptions) => Promise<DeskApp>
  /** The application, started on a fresh folder. */
  desk: DeskApp
  /** Arguments and environment of `desk`; set with `test.use({ startWith: … })`. */
  startWith: Omit<LaunchOptions, 'dataDir'>
  /** Options of `server`; set with `test.use({ practice: … })`. */
  practice: Partial<PracticeOptions>
  /** The practice server in the test's own process, with faults to order. */
  server: PracticeServer
  /** The application, connected to `server` as its sandbox, with the key set. */
  connected: ConnectedDesk
}

export const test = base.extend<Fixtures>({
  startWith: [{}, { option: true }],
  practice: [{}, { option: true }],

  // Playwright asks for the empty pattern where a fixture uses no other.
  // eslint-disable-next-line no-empty-pattern
  dataDir: async ({}, use) => {
    // Not the temporary folder, which may be in memory; short, as sockets are in it.
    const dataDir = await mkdtemp(join(homedir(), '.desk-'))
    await use(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  },

  canaries: async ({ dataDir }, use) => {
    const watch = new CanaryWatch(dataDir)
    await use(watch)
    expect(watch.sightings(), 'keys and people in the open').toEqual([])
  },

  launch: async ({ dataDir, canaries }, use) => {
    const started: DeskApp[] = []
    await use(async (options = {}) => {
      const folder = options.dataDir ?? join(dataDir, 'desk')
      const desk = await (electronProgram() === null
        ? StandInDesk.launch(folder, options)
        : ElectronDesk.launch(folder, options))
      started.push(desk)
      return desk
    })
    for (const desk of started) {
      await canaries.lookAtDesk(desk)
      await desk.kill()
    }
  },

  desk: async ({ launch, startWith }, use) => {
    await use(await launch(startWith))
  },

  server: async ({ dataDir, practice, canaries }, use) => {
    const started = await startPracticeServer({
      file: join(dataDir, 'server.sqlite'),
      key: merchantKeys.run,
      ...practice,
    })
    if (!started.ok) throw new Error(`The practice server did not start: ${started.error.type}`)
    canaries.watchServer(started.value)
    await use(started.value)
    canaries.lookAtServer(started.value)
    await started.value.close()
  },

  connected: async ({ launch, dataDir, server }, use) => {
    await use(await launchConnected(launch, dataDir, server))
  },
})

export { expect }
