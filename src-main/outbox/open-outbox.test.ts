import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import { claimSubmission, madeUpDraft } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { openOutboxFile, type OpenedFile } from './open-outbox.ts'
import { Outbox } from './outbox.ts'

const at = '2026-11-20T09:00:00.000Z'
const now = new Date(at)
let folder: string
let path: string
let databases: DatabaseSync[]

beforeEach(() => {
  folder = createTestFolder()
  path = join(folder, 'outbox.sqlite')
  databases = []
})
afterEach(() => {
  for (const database of databases) if (database.isOpen) database.close()
})

function open(): OpenedFile & { readonly outbox: Outbox } {
  const opened = openOutboxFile(path, now)
  if (!opened.ok) throw new Error(opened.error.type)
  databases.push(opened.value.database)
  const outbox = new Outbox(opened.value.database, plainProtection)
  return { ...opened.value, outbox }
}

it('accepting is on the disk when it returns', () => {
  const submission = claimSubmission()
  open().outbox.accept(submission, at)
  // A second connection, as after a power cut, shares no memory with the first.
  const kept = open().outbox.get(submission.id)
  expect(kept).toMatchObject({
    acceptedAt: at,
    attempts: 0,
    body: submission.body,
    state: { name: 'queued' },
  })
})

describe('opening', () => {
  it('makes every commit durable', () => {
    const { database } = open()
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  })

  it('fails for a file that another program keeps to itself, as a disk does, and goes on with it later', () => {
    const { database, outbox } = open()
    database.exec('PRAGMA busy_timeout = 0')
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    expect(outbox.accept(claimSubmission(), at)).toEqual({ ok: false, error: { type: 'io' } })
    other.exec('ROLLBACK')
    expect(outbox.accept(claimSubmission(), at)).toMatchObject({ ok: true })
    database.close()
    other.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version = 1')
    expect(openOutboxFile(path, now)).toEqual({ ok: false, error: { type: 'io' } })
    other.close()
    expect([...open().outbox.undelivered()]).toHaveLength(1)
  })

  it('keeps a file that is no database aside, reports its name, and starts a new one', () => {
    writeFileSync(path, 'not a database at all, but long enough to look like one'.repeat(40))
    const { rebuilt, outbox } = open()
    expect(rebuilt?.damagedFile).toBe(`${path}.damaged-2026-11-20T09-00-00-000Z`)
    expect(readFileSync(rebuilt?.damagedFile ?? '', 'utf8')).toContain('not a database at all')
    expect(outbox.accept(claimSubmission(), at)).toMatchObject({ ok: true })
  })

  it('rescues the rows of a damaged file that can still be read', () => {
    const first = open()
    const submissions = Array.from({ length: 200 }, () => claimSubmission())
    for (const submission of submissions) first.outbox.accept(submission, at)
    createDraftStore(first.database, plainProtection).save(madeUpDraft())
    first.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    first.database.close()
    const bytes = readFileSync(path)
    // One page in the middle of the entries is overwritten with noise, like a bad sector.
    bytes.fill(0xa5, 4096 * 40, 4096 * 41)
    writeFileSync(path, bytes)

    const second = open()
    expect(second.rebuilt?.unreadableRows).toBeGreaterThan(0)
    const rescued = new Outbox(second.database, plainProtection)
    expect([...rescued.undelivered()].length).toBeGreaterThan(150)
    expect(createDraftStore(second.database, plainProtection).kept()).toHaveLength(1)
  })
})
