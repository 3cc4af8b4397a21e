import { randomBytes } from 'node:crypto'
import { open, readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What Chromium keeps IndexedDB in. */
export type StoreBackend = 'leveldb' | 'sqlite'

/** A way to lose the page's database between two runs. */
export interface StoreLoss {
  readonly name: string
  apply(dataDir: string): Promise<void>
}

/** The folder of the stand-in's Chromium. */
export function standInProfile(dataDir: string): string {
  return join(dataDir, 'session', 'stand-in-profile')
}

/** Which backends have left files of the application's origin: what was really used, whatever was asked for. */
export async function backendsOnDisk(dataDir: string): Promise<readonly StoreBackend[]> {
  const found: StoreBackend[] = []
  for (const folder of await storeFolders(dataDir)) {
    const names = await readdir(folder)
    if (names.includes('CURRENT')) found.push('leveldb')
    // A database of SQLite's may still be whole in its log; which of the two is there depends on the moment.
    for (const name of names) {
      if (await startsAsSqlite(join(folder, name))) found.push('sqlite')
    }
  }
  return [...new Set(found)]
}

const deleted: StoreLoss = {
  name: 'folder deleted',
  async apply(dataDir) {
    for (const folder of indexedDbFolders(dataDir))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },
}

function spoiled(name: string, pattern: RegExp, spoil: (file: string) => Promise<void>): StoreLoss {
  return {
    name,
    async apply(dataDir) {
      const files = (await storeFiles(dataDir)).filter((file) => pattern.test(file))
      if (files.length === 0) throw new Error(`There is no file to be lost by “${name}”.`)
      for (const file of files) await spoil(file)
    },
  }
}

/** The ways to lose a database, by what it is kept in. */
export const storeLosses: Readonly<Record<StoreBackend, readonly StoreLoss[]>> = {
  leveldb: [
    deleted,
    spoiled('CURRENT emptied', /[/\\]CURRENT$/, (file) => truncate(file, 0)),
    spoiled('MANIFEST cut', /[/\\]MANIFEST-\d+$/, (file) => cut(file)),
    spoiled('log scrambled', /\.log$/, (file) => scramble(file, 0.3, 200)),
    spoiled('log cut', /\.log$/, (file) => cut(file)),
  ],
  sqlite: [
    deleted,
    spoiled('header and log overwritten', /[/\\][0-9A-Z]{40,}(-wal)?$/, (file) => scramble(file, 0, 100)),
    spoiled('middle scrambled', /[/\\][0-9A-Z]{40,}(-wal)?$/, (file) => scramble(file, 0.3, 4096)),
    spoiled('cut', /[/\\][0-9A-Z]{40,}(-wal)?$/, (file) => cut(file)),
  ],
}

/** Where the stand-in's Chromium keeps it, and where Electron's does. */
function indexedDbFolders(dataDir: string): readonly string[] {
  return [join(standInProfile(dataDir), 'Default', 'IndexedDB'), join(dataDir, 'session', 'IndexedDB')]
}

/** Chromium names them by the page's origin, which the stand-in has to change. */
const ofOurPage = /^(https_desk\.app\.localhost|app_desk)_/

async function storeFolders(dataDir: string): Promise<readonly string[]> {
  const perHost = indexedDbFolders(dataDir).map(async (folder) => {
    const names = await readdir(folder).catch(() => [])
    return names.filter((name) => ofOurPage.test(name)).map((name) => join(folder, name))
  })
  return (await Promise.all(perHost)).flat()
}

async function storeFiles(dataDir: string): Promise<readonly string[]> {
  const perFolder = (await storeFolders(dataDir)).map(async (folder) =>
    (await readdir(folder)).map((name) => join(folder, name)),
  )
  return (await Promise.all(perFolder)).flat()
}

async function startsAsSqlite(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null)
  if (file === null) return false
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return (
      buffer.toString('latin1', 0, 15) === 'SQLite format 3' || buffer.readUInt32BE(0) >>> 1 === 0x1bbf8341
    )
  } catch {
    return false
  } finally {
    await file.close()
  }
}

async function cut(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.truncate(Math.floor(size / 2))
  await file.close()
}

/** Writes random bytes from a part of the file on. */
async function scramble(path: string, from: number, bytes: number): Promise<void> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  const start = Math.floor(size * from)
  const length = Math.min(bytes, size - start)
  if (length > 0) await file.write(randomBytes(length), 0, length, start)
  await file.close()
}

/**
 * Empties the indexes of every database that is kept in SQLite and leaves the rows: damage that nothing notices.
 * @returns how many lines of indexes there were.
 */
export async function emptyIndexes(dataDir: string): Promise<number> {
  let removed = 0
  for (const file of await storeFiles(dataDir)) {
    if (!/[/\\][0-9A-Z]{40,}$/.test(file) || !(await startsAsSqlite(file))) continue
    using database = new DatabaseSync(file)
    removed += Number(database.prepare('DELETE FROM index_references').run().changes)
  }
  return removed
}
