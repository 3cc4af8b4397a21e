import { onTestFinished } from 'vitest'
import { compose, type Composed } from '../compose.ts'
import { policyOf } from '../policy/read-policy.ts'
import { createTestFolder } from '../vault/testing/folder.ts'
import { createTestStore, type TestStore } from '../vault/testing/store.ts'
import { quietSurroundings } from '../testing/quiet-surroundings.ts'

/** The application as it is composed, for tests of what is told for support. */
export interface ReportDesk {
  readonly handlers: Composed['handlers']
  readonly folder: string
  readonly store: TestStore
  readonly close: () => Promise<void>
}

export interface ReportDeskOptions {
  readonly folder?: string
  readonly store?: TestStore
  readonly policy?: Readonly<Record<string, unknown>>
  readonly chooseFile?: (name: string) => Promise<string | null>
}

export async function openReportDesk({
  folder = createTestFolder(),
  store = createTestStore(),
  policy = {},
  chooseFile = () => Promise.resolve(null),
}: ReportDeskOptions = {}): Promise<ReportDesk> {
  const { handlers, workspace, deskLock } = await compose({
    ...quietSurroundings,
    policy: policyOf('file', '/home/ada-canary/policy.json', policy, ['en']),
    chooseFile,
    dataFolder: folder,
    protection: { safeStorage: store, platform: 'linux' },
  })
  const close = async (): Promise<void> => {
    deskLock.stop()
    await workspace.close()
  }
  onTestFinished(close)
  return { handlers, folder, store, close }
}
