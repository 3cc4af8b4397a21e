import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { describe, expect, it, vi } from 'vitest'
import { killAtEach } from '#testing/kills/kill-at-each.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createFollowUpRows } from '#main/claims/follow-up-rows.ts'
import { createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import { migrations, newestVersion, versionOf } from '#main/outbox/migrations.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { frozenIds, makeFrozenFile } from '#testing/versions/frozen-rows.ts'
import { nextSteps, nextVersion } from '#testing/versions/next-version.ts'

/*
 * Proof 7 of docs/reliability.md, for the outbox file: every version is migrated to a made-up next one and cut off
 * at each statement on the way, and today's code opens the next one.
 */

const now = new Date('2026-11-21T09:00:00.000Z')
const at = now.toISOString()
const versions = migrations.map((_step, index) => index + 1)

/** The SHA-256 of each migration: a released one never changes; an unreleased one gets its new sum here. */
const sums: readonly string[] = ['a23bdb70978cd3e4d6b903601782ac16660e493ecef2d08da4667a5171a47ea3']

type Dump = Readonly<Record<string, readonly Readonly<Record<string, SQLOutputValue>>[]>>

/** Creates a file of a version and closes it. */
function frozenFile(version: number): string {
  const path = join(createTestFolder(), 'outbox.sqlite')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  makeFrozenFile(database, version)
  database.close()
  return path
}

function copied(path: string): string {
  const copy = join(createTestFolder(), 'outbox.sqlite')
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix)
  return copy
}

function dumpOf(path: string): Dump {
  const database = new DatabaseSync(path)
  const tables = database.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  )
  const dump = Object.fromEntries(
    tables
      .all()
      .map(({ name }) => [
        String(name),
        database.prepare(`SELECT * FROM ${String(name)} ORDER BY rowid`).all(),
      ]),
  )
  database.close()
  return dump
}

/** Every row and column is unchanged; a newer version may have added some. */
function expectKept(before: Dump, after: Dump): void {
  for (const [table, rows] of Object.entries(before)) {
    expect(after[table], table).toHaveLength(rows.length)
    for (const [index, row] of rows.entries()) expect(after[table]?.[index]).toMatchObject(row)
  }
}

function openNext(path: string): DatabaseSync {
  const opened = openOutboxFile(path, now, nextSteps)
  if (!opened.ok) throw new Error(opened.error.type)
  expect(opened.value.rebuilt).toBeNull()
  expect(versionOf(opened.value.database)).toBe(nextVersion)
  return opened.value.database
}

/** Splits a script into its statements. */
function statementsOf(sql: string): readonly string[] {
  const bare = sql.replace(/--[^\n]*/g, '')
  // A trigger's body contains statements too and ends with END.
  const parts = bare.match(/\s*CREATE\s+TRIGGER[\s\S]*?\bEND\s*(;|$)|[^;]+(;|$)/gi) ?? []
  return parts.filter((part) => part.replace(/[\s;]/g, '') !== '')
}

/**
 * Migrates a file to the next version. A kill leaves what is in the files at that moment, so they are copied.
 *
 * @returns the file as it was before the first statement, and after each
 */
function leftByKills(path: string): readonly string[] {
  const left: string[] = []
  const copyFolder = (): void => {
    const folder = createTestFolder()
    cpSync(dirname(path), folder, { recursive: true })
    left.push(join(folder, 'outbox.sqlite'))
  }
  // oxlint-disable-next-line typescript/unbound-method
  const execute = DatabaseSync.prototype.exec
  const spied = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    sql: string,
  ) {
    for (const statement of statementsOf(sql)) {
      execute.call(this, statement)
      copyFolder()
    }
  })
  copyFolder()
  try {
    openNext(path).close()
  } finally {
    spied.mockRestore()
  }
  return left
}

