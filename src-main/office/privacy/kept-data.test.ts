import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import { inTransaction } from '#main/platform/sqlite.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { ok } from '#shared/result.ts'
import { knownTime } from '#shared/domain/told.ts'
import { asTold } from '#testing/claim/made-up.ts'
import { createFollowUpRows, noFollowUp } from '#main/claims/follow-up-rows.ts'
import { createKeptDetails, type KeptDetails } from '#main/claims/kept-details.ts'
import { madeUpDetail } from '#testing/claims/made-up-detail.ts'
import { backToDraft } from '#main/outbox/drafts/back-to-draft.ts'
import type { DraftStore } from '#main/outbox/drafts/draft-store.ts'
import { openTestAttachmentStore, type TestAttachmentStore } from '#testing/attachments/attachment-store.ts'
import { chanceOf } from '#testing/chance.ts'
import { done } from '#testing/claims/test-claims.ts'
import { claimSubmission, madeUpDraft, madeUpRejection, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { isOnDisk } from '#testing/outbox/on-disk.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createKeptData, isSweepDue, markSweepDue, sweep, type KeptData } from './kept-data.ts'

const at = '2026-03-04T09:00:00.000Z'
const later = '2026-09-01T09:00:00.000Z'
const policyNumber = policyNumberOf('KKP/2026/LA/000001')
const other = 'KKP/2026/LA/000002'

let store: TestAttachmentStore
let folder: string
let database: DatabaseSync
let outbox: Outbox
let drafts: DraftStore
let keptDetails: KeptDetails
let kept: KeptData

beforeEach(() => {
  store = openTestAttachmentStore(createTestFolder())
  ;({ folder, database, outbox, drafts } = store)
  onTestFinished(() => store.database.close())
  keptDetails = createKeptDetails(database, store.protection)
  kept = createKeptData({ ...store, keptDetails })
})

function queued(policy: string = policyNumber): string {
  const submission = claimSubmission({ policyNumber: policy }, { branchReference: newBranchReference() })
  return done(outbox.accept(submission, at)).id
}

function sent(policy: string = policyNumber): string {
  const id = queued(policy)
  done(outbox.openAttempt(id, at))
  return id
}

function delivered(policy: string = policyNumber, settledAt = at): string {
  const id = queued(policy)
  received(id, settledAt)
  return id
}

function received(id: string, settledAt = at): void {
  done(outbox.openAttempt(id, at))
  done(
    outbox.closeAttempt(id, { type: 'delivered', serverMessage: 'Taken.', keptReference: null }, settledAt),
  )
}

const turnedDown = { type: 'rejected', serverMessage: 'No.', fieldErrors: {} } as const

/** A claim turned down under the other number, and the draft made of it, with the policy's number by now. */
function turnedBack(): { readonly refused: string; readonly draft: Draft } {
  const refused = sent(other)
  const entry = done(outbox.closeAttempt(refused, turnedDown, at))
  const attachments = { slotsOf: () => ok({}), moveWithin: () => undefined }
  const { draft } = done(backToDraft({ outbox, drafts, attachments }, entry, null, at))
  const corrected = { ...draft, fields: { ...draft.fields, policyNumber } }
  done(drafts.save(corrected))
  return { refused, draft: corrected }
}

/** Submits a draft under the policy's number. */
function submitted({ id, branchReference, earlierReferences = [] }: Draft): void {
  const { body } = claimSubmission({ policyNumber }, { branchReference })
  done(outbox.accept({ id, body: { ...body, earlierReferences: [...earlierReferences] } }, at))
}

function drafted(policy: string, officerId: string | null = null, refused: string | null = null): Draft {
  const fieldsOf = (number: string) => ({ ...emptyFields(), policyNumber: number })
  const draft = madeUpDraft({
    fields: fieldsOf(policy),
    branchReference: newBranchReference(),
    rejection: refused === null ? null : madeUpRejection({ refused: fieldsOf(refused) }),
  })
  done(drafts.save(draft, { officerId }))
  return draft
}

/** Every sealed value that a table holds for these rows. */
function sealedOf(sql: string, id: string): readonly Buffer[] {
  const rows = database.prepare(sql).all(id)
  return rows.flatMap((row) =>
    Object.values(row).flatMap((value) => (value instanceof Uint8Array ? [Buffer.from(value)] : [])),
  )
}

const isHere = (sealed: readonly Uint8Array[]): boolean => isOnDisk(folder, sealed)

describe('what is stored about a policy', () => {
  it('includes every state and every officer’s drafts, and no other policy', () => {
    queued()
    delivered()
    delivered(other)
    done(outbox.accept(pharmacySubmission(policyNumber), at))
    drafted(' kkp/2026/la/000001 ', newId())
    drafted(other)
    // Corrected since then: it still contains the policy it was rejected under.
    drafted(other, null, policyNumber)
    const about = done(kept.about(policyNumber))
    expect(about.entries.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'claim queued',
      'claim delivered',
      'pharmacy-request queued',
    ])
    expect(about.historyLines).toBe(1)
    expect(about.drafts).toBe(2)
  })

  it('includes an entry that cannot be opened any more, and such an entry can be forgotten', () => {
    const id = delivered()
    database.prepare('UPDATE entry SET body = ? WHERE id = ?').run(randomBytes(80), id)
    expect(done(kept.about(policyNumber)).entries).toHaveLength(1)
    done(kept.forget(policyNumber, { filesAside: false }))
    expect(done(kept.about(policyNumber)).entries).toEqual([])
  })
})

