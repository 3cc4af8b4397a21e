import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { makeFrozenFile } from '#testing/versions/frozen-rows.ts'
import { nextSteps } from '#testing/versions/next-version.ts'

/*
 * Migrates a file to the made-up next version on a disk without space for a copy of it, then on one with space, and
 * prints the results and the files left: `node migrate-on-full-disk.ts FOLDER VERSION`.
 */
const [, , folder = '', version = ''] = process.argv
const path = join(folder, 'outbox.sqlite')
const ballast = join(folder, 'ballast')
/** Enough to open the file, too little for a copy of it. */
const leftBytes = 64 * 1024

{
  using database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  makeFrozenFile(database, Number(version))
}
const { bavail, bsize } = statfsSync(folder)
writeFileSync(ballast, Buffer.alloc(bavail * bsize - leftBytes))

function look(): unknown {
  const opened = openOutboxFile(path, new Date('2026-11-21T09:00:00.000Z'), nextSteps)
  if (opened.ok) opened.value.database.close()
  using database = new DatabaseSync(path, { readOnly: true })
  return {
    outcome: opened.ok ? 'opened' : opened.error.type,
    version: database.prepare('PRAGMA user_version').get()?.['user_version'],
    entries: database.prepare('SELECT count(*) AS n FROM entry').get()?.['n'],
    files: readdirSync(folder)
      .filter((name) => !/-(wal|shm)$/.test(name))
      .sort(),
  }
}

const full = look()
rmSync(ballast)
process.stdout.write(JSON.stringify({ full, roomy: look() }))
