import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { inTransaction } from './sqlite.ts'

let database: DatabaseSync
beforeEach(() => {
  database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE t (n INTEGER)')
})
const rows = (): unknown => database.prepare('SELECT count(*) AS n FROM t').get()?.['n']

it('keeps all of its work and returns its value', () => {
  const value = inTransaction(database, () => {
    database.exec('INSERT INTO t VALUES (1)')
    database.exec('INSERT INTO t VALUES (2)')
    return 'done'
  })
  expect(value).toBe('done')
  expect(database.isTransaction).toBe(false)
  expect(rows()).toBe(2)
})

it('keeps nothing of work that throws, and rethrows the error', () => {
  const bug = new TypeError('made up')
  expect(() =>
    inTransaction(database, () => {
      database.exec('INSERT INTO t VALUES (1)')
      throw bug
    }),
  ).toThrow(bug)
  expect(database.isTransaction).toBe(false)
  expect(rows()).toBe(0)
})

it('throws the original error, not that SQLite has already rolled back', () => {
  const full = new Error('disk full')
  expect(() =>
    inTransaction(database, () => {
      database.exec('ROLLBACK')
      throw full
    }),
  ).toThrow(full)
})
