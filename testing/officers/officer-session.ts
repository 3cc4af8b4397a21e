import type { OfficerSummary } from '#shared/domain/officer.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { type OfficersStore, createOfficersFile } from '#main/office/officers/kept-officers.ts'
import { OfficerSession, type OfficerSessionOptions } from '#main/office/officers/officer-session.ts'

/** A quick hash: its cost is not under test here. */
const cost = { cost: 2 ** 4, blockSize: 8, parallelization: 1 }
const secrets = { ada: '271828', bayo: '314159' } as const

/** A session with a manager (Ada) and an officer (Bayo), for tests; no one is signed in. */
export interface TestOfficers {
  readonly session: OfficerSession
  readonly ada: OfficerSummary
  readonly bayo: OfficerSummary
  readonly signIn: (who: keyof typeof secrets) => Promise<void>
}

/** What a session needs beside its file, where no key was given. */
export const quietOfficers: Omit<OfficerSessionOptions, 'openStore'> = {
  monotonicMs: () => 0,
  provesManager: () => Promise.resolve(false),
  cost,
}

/** The officers' file in a folder, and whether its loss would be noticed. */
export function storeIn(folder: string): OfficersStore {
  const keys = { bytes: new Uint8Array(32).fill(3) }
  const store = {
    file: createOfficersFile(folder, () => Promise.resolve(keys)),
    hadOfficers: false,
    remember() {
      store.hadOfficers = true
      return Promise.resolve()
    },
  }
  return store
}

export async function createTestOfficers(): Promise<TestOfficers> {
  const store = storeIn(createTestFolder())
  const session = new OfficerSession({ ...quietOfficers, openStore: () => Promise.resolve(store) })
  await session.reload()
  const ada = await session.add({ name: 'Ada Test', role: 'manager', secret: secrets.ada })
  const bayo = await session.add({ name: 'Bayo Test', role: 'officer', secret: '161803' })
  if (!ada.ok || !bayo.ok) throw new Error('The officers were not added.')
  session.lock(null)
  await session.signIn(bayo.value.id, '161803', secrets.bayo)
  const officers = { ada: ada.value, bayo: bayo.value }
  session.lock(null)
  return {
    session,
    ...officers,
    async signIn(who) {
      session.lock(null)
      const done = await session.signIn(officers[who].id, secrets[who])
      if (!done.ok) throw new Error(done.error.type)
    },
  }
}
