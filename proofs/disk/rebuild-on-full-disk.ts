import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStorage } from '#main/outbox/open-outbox.ts'
import { damagedFile } from '#testing/outbox/damaged-file.ts'

/*
 * Opens a damaged outbox file on a disk with little room, then with much, for ever more of the little, and prints how
 * many of its hundred entries are there afterwards: `node rebuild-on-full-disk.ts FOLDER`.
 */
const [, , folder = ''] = process.argv
const at = new Date('2026-11-21T09:00:00.000Z')
const path = join(folder, 'outbox.sqlite')
const step = 32 * 1024

function entriesAfter(bytes: Buffer, leftBytes: number): unknown {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  writeFileSync(path, bytes)
  const ballast = join(folder, 'ballast')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - leftBytes))
  openStorage(path, at).database?.close()
  rmSync(ballast)
  const { database } = openStorage(path, at)
  const entries = database?.prepare('SELECT count(*) AS n FROM entry').get()?.['n']
  database?.close()
  return entries
}

const bytes = damagedFile(path, at)
const steps = Math.ceil((4 * bytes.length) / step)
const found = Array.from({ length: steps }, (_, n) => entriesAfter(bytes, (n + 1) * step))
process.stdout.write(JSON.stringify([...new Set(found)]))