describe('what was corrected from another number', () => {
  const states = (asked = policyNumber): readonly string[] =>
    done(kept.about(asked)).entries.map(({ kind, state }) => `${kind} ${state}`)

  it('is one claim with what it was corrected into, and goes with it', () => {
    const stays = delivered('KKP/2026/LA/000003')
    const { refused, draft } = turnedBack()
    expect(states()).toEqual(['claim withdrawn'])
    expect(done(kept.about(policyNumber)).drafts).toBe(1)
    submitted(draft)
    expect(states()).toEqual(['claim withdrawn', 'claim queued'])
    expect(states(policyNumberOf(other)), 'the number may be another customer’s').toEqual(['claim withdrawn'])
    expect(done(kept.forget(policyNumber, { filesAside: false })).answer).toMatchObject({
      type: 'not-delivered',
    })
    received(draft.id)
    const sealed = sealedOf('SELECT body, state_data FROM entry WHERE id = ?', refused)
    expect(done(kept.forget(policyNumber, { filesAside: false })).entryIds).toEqual([refused, draft.id])
    expect(isHere(sealed)).toBe(false)
    expect(outbox.get(stays)).not.toBeNull()
  })

  it('is of what it became, through every correction, and never the other way', () => {
    const mistyped = claimSubmission({ policyNumber: other }, { branchReference: newBranchReference() })
    const again = claimSubmission({ policyNumber: 'KKP/2026/LA/000003' }, mistyped.body)
    const last = claimSubmission({ policyNumber }, mistyped.body)
    done(outbox.accept(mistyped, at))
    done(outbox.apply(mistyped.id, { type: 'withdraw', at, to: 'draft' }))
    done(outbox.accept(again, at))
    done(outbox.apply(again.id, { type: 'withdraw', at, to: 'draft', as: last.id }))
    done(outbox.accept(last, at))
    expect(states()).toEqual(['claim withdrawn', 'claim withdrawn', 'claim queued'])
    expect(states(policyNumberOf('KKP/2026/LA/000003'))).toEqual(['claim withdrawn', 'claim withdrawn'])
    expect(states(policyNumberOf(other))).toEqual(['claim withdrawn'])
  })

  it('is found by its reference alone, where nothing names what it became', () => {
    const { id, body } = claimSubmission({ policyNumber: other }, { branchReference: newBranchReference() })
    done(outbox.accept({ id, body }, at))
    done(outbox.apply(id, { type: 'withdraw', at, to: 'draft' }))
    done(drafts.save({ ...drafted(policyNumber), branchReference: body.branchReference }))
    expect(states()).toEqual(['claim withdrawn'])
    expect(done(kept.about(policyNumber)).drafts).toBe(1)
    expect(done(kept.about(policyNumberOf(other))).drafts, 'what it became is of another policy').toBe(0)
    done(kept.forget(policyNumberOf(other), { filesAside: false }))
    expect(done(kept.about(policyNumber)).drafts).toBe(1)
  })

  it('is one request with the one that was sent in its place', () => {
    const refused = done(outbox.accept(pharmacySubmission(other), at)).id
    done(outbox.openAttempt(refused, at))
    done(outbox.closeAttempt(refused, turnedDown, at))
    done(outbox.accept({ ...pharmacySubmission(policyNumber), corrects: refused }, at))
    expect(states()).toEqual(['pharmacy-request withdrawn', 'pharmacy-request queued'])
  })
})

