import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import { newestVersion } from './migrations.ts'
import { claimSubmission } from './testing/made-up.ts'
import { plainProtection } from './testing/plain-protection.ts'
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

function draft(): Draft {
  return {
    id: newId(),
    product: 'okada',
    fields: { ...emptyFields(), incidentDetails: 'Half a story' },
    branchReference: '7F3K-92QD',
    createdAt: at,
    updatedAt: at,
    rejection: null,
  }
}

describe('accepting', () => {
  it('is on the disk when it returns', () => {
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
})

describe('opening', () => {
  it('makes every commit durable', () => {
    const { database } = open()
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  })

  it('refuses a file of a newer version and leaves it untouched', () => {
    const { database } = open()
    database.exec(`PRAGMA user_version = ${newestVersion + 6}`)
    database.close()
    const before = readFileSync(path)
    expect(openOutboxFile(path, now)).toEqual({
      ok: false,
      error: { type: 'newer', found: newestVersion + 6, known: newestVersion },
    })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['outbox.sqlite'])
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
    createDraftStore(first.database, plainProtection).save(draft())
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

  it('keeps personal text out of every plain column', () => {
    const { database, outbox } = open()
    outbox.accept(claimSubmission(), at)
    const row = database.prepare('SELECT * FROM entry').get() ?? {}
    const plain = Object.values(row).filter((value) => typeof value === 'string')
    expect(plain.join(' ')).not.toContain('KKP/2026')
  })
})
