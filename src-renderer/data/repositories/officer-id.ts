import type { AppStatus } from '#shared/contract/app-status.ts'

/** Who is signed in; null at a desk without officers. */
export function officerIdOf({ officers }: AppStatus): string | null {
  return officers.type === 'signed-in' ? officers.officer.id : null
}