describe('photos and PDFs of a policy', () => {
  /** A file attached to a claim: its row, and its bytes next to the outbox file. */
  function file(claimId: string, addedAt = at): string {
    const id = newId()
    mkdirSync(join(folder, 'attachments'), { recursive: true })
    writeFileSync(join(folder, 'attachments', id), 'sealed')
    database
      .prepare('INSERT INTO attachment (id, claim_id, added_at, sealed) VALUES (?, ?, ?, ?)')
      .run(id, claimId, addedAt, randomBytes(80))
    return id
  }
  const files = (): readonly string[] => readdirSync(join(folder, 'attachments'))

  it('are counted, and deleted when it is forgotten: rows, sealed keys and bytes', () => {
    const gone = [file(delivered()), file(drafted(policyNumber).id)]
    const stays = file(delivered(other))
    expect(done(kept.about(policyNumber))).toMatchObject({ attachmentFiles: 2 })
    const sealed = gone.flatMap((id) => sealedOf('SELECT sealed FROM attachment WHERE id = ?', id))
    done(kept.forget(policyNumber, { filesAside: false }))
    expect(files()).toEqual([stays])
    expect(sealed).toHaveLength(2)
    expect(isHere(sealed)).toBe(false)
  })

  function upload(claimId: string, state: 'linked' | 'proved' | 'unwanted' | 'named', attachmentId: string) {
    database
      .prepare('INSERT INTO upload (id, entry_id, attachment_id, state, sealed) VALUES (?, ?, ?, ?, ?)')
      .run(newId(), claimId, attachmentId, state, randomBytes(80))
  }
  const inStates = (): unknown =>
    database.prepare('SELECT entry_id AS claim, state FROM upload ORDER BY rowid').all()

  it('are counted in the file store too, until they are removed there', () => {
    const claimId = delivered()
    const states = ['linked', 'proved', 'unwanted', 'named'] as const
    for (const state of states) upload(claimId, state, file(claimId))
    expect(done(kept.about(policyNumber))).toMatchObject({ attachmentFiles: 4, uploadedFiles: 3 })
    done(kept.forget(policyNumber, { filesAside: false }))
    const left = database.prepare(`SELECT count(*) AS n FROM upload WHERE state <> 'unwanted'`).get()
    expect(left?.['n']).toBe(0)
  })

  it('stay in the file store where a received claim expires, and only what was not sent goes from there', () => {
    const received = delivered()
    const discarded = queued(other)
    done(outbox.apply(discarded, { type: 'withdraw', at, to: 'discarded' }))
    const lost = newId()
    for (const id of [received, discarded, lost]) upload(id, 'linked', file(id))
    // A file that another one took the place of, and one that never got its link.
    upload(received, 'unwanted', file(received))
    upload(received, 'proved', file(received))
    expect(done(kept.removeOutlived(later, 50))).toEqual([received, discarded])
    expect(inStates()).toEqual([
      { claim: discarded, state: 'unwanted' },
      { claim: received, state: 'unwanted' },
      { claim: received, state: 'unwanted' },
    ])
    expect(files()).toEqual([])
  })

  it('are deleted with what has expired, as are those whose draft was lost in a damaged file', () => {
    file(delivered())
    file(newId())
    const stays = [file(newId(), later), file(drafted(other).id)]
    done(kept.removeOutlived(later, 50))
    expect([...files()].sort()).toEqual(stays.sort())
  })
})

