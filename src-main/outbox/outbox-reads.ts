import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import * as v from 'valibot'
import type { PolicyNumber } from '#shared/domain/policy-number.ts'
import { products, type Product } from '#shared/domain/product.ts'
import type { KeptEntryLine } from '#shared/contract/privacy.ts'
import { entryStateNames, type EntryState } from '#shared/outbox/entry.ts'
import { isSettled } from '#shared/outbox/predicates.ts'
import { statementsOf, type Prepare, guardStorage, textOrNull } from '#main/platform/sqlite.ts'
import { elsewhere } from './engine-memory.ts'
import {
  endedAt,
  entryOfRow,
  selectEntry,
  type KeptEntry,
  policyTag,
  type RowProtection,
} from './entry-codec.ts'

/** An entry without its contents. */
export interface EntryLine extends KeptEntryLine {
  readonly id: string
  readonly historyLines: number
}

/** A local day; what was accepted before `openBefore` belongs to it while it is not finished. */
export interface DayRange {
  readonly from: string
  readonly until: string
  readonly openBefore: string
}

/** The entries behind a day's totals. */
export interface DayEntries {
  readonly entries: readonly KeptEntry[]
  /** The number of further entries that cannot be opened. */
  readonly unreadable: number
}

const ClaimAtInsurerSchema = v.object({
  product: v.picklist(products),
  claimId: v.number(),
  entryId: v.string(),
  officerId: v.nullable(v.string()),
  acceptedAt: v.string(),
})
/** An entry with the insurer's row that it is, and who captured it when. */
export interface ClaimAtInsurer extends Readonly<v.InferOutput<typeof ClaimAtInsurerSchema>> {
  /** Whether a row of that policy is it, as for `boundTo`. */
  readonly isOf: (policy: PolicyNumber) => boolean
}

/** Read-only queries on an open outbox file. They throw what SQLite throws. */
export class OutboxReads {
  protected readonly protection: RowProtection
  protected readonly prepare: Prepare

  constructor(database: DatabaseSync, protection: RowProtection) {
    this.protection = protection
    this.prepare = statementsOf(database)
  }

  /** Settled entries, newest first. */
  settled(limit: number): readonly KeptEntry[] {
    return this.entries(
      `${selectEntry} WHERE state IN ('delivered', 'withdrawn') ORDER BY seq DESC LIMIT ?`,
      limit,
    )
  }

  /** The claims that a row of the insurer's list was bound to, by their plain columns. */
  claimsAtInsurer(): readonly ClaimAtInsurer[] {
    return this.prepare(
      `SELECT claim_row.product, claim_id AS claimId, entry_id AS entryId, officer_id AS officerId,
              accepted_at AS acceptedAt, policy_tag AS tag
         FROM claim_row JOIN entry ON entry.id = entry_id WHERE surplus = 0 AND state <> 'withdrawn'`,
    )
      .all()
      .map(({ tag, ...row }) => {
        const claim = v.parse(ClaimAtInsurerSchema, row)
        const isOf = (policy: PolicyNumber): boolean => this.#isTagOf(tag, claim.product, policy)
        return { ...claim, isOf }
      })
  }

  /**
   * The entry whose own a row of a product's list is; null for none, and for one that is too many: without our reference
   * that may be another entry's. A number counts on a row of that entry's policy alone: an insurer that lost its claims
   * gives their numbers to others.
   */
  boundTo(product: Product): (claimId: number, policy: PolicyNumber) => string | null {
    const rows = this.prepare(
      `SELECT claim_id, entry_id, policy_tag FROM claim_row JOIN entry ON entry.id = entry_id
         WHERE claim_row.product = ? AND surplus = 0`,
    ).all(product)
    const byNumber = new Map(rows.map((row) => [row['claim_id'], row]))
    return (claimId, policy) => {
      const row = byNumber.get(claimId)
      if (row === undefined || !this.#isTagOf(row['policy_tag'], product, policy)) return null
      return String(row['entry_id'])
    }
  }

  #isTagOf(tag: unknown, product: Product, policy: PolicyNumber): boolean {
    return tag === policyTag(this.protection, product, policy)
  }

