import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { migrate } from '../src-main/outbox/migrations.ts'
import { tables } from '#renderer/data/db/pharmacies-database.ts'
import { projectRoot } from './project-root.ts'

const text = readFileSync(join(projectRoot, 'docs/security.md'), 'utf8')

/** The rows of the table under a heading: first cell, and the names in the second. */
function tableUnder(heading: string): Map<string, readonly string[]> {
  const section = text.split(`### ${heading}`)[1]?.split(/\n##/)[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return new Map(
    rows.flatMap((row) => {
      const [, names = '', columns = ''] = row.split('|')
      return namesIn(names).map(
        (name) => [name, columns.trim() === 'all' ? ['all'] : namesIn(columns)] as const,
      )
    }),
  )
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

const Named = v.object({ name: v.string(), type: v.optional(v.string(), '') })

describe('docs/security.md', () => {
  it('lists every plain column of the outbox and no other', () => {
    const database = new DatabaseSync(':memory:')
    migrate(database)
    const query = (sql: string) => v.parse(v.array(Named), database.prepare(sql).all())
    const tables = query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    // What is sealed is bytes, and nothing else is.
    const plain = tables.map(({ name }): [string, readonly string[]] => [
      name,
      query(`PRAGMA table_info(${name})`)
        .filter(({ type }) => type !== 'BLOB')
        .map((column) => column.name),
    ])
    expect(Object.fromEntries(tableUnder('The outbox (SQLite, one file for each environment)'))).toEqual(
      Object.fromEntries(plain),
    )
  })

  it('lists every table of the page with at least its indexed fields', () => {
    const listed = tableUnder('The page’s database (IndexedDB)')
    expect([...listed.keys()].sort()).toEqual(Object.keys(tables).sort())
    for (const [store, keys] of Object.entries<string>(tables)) {
      const columns = listed.get(store) ?? []
      if (!columns.includes('all')) expect(columns).toEqual(expect.arrayContaining(keys.split(', ')))
    }
  })

  it('covers all twenty items of Electron’s list', () => {
    const cells = [...text.matchAll(/^\| (\d[\d, ]*) \| /gm)].flatMap(([, numbers = '']) =>
      numbers.split(', '),
    )
    const items = cells.map(Number).toSorted((one, other) => one - other)
    expect(items).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  it('names files that have their test beside them, where the row of the list names none', () => {
    const rows = text.split('\n').filter((line) => /^\| (?:\d[\d, ]*|\+) \| /.test(line))
    const untested = rows
      .filter((row) => !/\.(?:test|spec)\.ts`/.test(row))
      .flatMap(namesIn)
      .filter((name) => /^src-.*\.ts$/.test(name))
      .filter((name) => !existsSync(join(projectRoot, name.replace(/\.ts$/, '.test.ts'))))
    expect(rows.length).toBeGreaterThan(15)
    expect(untested).toEqual([])
  })
})

describe('Electron', () => {
  it('is one of the majors that still get fixes', () => {
    const Manifest = v.object({ version: v.string() })
    const manifest = readFileSync(join(projectRoot, 'node_modules/electron/package.json'), 'utf8')
    const { version } = v.parse(Manifest, JSON.parse(manifest))
    // Raised with each new major: the newest three are supported.
    expect(Number.parseInt(version, 10)).toBeGreaterThanOrEqual(45)
  })
})
