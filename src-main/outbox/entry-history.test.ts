import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import { memoryFile } from './testing/entries.ts'
import { claimSubmission } from './testing/made-up.ts'
import { plainProtection } from './testing/plain-protection.ts'
import { Outbox } from './outbox.ts'

const at = '2026-11-20T09:00:00.000Z'
let database: DatabaseSync
let outbox: Outbox

beforeEach(() => {
  database = memoryFile()
  outbox = new Outbox(database, plainProtection)
})

/** An entry whose first attempt was lost. */
function unconfirmed(): string {
  const submission = claimSubmission()
  outbox.accept(submission, at)
  outbox.openAttempt(submission.id, at)
  outbox.closeAttempt(submission.id, { type: 'uncertain', cause: 'timeout', httpStatus: null }, at)
  return submission.id
}

describe('a change of state and its note', () => {
  it('are one commit: when the state cannot be written, nothing is noted', () => {
    const id = unconfirmed()
    database.exec(`CREATE TRIGGER broken BEFORE UPDATE OF state_data ON entry
                   BEGIN SELECT RAISE(ABORT, 'no room'); END`)
    expect(() => outbox.apply(id, { type: 'officer-resends', at })).toThrow('no room')
    expect(outbox.story(id).some(({ type }) => type === 'officer')).toBe(false)
  })

  it('keep the insurer’s words sealed: no plain column holds them', () => {
    const turned = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 1)
    const sealed = new Outbox(database, {
      ...plainProtection,
      seal: (text) => turned(Buffer.from(text)),
      open: (bytes) => ok(Buffer.from(turned(bytes)).toString()),
    })
    const submission = claimSubmission()
    sealed.accept(submission, at)
    sealed.openAttempt(submission.id, at)
    const outcome = { type: 'rejected', serverMessage: 'Made-up person is unknown', fieldErrors: {} } as const
    sealed.closeAttempt(submission.id, outcome, at)
    const row = database.prepare('SELECT * FROM attempt').get() ?? {}
    expect(row['message']).toBeInstanceOf(Uint8Array)
    expect(Buffer.from(JSON.stringify(row)).toString()).not.toContain('Made-up person')
    expect(sealed.story(submission.id).at(-1)).toMatchObject({ serverMessage: 'Made-up person is unknown' })
  })
})
