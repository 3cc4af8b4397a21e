import { readFileSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStorage } from '#main/outbox/open-outbox.ts'
import { claimSubmission } from '#main/outbox/testing/made-up.ts'
import { plainProtection } from '#main/outbox/testing/plain-protection.ts'
import { Outbox } from '#main/outbox/outbox.ts'

/*
 * Opens a damaged outbox file on a disk with little room, then with much, for ever more of the little, and prints how
 * many of its hundred entries are there afterwards: `node rebuild-on-full-disk.ts FOLDER`.
 */
const [, , folder = ''] = process.argv
const at = new Date('2026-11-21T09:00:00.000Z')
const path = join(folder, 'outbox.sqlite')
const step = 32 * 1024

function damaged(): Buffer {
  const { database } = openStorage(path, at)
  if (database === null) throw new Error('not opened')
  const outbox = new Outbox(database, plainProtection)
  for (let n = 0; n < 100; n += 1) outbox.accept(claimSubmission(), at.toISOString())
  database.close()
  const bytes = readFileSync(path)
  return bytes.fill(0xa5, 4096 * 30, 4096 * 32)
}

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

const bytes = damaged()
const steps = Math.ceil((4 * bytes.length) / step)
const found = Array.from({ length: steps }, (_, n) => entriesAfter(bytes, (n + 1) * step))
process.stdout.write(JSON.stringify([...new Set(found)]))
