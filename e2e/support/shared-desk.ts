import { mkdtemp, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CanaryWatch } from './canary-watch.ts'
import type { DeskApp, LaunchOptions } from './desk-app.ts'

/**
 * One running application for those tests of a file that need none of their own: a start costs as much as many of them.
 * The next file that asks gets a fresh one.
 */
export class SharedDesk {
  #running: { readonly file: string; readonly desk: DeskApp; readonly canaries: CanaryWatch } | null = null
  #dataDir = ''

  /** The application of a file of tests, started when its first test asks for it. */
  async of(file: string, launch: (options: LaunchOptions) => Promise<DeskApp>): Promise<DeskApp> {
    if (this.#running?.file === file) return this.#running.desk
    await this.close()
    this.#dataDir = await mkdtemp(join(homedir(), '.desk-'))
    const canaries = new CanaryWatch(this.#dataDir)
    const desk = await launch({ dataDir: join(this.#dataDir, 'desk') })
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
    await canaries.lookAtDesk(desk)
    await desk.kill()
    const sightings = canaries.sightings()
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 5 })
    if (sightings.length > 0) throw new Error(`Keys and people in the open: ${sightings.join('; ')}`)
  }
}
