import type { AppServices } from '#main/app/services.ts'
import type { EnvironmentServices } from '#main/office/environment/environment.ts'

/** What an open environment keeps. */
export function storageOf({ workspace }: AppServices): EnvironmentServices {
  const { services } = workspace.environment
  if (services === null) throw new Error('The outbox is not open.')
  return services
}
