import type { DatabaseSync } from 'node:sqlite'
import { isAboutPolicy } from '#shared/domain/correction.ts'
import { referenceOf } from '#shared/domain/reference.ts'
import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import type { OutboxForgotten, KeptAboutPolicy } from '#shared/contract/privacy.ts'
import { mayBeForgotten } from '#shared/outbox/predicates.ts'
import { ok, type Result } from '#shared/result.ts'
import type { KeptDetails } from '#main/claims/kept-details.ts'
import type { DraftStore } from '#main/outbox/drafts/draft-store.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import { emptyLog, guardStorage, type StorageFailure } from '#main/platform/sqlite.ts'
import { removeCopies, removeOutdatedCopies, versionCopies } from '#main/outbox/version-copies.ts'
import {
  removeOrphans,
  countAttachments,
  removeLostAttachments,
} from '#main/outbox/attachments/attachment-rows.ts'
import { filesAside, removeFilesAside } from '#main/outbox/rebuild.ts'
import { countUploaded, leaveLost, leaveReceived } from '#main/delivery/uploads/upload-rows.ts'

/** The result of a request to forget, and the ids of the removed entries. */
export interface Forgetting {
  readonly answer: OutboxForgotten
  readonly entryIds: readonly string[]
}

interface WhatToForget {
  /** Damaged files too, in which it cannot be looked for. */
  readonly filesAside: boolean
}

export type KeptData = ReturnType<typeof createKeptData>

export interface KeptDataOptions {
  readonly database: DatabaseSync
  readonly file: string
  readonly outbox: Outbox
  readonly drafts: DraftStore
  readonly keptDetails: KeptDetails
}

/** The personal data this computer stores, and how it is removed, for the open environment. */
export function createKeptData({ database, file, outbox, drafts, keptDetails }: KeptDataOptions) {
  /** What is of a policy, and what it was corrected from: with another number it was the same claim. */
  const ofPolicy = (policy: PolicyNumber) => {
    const written = drafts.keptOrDiscarded().filter(({ draft }) => isAboutPolicy(draft, policy))
    const own = outbox.ofPolicy(policy).map(({ id }) => id)
    const entries = own.flatMap((id) => outbox.get(id) ?? [])
    const ids = [...own, ...written.map(({ draft }) => draft.id)]
    const last = [
      ...entries.map(lastUnder),
      ...written.map(({ draft }) => [referenceOf(draft), Infinity] as const),
    ]
    return { entries: outbox.ofPolicy(policy, correctedInto(ids, last, outbox.withdrawn())), written }
  }
  /** Rewrites the file if something was removed since the last rewrite. */
  const sweepIfDue = (): Result<null, StorageFailure> => {
    const due = guardStorage(() => isSweepDue(database))
    if (!due.ok) return due
    // Also clean up copies from before an update here: the application may stay open for weeks.
    guardStorage(() => removeOutdatedCopies(file, new Date()))
    return due.value ? sweep(database) : ok(null)
  }

  return {
    sweepIfDue,
    about: (policy: PolicyNumber): Result<KeptAboutPolicy, StorageFailure> =>
      guardStorage(() => {
        const { entries, written } = ofPolicy(policy)
        const draftIds = written.map(({ draft }) => draft.id)
        return {
          entries: entries.map(({ kind, product, acceptedAt, state }) => ({
            kind,
            product,
            acceptedAt,
            state,
          })),
          historyLines: entries.reduce((sum, { historyLines }) => sum + historyLines, 0),
          drafts: draftIds.length,
          keptDetails: keptDetails.idsOfPolicy(policy).length,
          attachmentFiles: countAttachments(database, [...entries.map(({ id }) => id), ...draftIds]),
          uploadedFiles: countUploaded(
            database,
            entries.map(({ id }) => id),
          ),
          filesAside: filesAside(file),
          copies: versionCopies(file).length,
        }
      }),
    /** Destroys what is stored about a policy, unless part of it is not delivered. */
    forget(policy: PolicyNumber, options: WhatToForget): Result<Forgetting, StorageFailure> {
      const found = guardStorage(() => ({ ...ofPolicy(policy), details: keptDetails.idsOfPolicy(policy) }))
      if (!found.ok) return found
      const { entries, written, details } = found.value
      const owed = entries.filter(({ state: name }) => !mayBeForgotten({ name })).length
      if (owed > 0) {
        return ok({ answer: { type: 'not-delivered', entries: owed }, entryIds: [] })
      }
      const entryIds = entries.map(({ id }) => id)
      // Before the rows: what the disk refuses here, as where another program holds a file, can be asked for again whole.
      const files = removeBesides(file, options)
      if (!files.ok) return files
      const removed = outbox.remove(entryIds, () => {
        for (const { draft } of written) drafts.forgetWithin(draft.id)
        keptDetails.removeWithin(details)
        markSweepDue(database)
      })
      if (!removed.ok) return removed
      const isDestroyed = sweepIfDue().ok
      // Without their keys the bytes reveal nothing, so it does not matter if the disk keeps them until the next start.
      removeOrphans(database, file)
      return ok({
        answer: {
          type: 'forgotten',
          entries: entries.length,
          drafts: written.length,
          keptDetails: details.length,
          filesAside: files.value,
          isDestroyed,
        },
        entryIds,
      })
    },
    /**
     * Removes up to `limit` settled entries from before that time; files of received ones stay in the file store.
     *
     * @returns their ids.
     */
    removeOutlived(before: string, limit: number): Result<readonly string[], StorageFailure> {
      const ids = guardStorage(() => {
        // Attachments of a claim that was lost in a damaged file: nothing refers to them any longer.
        leaveLost(database)
        if (removeLostAttachments(database, before) > 0) markSweepDue(database)
        return outbox.expiredEntries(before, limit)
      })
      if (!ids.ok || ids.value.length === 0) return ids
      const removed = outbox.remove(ids.value, () => {
        leaveReceived(database, ids.value)
        markSweepDue(database)
      })
      if (!removed.ok) return removed
      removeOrphans(database, file)
      return ids
    },
  }
}