  /** The ids of claims that were received or taken out, without opening them. */
  settledClaimIds(): readonly string[] {
    return this.prepare(
      `SELECT id FROM entry WHERE kind = 'claim' AND state IN ('delivered', 'withdrawn') ORDER BY seq`,
    )
      .all()
      .map(({ id }) => String(id))
  }

  /**
   * Claims of a product that were tried at least once, by policy: a reading of its list may show them. Each is opened
   * when its policy is asked for. Both throw what SQLite throws.
   */
  attempted(product: Product): (policy: PolicyNumber) => readonly KeptEntry[] {
    const lines = this.prepare(
      'SELECT id, policy_tag FROM entry WHERE product = ? AND attempts > 0 ORDER BY seq',
    ).all(product)
    const byTag = Map.groupBy(lines, (line) => String(line['policy_tag']))
    return (policy) =>
      (byTag.get(policyTag(this.protection, product, policy)) ?? []).flatMap(({ id }) =>
        this.entries(`${selectEntry} WHERE id = ?`, String(id)),
      )
  }

  /** Whether an attempt of it may have made a claim at the insurer: one that was turned down made none. */
  mayHaveMade(id: string): boolean {
    const made = `SELECT 1 FROM attempt WHERE entry_id = ?
      AND (outcome IS NULL OR outcome = 'delivered' OR outcome LIKE 'uncertain%')`
    return this.prepare(made).get(id) !== undefined
  }

  /** Open entries, and drafts, that another computer may have sent: they were in a backup. */
  maybeSentElsewhere(): readonly string[] {
    const cameHere = this.prepare(
      `SELECT id FROM entry WHERE state NOT IN ('delivered', 'withdrawn') AND id IN
         (SELECT entry_id FROM entry_event WHERE kind = 'officer' AND detail = 'copied-here')`,
    )
      .all()
      .map((row) => String(row['id']))
    return [...cameHere, ...elsewhere(this.prepare)]
  }

  /**
   * The last so many claims that were sent more than once and received, or turned down after an attempt with an unknown
   * outcome.
   */
  resent(most: number): readonly KeptEntry[] {
    return this.entries(
      // The first condition is that of the index; the plus keeps another one out.
      `${selectEntry} WHERE sends > 1 AND +state IN ('delivered', 'rejected')
         ORDER BY seq DESC LIMIT ?`,
      most,
    )
  }

  /**
   * Everything accepted or delivered from `from` until before `until`, and what was accepted before `openBefore` and is
   * not finished: not settled, or with unacknowledged surplus rows.
   */
  ofDay({ from, until, openBefore }: DayRange): DayEntries {
    const rows = this.prepare(
      `${selectEntry}
         WHERE (accepted_at >= :from AND accepted_at < :until)
           OR (state = 'delivered' AND settled_at >= :from AND settled_at < :until)
           OR (accepted_at < :openBefore AND (state NOT IN ('delivered', 'withdrawn')
             OR id IN (SELECT entry_id FROM claim_row WHERE surplus = 1 AND acknowledged_at IS NULL)))
         ORDER BY seq`,
    ).all({ from, until, openBefore })
    const entries = rows.flatMap((row) => this.opened(row))
    return { entries, unreadable: rows.length - entries.length }
  }

  /** What officers took out or corrected, oldest first. */
  withdrawn(): readonly KeptEntry[] {
    return this.entries(`${selectEntry} WHERE state = 'withdrawn' ORDER BY seq`)
  }

  /** Entries of a policy by its keyed tag, and those of these ids: in any state, also what cannot be opened. */
  ofPolicy(policy: PolicyNumber, also: Iterable<string> = []): readonly EntryLine[] {
    return this.prepare(
      `SELECT id, kind, product, accepted_at, state,
           (SELECT count(*) FROM attempt WHERE entry_id = entry.id) +
           (SELECT count(*) FROM entry_event WHERE entry_id = entry.id) +
           (SELECT count(*) FROM claim_row WHERE entry_id = entry.id) +
           (SELECT count(*) FROM candidate WHERE entry_id = entry.id) +
           (SELECT count(*) FROM follow_up WHERE entry_id = entry.id) AS lines
         FROM entry WHERE policy_tag IN (?, ?, ?) OR id IN (SELECT value FROM json_each(?)) ORDER BY seq`,
    )
      .all(
        ...[...products, null].map((product) => policyTag(this.protection, product, policy)),
        JSON.stringify([...also]),
      )
      .map((row) => {
        const line = v.parse(LineSchema, row)
        const [entry] = this.entries(`${selectEntry} WHERE id = ?`, line.id)
        return entry === undefined ? line : { ...line, state: entry.state.name }
      })
  }

