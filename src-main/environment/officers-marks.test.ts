import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { Environment } from '#shared/domain/product.ts'
import { createTestFolder } from '../keys/testing/folder.ts'
import { emptyList, markOf } from '../officers/officers-list.ts'
import { openOutboxFile } from '../outbox/open-outbox.ts'
import { createOfficersMarks } from './officers-marks.ts'
import { outboxFileOf } from './open-environment.ts'

const key = new Uint8Array(32).fill(3)
const mark = markOf({ ...emptyList(), count: 4 })

function folderWith(...used: readonly Environment[]): string {
  const folder = createTestFolder()
  for (const environment of used) {
    mkdirSync(join(folder, environment))
    const opened = openOutboxFile(outboxFileOf(folder, environment), new Date())
    if (!opened.ok) throw new Error(opened.error.type)
    opened.value.database.close()
  }
  return folder
}

function edit(folder: string, environment: Environment, sql: string, ...values: readonly string[]): void {
  using database = new DatabaseSync(outboxFileOf(folder, environment))
  database.prepare(sql).run(...values)
}

it('is remembered by every outbox file there is, and makes none', () => {
  const folder = folderWith('practice', 'live')
  const marks = createOfficersMarks(folder, [key])
  expect(marks.read()).toEqual([])
  marks.remember(mark)
  marks.remember({ ...mark, count: 5 })
  expect(marks.read()).toEqual([5, 5].map((count) => ({ ...mark, count })))
})

it('opens under either key, and under no other', () => {
  const folder = folderWith('practice')
  createOfficersMarks(folder, [key]).remember(mark)
  const other = new Uint8Array(32).fill(4)
  expect(createOfficersMarks(folder, [other, key]).read()).toEqual([mark])
  expect(createOfficersMarks(folder, [other]).read()).toEqual([])
})

it('counts in the environment it was made for alone', () => {
  const folder = folderWith('practice', 'live')
  const marks = createOfficersMarks(folder, [key])
  marks.remember(mark)
  using practice = new DatabaseSync(outboxFileOf(folder, 'practice'), { readOnly: true })
  const value = practice.prepare("SELECT value FROM engine_memory WHERE name = 'officers'").get()?.['value']
  edit(folder, 'live', "UPDATE engine_memory SET value = ? WHERE name = 'officers'", String(value))
  expect(marks.read()).toEqual([mark])
})

it('leaves a file of a newer version as it is', () => {
  const folder = folderWith('practice')
  edit(folder, 'practice', 'PRAGMA user_version = 99')
  createOfficersMarks(folder, [key]).remember(mark)
  using database = new DatabaseSync(outboxFileOf(folder, 'practice'), { readOnly: true })
  expect(database.prepare('SELECT count(*) AS n FROM engine_memory').get()).toEqual({ n: 0 })
})
