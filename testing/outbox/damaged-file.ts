import { readFileSync, writeFileSync } from 'node:fs'
import { openStorage } from '#main/outbox/open-outbox.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { claimSubmission } from './made-up.ts'
import { plainProtection } from './plain-protection.ts'

/** Makes an outbox file of a hundred entries, and damages it. @returns its bytes */
export function damagedFile(path: string, at: Date): Buffer {
  const { database } = openStorage(path, at)
  if (database === null) throw new Error('not opened')
  const outbox = new Outbox(database, plainProtection)
  for (let n = 0; n < 100; n += 1) outbox.accept(claimSubmission(), at.toISOString())
  database.close()
  // Behind the pages that an empty file has: among them are those that name the tables.
  const bytes = readFileSync(path).fill(0xa5, 4096 * 30, 4096 * 32)
  writeFileSync(path, bytes)
  return bytes
}
