import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { recordFigure } from '#main/testing/proof.ts'
import { createTestFolder } from '#main/vault/test-folder.ts'
import { createDraftCopies } from './draft-copies.ts'
import { createEngineMemory } from './engine-memory.ts'
import { migrate, newestVersion, versionOf } from './migrations.ts'
import { plainProtection } from './model/plain-protection.ts'
import { openOutboxFile } from './open-outbox.ts'
import { createOutbox } from './outbox.ts'
import { openOutboxFile as openByVersion1 } from './schema-versions/code-of-version-1/open-outbox.ts'
import { openOutboxFile as openByVersion2 } from './schema-versions/code-of-version-2/open-outbox.ts'
import { openOutboxFile as openByVersion3 } from './schema-versions/code-of-version-3/open-outbox.ts'
import { frozenIds, makeFrozenFile } from './schema-versions/frozen-rows.ts'
import { frozenSchemas } from './schema-versions/frozen-schemas.ts'

/*
 * Proof 7 of docs/reliability.md, of the outbox file: every version opened by the newest code, killed at each statement of the way, and
 * the newest opened by each earlier code. A new version fails here until it is frozen: schema-versions/README.md.
 */

const now = new Date('2026-11-21T09:00:00.000Z')
const at = now.toISOString()
const versions = frozenSchemas.map((_schema, index) => index + 1)
const earlierCode = [openByVersion1, openByVersion2, openByVersion3]
const openAndDie = fileURLToPath(new URL('schema-versions/open-and-die.ts', import.meta.url))

type Dump = Readonly<Record<string, readonly Readonly<Record<string, SQLOutputValue>>[]>>

/** A file of a version, closed. */
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

/** Everything that was there is there as it was; a newer version may have added. */
function expectKept(before: Dump, after: Dump): void {
  for (const [table, rows] of Object.entries(before)) {
    expect(after[table], table).toHaveLength(rows.length)
    for (const [index, row] of rows.entries()) expect(after[table]?.[index]).toMatchObject(row)
  }
}

function openNewest(path: string): DatabaseSync {
  const opened = openOutboxFile(path, now)
  if (!opened.ok) throw new Error(opened.error.type)
  expect(opened.value.rebuilt).toBeNull()
  expect(versionOf(opened.value.database)).toBe(newestVersion)
  return opened.value.database
}

/** Every entry is read, and each goes on from where it was. */
function expectGoesOn(path: string): void {
  const database = openNewest(path)
  const outbox = createOutbox(database, plainProtection)
  const { draft: draftId, ...entries } = frozenIds
  for (const [name, id] of Object.entries(entries)) {
    const body = outbox.get(id)?.body
    if (body?.kind === 'claim')
      expect(body.claim.incidentDetails).toBe(`${name}: hit a kerb \u2013 \u1ecdba road.`)
    else expect(body).toMatchObject({ kind: 'pharmacy-request', pharmacyId: 7 })
  }
  expect([...outbox.undelivered()]).toHaveLength(7)
  expect(outbox.settled(10)).toHaveLength(2)
  expect(createDraftCopies(database, plainProtection).kept()).toMatchObject([{ draft: { id: draftId } }])
  expect(createEngineMemory(database).read('paused')).toBe('true')
  expect(outbox.claimRows.bound('keke').map(({ claimId }) => claimId)).toEqual([77, 78])
  expect(outbox.history(entries.unconfirmed)).toMatchObject([{ openedAt: '2026-11-20T09:00:00.000Z' }])
  expect(outbox.get(entries.unconfirmed)?.baseline).toEqual({ count: 4, highestId: 70, matchingIds: [12] })

  const steps = [
    outbox.openAttempt(entries.queued, { count: 1, highestId: 1, matchingIds: [] }, at),
    outbox.closeAttempt(entries.queued, { type: 'delivered', serverMessage: 'Done' }, at),
    outbox.openAttempt(entries.tried, null, at),
    outbox.closeAttempt(entries.tried, { type: 'rejected', serverMessage: 'No', fieldErrors: {} }, at),
    outbox.apply(entries.sending, { type: 'attempt-orphaned', at, cause: 'stopped' }),
    outbox.found(entries.unconfirmed, 'keke', 80, at),
    outbox.apply(entries.review, { type: 'officer-accepts', at }),
    outbox.apply(entries.rejected, { type: 'withdraw', at, to: 'draft' }),
    outbox.openAttempt(entries.pharmacy, null, at),
    outbox.claimRows.acknowledgeDuplicates(entries.delivered, at),
  ]
  expect(steps.filter((step) => !step.ok)).toEqual([])
  expect(outbox.get(entries.unconfirmed)?.state).toMatchObject({ name: 'delivered', claimId: 80 })
  database.close()
}

