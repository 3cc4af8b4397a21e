import { isHandedOver, mayBeHandedOver, wasProvedAbsent } from '#shared/outbox/predicates.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { EntryChange, OutboxFailure } from '../outbox/outbox.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import { createUploadRows } from '../uploads/upload-rows.ts'
import { readLedger, withoutHandedOver, writeLedger, type HandedOver, type TakenIn } from './backup-ledger.ts'
import type { BackupSource, Collected } from './collect.ts'
import { stateOfCopy } from './restored-state.ts'

/** Work given up for another computer, while that can still be undone completely. */
export interface GivenUp {
  readonly changed: readonly KeptEntry[]
  /** The file was never finished: restores everything as it was. */
  undo(at: string): Result<readonly KeptEntry[], OutboxFailure>
}

/**
 * Gives work up for another computer: from this commit on none of it is sent from here, and its drafts are not shown.
 * This happens before the file is written, so that two computers can never send the same work.
 */
export function giveUp(
  source: BackupSource,
  { entries, drafts }: Collected,
  { id, at, to }: { readonly id: string; readonly at: string; readonly to: string },
): Result<GivenUp, OutboxFailure> {
  const { database, outbox, protection } = source
  const given = entries.filter(({ state }) => mayBeHandedOver(state))
  const handedOver: HandedOver = {
    id,
    at,
    to,
    entryIds: given.map((entry) => entry.id),
    draftIds: drafts.map(({ draft }) => draft.id),
  }
  const changed = outbox.applyAll(
    given.map((entry) => ({ id: entry.id, event: { type: 'handed-over', at } })),
    () => {
      createUploadRows(database, protection).handedOverWithin(handedOver.entryIds)
      const away = new Set([...handedOver.entryIds, ...handedOver.draftIds])
      const ledger = withoutHandedOver(readLedger(database), away)
      writeLedger(database, { ...ledger, handedOver: [...ledger.handedOver, handedOver] })
    },
  )
  if (!changed.ok) return changed
  const before = new Map(given.map((entry) => [entry.id, entry.state]))
  return ok({
    changed: changed.value,
    undo: (undoneAt) =>
      endHandOver(source, id, {
        at: undoneAt,
        stateOf: (entry) => before.get(entry.id) ?? entry.state,
        isElsewhere: false,
      }),
  })
}

/**
 * Takes back what was handed over, as copies, since the other computer may have sent some of it. @returns
 * `unknown-entry` when nothing was handed over under that id.
 */
export function takeBack(
  source: BackupSource,
  id: string,
  at: string,
): Result<readonly KeptEntry[], OutboxFailure> {
  return endHandOver(source, id, { at, stateOf: () => stateOfCopy(stillOpen(at), at), isElsewhere: true })
}

/** Claims of a backup that were looked up, proved absent and never sent from here. Throws what SQLite throws. */
export function absentCopies({ outbox }: BackupSource, { copyIds }: TakenIn): readonly KeptEntry[] {
  return copyIds
    .flatMap((id) => outbox.get(id) ?? [])
    .filter(
      ({ body, state, candidates }) =>
        // One that may be a claim at the insurer needs its own decision.
        body.kind === 'claim' && candidates === 0 && wasProvedAbsent(state),
    )
}

/** An officer confirms that the other computer will never send: queues the claims of a backup proved absent. */
export function sendCopies(
  source: BackupSource,
  id: string,
  at: string,
): Result<readonly KeptEntry[], OutboxFailure> {
  const found = guardStorage(() => {
    const taken = readLedger(source.database).takenIn.find((one) => one.id === id)
    return taken === undefined ? null : absentCopies(source, taken)
  })
  if (!found.ok) return found
  if (found.value === null) return err({ type: 'unknown-entry' })
  const resend = (entry: KeptEntry): EntryChange => ({
    id: entry.id,
    event: { type: 'officer-resends', at },
  })
  const ids = found.value.map((entry) => entry.id)
  return source.outbox.applyAll(found.value.map(resend), () =>
    createUploadRows(source.database, source.protection).ownWithin(ids),
  )
}

// The previous state is no longer known, only that the entry was not settled.
function stillOpen(at: string): EntryState {
  return { name: 'unconfirmed', since: at, cause: 'copied-here', absentReadings: 0, resends: 0 }
}

interface Ending {
  readonly at: string
  readonly stateOf: (entry: KeptEntry) => EntryState
  /** Whether the other computer may have sent it. */
  readonly isElsewhere: boolean
}

function endHandOver(
  source: BackupSource,
  id: string,
  { at, stateOf, isElsewhere }: Ending,
): Result<readonly KeptEntry[], OutboxFailure> {
  const { database, outbox, protection } = source
  const found = guardStorage(() => {
    const ledger = readLedger(database)
    const work = ledger.handedOver.find((one) => one.id === id)
    if (work === undefined) return null
    const entries = work.entryIds.flatMap((entryId) => outbox.get(entryId) ?? [])
    return { ledger, entries: entries.filter(({ state }) => isHandedOver(state)) }
  })
  if (!found.ok) return found
  if (found.value === null) return err({ type: 'unknown-entry' })
  const { ledger, entries } = found.value
  const changes = entries.map((entry): EntryChange => {
    return { id: entry.id, event: { type: 'hand-over-ended', at, as: stateOf(entry) } }
  })
  const ids = entries.map((entry) => entry.id)
  return outbox.applyAll(changes, () => {
    createUploadRows(database, protection).takenBackWithin(ids, isElsewhere)
    writeLedger(database, { ...ledger, handedOver: ledger.handedOver.filter((one) => one.id !== id) })
  })
}
