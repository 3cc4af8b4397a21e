import { createTestFolder } from '#main/keys/testing/folder.ts'
import { createTestStore } from '#main/keys/testing/store.ts'
import type { AppServices } from '#main/services.ts'
import type { ServicesOptions } from '#main/services-options.ts'
import { openServices } from '#main/testing/open-services.ts'

/**
 * The real services behind their gate, without windows, as an attacker meets them: by requests of the page, or by
 * files in the folder between two starts. Closed when the test ends.
 */
export async function startOffice(given: Partial<ServicesOptions> = {}): Promise<AppServices> {
  const services = await openServices({
    dataFolder: given.dataFolder ?? createTestFolder(),
    protection: { safeStorage: createTestStore(), platform: 'linux' },
    announce: () => undefined,
    ...given,
  })
  return services
}
