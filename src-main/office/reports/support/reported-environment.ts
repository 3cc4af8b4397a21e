import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { EntryKind, EntryStateName } from '#shared/outbox/entry.ts'
import { fileVersion } from '#main/outbox/file-version.ts'
import { newestVersion } from '#main/outbox/migrations.ts'
import { filesAside } from '#main/outbox/rebuild.ts'

const mostRows = 12
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const outcomePattern = /^[a-z-]{1,30}(\/[a-z-]{1,30}(\/\d{3})?)?$/
// Records, so that a new kind or state does not compile until it is listed here.
const kinds: Readonly<Record<EntryKind, true>> = { claim: true, 'pharmacy-request': true }
const states: Readonly<Record<EntryStateName, true>> = {
  queued: true,
  sending: true,
  unconfirmed: true,
  'needs-review': true,
  delivered: true,
  rejected: true,
  withdrawn: true,
}

const uploadStates = { named: true, proved: true, linked: true, unwanted: true }

/**
 * What the plain columns of an outbox file contain, read without the data key: counts, times and codes. A file of a
 * newer version is not opened, a damaged one is read as far as possible; nothing is changed. Null: it could not be read.
 */
export function reportedEnvironment(path: string) {
  const version = tried(() => fileVersion(path))
  const isThere = existsSync(path)
  const isNewer = version !== null && version > newestVersion
  const read = isThere && !isNewer ? tried(() => whatIsIn(path)) : null
  const isRead = read !== null && read.entries !== null
  return {
    file: !isThere ? 'none' : isNewer ? 'newer' : isRead ? 'readable' : 'unreadable',
    schemaVersion: isThere ? version : null,
    bytes: sizeOf(path),
    logBytes: sizeOf(`${path}-wal`),
    damagedFilesKept: tried(() => filesAside(path).length) ?? 0,
    ...(read ?? nothingRead),
  }
}

const nothingRead: { readonly [K in keyof ReturnType<typeof whatIsIn>]: null } = {
  entries: null,
  drafts: null,
  attachmentFiles: null,
  uploads: null,
  lastOutcomes: null,
}

function whatIsIn(path: string) {
  using database = new DatabaseSync(path, { readOnly: true })
  // Each query separately: an older or damaged file can answer some of them.
  const rows = <T>(sql: string, read: (row: Readonly<Record<string, unknown>>) => T): readonly T[] | null =>
    tried(() => database.prepare(sql).all().map(read))
  const count = (table: 'draft' | 'attachment'): number | null =>
    rows(`SELECT count(*) AS n FROM ${table}`, ({ n }) => Number(n))?.[0] ?? null
  return {
    entries: rows(
      'SELECT kind, state, count(*) AS n FROM entry GROUP BY kind, state ORDER BY kind, state',
      ({ kind, state, n }) => ({ kind: known(kind, kinds), state: known(state, states), count: Number(n) }),
    ),
    drafts: count('draft'),
    attachmentFiles: count('attachment'),
    uploads: rows(
      'SELECT state, count(*) AS n FROM upload GROUP BY state ORDER BY state',
      ({ state, n }) => ({ state: known(state, uploadStates), count: Number(n) }),
    ),
    // Newest first.
    lastOutcomes: rows(
      `SELECT opened_at, closed_at, outcome FROM attempt ORDER BY id DESC LIMIT ${mostRows}`,
      ({ opened_at: openedAt, closed_at: closedAt, outcome }) => ({
        openedAt: fitting(openedAt, momentPattern),
        closedAt: closedAt === null ? null : fitting(closedAt, momentPattern),
        outcome: outcome === null ? null : fitting(outcome, outcomePattern),
      }),
    ),
  }
}

/** The file could have been tampered with, so only our own known words are reported. */
function known(value: unknown, words: object): string {
  return typeof value === 'string' && Object.hasOwn(words, value) ? value : 'other'
}

function fitting(value: unknown, pattern: RegExp): string {
  return typeof value === 'string' && pattern.test(value) ? value : 'other'
}

function sizeOf(path: string): number {
  return tried(() => statSync(path).size) ?? 0
}

function tried<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
