import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from './transaction.ts'

let database: DatabaseSync
beforeEach(() => {
  database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE t (n INTEGER)')
})
const rows = (): unknown => database.prepare('SELECT count(*) AS n FROM t').get()?.['n']

describe('a transaction', () => {
  it('keeps all of its work and answers its value', () => {
    const value = inTransaction(database, () => {
      database.exec('INSERT INTO t VALUES (1)')
      database.exec('INSERT INTO t VALUES (2)')
      return 'done'
    })
    expect(value).toBe('done')
    expect(database.isTransaction).toBe(false)
    expect(rows()).toBe(2)
  })

  it('keeps nothing of work that throws, and throws the same', () => {
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

  it('throws what went wrong, not that SQLite has rolled back already', () => {
    const full = new Error('disk full')
    expect(() =>
      inTransaction(database, () => {
        database.exec('ROLLBACK')
        throw full
      }),
    ).toThrow(full)
  })
})
