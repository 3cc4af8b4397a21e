import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fileVersion } from '#main/outbox/file-version.ts'
import { newestVersion } from '#main/outbox/migrations.ts'
import { filesAside } from '#main/outbox/rebuild.ts'

const mostRows = 12

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
  const rows = (sql: string) => tried(() => database.prepare(sql).all())
  const count = (table: 'draft' | 'attachment'): number | null =>
    tried(() => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']))
  return {
    entries: rows(
      'SELECT kind, state, count(*) AS count FROM entry GROUP BY kind, state ORDER BY kind, state',
    ),
    drafts: count('draft'),
    attachmentFiles: count('attachment'),
    uploads: rows('SELECT state, count(*) AS count FROM upload GROUP BY state ORDER BY state'),
    // Newest first.
    lastOutcomes: rows(
      `SELECT opened_at AS openedAt, closed_at AS closedAt, outcome FROM attempt ORDER BY id DESC LIMIT ${mostRows}`,
    ),
  }
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
