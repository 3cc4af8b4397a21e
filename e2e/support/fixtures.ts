import { mkdtemp, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import {
  startPracticeServer,
  type PracticeOptions,
  type PracticeServer,
} from '#main/practice/practice-server.ts'
import { electronProgram } from '../../scripts/electron-runtime.ts'
import { launchConnected, type ConnectedDesk } from './connected.ts'
import type { DeskApp, LaunchOptions } from './desk-app.ts'
import { ElectronDesk } from './electron-desk.ts'
import { StandInDesk } from './stand-in-desk.ts'

interface Fixtures {
  /** A fresh folder on a real disk, removed afterwards. */
  dataDir: string
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

  launch: async ({ dataDir }, use) => {
    const started: DeskApp[] = []
    await use(async (options = {}) => {
      const folder = options.dataDir ?? join(dataDir, 'desk')
      const desk = await (electronProgram() === null
        ? StandInDesk.launch(folder, options)
        : ElectronDesk.launch(folder, options))
      started.push(desk)
      return desk
    })
    for (const desk of started) await desk.kill()
  },

  desk: async ({ launch, startWith }, use) => {
    await use(await launch(startWith))
  },

  server: async ({ dataDir, practice }, use) => {
    const started = await startPracticeServer({ file: join(dataDir, 'server.sqlite'), ...practice })
    if (!started.ok) throw new Error(`The practice server did not start: ${started.error.type}`)
    await use(started.value)
    await started.value.close()
  },

  connected: async ({ launch, dataDir, server }, use) => {
    await use(await launchConnected(launch, dataDir, server))
  },
})

export { expect } from '@playwright/test'
