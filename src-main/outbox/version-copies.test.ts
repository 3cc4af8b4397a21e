import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { isPermitted, onSmallDisk, printedOnSmallDisk } from '#testing/app/real-trouble.ts'
import { installFailingDisk } from '#testing/failing-disk.ts'
import { createEngineMemory } from './engine-memory.ts'
import { migrations, newestVersion, versionOf } from './migrations.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { openOutboxFile, openWholeOutboxFile } from './open-outbox.ts'
import { Outbox } from './outbox.ts'
import { makeFrozenFile } from '#testing/versions/frozen-rows.ts'
import { nextSteps, nextVersion } from '#testing/versions/next-version.ts'
import { copyVersion, removeCopies, removeOutdatedCopies, versionCopies } from './version-copies.ts'

const at = new Date('2026-11-21T09:00:00.000Z')
const older = migrations.map((_step, index) => index + 1)

function frozenFile(version = newestVersion): string {
  const path = join(createTestFolder(), 'outbox.sqlite')
  using database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  makeFrozenFile(database, version)
  return path
}

/** All rows of all tables, except what keeps a copy from sending. */
function rowsOf(path: string): unknown {
  using database = new DatabaseSync(path)
  database.exec(`BEGIN; DELETE FROM engine_memory WHERE name IN ('paused', 'elsewhere')`)
  const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).all()
  return tables.map(({ name }) => [
    name,
    database.prepare(`SELECT * FROM ${String(name)} ORDER BY rowid`).all(),
  ])
}

function open(path: string): void {
  const opened = openOutboxFile(path, at, nextSteps)
  if (!opened.ok) throw new Error(opened.error.type)
  expect(versionOf(opened.value.database)).toBe(nextVersion)
  opened.value.database.close()
}

const copyIn = (path: string): string => join(dirname(path), versionCopies(path)[0] ?? 'none')

function copyOf(path: string, madeAt: string): void {
  using database = new DatabaseSync(path)
  copyVersion(database, path, newestVersion, new Date(madeAt))
}

describe('a file of an older version', () => {
  it.each(older)('%i is copied before its tables are changed: every row, sealed as it was', (version) => {
    const path = frozenFile(version)
    const before = rowsOf(path)
    open(path)
    expect(versionCopies(path)).toHaveLength(1)
    expect(versionCopies(path)[0]).toMatch(new RegExp(`^outbox\\.sqlite\\.version-${version}-\\d{4}-`))
    expect(rowsOf(copyIn(path))).toEqual(before)
    expect(statSync(copyIn(path)).mode & 0o777).toBe(0o600)
  })

  it('is also copied when its environment is only opened for a query', () => {
    const path = frozenFile()
    const opened = openWholeOutboxFile(path, nextSteps)
    expect(opened.ok).toBe(true)
    if (opened.ok) opened.value.close()
    expect(versionCopies(path)).toHaveLength(1)
  })

  it('can be used again by the previous program version, from its copy', () => {
    const path = frozenFile()
    open(path)
    const again = openOutboxFile(copyIn(path), at)
    if (!again.ok) throw new Error(again.error.type)
    const outbox = new Outbox(again.value.database, plainProtection)
    const ids = [...outbox.undelivered()].map(({ id }) => id)
    expect(ids).toHaveLength(7)
    // Entries that waited then may have been delivered since.
    expect(createEngineMemory(again.value.database).read('paused')).toBe('yes')
    expect(outbox.maybeSentElsewhere()).toEqual(expect.arrayContaining(ids))
    again.value.database.close()
  })

  it('is not copied when it has the newest version, nor when it is new', () => {
    const path = join(createTestFolder(), 'outbox.sqlite')
    open(path)
    open(path)
    expect(readdirSync(dirname(path))).toEqual(['outbox.sqlite'])
  })

  it('has one copy after a start that was interrupted right after copying', () => {
    const path = frozenFile()
    copyOf(path, '2026-11-21T08:00:00.000Z')
    writeFileSync(`${path}.copying`, 'half of it')
    open(path)
    expect(versionCopies(path)).toHaveLength(1)
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.copying'))).toEqual([])
  })

  it('stays as it is, to the last row, at whatever step the disk is full', () => {
    let refused = 0
    for (let atAsk = 1, wasReached = true; wasReached; atAsk += 1) {
      const path = frozenFile()
      const before = rowsOf(path)
      const disk = installFailingDisk({ trouble: 'disk-full', atAsk, lasts: true, onlyWrites: false })
      const opened = openOutboxFile(path, at, nextSteps)
      disk.remove()
      wasReached = disk.failed > 0
      if (opened.ok) opened.value.database.close()
      else {
        refused += 1
        expect(opened.error).toEqual({ type: 'disk-full' })
      }
      using database = new DatabaseSync(path, { readOnly: true })
      const version = versionOf(database)
      // Changed only when there is a complete copy.
      if (version === newestVersion) expect(rowsOf(path)).toEqual(before)
      else expect(rowsOf(copyIn(path))).toEqual(before)
      expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.copying'))).toEqual([])
    }
    expect(refused).toBeGreaterThan(5)
  })

  const small = 1024 * 1024
  it.runIf(isPermitted(onSmallDisk(tmpdir(), small, ['true'])))(
    'is not migrated on a disk without room for the copy, and is once there is room',
    () => {
      const script = new URL('../../proofs/versions/migrate-on-full-disk.ts', import.meta.url)
      const folder = createTestFolder()
      expect(printedOnSmallDisk(folder, small, script, folder, String(newestVersion))).toEqual({
        full: {
          outcome: 'disk-full',
          version: newestVersion,
          entries: 9,
          files: ['ballast', 'outbox.sqlite'],
        },
        roomy: {
          outcome: 'opened',
          version: nextVersion,
          entries: 9,
          files: ['outbox.sqlite', expect.stringMatching(/^outbox\.sqlite\.version-\d+-/) as string],
        },
      })
    },
  )
})

describe('copies', () => {
  it('are at most two, and none is older than a week, whatever the clock was', () => {
    const path = frozenFile()
    using database = new DatabaseSync(path)
    for (const [version, madeAt] of [
      [3, '2026-11-20T09:00:00.000Z'],
      [2, '2026-11-19'],
      [1, '2026-11-18'],
    ] as const) {
      database.exec(`PRAGMA user_version = ${version}`)
      copyVersion(database, path, version, new Date(madeAt))
    }
    removeOutdatedCopies(path, at)
    expect(versionCopies(path).map((name) => name.slice(0, 24))).toEqual([
      'outbox.sqlite.version-3-',
      'outbox.sqlite.version-2-',
    ])
    removeOutdatedCopies(path, new Date('2026-11-26T12:00:00.000Z'))
    expect(versionCopies(path)).toHaveLength(1)
    removeOutdatedCopies(path, new Date('2026-10-01T09:00:00.000Z'))
    expect(versionCopies(path)).toEqual([])
  })

  it('are recognised by their whole file name', () => {
    const path = frozenFile()
    const others = [
      'outbox.sqlite.version-3',
      'outbox.sqlite.version-x-2026',
      'other.sqlite.version-3-2026-11-21T09-00-00-000Z',
    ]
    for (const name of others) writeFileSync(join(dirname(path), name), '')
    mkdirSync(join(dirname(path), 'folder'))
    expect(removeCopies(path)).toBe(0)
    expect(readdirSync(dirname(path))).toEqual(expect.arrayContaining(others))
  })
})