describe('a version of the outbox file', () => {
  it('is frozen, and so is the code before it', () => {
    expect(versions.at(-1)).toBe(newestVersion)
    expect(earlierCode).toHaveLength(newestVersion - 1)
  })

  it.each(versions)('%i is what its frozen tables say, whichever way it came to be', (version) => {
    const path = frozenFile(version)
    const database = openNewest(path)
    const built = new DatabaseSync(':memory:')
    migrate(built)
    const schemaOf = (file: DatabaseSync) =>
      file
        .prepare('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name')
        .all()
        .map(({ sql }) => String(sql).replace(/\s+/g, ' '))
    expect(schemaOf(database)).toEqual(schemaOf(built))
    const frozen = (frozenSchemas[newestVersion - 1] ?? []).toSorted()
    expect(
      schemaOf(built)
        .filter((sql) => !sql.includes('sqlite_sequence'))
        .toSorted(),
    ).toEqual(frozen)
    database.close()
  })

  it.each(versions)('%i is opened by the newest code with every row, and its entries go on', (version) => {
    const path = frozenFile(version)
    const before = dumpOf(path)
    openNewest(path).close()
    expectKept(before, dumpOf(path))
    expectGoesOn(path)
  })
})

describe('a file killed while it is brought to the newest version', () => {
  it('has every row, after each statement of each migration', { timeout: 240_000 }, async () => {
    // 0: there is no file yet.
    const frozen = [0, ...versions].filter((version) => version < newestVersion)
    let kills = 0
    let lost = 0
    const killAtEachStep = async (version: number): Promise<void> => {
      const start = version === 0 ? join(createTestFolder(), 'outbox.sqlite') : frozenFile(version)
      const before = version === 0 ? {} : dumpOf(start)
      for (let step = 0; ; step += 1) {
        const path = copied(start)
        const child = spawn(process.execPath, [openAndDie, path, String(step)], { stdio: 'ignore' })
        const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
        if (signal !== 'SIGKILL') {
          expect(code).toBe(0)
          break
        }
        kills += 1
        // Counted before it is asserted: the figure tells of a failed run too.
        try {
          openNewest(path).close()
          expectKept(before, dumpOf(path))
          if (version > 0) expectGoesOn(path)
        } catch (error) {
          lost += 1
          throw error
        }
      }
    }
    const results = await Promise.allSettled(frozen.map(killAtEachStep))
    recordFigure({
      proof: 'schema-versions',
      tried: { database: 'outbox', versions: versions.length, kills },
      seen: { 'files not whole': lost },
    })
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(kills).toBeGreaterThan(frozen.length * 8)
  })

  it.each(versions.filter((version) => version < newestVersion))(
    '%i has every row, wherever a power cut tears the log',
    (version) => {
      const start = frozenFile(version)
      const before = dumpOf(start)
      // Open in another connection: the log is not written back, as when the power goes.
      const open = openNewest(start)
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
        openNewest(path).close()
        expectKept(before, dumpOf(path))
      }
      expectGoesOn(torn)
    },
  )
})

describe('a file of a newer version', () => {
  const contentsOf = (path: string): Readonly<Record<string, string>> => {
    const folder = join(path, '..')
    return Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
    )
  }

  it.each(earlierCode.map((open, index) => [index + 1, open] as const))(
    'is refused by the code of version %i and left as it is, to the byte',
    (known, open) => {
      const path = frozenFile(newestVersion)
      const before = contentsOf(path)
      expect(open(path, now)).toEqual({ ok: false, error: { type: 'newer', found: newestVersion, known } })
      expect(contentsOf(path)).toEqual(before)
      expectGoesOn(path)
    },
  )

  it('is refused by the newest code', () => {
    const path = frozenFile(newestVersion)
    const database = new DatabaseSync(path)
    database.exec(`PRAGMA user_version = ${newestVersion + 1}`)
    database.close()
    const before = contentsOf(path)
    expect(openOutboxFile(path, now)).toMatchObject({
      ok: false,
      error: { type: 'newer', found: newestVersion + 1 },
    })
    expect(contentsOf(path)).toEqual(before)
  })

  it('is refused and left as it is when only its log says so, as after a kill', () => {
    const path = frozenFile(newestVersion)
    const database = new DatabaseSync(path)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    database.exec(`PRAGMA user_version = ${newestVersion + 1}`)
    const killed = copied(path)
    database.close()
    const before = contentsOf(killed)
    expect(before['outbox.sqlite-wal']?.length).toBeGreaterThan(0)
    expect(openOutboxFile(killed, now)).toMatchObject({
      ok: false,
      error: { type: 'newer', found: newestVersion + 1 },
    })
    expect(contentsOf(killed)).toEqual(before)
  })
})