/** Every entry can be read and continues from its state. */
function expectGoesOn(path: string): void {
  const database = openNext(path)
  const outbox = new Outbox(database, plainProtection)
  const { draft: draftId, ...entries } = frozenIds
  for (const [name, id] of Object.entries(entries)) {
    const body = outbox.get(id)?.body
    expect(body, `${name} is still read: what is new in a schema has a default`).toBeDefined()
    if (body?.kind === 'claim')
      expect(body.claim.incidentDetails).toBe(`${name}: hit a kerb \u2013 \u1ecdba road.`)
    else expect(body).toMatchObject({ kind: 'pharmacy-request', pharmacyId: 7 })
  }
  expect([...outbox.undelivered()]).toHaveLength(7)
  expect(outbox.settled(10)).toHaveLength(2)
  expect(createDraftStore(database, plainProtection).kept()).toMatchObject([{ draft: { id: draftId } }])
  expect(createEngineMemory(database).read('paused')).toBe('true')
  expect(outbox.claimRows.bound('keke').map(({ claimId }) => claimId)).toEqual([77, 78])
  expect(outbox.story(entries.unconfirmed)[1]).toMatchObject({ openedAt: '2026-11-20T09:00:00.000Z' })
  expect(outbox.get(entries.unconfirmed)).toMatchObject({
    firstAttemptAt: '2026-11-20T09:00:00.000Z',
    sends: 1,
  })
  expect(outbox.candidates.ofEntry(entries.unconfirmed)).toMatchObject([{ key: 'id/79', ruledOutAt: null }])
  expect(createFollowUpRows(database, plainProtection).read(entries.delivered)).toMatchObject({
    asOf: '2026-11-20T09:00:00.000Z',
    record: { changes: [{ status: '0' }, { status: '2' }], note: { text: 'Made up' } },
  })

  const steps = [
    outbox.openAttempt(entries.queued, at),
    outbox.closeAttempt(
      entries.queued,
      { type: 'delivered', serverMessage: 'Done', keptReference: null },
      at,
    ),
    outbox.openAttempt(entries.tried, at),
    outbox.closeAttempt(entries.tried, { type: 'rejected', serverMessage: 'No', fieldErrors: {} }, at),
    outbox.apply(entries.sending, { type: 'attempt-orphaned', at, cause: 'stopped' }),
    outbox.found(entries.unconfirmed, 'keke', 80, 'list', at),
    outbox.apply(entries.review, { type: 'officer-accepts', at }),
    outbox.apply(entries.rejected, { type: 'withdraw', at, to: 'draft' }),
    outbox.openAttempt(entries.pharmacy, at),
    outbox.claimRows.acknowledgeDuplicates(entries.delivered, at),
  ]
  expect(steps.filter((step) => !step.ok)).toEqual([])
  expect(outbox.get(entries.unconfirmed)?.state).toMatchObject({ name: 'delivered', claimId: 80 })
  database.close()
}

describe('a version of the outbox file', () => {
  it('never changes once it is released', () => {
    expect(migrations.map((step) => createHash('sha256').update(step).digest('hex'))).toEqual(sums)
  })

  it.each(versions)('%i has frozen rows in every table', (version) => {
    expect(Object.entries(dumpOf(frozenFile(version))).filter(([, rows]) => rows.length === 0)).toEqual([])
  })
})

describe('a file that is migrated to the next version', () => {
  it('has every row and goes on, killed after any statement or none', { timeout: 240_000 }, async () => {
    // 0: there is no file yet.
    const left = [0, ...versions].flatMap((version) => {
      const start = version === 0 ? join(createTestFolder(), 'outbox.sqlite') : frozenFile(version)
      const before = version === 0 ? {} : dumpOf(start)
      return leftByKills(start).map((path) => ({ version, before, path }))
    })
    const plan = { proof: 'schema-versions', part: 'migrating', points: left, kills: left.length }
    const wrong = await killAtEach(plan, () => {
      let lost: readonly string[] = []
      const dieAt = ({ version, before, path }: (typeof left)[number]): Promise<true> => {
        try {
          openNext(path).close()
          const after = dumpOf(path)
          expectKept(before, after)
          expect(after['made_up']).toHaveLength(before['entry']?.length ?? 0)
          if (version > 0) expectGoesOn(path)
        } catch (error) {
          lost = [`of version ${version}, ${path}: ${String(error)}`]
        }
        return Promise.resolve(true)
      }
      return { dieAt, ledger: () => lost }
    })
    expect(wrong).toEqual([])
    expect(left.length).toBeGreaterThan(8 * (1 + versions.length))
  })

  it.each(versions)('%i has every row, wherever a power cut tears the log', (version) => {
    const start = frozenFile(version)
    const before = dumpOf(start)
    // Another open connection keeps the log from being written back, as in a power cut.
    const open = openNext(start)
    const torn = copied(start)
    open.close()
    const log = readFileSync(`${torn}-wal`)
    const frameBytes = 24 + log.readUInt32BE(8)
    const cuts = Array.from(
      { length: Math.ceil((log.length - 32) / frameBytes) + 1 },
      (_, n) => 32 + n * frameBytes,
    )
    for (const cut of cuts.flatMap((end) => [end, end - 100])) {
      const path = copied(torn)
      truncateSync(`${path}-wal`, Math.max(0, Math.min(cut, log.length)))
      writeFileSync(`${path}-shm`, '')
      openNext(path).close()
      expectKept(before, dumpOf(path))
    }
    expectGoesOn(torn)
  })
})

const contentsOf = (path: string): Readonly<Record<string, string>> => {
  const folder = join(path, '..')
  return Object.fromEntries(
    readdirSync(folder)
      // SQLite's index of a log.
      .filter((name) => !name.endsWith('-shm'))
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )
}

it('a file of a newer version is refused by older code and left byte for byte as it is', () => {
  const path = frozenFile(newestVersion)
  openNext(path).close()
  const before = contentsOf(path)
  expect(openOutboxFile(path, now)).toEqual({
    ok: false,
    error: { type: 'newer', found: nextVersion, known: newestVersion },
  })
  expect(contentsOf(path)).toEqual(before)
  expectGoesOn(path)
})
