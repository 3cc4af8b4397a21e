import { emptyCounts } from '#testing/outbox/made-up.ts'
import { defaultSettings } from '#shared/settings.ts'
import type { SupportReport } from '#main/office/reports/support/support-report.ts'
import { reportedSettings } from '#main/office/reports/support/reported-settings.ts'

interface Changes {
  readonly madeAt?: string
  readonly version?: string
  readonly openEnvironment?: SupportReport['state']['openEnvironment']
  readonly computer?: Partial<SupportReport['computer']>
  readonly counts?: Partial<NonNullable<SupportReport['sending']>['counts']>
  readonly problems?: readonly string[]
}

const noFile = {
  file: 'none',
  schemaVersion: null,
  bytes: 0,
  logBytes: 0,
  damagedFilesKept: 0,
  entries: null,
  drafts: null,
  attachmentFiles: null,
  uploads: null,
  lastOutcomes: null,
} as const

/** The report of a computer where all is well, as head office gets it, with changes. */
export function aReport(changes: Changes = {}): SupportReport {
  return {
    format: 1,
    madeAt: changes.madeAt ?? '2026-11-20T09:00:00.000Z',
    application: { version: changes.version ?? '1.2.3', host: 'electron', knownSchemaVersion: 1 },
    system: {
      platform: 'win32',
      release: '10.0.22631',
      architecture: 'x64',
      electron: '45.4.1',
      chromium: '156.0.0.0',
      node: '24.0.0',
      sqlite: '3.50.0',
      timeZone: 'Africa/Lagos',
      freeDiskBytes: 10_000_000_000,
      pagesInSandbox: true,
    },
    state: {
      openEnvironment: changes.openEnvironment ?? 'live',
      shownEnvironment: 'live',
      storage: 'ready',
      protection: 'os',
      store: 'dpapi',
      keys: { practice: 'practice', sandbox: 'none', live: 'kept' },
      session: 'off',
      officerCount: 0,
      managerCount: null,
    },
    sending: {
      connection: 'online',
      lastContactAt: '2026-11-20T08:59:00.000Z',
      holds: [],
      counts: { ...emptyCounts, receivedToday: 12, ...changes.counts },
      connectivityKind: 'works',
      connectivityCode: null,
      clockAheadMs: 40,
      clockIsWrong: false,
      lastBackupAt: null,
      files: null,
    },
    computer: {
      id: '7F3K-92QD',
      branch: 'Oshodi',
      key: 'accepted',
      keyNumber: null,
      headOfficeProblem: null,
      lastScheduledBackupAt: '2026-11-19T14:00:00.000Z',
      backupTrouble: null,
      statusTrouble: null,
      route: 'direct/system',
      backupPassphrase: 'head-office',
      pharmaciesAt: '2026-11-18T07:00:00.000Z',
      alarms: [],
      ...changes.computer,
    },
    settings: reportedSettings(defaultSettings),
    managed: { source: 'none', fields: [], problems: [...(changes.problems ?? [])] },
    environments: { practice: noFile, sandbox: noFile, live: noFile },
    log: [],
  }
}
