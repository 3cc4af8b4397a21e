import { onTestFinished } from 'vitest'
import { createServices, type AppServices } from '../services.ts'
import type { ServicesOptions } from '../services-options.ts'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { createTestStore } from '#main/platform/keys/testing/store.ts'
import { quietSurroundings } from './quiet-surroundings.ts'

/**
 * The services as the application composes them, without windows, by default on a computer of their own. They are closed when the test ends: what still counts
 * or waits would write into a folder that is gone, and so make it again.
 */
export async function openServices(given: Partial<ServicesOptions> = {}): Promise<AppServices> {
  const {
    dataFolder = createTestFolder(),
    protection = { safeStorage: createTestStore(), platform: 'linux' },
  } = given
  const services = await createServices({ ...quietSurroundings, ...given, dataFolder, protection })
  onTestFinished(async () => {
    services.sessionLock.stop()
    // In its turn: what was begun is then written.
    await services.office.writeStatus()
    await services.close(10_000)
  })
  return services
}
