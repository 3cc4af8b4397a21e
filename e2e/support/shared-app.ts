import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CanaryWatch } from './canary-watch.ts'
import { makeDiskFolder } from './disk-folder.ts'
import type { TestApp, LaunchOptions } from './test-app.ts'

/**
 * One running application for those tests of a file that need none of their own: a start costs as much as many of them.
 * The next file that asks gets a fresh one.
 */
export class SharedApp {
  #running: { readonly file: string; readonly app: TestApp; readonly canaries: CanaryWatch } | null = null
  #dataDir = ''

  /** The application of a file of tests, started when its first test asks for it. */
  async of(file: string, launch: (options: LaunchOptions) => Promise<TestApp>): Promise<TestApp> {
    if (this.#running?.file === file) return this.#running.app
    await this.close()
    this.#dataDir = await makeDiskFolder()
    const canaries = new CanaryWatch(this.#dataDir)
    const app = await launch({ dataDir: join(this.#dataDir, 'desk') })
    this.#running = { file, app, canaries }
    return app
  }

  /**
   * Ends the application and removes its folder.
   * @throws when a key or a person lies in the open.
   */
  async close(): Promise<void> {
    if (this.#running === null) return
    const { app, canaries } = this.#running
    this.#running = null
    await canaries.lookAtApp(app)
    await app.kill()
    const sightings = canaries.sightings()
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 5 })
    if (sightings.length > 0) throw new Error(`Keys and people in the open: ${sightings.join('; ')}`)
  }
}
