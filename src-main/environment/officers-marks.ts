import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { environments, type Environment } from '#shared/domain/product.ts'
import { open, seal } from '../keys/sealing.ts'
import { deriveKey, successorOf, type DataKey } from '../keys/data-key.ts'
import { createOfficersFile } from '../officers/officers-file.ts'
import type { OfficersMarks, OfficersStore } from '../officers/kept-officers.ts'
import { OfficersMarkSchema, type OfficersMark } from '../officers/officers-list.ts'
import { newestVersion, versionOf } from '../outbox/migrations.ts'
import { isOfNewerVersion } from '../outbox/open-outbox.ts'
import { askClosedFile } from './closed-files.ts'
import { outboxFileOf } from './open-environment.ts'

const rowName = 'officers'
const MarkText = v.pipe(v.string(), v.parseJson(), OfficersMarkSchema)
const readRow = `SELECT value FROM engine_memory WHERE name = '${rowName}'`
const writeRow = `INSERT INTO engine_memory (name, value) VALUES ('${rowName}', ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`

/**
 * What each environment's outbox file remembers of the officers, sealed in its memory: taking it away costs the work.
 *
 * @param keys those of the officers' file, the one to write with first.
 */
export function createOfficersMarks(
  dataFolder: string,
  keys: readonly [Uint8Array, ...Uint8Array[]],
): OfficersMarks {
  const markIn = (environment: Environment): OfficersMark | null => {
    const [row] = askClosedFile(outboxFileOf(dataFolder, environment), readRow) ?? []
    return opened(keys, environment, row?.['value'])
  }
  return {
    read: () => environments.map(markIn).filter((mark) => mark !== null),
    remember(mark) {
      const text = JSON.stringify(mark)
      for (const environment of environments) {
        const path = outboxFileOf(dataFolder, environment)
        if (!existsSync(path) || JSON.stringify(markIn(environment)) === text) continue
        write(path, sealed(keys[0], environment, text))
      }
    },
  }
}

/** The officers' file and what the outbox files remember of it; null without a data key. */
export function openOfficersStore(dataFolder: string, dataKey: DataKey | null): OfficersStore | null {
  if (dataKey === null) return null
  const present = deriveKey(dataKey, 'officers')
  const next = successorOf(dataKey)
  const nextKey = next === null ? undefined : deriveKey(next, 'officers')
  return {
    file: createOfficersFile(dataFolder, present, nextKey),
    marks: createOfficersMarks(dataFolder, nextKey === undefined ? [present] : [nextKey, present]),
  }
}

/** Seals the mark in an open outbox file under another key. @throws SQLite's error. */
export function resealOfficersMark(
  database: DatabaseSync,
  environment: Environment,
  from: Uint8Array,
  to: Uint8Array,
): void {
  const mark = opened([from], environment, database.prepare(readRow).get()?.['value'])
  if (mark !== null) database.prepare(writeRow).run(sealed(to, environment, JSON.stringify(mark)))
}

function opened(keys: readonly Uint8Array[], environment: Environment, value: unknown): OfficersMark | null {
  if (typeof value !== 'string') return null
  const bytes = new Uint8Array(Buffer.from(value, 'base64'))
  for (const key of keys) {
    const text = open(key, bytes, placeOf(environment))
    const mark = text.ok ? v.safeParse(MarkText, text.value) : null
    if (mark?.success === true) return mark.output
  }
  return null
}

function sealed(key: Uint8Array, environment: Environment, text: string): string {
  return Buffer.from(seal(key, text, placeOf(environment))).toString('base64')
}

const placeOf = (environment: Environment): string => `officers-mark/${environment}`

/** Where this fails, the next change of the officers or the next start does it. */
function write(path: string, value: string): void {
  if (isOfNewerVersion(path)) return
  try {
    using database = new DatabaseSync(path, { timeout: 2_000 })
    // A mark that a power cut takes back is an earlier one, which counts too.
    database.exec('PRAGMA synchronous = NORMAL')
    if (versionOf(database) === newestVersion) database.prepare(writeRow).run(value)
  } catch {
    // A damaged file is rebuilt when its environment opens.
  }
}
