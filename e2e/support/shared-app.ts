import { rm } from 'node:fs/promises'
import { CanaryWatch } from './canary-watch.ts'
import { makeDiskFolder } from './disk-folder.ts'
import type { TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { ConnectedApp } from './connected.ts'
import type { TestApp } from './test-app.ts'

/** An application and the insurer that it is connected to. */
export interface ConnectedDesk {
  readonly server: TestInsurer
  readonly connected: ConnectedApp
}

/** What the tests of one file go on with. */
export interface SharedDesk {
  readonly dataDir: string
  readonly app: TestApp
  /** Where it is connected. */
  readonly insurer: ConnectedDesk | null
}

/** Starts in a fresh folder. */
export type StartDesk = (dataDir: string, canaries: CanaryWatch) => Promise<Omit<SharedDesk, 'dataDir'>>

/**
 * One running application for those tests of a file that need none of their own: a start costs as much as many of them.
 * The next file that asks gets a fresh one.
 */
export class SharedApp {
  #running: { readonly file: string; readonly desk: SharedDesk; readonly canaries: CanaryWatch } | null = null

  /** The application of a file of tests, started when its first test asks for it. */
  async of(file: string, start: StartDesk): Promise<SharedDesk> {
    if (this.#running?.file === file) return this.#running.desk
    await this.close()
    const dataDir = await makeDiskFolder()
    const canaries = new CanaryWatch(dataDir)
    const desk = { dataDir, ...(await start(dataDir, canaries)) }
    this.#running = { file, desk, canaries }
    return desk
  }

  /**
   * Ends the application and removes its folder.
   * @throws when a key or a person lies in the open.
   */
  async close(): Promise<void> {
    if (this.#running === null) return
    const { desk, canaries } = this.#running
    this.#running = null
    await canaries.lookAtApp(desk.app)
    await desk.app.kill()
    if (desk.insurer !== null) canaries.lookAtServer(desk.insurer.server)
    await desk.insurer?.server.close()
    const sightings = canaries.sightings()
    await rm(desk.dataDir, { recursive: true, force: true, maxRetries: 5 })
    if (sightings.length > 0) throw new Error(`Keys and people in the open: ${sightings.join('; ')}`)
  }
}
