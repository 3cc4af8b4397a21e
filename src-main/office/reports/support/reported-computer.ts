import type { AppStatus } from '#shared/contract/app-status.ts'
import type { RoutePlan } from '#shared/network.ts'
import { needsSomeone } from '#shared/outbox/entry-files.ts'
import { isUsable } from '#main/platform/keys/key-vault.ts'
import type { ReportedSending } from './support-report.ts'

/** What head office should look at on a computer. */
export type ComputerAlarm =
  /** The outbox cannot be opened. */
  | 'storage'
  /** There is no key for the insurer, or the insurer refuses it. */
  | 'key'
  /** The oldest entry that the insurer may not have is older than a day. */
  | 'oldest'
  /** The file store refuses what is waiting to go there, until somebody mends it. */
  | 'files'
  /** No scheduled backup could be written for three days. */
  | 'backup'
  /** What the organisation sets could not be read, or part of it does not apply. */
  | 'policy'
  /** This computer's clock is wrong. */
  | 'clock'
  /** The newest file of head office changed nothing here. */
  | 'head-office'

/** `untried`: there is one, and the insurer has not answered since the start. */
type ReportedKey = 'accepted' | 'refused' | 'none' | 'untried'

/** An entry that has waited this long is an alarm. */
const oldestMs = 86_400_000

/** The facts from which a computer's line in the table of all computers is made. */
export interface ComputerFacts {
  readonly id: string | null
  readonly now: Date
  readonly status: Pick<AppStatus, 'environment' | 'key' | 'managed' | 'headOffice' | 'forHeadOffice'>
  /** Of the open environment; null while its outbox cannot be opened. */
  readonly sending: ReportedSending | null
  readonly pharmaciesAt: string | null
  readonly route: RoutePlan | null
  /** Null where the report is for others than head office: a name may say anything. */
  readonly branch: string | null
}

/** How this computer stands, and what head office should look at. */
export function reportedComputer(facts: ComputerFacts) {
  const { status } = facts
  const key = keyOf(facts)
  const { lastAt, trouble, passphrase, isFromHeadOffice } = status.forHeadOffice.backup
  return {
    id: facts.id,
    branch: facts.branch,
    key,
    keyNumber: status.headOffice?.keyNumber ?? null,
    headOfficeProblem: status.headOffice?.problem ?? null,
    backupTrouble: trouble,
    statusTrouble: status.forHeadOffice.status,
    // Without an address: `proxy/system`, for example.
    route:
      facts.route === null ? null : `${facts.route.routes[0]?.type ?? 'direct'}/${facts.route.source.type}`,
    lastScheduledBackupAt: lastAt,
    // Whose passphrase opens these backups: a branch's own, head office may not have.
    backupPassphrase: isFromHeadOffice ? 'head-office' : passphrase === 'none' ? 'none' : 'own',
    pharmaciesAt: facts.pharmaciesAt,
    alarms: alarmsOf(facts, key),
  }
}

function alarmsOf({ status, sending, now }: ComputerFacts, key: ReportedKey): ComputerAlarm[] {
  const isRemote = status.environment !== 'practice'
  const oldestAt = sending?.counts.oldestUndeliveredAt ?? null
  const raised: Readonly<Record<ComputerAlarm, boolean>> = {
    storage: sending === null,
    key: key === 'none' || key === 'refused',
    oldest: isRemote && oldestAt !== null && now.getTime() - Date.parse(oldestAt) > oldestMs,
    files: isRemote && needsSomeone(sending?.files ?? null),
    backup: status.forHeadOffice.backup.isOverdue,
    policy: status.managed.problems.length > 0,
    clock: sending?.clockIsWrong === true,
    'head-office': status.headOffice !== null && status.headOffice.problem !== null,
  }
  return (Object.keys(raised) as ComputerAlarm[]).filter((alarm) => raised[alarm])
}

function keyOf({ status, sending }: ComputerFacts): ReportedKey {
  if (status.environment !== 'practice' && !isUsable(status.key)) return 'none'
  if (sending === null) return 'untried'
  if (sending.holds.includes('key-refused')) return 'refused'
  return sending.connection === 'online' ? 'accepted' : 'untried'
}
