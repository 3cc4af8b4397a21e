import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { migrate } from '#main/outbox/migrations.ts'

/** What a backup does with each table of the outbox file, and what removes its rows when a policy is forgotten. */
const tables = {
  entry: { backup: 'copied', goes: 'with its policy' },
  attempt: { backup: 'copied', goes: 'with its entry' },
  entry_event: { backup: 'copied', goes: 'with its entry' },
  claim_row: { backup: 'copied', goes: 'with its entry' },
  follow_up: { backup: 'copied', goes: 'with its entry' },
  candidate: { backup: 'copied', goes: 'with its entry' },
  draft: { backup: 'copied', goes: 'with its policy' },
  attachment: { backup: 'copied', goes: 'by a trigger' },
  upload: { backup: 'copied', goes: 'by a trigger' },
  kept_detail: { backup: 'left here', goes: 'with its policy' },
  engine_memory: { backup: 'left here', goes: 'never: it holds nothing of a customer' },
} as const

it('a backup and the forgetting of a policy know every table of the outbox file', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const names = database.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  )
  expect(names.all().map(({ name }) => name)).toEqual(Object.keys(tables))
  for (const [name, { goes }] of Object.entries(tables)) {
    const cascades = database
      .prepare(`PRAGMA foreign_key_list(${name})`)
      .all()
      .some((key) => key['table'] === 'entry' && key['on_delete'] === 'CASCADE')
    expect(cascades, name).toBe(goes === 'with its entry')
  }
  database.close()
})
