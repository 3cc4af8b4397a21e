import type { AppStatus } from '#shared/contract/app-status.ts'

/** The id of the officer who is signed in; null without officers. */
export function officerIdOf({ officers }: AppStatus): string | null {
  return officers.type === 'signed-in' ? officers.officer.id : null
}
