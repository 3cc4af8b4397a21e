import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import * as v from 'valibot'
import type { Product } from '#shared/domain/product.ts'
import { InsurerClaimSchema } from '#shared/domain/received-claim.ts'
import { ok, type Result } from '#shared/result.ts'
import { statementsOf, guardStorage, type StorageFailure, textOrNull } from '#main/platform/sqlite.ts'
import { associated, openSealed, type RowProtection } from './entry-codec.ts'
import { createEntryEvents } from './entry-history.ts'

/** A claim at the insurer that may be an entry of ours: the sealed part of a candidate. */
const CandidateRowSchema = v.object({
  /** Equal for the same claim at the insurer: `id/…` for a row of the list, `shown/…` for what the details showed. */
  key: v.string(),
  claimId: v.nullable(v.number()),
  claim: InsurerClaimSchema,
})
export type CandidateRow = Readonly<v.InferOutput<typeof CandidateRowSchema>>
/** Which claim at the insurer one is. */
export type ClaimKey = Pick<CandidateRow, 'key' | 'claimId'>

/** A candidate as it is kept, in backups too. Times are those of this computer's clock (ISO). */
export const CandidateSchema = v.strictObject({
  ...CandidateRowSchema.entries,
  seenAt: v.string(),
  /** When it was known to be another claim: an officer said so, or it turned out to be another entry. */
  ruledOutAt: v.nullable(v.string()),
})
export type Candidate = Readonly<v.InferOutput<typeof CandidateSchema>>

/** Claims at the insurer that may be entries of ours, until an officer has compared them. */
export type Candidates = ReturnType<typeof createCandidates>

/** The tag by which a candidate's key is found, bound to its entry. */
function candidateTag(protection: RowProtection, entryId: string, key: string): string {
  return protection.tag(`candidate/${entryId}/${key}`)
}

export interface CandidatesOptions {
  /** Runs work in a transaction, or in the one that is open. */
  readonly inCommit: <T>(work: () => T) => T
  /** The number of an entry's candidates changed; called after the commit, or inside the open transaction. */
  readonly changed: (entryId: string) => void
}