/** Its reference, and its place in the order of acceptance: what was corrected into it came before. */
function lastUnder({ body, seq }: KeptEntry): readonly [string | null, number] {
  return [body.kind === 'claim' ? referenceOf(body) : null, seq]
}

/**
 * What was corrected into these, also by others between, as each names it or by their reference. Never the other way: a
 * mistyped number may be another customer's, and what it became is not of that policy.
 *
 * @param last with each reference, where its last one stands @param withdrawn oldest first
 */
function correctedInto(
  ids: readonly string[],
  last: readonly (readonly [string | null, number])[],
  withdrawn: readonly KeptEntry[],
): readonly string[] {
  const found = new Set(ids)
  return withdrawn.toReversed().flatMap((entry) => {
    const [reference, seq] = lastUnder(entry)
    const isBefore = reference !== null && last.some(([other, until]) => other === reference && seq < until)
    const { state } = entry
    const isNamed = 'as' in state && found.has(state.as)
    if (!isBefore && !isNamed) return []
    found.add(entry.id)
    return [entry.id]
  })
}

/** What is stored where an outbox was never created: nothing, or damaged files without an outbox. */
export function nothingKept(file: string): KeptData {
  const nothing = { entries: 0, drafts: 0, keptDetails: 0 }
  return {
    about: () =>
      guardStorage(() => ({
        ...nothing,
        entries: [],
        historyLines: 0,
        attachmentFiles: 0,
        uploadedFiles: 0,
        filesAside: filesAside(file),
        copies: versionCopies(file).length,
      })),
    forget(_policy, options) {
      const files = removeBesides(file, options)
      if (!files.ok) return files
      const answer = { type: 'forgotten', ...nothing, filesAside: files.value, isDestroyed: true } as const
      return ok({ answer, entryIds: [] })
    },
    removeOutlived: () => ok([]),
    sweepIfDue: () => ok(null),
  }
}

/**
 * Removes what lies beside an outbox. What exists only in a copy, such as a draft discarded since, cannot be found by
 * its policy, so all copies go. @returns how many damaged files went
 */
function removeBesides(
  file: string,
  { filesAside: areWanted }: WhatToForget,
): Result<number, StorageFailure> {
  return guardStorage(() => {
    const files = areWanted ? removeFilesAside(file) : 0
    removeCopies(file)
    return files
  })
}

const dueName = 'sweep-due'

/** Marks, inside the transaction that removes something, that the file must be rewritten without it. */
export function markSweepDue(database: DatabaseSync): void {
  database.prepare(`INSERT OR IGNORE INTO engine_memory (name, value) VALUES (?, 'yes')`).run(dueName)
}

/** Whether a rewrite is due, for example because it was interrupted or the disk refused it. */
export function isSweepDue(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM engine_memory WHERE name = ?').get(dueName) !== undefined
}

/**
 * Rewrites the file so that no byte of removed rows stays in it or in its log. Deleting is not enough: SQLite
 * overwrites what it deletes (`secure_delete`), but not the copies left behind when a row moves to another page.
 */
export function sweep(database: DatabaseSync): Result<null, StorageFailure> {
  return guardStorage(() => {
    database.exec('VACUUM')
    emptyLog(database)
    database.prepare('DELETE FROM engine_memory WHERE name = ?').run(dueName)
    return null
  })
}
