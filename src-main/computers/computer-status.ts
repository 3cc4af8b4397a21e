import {
  statusFormat,
  oldestAlarmMs,
  type ComputerAlarm,
  type ComputerStatus,
} from '#shared/computer-status.ts'
import type { ClockDifference } from '#shared/connectivity.ts'
import type { KeyStatus } from '#shared/contract/app-status.ts'
import type { HeadOfficeStatus } from '#shared/head-office.ts'
import type { Environment } from '#shared/domain/product.ts'
import type { BytesByPurpose } from '#shared/line-use.ts'
import type { ManagedProblem } from '#shared/managed-settings.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import { isUsable } from '../keys/key-vault.ts'

/** What the status of a computer is made of. */
export interface Facts {
  readonly id: string
  readonly version: string
  readonly environment: Environment
  readonly branchName: string
  readonly now: Date
  /** Null while the outbox cannot be opened. */
  readonly engine: EngineStatus | null
  readonly key: KeyStatus
  readonly line: { readonly today: BytesByPurpose; readonly month: BytesByPurpose }
  readonly lastBackupAt: string | null
  readonly isBackupOverdue: boolean
  readonly pharmaciesAt: string | null
  readonly problems: readonly ManagedProblem[]
  readonly clock: ClockDifference | null
  readonly headOffice: HeadOfficeStatus | null
}

/** How this computer stands, as head office sees it. */
export function computerStatus(facts: Facts): ComputerStatus {
  const { engine, now } = facts
  const counts = engine?.counts ?? null
  const status = {
    format: statusFormat,
    id: facts.id,
    application: facts.version,
    environment: facts.environment,
    branch: facts.branchName,
    writtenAt: now.toISOString(),
    queue:
      counts === null
        ? null
        : {
            waiting: counts.waiting,
            sending: counts.sending,
            confirming: counts.unconfirmed,
            needsDecision: counts.needsOfficer,
            toCorrect: counts.rejected,
            receivedToday: counts.receivedToday,
          },
    oldestAt: counts?.oldestUndeliveredAt ?? null,
    lastContactAt: engine?.lastContactAt ?? null,
    bytes: { today: sumOf(facts.line.today), month: sumOf(facts.line.month) },
    lastBackupAt: facts.lastBackupAt,
    pharmaciesAt: facts.pharmaciesAt,
    keyNumber: facts.headOffice?.keyNumber ?? null,
    key: keyOf(facts),
    policyProblems: facts.problems.slice(0, 100).map(problemCode),
    clockAheadMs: facts.clock === null ? null : Math.round(facts.clock.aheadMs),
  } as const
  return { ...status, alarms: alarmsOf(facts, status) }
}

function alarmsOf(
  { engine, environment, isBackupOverdue, clock, headOffice, now }: Facts,
  { key, oldestAt, policyProblems }: Pick<ComputerStatus, 'key' | 'oldestAt' | 'policyProblems'>,
): ComputerAlarm[] {
  const isRemote = environment !== 'practice'
  const isOld = oldestAt !== null && now.getTime() - Date.parse(oldestAt) > oldestAlarmMs
  const raised: Readonly<Record<ComputerAlarm, boolean>> = {
    storage: engine === null,
    key: isRemote && (key === 'none' || key === 'refused'),
    oldest: isRemote && isOld,
    backup: isBackupOverdue,
    policy: policyProblems.length > 0,
    clock: clock?.isWrong === true,
    'head-office': headOffice !== null && headOffice.problem !== null,
  }
  return (Object.keys(raised) as ComputerAlarm[]).filter((alarm) => raised[alarm])
}

function keyOf({ engine, key, environment }: Facts): ComputerStatus['key'] {
  if (environment !== 'practice' && !isUsable(key)) return 'none'
  if (engine === null) return 'untried'
  if (engine.holds.some(({ type }) => type === 'key-refused')) return 'refused'
  return engine.connection === 'online' ? 'accepted' : 'untried'
}

/** The kind and the name of a field that we know; never a name that somebody typed. */
function problemCode(problem: ManagedProblem): string {
  if (problem.type === 'not-read') return `not-read ${problem.why}`
  return problem.type === 'bad-value' ? `bad-value ${problem.field}` : problem.type
}

function sumOf(bytes: BytesByPurpose): number {
  return Object.values(bytes).reduce((sum, { sent, received }) => sum + sent + received, 0)
}