export function createCandidates(
  database: DatabaseSync,
  protection: RowProtection,
  { inCommit, changed }: CandidatesOptions,
) {
  const prepare = statementsOf(database)
  const events = createEntryEvents(database)
  const seal = ({ key, claimId, claim }: CandidateRow, entryId: string): Uint8Array =>
    protection.seal(JSON.stringify({ key, claimId, claim }), associated.candidate(entryId))
  const isNew = (entryId: string, row: CandidateRow, at: string, ruledOutAt: string | null): boolean =>
    prepare(
      `INSERT OR IGNORE INTO candidate (entry_id, key_tag, claim_id, seen_at, ruled_out_at, sealed)
         VALUES (?, ?, ?, ?, ?, ?)`,
    ).run(
      entryId,
      candidateTag(protection, entryId, row.key),
      row.claimId,
      at,
      ruledOutAt,
      seal(row, entryId),
    ).changes > 0
  const opened = (row: Record<string, SQLOutputValue>): readonly Candidate[] => {
    const { sealed, entry_id: entryId, seen_at: seenAt, ruled_out_at: ruledOutAt } = row
    if (!(sealed instanceof Uint8Array)) return []
    const read = openSealed(protection, CandidateRowSchema, sealed, associated.candidate(String(entryId)))
    return read.ok ? [{ ...read.value, seenAt: String(seenAt), ruledOutAt: textOrNull(ruledOutAt) }] : []
  }
  const ofEntry = (entryId: string): readonly Candidate[] =>
    prepare('SELECT * FROM candidate WHERE entry_id = ? ORDER BY id').all(entryId).flatMap(opened)

  /** Changes candidates of an entry in one commit. @returns whether anything changed */
  const change = (
    entryId: string,
    work: (entry: { readonly id: string; readonly attempts: number }) => boolean,
  ): Result<boolean, StorageFailure> =>
    guardStorage(() => {
      const isChanged = inCommit(() => {
        const attempts = prepare('SELECT attempts FROM entry WHERE id = ?').get(entryId)?.['attempts']
        return typeof attempts === 'number' && work({ id: entryId, attempts })
      })
      if (isChanged) changed(entryId)
      return isChanged
    })

  return {
    /** All that were noted, ruled out ones included, in the order in which they were seen. */
    ofEntry,
    /** Those, and the claims that an officer recognised as other entries of its policy: none of them is news to it. */
    knownTo: (entryId: string): readonly Candidate[] => [
      ...ofEntry(entryId),
      ...prepare(
        `SELECT candidate.* FROM candidate JOIN entry ON entry.id = entry_id
           WHERE entry_id <> :entryId AND ruled_out_at IS NULL
             AND policy_tag = (SELECT policy_tag FROM entry WHERE id = :entryId) AND entry_id IN
               (SELECT entry_id FROM entry_event WHERE kind = 'candidate' AND detail = 'identified')`,
      )
        .all({ entryId })
        .flatMap(opened),
    ],
    /** Notes rows that may be this entry, in one commit; known ones are kept as they are. @returns whether any is new */
    note: (entryId: string, rows: readonly CandidateRow[], at: string): Result<boolean, StorageFailure> => {
      if (rows.length === 0) return ok(false)
      return change(entryId, (entry) => {
        const fresh = rows.filter((row) => isNew(entryId, row, at, null))
        for (const _row of fresh) events.note(entry, { kind: 'candidate', detail: 'seen' }, at)
        return fresh.length > 0
      })
    },
    /** An officer says that it is another claim. A key that is not known changes nothing. */
    ruleOut: (entryId: string, key: string, at: string) =>
      change(entryId, (entry) => {
        const { changes } = prepare(
          'UPDATE candidate SET ruled_out_at = ? WHERE entry_id = ? AND key_tag = ? AND ruled_out_at IS NULL',
        ).run(at, entryId, candidateTag(protection, entryId, key))
        if (changes > 0) events.note(entry, { kind: 'candidate', detail: 'ruled-out' }, at)
        return changes > 0
      }),
    /**
     * A claim turned out to be an entry, inside the caller's transaction: it is no other entry, and what else that entry
     * might have been is forgotten, as nobody said that it is another claim.
     *
     * @returns the entries of which a candidate was ruled out. @throws SQLite's error.
     */
    takeOut(product: Product, { key, claimId }: ClaimKey, isEntry: string, at: string): readonly string[] {
      const open = prepare(
        `SELECT id, entry_id, key_tag FROM candidate WHERE ruled_out_at IS NULL AND (entry_id = ?
           OR (claim_id IS ? AND entry_id IN (SELECT id FROM entry WHERE product = ?)))`,
      ).all(isEntry, claimId, product)
      return open.flatMap(({ id = null, entry_id, key_tag: tag }) => {
        const entryId = String(entry_id)
        if ((entryId === isEntry) === (tag === candidateTag(protection, entryId, key))) return []
        if (entryId === isEntry) prepare('DELETE FROM candidate WHERE id = ?').run(id)
        else prepare('UPDATE candidate SET ruled_out_at = ? WHERE id = ?').run(at, id)
        return entryId
      })
    },
    /** Writes a candidate of a backup inside the caller's transaction. @throws SQLite's error. */
    restore: (entryId: string, candidate: Candidate): void => {
      isNew(entryId, candidate, candidate.seenAt, candidate.ruledOutAt)
    },
  }
}

/** A row of an entry, with the times it was first seen and acknowledged; backups have it like this too. */
export const SeenRowSchema = v.strictObject({
  claimId: v.pipe(v.number(), v.safeInteger()),
  surplus: v.boolean(),
  seenAt: v.string(),
  /** Null until an officer has acknowledged it. */
  acknowledgedAt: v.nullable(v.string()),
})
export type SeenRow = Readonly<v.InferOutput<typeof SeenRowSchema>>

