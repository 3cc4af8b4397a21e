import type { DatabaseSync } from 'node:sqlite'
import { isAboutPolicy } from '#shared/domain/correction.ts'
import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import type { ForgetAnswer, KeptAboutPolicy } from '#shared/contract/kept-data.ts'
import { mayBeForgotten } from '#shared/outbox/predicates.ts'
import { ok, type Result } from '#shared/result.ts'
import type { DraftCopies, KeptDraft } from '../drafts/draft-copies.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { guardStorage, type StorageFailure } from '../platform/storage-failure.ts'
import {
  removeCopies,
  removeFromCopies,
  removeOutdatedCopies,
  versionCopies,
} from '../outbox/version-copies.ts'
import { removeOrphans } from '../attachments/orphans.ts'
import { countAttachments, removeLostAttachments } from '../attachments/attachment-rows.ts'
import { filesAside, removeFilesAside } from './files-aside.ts'
import { isSweepDue, markSweepDue, sweep } from './sweep.ts'

/** What main did for a wish to forget, and whose it was: the page is told a part of it. */
export interface Forgetting {
  readonly answer: ForgetAnswer
  readonly entryIds: readonly string[]
  /** Officers whose drafts went; null stands for the office. */
  readonly owners: readonly (string | null)[]
}

/** What this computer keeps about people, and how it is removed, for the open environment. */
export interface KeptData {
  about(policy: PolicyNumber): Result<KeptAboutPolicy, StorageFailure>
  /** Destroys what is kept about a policy, unless something of it is not delivered. */
  forget(policy: PolicyNumber, options: { readonly filesAside: boolean }): Result<Forgetting, StorageFailure>
  /** Removes up to so many settled entries from before that time. @returns their ids. */
  removeOutlived(before: string, limit: number): Result<readonly string[], StorageFailure>
  /** Rewrites the file when something was removed since the last time. */
  sweepIfDue(): Result<null, StorageFailure>
}

export interface KeptDataOptions {
  readonly database: DatabaseSync
  readonly file: string
  readonly outbox: Outbox
  readonly copies: DraftCopies
}

export function createKeptData({ database, file, outbox, copies }: KeptDataOptions): KeptData {
  const draftsOf = (policy: PolicyNumber): readonly KeptDraft[] =>
    copies.kept().filter(({ draft }) => isAboutPolicy(draft, policy))
  const sweepIfDue = (): Result<null, StorageFailure> => {
    const due = guardStorage(() => isSweepDue(database))
    if (!due.ok) return due
    // Copies from before an update are looked after here too: a desk may stay open for weeks.
    guardStorage(() => removeOutdatedCopies(file, new Date()))
    return due.value ? sweep(database) : ok(null)
  }

  return {
    sweepIfDue,
    about: (policy) =>
      guardStorage(() => {
        const entries = outbox.ofPolicy(policy)
        const draftIds = draftsOf(policy).map(({ draft }) => draft.id)
        return {
          entries: entries.map(({ kind, product, acceptedAt, state }) => ({
            kind,
            product,
            acceptedAt,
            state,
          })),
          historyLines: entries.reduce((sum, { historyLines }) => sum + historyLines, 0),
          draftIds,
          attachmentFiles: countAttachments(database, [...entries.map(({ id }) => id), ...draftIds]),
          filesAside: filesAside(file),
          copies: versionCopies(file).length,
        }
      }),
    forget(policy, options) {
      const found = guardStorage(() => ({
        entries: outbox.ofPolicy(policy),
        drafts: draftsOf(policy),
      }))
      if (!found.ok) return found
      const { entries, drafts } = found.value
      const owed = entries.filter(({ state }) => !mayBeForgotten({ name: state })).length
      if (owed > 0) {
        return ok({ answer: { type: 'not-delivered', entries: owed }, entryIds: [], owners: [] })
      }
      const entryIds = entries.map(({ id }) => id)
      const removed = outbox.remove(entryIds, () => {
        for (const { draft } of drafts) copies.forgetWithin(draft.id)
        markSweepDue(database)
      })
      if (!removed.ok) return removed
      const files = options.filesAside ? guardStorage(() => removeFilesAside(file)) : ok(0)
      if (!files.ok) return files
      // What only a copy holds still, such as a draft that was discarded since, cannot be told by its policy.
      const older = guardStorage(() => removeCopies(file))
      if (!older.ok) return older
      const isDestroyed = sweepIfDue().ok
      // Without their keys the bytes are noise: a disk that keeps them until the next start tells nothing.
      removeOrphans(database, file)
      return ok({
        answer: {
          type: 'forgotten',
          entries: entryIds.length,
          drafts: drafts.length,
          filesAside: files.value,
          isDestroyed,
        },
        entryIds,
        owners: [...new Set(drafts.map(({ officerId }) => officerId))],
      })
    },
    removeOutlived(before, limit) {
      const ids = guardStorage(() => {
        // Files of a draft that a damaged file lost: nobody can take them up again.
        if (removeLostAttachments(database, before) > 0) markSweepDue(database)
        return outbox.outlived(before, limit)
      })
      if (!ids.ok || ids.value.length === 0) return ids
      const removed = outbox.remove(ids.value, () => markSweepDue(database))
      if (!removed.ok) return removed
      const fromCopies = guardStorage(() => removeFromCopies(file, ids.value))
      if (!fromCopies.ok) return fromCopies
      removeOrphans(database, file)
      return ids
    },
  }
}

/** What is kept where an outbox was never begun: nothing, or damaged files that lost theirs. */
export function nothingKept(file: string): KeptData {
  return {
    about: () =>
      guardStorage(() => ({
        entries: [],
        historyLines: 0,
        draftIds: [],
        attachmentFiles: 0,
        filesAside: filesAside(file),
        copies: versionCopies(file).length,
      })),
    forget(_policy, options) {
      const files = options.filesAside ? guardStorage(() => removeFilesAside(file)) : ok(0)
      if (!files.ok) return files
      const older = guardStorage(() => removeCopies(file))
      if (!older.ok) return older
      const nothing = { entries: 0, drafts: 0, filesAside: files.value, isDestroyed: true }
      return ok({ answer: { type: 'forgotten', ...nothing }, entryIds: [], owners: [] })
    },
    removeOutlived: () => ok([]),
    sweepIfDue: () => ok(null),
  }
}
