import { onTestFinished } from 'vitest'
import { createServices, type AppServices } from '#main/app/services.ts'
import type { ServicesOptions } from '#main/app/services-options.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore } from '#testing/keys/store.ts'
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
    await services.close()
  })
  return services
}
