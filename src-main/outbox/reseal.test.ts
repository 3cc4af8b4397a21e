import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { migrate } from './migrations.ts'
import { sealedColumns } from './reseal.ts'

it('every sealed column of the outbox file is resealed under a new key', () => {
  using database = new DatabaseSync(':memory:')
  migrate(database)
  const inSchema = database
    .prepare(
      `SELECT master.name || '.' || column.name AS name
       FROM sqlite_master AS master, pragma_table_info(master.name) AS column
       WHERE master.type = 'table' AND column.type = 'BLOB' ORDER BY 1`,
    )
    .all()
    .map((row) => row['name'])
  expect(inSchema.length).toBeGreaterThan(0)
  expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(inSchema)
})
