import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { environments, type Environment } from '#shared/domain/product.ts'
import { isOfNewerVersion } from '../outbox/open-outbox.ts'
import { sumOf, type CountsOf } from '../delivery/status.ts'
import { outboxFileOf } from './open-environment.ts'

/** How many entries wait in the environments that are not open; an unreadable file adds none. */
export function undeliveredElsewhere(
  dataFolder: string,
  open: Environment,
  isCounted: CountsOf,
): Partial<Record<Environment, number>> {
  const counts: Partial<Record<Environment, number>> = {}
  for (const environment of environments.filter((name) => name !== open)) {
    const waiting = sumOf(countUndelivered(outboxFileOf(dataFolder, environment)), isCounted)
    if (waiting > 0) counts[environment] = waiting
  }
  return counts
}

/** Whether nothing that needs a data key was ever kept here: no data key, no settings of ours, no environment. */
export function isNewInstallation(dataFolder: string): boolean {
  const names = ['data-key.json', 'settings.sealed', ...environments]
  return names.every((name) => !existsSync(join(dataFolder, name)))
}

/** Whether officers captured anything here, in any environment; an unreadable file counts as no. */
export function haveOfficersWorked(dataFolder: string): boolean {
  return environments.some((environment) => hasOfficers(outboxFileOf(dataFolder, environment)))
}

const undelivered = `FROM entry WHERE state NOT IN ('delivered', 'withdrawn')`

function countUndelivered(path: string): ReadonlyMap<string | null, number> {
  const rows =
    ask(path, `SELECT officer_id AS officer, count(*) AS n ${undelivered} GROUP BY officer_id`) ??
    // A file from before there were officers.
    ask(path, `SELECT NULL AS officer, count(*) AS n ${undelivered}`)
  return new Map(
    rows?.map(({ officer, n }) => [typeof officer === 'string' ? officer : null, Number(n)] as const),
  )
}

function hasOfficers(path: string): boolean {
  const found = ask(
    path,
    `SELECT 1 FROM entry WHERE officer_id IS NOT NULL
     UNION ALL SELECT 1 FROM draft_copy WHERE officer_id IS NOT NULL LIMIT 1`,
  )
  return (found?.length ?? 0) > 0
}

/** Reads what is not sealed in a file, whether or not it is open; null where that fails. */
function ask(path: string, sql: string): ReturnType<StatementSync['all']> | null {
  if (!existsSync(path)) return []
  // Even a read-only connection writes next to the file: the index of its log.
  if (isOfNewerVersion(path)) return null
  try {
    using database = new DatabaseSync(path, { readOnly: true })
    return database.prepare(sql).all()
  } catch {
    return null
  }
}
