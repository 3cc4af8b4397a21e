import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { migrate } from './migrations.ts'
import { salvagedTables } from './salvage.ts'

it('every table of the outbox file is copied from a damaged one', () => {
  using database = new DatabaseSync(':memory:')
  migrate(database)
  const inSchema = database
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all()
    .map((row) => row['name'])
  expect(inSchema.length).toBeGreaterThan(0)
  expect(salvagedTables.toSorted()).toEqual(inSchema.toSorted())
})
