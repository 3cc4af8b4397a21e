import type { Session } from 'electron'
import type { SystemAnswer } from '../network/route-finder.ts'

/** Asks the system's network settings which way leads to an address, as Chromium reads them. */
export function createSystemProxy(
  session: () => Pick<Session, 'resolveProxy'>,
): (origin: string) => Promise<SystemAnswer> {
  return async (origin) => ({ list: await session().resolveProxy(origin), script: null })
}
