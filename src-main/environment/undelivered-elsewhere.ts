import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { environments, type Environment } from '#shared/domain/product.ts'
import { outboxFileOf } from './open-environment.ts'

/** How many entries wait in the environments that are not open now; an unreadable file counts as nothing known. */
export function undeliveredElsewhere(
  dataFolder: string,
  open: Environment,
): Partial<Record<Environment, number>> {
  const counts: Partial<Record<Environment, number>> = {}
  for (const environment of environments) {
    if (environment === open) continue
    const waiting = countUndelivered(outboxFileOf(dataFolder, environment))
    if (waiting > 0) counts[environment] = waiting
  }
  return counts
}

function countUndelivered(path: string): number {
  if (!existsSync(path)) return 0
  try {
    using database = new DatabaseSync(path, { readOnly: true })
    const row = database
      .prepare(`SELECT count(*) AS n FROM entry WHERE state NOT IN ('delivered', 'withdrawn')`)
      .get()
    return Number(row?.['n'] ?? 0)
  } catch {
    return 0
  }
}
