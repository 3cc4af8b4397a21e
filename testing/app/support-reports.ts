import type { AppServices } from '#main/app/services.ts'
import { managedConfigOf } from '#main/office/settings/managed/managed-config.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore, type TestStore } from '#testing/keys/store.ts'
import { openServices } from './open-services.ts'

/** The composed application, for tests of the support report. */
export interface SupportReports {
  readonly handlers: AppServices['handlers']
  readonly workspace: AppServices['workspace']
  readonly office: AppServices['office']
  readonly folder: string
  readonly store: TestStore
  readonly close: () => Promise<void>
}

export interface SupportReportsOptions {
  readonly folder?: string
  readonly store?: TestStore
  readonly policy?: Readonly<Record<string, unknown>>
  readonly chooseFile?: (name: string) => Promise<string | null>
}

export async function openSupportReports({
  folder = createTestFolder(),
  store = createTestStore(),
  policy = {},
  chooseFile = () => Promise.resolve(null),
}: SupportReportsOptions = {}): Promise<SupportReports> {
  const { handlers, workspace, office, sessionLock } = await openServices({
    managedConfig: managedConfigOf('file', '/home/ada-canary/policy.json', policy),
    chooseFile,
    dataFolder: folder,
    protection: { safeStorage: store, platform: 'linux' },
  })
  const close = async (): Promise<void> => {
    sessionLock.stop()
    await workspace.close()
  }
  return { handlers, workspace, office, folder, store, close }
}
