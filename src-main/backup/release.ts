import type { BackupFileCounts, BackupRefusal, WaitingCounts, WaitingWork } from '#shared/contract/backup.ts'
import { isRejected, isSettled } from '#shared/outbox/predicates.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { OutboxFailure } from '../outbox/outbox.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import type { BackupEntry } from './backup-content.ts'
import { countsOf } from './backup-status.ts'
import type { BackupSource } from './collect.ts'
import { planTakingIn, takeIn, takenInAt, type TakingIn, type TakingInHow } from './take-in.ts'
import { filesOfPlan } from './taking-files.ts'
import { waitingBackup, waitingBackups, type ArrivedFile, type WaitingBackup } from './waiting-backups.ts'

/** What a released backup brought. */
export interface Released {
  readonly plan: TakingIn
  readonly files: BackupFileCounts
  readonly entries: readonly KeptEntry[]
}

/** A backup that waits, and what its release would bring. Throws what SQLite throws. */
export function waitingWork(
  source: BackupSource,
  { takenAt, createdAt, content, arrived }: WaitingBackup,
): WaitingWork {
  const { id, from, handedOverTo } = content
  const plan = planTakingIn(source, content)
  const { isMove, entries, drafts, known } = plan
  return {
    id,
    takenAt,
    createdAt,
    from,
    as: isMove ? 'move' : 'copy',
    meantFor: isMove ? null : handedOverTo,
    open: openCounts(entries),
    brings: countsOf({ entries, drafts }),
    files: filesOfPlan(source, plan, arrived),
    known,
  }
}

/** How much of all backups that wait the insurer may not have yet. Throws what SQLite throws. */
export function waitingCounts(source: BackupSource): WaitingCounts {
  const all = waitingBackups(source).map((one) => waitingWork(source, one).open)
  const sum = (kind: keyof WaitingCounts): number => all.reduce((so, counts) => so + counts[kind], 0)
  return { claims: sum('claims'), requests: sum('requests') }
}

/** Why a backup cannot be taken in again; null when it can. Throws what SQLite throws. */
export function whyNotAgain(source: BackupSource, id: string): BackupRefusal | null {
  const at = takenInAt(source, id)
  if (at !== null) return { type: 'taken-in-before', at }
  return waitingBackup(source, id) === null ? null : { type: 'waits-already' }
}

/** The claims and requests that the insurer may still get: what it turned down is never sent again as it is. */
function openCounts(entries: readonly BackupEntry[]): WaitingCounts {
  const open = entries.filter(({ state }) => !isSettled(state) && !isRejected(state))
  const claims = open.filter(({ body }) => body.kind === 'claim').length
  return { claims, requests: open.length - claims }
}

export interface ReleaseHow extends Omit<TakingInHow, 'arrived'> {
  /** Puts the bytes of files where those of attachments are. Throws what the disk says. @returns those it found. */
  readonly moveIn: (arrived: readonly ArrivedFile[]) => readonly ArrivedFile[]
}

/**
 * Lets a waiting backup into the outbox and the drafts, all of it or nothing. @returns `unknown-entry` when no backup
 * with that id waits.
 */
export function release(
  source: BackupSource,
  id: string,
  { moveIn, ...how }: ReleaseHow,
): Result<Released, OutboxFailure> {
  const found = guardStorage(() => {
    const waiting = waitingBackup(source, id)
    if (waiting === null) return null
    const plan = planTakingIn(source, waiting.content)
    const arrived = moveIn(arrivedOf(plan, waiting))
    return { content: waiting.content, plan, arrived, files: filesOfPlan(source, plan, arrived) }
  })
  if (!found.ok) return found
  if (found.value === null) return err({ type: 'unknown-entry' })
  const { content, plan, arrived, files } = found.value
  const taken = takeIn(source, content, { ...how, arrived })
  if (!taken.ok) return taken
  const entries = source.outbox.reload(taken.value)
  return entries.ok ? ok({ plan, files, entries: entries.value }) : entries
}

/** The files whose bytes came with what a backup would bring. */
export function arrivedOf({ files }: TakingIn, { arrived }: WaitingBackup): readonly ArrivedFile[] {
  const wanted = new Set(files.map(({ id }) => id))
  return arrived.filter(({ of }) => wanted.has(of))
}
