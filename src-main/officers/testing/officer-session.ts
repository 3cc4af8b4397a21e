import type { OfficerSummary } from '#shared/domain/officer.ts'
import { createTestFolder } from '../../keys/testing/folder.ts'
import type { OfficersMarks } from '../kept-officers.ts'
import { OfficerSession, type OfficerSessionOptions } from '../officer-session.ts'
import type { OfficersMark } from '../officers-list.ts'
import { createOfficersFile } from '../officers-file.ts'

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

/** What a session needs beside its file, where no one has worked and no key was given. */
export const quietOfficers: Omit<OfficerSessionOptions, 'openStore'> = {
  monotonicMs: () => 0,
  workers: () => [],
  readableKeys: () => Promise.resolve([]),
  provesWithoutVerifier: () => Promise.resolve(false),
  cost,
}

/** Outbox files that remember the last mark. */
export function createTestMarks(): OfficersMarks {
  let marks: readonly OfficersMark[] = []
  return {
    read: () => marks,
    remember: (mark) => {
      marks = [mark]
    },
  }
}

export async function createTestOfficers(): Promise<TestOfficers> {
  const file = createOfficersFile(createTestFolder(), new Uint8Array(32).fill(3))
  const marks = createTestMarks()
  const session = new OfficerSession({
    ...quietOfficers,
    openStore: () => Promise.resolve({ file, marks }),
  })
  await session.reload()
  const ada = await session.add({ name: 'Ada Test', role: 'manager', secret: secrets.ada })
  const bayo = await session.add({ name: 'Bayo Test', role: 'officer', secret: secrets.bayo })
  if (!ada.ok || !bayo.ok) throw new Error('The officers were not added.')
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
