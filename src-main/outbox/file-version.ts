import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { guardStorage } from '#main/platform/sqlite.ts'

/*
 * The version of an outbox file, which must stay as it is where that is a newer one: a file opened for writing takes in
 * its log when it is closed. (https://sqlite.org/fileformat2.html)
 */

const userVersionAt = 60

/** `PRAGMA user_version` from the file and its write-ahead log; 0 if there is none. @throws the file system's error. */
export function fileVersion(path: string): number {
  if (!existsSync(path)) return 0
  const inFile = headerVersion(path)
  const logged = existsSync(`${path}-wal`) ? guardStorage(() => loggedVersion(path)) : null
  return logged?.ok === true ? logged.value : inFile
}

function loggedVersion(path: string): number {
  using database = new DatabaseSync(path, { readOnly: true })
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
}

function headerVersion(path: string): number {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(100)
    const length = readSync(file, header, 0, 100, 0)
    const isSqlite = header.toString('latin1', 0, 15) === 'SQLite format 3'
    return length === 100 && isSqlite ? header.readUInt32BE(userVersionAt) : 0
  } finally {
    closeSync(file)
  }
}
