import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore } from '#testing/keys/store.ts'
import type { AppServices } from '#main/app/services.ts'
import type { ServicesOptions } from '#main/app/services-options.ts'
import { openServices } from './open-services.ts'

/** A computer of one folder whose services are closed and opened again: between two starts anyone may change its files. */
export class ReopenedServices {
  readonly folder = createTestFolder()
  readonly store = createTestStore()
  readonly #given: Partial<ServicesOptions>
  #services: AppServices | null = null

  constructor(given: Partial<ServicesOptions> = {}) {
    this.#given = given
  }

  get services(): AppServices {
    if (this.#services === null) throw new Error('not started')
    return this.#services
  }

  get handlers(): AppServices['handlers'] {
    return this.services.handlers
  }

  /** @param given what is otherwise at this start alone */
  async start(given: Partial<ServicesOptions> = {}): Promise<void> {
    this.#services = await openServices({
      ...this.#given,
      ...given,
      dataFolder: this.folder,
      protection: { safeStorage: this.store, platform: 'linux' },
    })
  }

  async stop(): Promise<void> {
    this.#services?.sessionLock.stop()
    await this.#services?.workspace.close()
    this.#services = null
  }
}