describe('forgetting a policy', () => {
  it('leaves no byte of what was sealed in any file, and everything else unchanged', () => {
    // Many rows of many sizes, so that SQLite moves rows between pages.
    const long = (n: number): string => 'Made up. '.repeat((n * 37) % 400)
    const others: string[] = []
    const ids: string[] = []
    const followUps = createFollowUpRows(database, store.protection)
    for (let n = 0; n < 60; n += 1) {
      const submission = claimSubmission({
        policyNumber: n % 3 === 0 ? policyNumber : other,
        incidentDetails: `Number ${n}. ${long(n)}`,
      })
      done(outbox.accept(submission, at))
      done(outbox.openAttempt(submission.id, at))
      done(
        outbox.closeAttempt(
          submission.id,
          { type: 'delivered', serverMessage: long(n), keptReference: null },
          at,
        ),
      )
      const claim = {
        ...asTold(submission.body.claim),
        product: 'keke',
        status: '0',
        createdAt: knownTime(at),
        updatedAt: knownTime(at),
      } as const
      done(outbox.candidates.note(submission.id, [{ key: `id/${n}`, claimId: n, claim }], at))
      const note = { text: long(n), at, officerId: null }
      followUps.write(submission.id, { ...noFollowUp, record: { ...noFollowUp.record, note } })
      ;(n % 3 === 0 ? ids : others).push(submission.id)
    }
    const draft = drafted(policyNumber)
    const content = {
      product: 'keke',
      policyNumber,
      detail: madeUpDetail(policyNumber),
      fetchedAt: at,
    } as const
    const detail = done(keptDetails.keep(content, at))
    const sealed = [
      ...sealedOf('SELECT sealed FROM kept_detail WHERE id = ?', detail.id),
      ...ids.flatMap((id) => sealedOf('SELECT body, state_data FROM entry WHERE id = ?', id)),
      ...ids.flatMap((id) => sealedOf('SELECT sealed FROM candidate WHERE entry_id = ?', id)),
      ...ids.flatMap((id) => sealedOf('SELECT sealed FROM follow_up WHERE entry_id = ?', id)),
      ...ids.flatMap((id) => sealedOf('SELECT message FROM attempt WHERE entry_id = ?', id)),
      ...sealedOf('SELECT sealed FROM draft WHERE id = ?', draft.id),
    ]
    expect(sealed.length).toBeGreaterThan(99)
    expect(isHere(sealed)).toBe(true)

    expect(done(kept.forget(policyNumber, { filesAside: false })).answer).toEqual({
      type: 'forgotten',
      entries: 20,
      drafts: 1,
      keptDetails: 1,
      filesAside: 0,
      isDestroyed: true,
    })
    expect(isHere(sealed)).toBe(false)
    expect(others.every((id) => outbox.get(id)?.state.name === 'delivered')).toBe(true)
    expect(done(kept.about(policyNumber))).toMatchObject({ entries: [], historyLines: 0, drafts: 0 })
    for (const table of ['attempt', 'entry_event', 'claim_row', 'candidate', 'follow_up']) {
      const orphans = database.prepare(
        `SELECT count(*) AS n FROM ${table} WHERE entry_id NOT IN (SELECT id FROM entry)`,
      )
      expect(orphans.get()).toEqual({ n: 0 })
    }
  })

  it.each([
    ['waits', queued],
    ['is in flight', sent],
    [
      'may have arrived',
      () => done(outbox.closeAttempt(sent(), { type: 'uncertain', cause: 'reset', httpStatus: null }, at)),
    ],
  ])('is refused while a claim %s, and removes nothing then', (_what, make) => {
    make()
    delivered()
    drafted(policyNumber)
    expect(done(kept.forget(policyNumber, { filesAside: true })).answer).toEqual({
      type: 'not-delivered',
      entries: 1,
    })
    expect(done(kept.about(policyNumber))).toMatchObject({ drafts: 1 })
    expect(done(kept.about(policyNumber)).entries).toHaveLength(2)
  })

  it('lists damaged files set aside, and removes them only when asked to', () => {
    for (const end of ['', '-wal', '-shm']) {
      writeFileSync(join(folder, `outbox.sqlite.damaged-2026-03-04T09-00-00-000Z${end}`), 'made up')
    }
    expect(done(kept.about(policyNumber)).filesAside).toHaveLength(3)
    done(kept.forget(policyNumber, { filesAside: false }))
    expect(done(kept.about(policyNumber)).filesAside).toHaveLength(3)
    expect(done(kept.forget(policyNumber, { filesAside: true })).answer).toMatchObject({ filesAside: 3 })
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([])
  })
})