  /**
   * Settled entries from before that time that are no longer needed: none of their alarms waits for an officer, nothing
   * is wrong with them that the insurer was not told, it has not changed them since, and no unfinished claim of their
   * policy could be matched to their rows of the list.
   */
  expiredEntries(before: string, limit: number): readonly string[] {
    return this.prepare(
      `${selectEntry}
         WHERE state IN ('delivered', 'withdrawn') AND settled_at < ?
           AND policy_tag NOT IN (SELECT policy_tag FROM entry WHERE state NOT IN ('delivered', 'withdrawn'))
           AND id NOT IN (SELECT entry_id FROM claim_row WHERE surplus = 1 AND acknowledged_at IS NULL)
           AND id NOT IN (SELECT entry_id FROM follow_up WHERE is_wrong = 1 OR changed_at >= ?)
         ORDER BY seq LIMIT ?`,
    )
      .all(before, before, limit)
      .filter((row) => {
        // What the columns say may have been edited; a row that cannot be opened counts as they say.
        const [entry] = this.opened(row)
        return entry === undefined || (settledAt(entry.state) ?? before) < before
      })
      .map((row) => String(row['id']))
  }

  /** Entries with a duplicate that no officer has acknowledged, and who captured them. */
  duplicated(): ReadonlyMap<string, string | null> {
    const rows = this.prepare(
      `SELECT id, officer_id AS officer FROM entry
         WHERE id IN (SELECT entry_id FROM claim_row WHERE surplus = 1 AND acknowledged_at IS NULL)`,
    ).all()
    return new Map(rows.map(({ id, officer }) => [String(id), textOrNull(officer)] as const))
  }

  /** The number received, by capturing officer. @param before leaves out what a wrong clock dated later. */
  receivedSince(at: string, before = '~'): ReadonlyMap<string | null, number> {
    const rows = this.prepare(
      `SELECT officer_id AS officer, count(*) AS n FROM entry
         WHERE state = 'delivered' AND settled_at >= ? AND settled_at < ? GROUP BY officer_id`,
    ).all(at, before)
    return new Map(rows.map(({ officer, n }) => [textOrNull(officer), Number(n)] as const))
  }

  protected entries(sql: string, ...given: readonly (string | number)[]): readonly KeptEntry[] {
    return this.prepare(sql)
      .all(...given)
      .flatMap((row) => this.opened(row))
  }

  /**
   * The entry of a row of `selectEntry`, if it can be opened. A state that was edited in its column is put back; the
   * sealed owner counts.
   */
  protected opened(row: Record<string, SQLOutputValue>): readonly KeptEntry[] {
    const entry = entryOfRow(this.protection, row)
    if (!entry.ok) return []
    const { id, state } = entry.value
    if (row['state'] !== state.name || row['settled_at'] !== endedAt(state)) {
      guardStorage(() =>
        this.prepare('UPDATE entry SET state = ?, settled_at = ? WHERE id = ?').run(
          state.name,
          endedAt(state),
          id,
        ),
      )
    }
    return [entry.value]
  }
}

const settledAt = (state: EntryState): string | null => (isSettled(state) ? endedAt(state) : null)

const LineSchema = v.pipe(
  v.object({
    id: v.string(),
    kind: v.picklist(['claim', 'pharmacy-request']),
    product: v.nullable(v.picklist(products)),
    accepted_at: v.string(),
    state: v.picklist(entryStateNames),
    lines: v.number(),
  }),
  v.transform(({ accepted_at: acceptedAt, lines: historyLines, ...rest }) => ({
    ...rest,
    acceptedAt,
    historyLines,
  })),
)
