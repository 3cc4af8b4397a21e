import { guardStorage } from '#main/platform/sqlite.ts'
import { statfsSync } from 'node:fs'
import { arch, platform, release } from 'node:os'
import type { Environment } from '#shared/domain/product.ts'
import type { AppStatus } from '#shared/contract/app-status.ts'
import type { OfficerStatus } from '#shared/contract/officers.ts'
import type { ManagedProblem } from '#shared/managed-settings.ts'
import { err } from '#shared/result.ts'
import { outboxFileOf, type EnvironmentServices } from '#main/office/environment/environment.ts'
import type { Workspace } from '#main/office/environment/workspace.ts'
import type { Office } from '#main/office/computers/office.ts'
import { addressIn } from '#shared/settings.ts'
import type { Network } from '#main/network/network.ts'
import { newestVersion } from '#main/outbox/migrations.ts'
import { readLog } from '#main/platform/log.ts'
import { reportedComputer } from './reported-computer.ts'
import { reportedEnvironment } from './reported-environment.ts'
import { reportedSettings } from './reported-settings.ts'

export interface ReportSource {
  readonly workspace: Workspace
  readonly status: { now(): Promise<AppStatus> }
  readonly dataFolder: string
  readonly office: Pick<Office, 'id'>
  readonly network: Pick<Network, 'plan'>
}

export type SupportReport = Awaited<ReturnType<typeof supportReport>>

/**
 * How the office's own work stands, for a supporter and head office, without personal data: shown to an officer who may
 * save it, and written for head office. Every text in it is one of our own words, a number, a time, or a name given by the system or
 * Electron. Whatever cannot be read is left out, since the report is needed when something is broken.
 *
 * @param isForHeadOffice the report for head office names the branch and has no log
 */
export async function supportReport(
  source: ReportSource,
  { isForHeadOffice }: { readonly isForHeadOffice: boolean },
) {
  const { workspace, dataFolder, office, network } = source
  const now = new Date()
  const app = await source.status.now()
  const { name, storage, services } = workspace.desk
  const status = { ...app, environment: name, storage, key: await workspace.origins.keyStatus(name) }
  const sending = services === null ? null : sendingOf(services)
  // Read at once: what is waited for below may outlast this environment.
  const pharmacies = guardStorage(() => services?.memory.read('pharmacies-at') ?? null)
  const address = status.environment === 'practice' ? '' : addressIn(status.settings, status.environment)
  const environment = (name: Environment) => reportedEnvironment(outboxFileOf(dataFolder, name))
  const log = isForHeadOffice ? err('left out') : await readLog(dataFolder)
  return {
    /** Of this report. */
    format: 1,
    madeAt: now.toISOString(),
    application: { version: status.version, host: status.host, knownSchemaVersion: newestVersion },
    system: systemOf(dataFolder),
    state: { ...(await stateOf(status, workspace)), shownEnvironment: app.environment },
    sending,
    computer: reportedComputer({
      id: await office.id(),
      now,
      status,
      sending,
      pharmaciesAt: pharmacies.ok ? pharmacies.value : null,
      route: address === '' ? null : await network.plan(new URL(address)).catch(() => null),
      branch: isForHeadOffice ? status.settings.branchName : null,
    }),
    settings: reportedSettings(status.settings),
    managed: {
      source: status.managed.source,
      fields: status.managed.fields,
      problems: status.managed.problems.map(problemCode),
    },
    environments: {
      practice: environment('practice'),
      sandbox: environment('sandbox'),
      live: environment('live'),
    },
    log: reportedLog(log.ok ? log.value : ''),
  }
}

async function stateOf(status: AppStatus, workspace: Pick<Workspace, 'origins'>) {
  return {
    openEnvironment: status.environment,
    storage: status.storage.type,
    protection: status.protection.level,
    store: plainName(status.protection.backend),
    keys: {
      practice: (await workspace.origins.keyStatus('practice')).type,
      sandbox: (await workspace.origins.keyStatus('sandbox')).type,
      live: (await workspace.origins.keyStatus('live')).type,
    },
    session: status.officers.type,
    ...officerCounts(status.officers),
  }
}

function systemOf(dataFolder: string) {
  // The stand-in runs on Node, so Electron's version may be missing despite the types.
  const versions: Readonly<Record<string, string | undefined>> = process.versions
  return {
    platform: platform(),
    release: plainName(release()),
    architecture: arch(),
    electron: versions['electron'] ?? null,
    chromium: versions['chrome'] ?? null,
    node: process.versions.node,
    sqlite: versions['sqlite'] ?? '-',
    timeZone: plainName(Intl.DateTimeFormat().resolvedOptions().timeZone),
    freeDiskBytes: freeBytes(dataFolder),
    pagesInSandbox: !process.argv.includes('--no-sandbox'),
  }
}

export type ReportedSending = ReturnType<typeof sendingOf>

function sendingOf({ engine, backup, uploads }: EnvironmentServices) {
  const { connection, lastContactAt, holds, counts } = engine.status()
  const { kind, code = null, clock } = engine.connectivity.now()
  const lastBackup = guardStorage(() => backup.lastAt())
  const heldFiles = guardStorage(() => uploads.status(() => true).hold)
  return {
    connection,
    lastContactAt,
    holds: holds.map(({ type }) => type),
    counts,
    connectivityKind: kind,
    connectivityCode: code,
    clockAheadMs: clock?.aheadMs ?? null,
    clockIsWrong: clock?.isWrong ?? null,
    lastBackupAt: lastBackup.ok ? lastBackup.value : null,
    files: heldFiles.ok ? heldFiles.value : null,
  }
}

function officerCounts(status: OfficerStatus) {
  if (!('officers' in status)) return { officerCount: status.type === 'off' ? 0 : null, managerCount: null }
  const managers = status.officers.filter(({ role }) => role === 'manager').length
  return { officerCount: status.officers.length, managerCount: managers }
}

/** Known fields are named; unknown ones stay unnamed. */
function problemCode(problem: ManagedProblem): string {
  if (problem.type === 'not-read') return `not-read/${problem.why}`
  return problem.type === 'bad-value' ? `bad-value/${problem.field}` : problem.type
}

/** A name given by the system, limited so that it cannot be a sentence or an address. */
function plainName(name: string): string {
  return /^[\w.+/-]{1,60}$/.test(name) ? name : 'other'
}

function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** The newest lines; enough for days. */
const mostLines = 400

/** Lines of the log as they stand there: what they may say is settled where they are written. */
function reportedLog(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .slice(-mostLines)
}