/** Which rows of the insurer's lists belong to which entries: one row settles one entry, more raise an alarm. */
export type ClaimRows = ReturnType<typeof createClaimRows>

export function createClaimRows(database: DatabaseSync) {
  const prepare = statementsOf(database)
  function bind(product: Product, claimId: number, entryId: string, surplus: boolean, seenAt: string): void {
    if (!surplus) {
      // Who has too many rows goes on having them, whichever of them turns out to be another entry's.
      prepare(
        `UPDATE OR REPLACE claim_row SET claim_id = -claim_id
           WHERE product = ? AND claim_id = ? AND entry_id <> ? AND surplus = 1 AND acknowledged_at IS NULL`,
      ).run(product, claimId, entryId)
      prepare(
        'DELETE FROM claim_row WHERE product = ? AND entry_id = ? AND surplus = 0 AND claim_id <> ?',
      ).run(product, entryId, claimId)
    }
    prepare(
      `INSERT INTO claim_row (product, claim_id, entry_id, surplus, seen_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET entry_id = excluded.entry_id, surplus = excluded.surplus,
           seen_at = excluded.seen_at, acknowledged_at = NULL WHERE entry_id <> excluded.entry_id`,
    ).run(product, claimId, entryId, surplus ? 1 : 0, seenAt)
  }
  return {
    /**
     * Binds a row inside the caller's transaction: it is no longer another entry's, and of its own an entry has only one.
     * An alarm that it was for another entry stays, under a number below 0.
     *
     * @param seenAt ISO time. @throws SQLite's error.
     */
    bind,
    bound: (product: Product) =>
      prepare('SELECT claim_id, entry_id FROM claim_row WHERE product = ? AND claim_id > 0')
        .all(product)
        .map((row) => ({ claimId: Number(row['claim_id']), entryId: String(row['entry_id']) })),
    /** Records a row that repeats an entry; it is an alarm until an officer acknowledges it. */
    noteSurplus: (product: Product, claimId: number, entryId: string, seenAt: string) =>
      guardStorage((): null => {
        bind(product, claimId, entryId, true, seenAt)
        return null
      }),
    /**
     * The insurer is another one: its numbers mean other claims. A claim that was listed twice stays so for the officer, under
     * a number below 0, which no list has.
     */
    unbind: () =>
      guardStorage((): null => {
        prepare('DELETE FROM candidate').run()
        prepare('DELETE FROM claim_row WHERE surplus = 0').run()
        prepare('UPDATE OR REPLACE claim_row SET claim_id = -claim_id WHERE claim_id > 0').run()
        return null
      }),
    /** Ids of surplus rows of an entry that no officer has acknowledged. */
    duplicatesOf: (entryId: string): readonly number[] =>
      prepare(
        `SELECT DISTINCT abs(claim_id) AS id FROM claim_row
           WHERE entry_id = ? AND surplus = 1 AND acknowledged_at IS NULL`,
      )
        .all(entryId)
        .map(({ id }) => Number(id)),
    acknowledgeDuplicates: (entryId: string, at: string) =>
      guardStorage((): null => {
        prepare(
          `UPDATE claim_row SET acknowledged_at = ?
             WHERE entry_id = ? AND surplus = 1 AND acknowledged_at IS NULL`,
        ).run(at, entryId)
        return null
      }),
    /** The rows of an entry in the order of their ids, for its history. */
    ofEntry: (entryId: string): readonly SeenRow[] =>
      prepare(
        `SELECT claim_id AS claimId, surplus, seen_at AS seenAt, acknowledged_at AS acknowledgedAt
           FROM claim_row WHERE entry_id = ? ORDER BY surplus, claim_id`,
      )
        .all(entryId)
        .map((row) => v.parse(SeenRowSchema, { ...row, surplus: row['surplus'] === 1 })),
  }
}