it('a draft that is removed during normal work is overwritten in the file at once', () => {
  const draft = drafted(policyNumber)
  const sealed = sealedOf('SELECT sealed FROM draft WHERE id = ?', draft.id)
  done(drafts.forget(draft.id))
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(isHere(sealed)).toBe(false)
})

describe('what has expired', () => {
  it('is removed in batches, oldest first, and leaves no byte once the file is rewritten', () => {
    const ids = [delivered(), delivered(), delivered()]
    const young = delivered(policyNumber, later)
    const sealed = ids.flatMap((id) => sealedOf('SELECT body, state_data FROM entry WHERE id = ?', id))
    expect(done(kept.removeOutlived('2026-06-01T00:00:00.000Z', 2))).toEqual(ids.slice(0, 2))
    expect(done(kept.removeOutlived('2026-06-01T00:00:00.000Z', 2))).toEqual(ids.slice(2))
    expect(done(kept.removeOutlived('2026-06-01T00:00:00.000Z', 2))).toEqual([])
    done(kept.sweepIfDue())
    expect(isHere(sealed)).toBe(false)
    expect(outbox.get(young)).not.toBeNull()
  })

  it('never includes an entry that is not settled, nor one whose policy has an open claim', () => {
    delivered()
    sent()
    const rejected = sent(other)
    done(outbox.closeAttempt(rejected, turnedDown, at))
    expect(done(kept.removeOutlived(later, 10))).toEqual([])
  })
})

describe('rewriting the file', () => {
  // Without the rewrite, part of a row remains with each of these.
  it.each([2, 5, 6])('leaves nothing of removed rows that SQLite had moved to other pages (%i)', (seed) => {
    const chance = chanceOf(seed)
    const put = database.prepare(
      `INSERT INTO draft (id, updated_at, sealed) VALUES (?, '', ?)
       ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed`,
    )
    const live = new Map<string, Uint8Array>()
    const gone: Uint8Array[] = []
    inTransaction(database, () => {
      for (let step = 0; step < 400; step += 1) {
        const known = [...live.keys()][Math.floor(chance() * live.size)]
        const id = known === undefined || chance() < 0.5 ? `draft ${chance()}` : known
        const before = live.get(id)
        if (before !== undefined) gone.push(before)
        const sealed = randomBytes(40 + Math.floor(chance() * 900))
        if (id === known && chance() < 0.5) {
          database.prepare('DELETE FROM draft WHERE id = ?').run(id)
          live.delete(id)
        } else {
          put.run(id, sealed)
          live.set(id, sealed)
        }
      }
    })
    expect(gone.length).toBeGreaterThan(100)
    expect(sweep(database).ok).toBe(true)
    expect(isOnDisk(folder, gone, 16)).toBe(false)
  })

  it('is completed later where it was interrupted', () => {
    expect(isSweepDue(database)).toBe(false)
    inTransaction(database, () => markSweepDue(database))
    expect(isSweepDue(database)).toBe(true)
    expect(sweep(database).ok).toBe(true)
    expect(isSweepDue(database)).toBe(false)
  })
})
