import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { EntryBody, Submission } from '#shared/outbox/entry.ts'
import { err } from '#shared/result.ts'
import { initialState } from '#shared/outbox/transition.ts'
import { createDraftCopies } from '../drafts/draft-copies.ts'
import { sealState } from './entry-codec.ts'
import { migrate } from './migrations.ts'
import { claimSubmission, madeUpClaim, pharmacySubmission } from './testing/made-up.ts'
import { plainProtection } from './testing/plain-protection.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { RowProtection } from './row-protection.ts'

// These tests run in memory; open-outbox.test.ts covers files.
const at = '2026-11-20T09:00:00.000Z'
const later = '2026-11-20T09:30:00.000Z'
const lost = { type: 'uncertain', cause: 'timeout', httpStatus: null } as const
let database: DatabaseSync
let outbox: Outbox

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  migrate(database)
  outbox = createOutbox(database, plainProtection)
})
afterEach(() => {
  if (database.isOpen) database.close()
})

function accepted(submission: Submission = claimSubmission()): string {
  expect(outbox.accept(submission, at)).toMatchObject({ ok: true })
  return submission.id
}
function unconfirmed(submission: Submission = claimSubmission()): string {
  const id = accepted(submission)
  outbox.openAttempt(id, null, at)
  outbox.closeAttempt(id, lost, later)
  return id
}
function delivered(settledAt = later): string {
  const id = accepted()
  outbox.openAttempt(id, null, at)
  outbox.closeAttempt(id, { type: 'delivered', serverMessage: 'Done' }, settledAt)
  return id
}
const undelivered = (): readonly string[] => [...outbox.undelivered()].map(({ id }) => id)
const reopened = (protection: RowProtection = plainProtection): Outbox => createOutbox(database, protection)
const withoutDisk = (): void => database.exec('PRAGMA query_only = ON')

describe('accepting', () => {
  it('returns the entry as stored', () => {
    const submission = claimSubmission()
    const entry = {
      id: submission.id,
      seq: 1,
      acceptedAt: at,
      officerId: 'officer-1',
      attempts: 0,
      policyTag: plainProtection.tag('claim/keke/KKP/2026/LA/000001'),
      body: submission.body,
      state: { name: 'queued', since: at, reason: { type: 'new' }, notSentInARow: 0, resends: 0 },
      baseline: null,
    }
    expect(outbox.accept(submission, at, 'officer-1')).toEqual({ ok: true, value: entry })
    expect(outbox.get(submission.id)).toEqual(entry)
    expect(reopened().get(submission.id)).toEqual(entry)
  })

  it('recognises a body regardless of the order of its keys', () => {
    const backwards = (value: object): object =>
      Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, inner]: [string, unknown]) => [
            name,
            typeof inner === 'object' && inner !== null ? backwards(inner) : inner,
          ]),
      )
    const submission = claimSubmission({}, { branchReference: null })
    accepted(submission)
    // The same keys and values, in another order.
    const again = { id: submission.id, body: backwards(submission.body) as EntryBody }
    expect(outbox.accept(again, later)).toMatchObject({ ok: true, value: { acceptedAt: at } })
  })

  it.each<[string, EntryBody]>([
    ['amount', claimSubmission({ repairEstimate: 1 }).body],
    ['text', claimSubmission({ incidentDetails: 'Something else.' }).body],
    ['product', claimSubmission({}, { product: 'okada' }).body],
    ['reference', claimSubmission({}, { branchReference: null }).body],
    ['kind', pharmacySubmission().body],
  ])('refuses the same id with another %s', (_what, body) => {
    const submission = claimSubmission()
    accepted(submission)
    expect(outbox.accept({ id: submission.id, body }, at)).toEqual(err({ type: 'id-taken' }))
  })

  it('removes the sealed copy of the draft, and of no other draft', () => {
    const submission = claimSubmission()
    const copies = createDraftCopies(database, plainProtection)
    const draft = (id: string): Draft => ({
      id,
      product: 'keke',
      fields: emptyFields(),
      branchReference: null,
      createdAt: at,
      updatedAt: at,
      rejection: null,
    })
    const other = newId()
    copies.keep(draft(submission.id))
    copies.keep(draft(other))
    accepted(submission)
    const kept = database.prepare('SELECT id FROM draft_copy').all()
    expect(kept.map(({ id }) => id)).toEqual([other])
  })

  it('keeps nothing when the disk cannot be written', () => {
    const submission = claimSubmission()
    withoutDisk()
    expect(outbox.accept(submission, at)).toEqual(err({ type: 'read-only' }))
    expect(undelivered()).toEqual([])
    expect(outbox.get(submission.id)).toBeNull()
  })

  it('fails when what it wrote cannot be read back', () => {
    const broken: RowProtection = { ...plainProtection, open: () => err({ type: 'unreadable' }) }
    const submission = claimSubmission()
    expect(reopened(broken).accept(submission, at)).toEqual(err({ type: 'damaged' }))
    // Nothing was accepted, so the draft it came from is still a draft.
    expect(outbox.acceptedAmong([submission.id])).toEqual([])
  })

  it('puts claims of one policy and product in one order, and its pharmacy requests in another', () => {
    const tagOf = (submission: Submission): string | undefined => outbox.get(accepted(submission))?.policyTag
    const keke = tagOf(claimSubmission())
    expect(tagOf(claimSubmission({ policyNumber: ' kkp/2026/la/000001' }))).toBe(keke)
    const request = tagOf(pharmacySubmission())
    expect(tagOf(pharmacySubmission('kkp/2026/la/000001', 8))).toBe(request)
    const others = [
      tagOf(claimSubmission({}, { product: 'okada' })),
      tagOf(claimSubmission({ policyNumber: 'KKP/2026/LA/000002' })),
      tagOf(pharmacySubmission('KKP/2026/LA/000002')),
    ]
    expect(new Set([keke, request, ...others]).size).toBe(5)
  })
})

describe('what is kept', () => {
  it('is undelivered in the order of acceptance, also after a start', () => {
    const ids = [accepted(), delivered(), unconfirmed(), accepted()]
    const waiting = [ids[0], ids[2], ids[3]]
    expect(undelivered()).toEqual(waiting)
    expect([...reopened().undelivered()].map(({ id }) => id)).toEqual(waiting)
  })

  it('is listed as sending or as unconfirmed', () => {
    const [waiting, lostOne] = [accepted(), unconfirmed()]
    outbox.openAttempt(waiting, null, at)
    for (const box of [outbox, reopened()]) {
      expect([...box.sending()].map(({ id }) => id)).toEqual([waiting])
      expect([...box.unconfirmed()].map(({ id }) => id)).toEqual([lostOne])
    }
  })

  it('is listed when settled, newest first, up to the limit', () => {
    const first = delivered()
    accepted()
    const second = accepted()
    outbox.apply(second, { type: 'withdraw', at, to: 'discarded' })
    const third = delivered()
    expect(outbox.settled(10).map(({ id }) => id)).toEqual([third, second, first])
    expect(outbox.settled(2).map(({ id }) => id)).toEqual([third, second])
  })

  it('is listed when attempted, by product, in the order of acceptance', () => {
    const first = unconfirmed()
    accepted()
    unconfirmed(claimSubmission({}, { product: 'okada' }))
    const second = delivered()
    expect(outbox.attempted('keke').map(({ id }) => id)).toEqual([first, second])
  })

  it('skips a row that cannot be read, and nothing else', () => {
    const damaged = accepted()
    const whole = accepted()
    database.prepare('UPDATE entry SET body = ? WHERE id = ?').run(new Uint8Array([1]), damaged)
    const again = reopened()
    expect([...again.undelivered()].map(({ id }) => id)).toEqual([whole])
    expect(again.get(damaged)).toBeNull()
    expect(again.apply(damaged, { type: 'withdraw', at, to: 'draft' })).toEqual(
      err({ type: 'unknown-entry' }),
    )
  })

  it('is reloaded in its place after something else wrote it', () => {
    const [first, second] = [accepted(), accepted()]
    const other = reopened()
    other.apply(first, { type: 'withdraw', at, to: 'draft' })
    expect(outbox.reload([first])).toMatchObject({ value: [{ id: first, state: { to: 'draft' } }] })
    expect(undelivered()).toEqual([second])
    database
      .prepare('UPDATE entry SET state = ?, settled_at = NULL, state_data = ? WHERE id = ?')
      .run('queued', sealState(plainProtection, first, initialState(at)), first)
    expect(outbox.reload([first, newId()])).toMatchObject({ value: [{ id: first }] })
    expect(undelivered()).toEqual([first, second])
  })

  it('is found among given ids when it was accepted', () => {
    const ids = [accepted(), newId(), delivered()]
    expect(outbox.acceptedAmong(ids)).toEqual([ids[0], ids[2]])
  })

  it('is counted as received since a time, that time included', () => {
    delivered('2026-11-20T10:00:00.000Z')
    delivered('2026-11-20T11:00:00.000Z')
    outbox.apply(accepted(), { type: 'withdraw', at: '2026-11-20T12:00:00.000Z', to: 'discarded' })
    unconfirmed()
    expect(outbox.receivedSince('2026-11-20T10:00:00.000Z')).toEqual(new Map([[null, 2]]))
    expect(outbox.receivedSince('2026-11-20T10:00:00.001Z')).toEqual(new Map([[null, 1]]))
    expect(outbox.receivedSince('2026-11-21T00:00:00.000Z')).toEqual(new Map())
  })

  it('has officers as soon as one entry has an officer', () => {
    accepted()
    expect(outbox.hasOfficers()).toBe(false)
    outbox.accept(claimSubmission(), at, 'officer-1')
    expect(outbox.hasOfficers()).toBe(true)
  })
})

describe('a change', () => {
  it('of an unknown entry is refused', () => {
    const unknown = err({ type: 'unknown-entry' })
    expect(outbox.openAttempt(newId(), null, at)).toEqual(unknown)
    expect(outbox.found(newId(), 'keke', 1, at)).toEqual(unknown)
    expect(outbox.get(newId())).toBeNull()
    expect(outbox.story(newId())).toEqual([])
  })

  it('leaves file and memory as they were when the disk cannot be written', () => {
    const id = accepted()
    const before = outbox.get(id)
    withoutDisk()
    expect(outbox.openAttempt(id, null, at)).toEqual(err({ type: 'read-only' }))
    expect(outbox.get(id)).toEqual(before)
    expect(reopened().get(id)).toEqual(before)
    expect(outbox.history(id)).toEqual([])
  })

  it('fails when what it wrote cannot be read back', () => {
    accepted()
    let isOpen = true
    const closing: RowProtection = {
      ...plainProtection,
      open: (sealed, data) => (isOpen ? plainProtection.open(sealed, data) : err({ type: 'unreadable' })),
    }
    const again = reopened(closing)
    isOpen = false
    const [entry] = again.undelivered()
    expect(again.openAttempt(entry?.id ?? '', null, at)).toEqual(err({ type: 'damaged' }))
  })

  it('is written together with what belongs to it, or neither is', () => {
    const id = accepted()
    const bug = new TypeError('made up')
    expect(() =>
      outbox.applyWith(id, { type: 'withdraw', at, to: 'draft' }, () => {
        throw bug
      }),
    ).toThrow(bug)
    expect(reopened().get(id)?.state.name).toBe('queued')
    let also = 0
    outbox.applyWith(id, { type: 'withdraw', at, to: 'draft' }, () => void (also += 1))
    expect(also).toBe(1)
    expect(reopened().get(id)?.state).toEqual({ name: 'withdrawn', at, to: 'draft' })
  })

  it('of several entries is written together with what belongs to them', () => {
    const ids = [accepted(), accepted()]
    const changes = ids.map((id) => ({ id, event: { type: 'withdraw', at, to: 'draft' } as const }))
    let also = 0
    const changed = outbox.applyAll(changes, () => void (also += 1))
    expect(changed).toMatchObject({ ok: true, value: ids.map((id) => ({ id, state: { to: 'draft' } })) })
    expect([also, undelivered()]).toEqual([1, []])
    expect(ids.map((id) => reopened().get(id)?.state.name)).toEqual(['withdrawn', 'withdrawn'])
  })

  it('of several entries is not made when one of them is impossible or the disk cannot be written', () => {
    const id = accepted()
    const change = { id, event: { type: 'withdraw', at, to: 'draft' } } as const
    const nothing = (): void => expect.unreachable('nothing else is written')
    expect(outbox.applyAll([change, { ...change, id: newId() }], nothing)).toEqual(
      err({ type: 'unknown-entry' }),
    )
    withoutDisk()
    expect(outbox.applyAll([change], () => undefined)).toEqual(err({ type: 'read-only' }))
    expect([undelivered(), outbox.get(id)?.state.name]).toEqual([[id], 'queued'])
  })

  it('removes a settled entry from memory, and a row of the list adds its claim id', () => {
    const id = delivered()
    expect(undelivered()).toEqual([])
    expect(outbox.found(id, 'keke', 77, later)).toMatchObject({
      ok: true,
      value: { state: { name: 'delivered', proof: 'answer', claimId: 77 } },
    })
  })

  it('counts attempts, and keeps the first baseline', () => {
    const id = accepted()
    const baseline = { count: 3, highestId: 9, matchingIds: [4, 9] }
    outbox.openAttempt(id, null, at)
    outbox.closeAttempt(id, { type: 'not-sent', cause: 'dns' }, at)
    expect(outbox.openAttempt(id, baseline, at)).toMatchObject({ value: { attempts: 2, baseline } })
    outbox.closeAttempt(id, { type: 'not-sent', cause: 'dns' }, at)
    expect(outbox.openAttempt(id, null, at)).toMatchObject({ value: { attempts: 3, baseline } })
    expect(reopened().get(id)).toMatchObject({ attempts: 3, baseline })
  })
})

describe('an attempt', () => {
  it('is reported with its times, its outcome and the insurer’s words', () => {
    const id = accepted()
    outbox.openAttempt(id, null, at)
    expect(outbox.history(id)).toEqual([{ openedAt: at, closedAt: null, outcome: null }])
    outbox.closeAttempt(id, { type: 'rejected', serverMessage: 'No such policy', fieldErrors: {} }, later)
    expect(outbox.history(id)).toEqual([{ openedAt: at, closedAt: later, outcome: 'rejected' }])
    expect(outbox.story(id)).toContainEqual({
      type: 'attempt',
      number: 1,
      openedAt: at,
      closedAt: later,
      outcome: 'rejected',
      serverMessage: 'No such policy',
    })
  })

  it('is closed by the end of the process', () => {
    const id = accepted()
    outbox.openAttempt(id, null, at)
    outbox.apply(id, { type: 'attempt-orphaned', at: later, cause: 'stopped' })
    expect(outbox.history(id)).toEqual([{ openedAt: at, closedAt: later, outcome: 'uncertain/stopped' }])
  })

  it('stays open over events that do not end it', () => {
    const id = accepted()
    outbox.openAttempt(id, null, at)
    database.exec(`UPDATE attempt SET closed_at = NULL`)
    outbox.closeAttempt(id, lost, at)
    database.exec(`UPDATE attempt SET closed_at = NULL, outcome = NULL`)
    outbox.apply(id, { type: 'officer-resends', at: later })
    expect(outbox.history(id)).toEqual([{ openedAt: at, closedAt: null, outcome: null }])
  })
})

describe('a row of the list', () => {
  it('is bound with the entry it settles', () => {
    const id = unconfirmed()
    outbox.found(id, 'keke', 77, later)
    expect(outbox.claimRows.ofEntry(id)).toMatchObject([{ claimId: 77, surplus: false, seenAt: later }])
  })

  it('of a withdrawn entry is bound to it, so that it settles no other', () => {
    const id = unconfirmed()
    outbox.apply(id, { type: 'withdraw', at, to: 'discarded' })
    expect(outbox.found(id, 'keke', 77, later)).toMatchObject({ error: { type: 'impossible-transition' } })
    expect(outbox.claimRows.ofEntry(id)).toMatchObject([{ claimId: 77, surplus: false, seenAt: later }])
    expect(outbox.get(id)?.state.name).toBe('withdrawn')
  })

  it('is not bound when the disk cannot be written, which is reported', () => {
    const [first, second] = [unconfirmed(), unconfirmed()]
    outbox.apply(first, { type: 'withdraw', at, to: 'discarded' })
    withoutDisk()
    expect(outbox.found(first, 'keke', 77, later)).toEqual(err({ type: 'read-only' }))
    expect(outbox.found(second, 'keke', 78, later)).toEqual(err({ type: 'read-only' }))
    expect(outbox.claimRows.bound('keke')).toEqual([])
  })
})

describe('what a reading showed', () => {
  it('is noted for all entries it names, except unknown ones', () => {
    const [first, second] = [unconfirmed(), unconfirmed()]
    const noted = outbox.noteReadings(
      [first, newId(), second].map((entryId) => ({ entryId, kind: 'uncounted', detail: 'shorter' })),
      later,
    )
    expect(noted).toEqual({ ok: true, value: null })
    for (const id of [first, second]) {
      expect(outbox.story(id)).toContainEqual({
        type: 'uncounted',
        reason: 'shorter',
        firstAt: later,
        lastAt: later,
        times: 1,
      })
    }
  })

  it('is refused as a whole when the disk cannot be written', () => {
    const id = unconfirmed()
    withoutDisk()
    expect(outbox.noteReadings([{ entryId: id, kind: 'unread', detail: 'offline' }], at)).toEqual(
      err({ type: 'read-only' }),
    )
  })

  it('does not touch the disk when there is nothing to note', () => {
    database.close()
    expect(outbox.noteReadings([], at)).toEqual({ ok: true, value: null })
  })

  it('is noted with the change it makes', () => {
    const id = unconfirmed()
    outbox.apply(id, { type: 'absent-in-list', at: later, proved: true })
    expect(outbox.story(id).at(-1)).toEqual({
      type: 'absent',
      proof: 'sent-again',
      firstAt: later,
      lastAt: later,
      times: 1,
    })
  })
})

describe('a claim', () => {
  it('keeps its ten fields as they were accepted', () => {
    const claim = madeUpClaim({ incidentDetails: 'Two\nlines, ₦ and Ọjà' })
    const submission = claimSubmission(claim)
    accepted(submission)
    expect(reopened().get(submission.id)?.body).toEqual(submission.body)
  })
})

describe('what is kept about a policy', () => {
  const policyNumber = policyNumberOf('KKP/2026/LA/000777')

  it('is every entry of that policy alone, of both products and both kinds, with its size', () => {
    const keke = unconfirmed(claimSubmission({ policyNumber }))
    const okada = accepted(claimSubmission({ policyNumber: 'kkp / 2026/la/000777' }, { product: 'okada' }))
    const request = pharmacySubmission()
    const own = { ...request, body: { ...request.body, policyNumber } } as Submission
    accepted(own)
    accepted(claimSubmission())
    outbox.apply(keke, { type: 'absent-in-list', at: later, proved: false })
    outbox.claimRows.noteSurplus('keke', 12, keke, later)
    expect(outbox.ofPolicy(policyNumber)).toEqual([
      { id: keke, kind: 'claim', product: 'keke', acceptedAt: at, state: 'unconfirmed', historyLines: 3 },
      { id: okada, kind: 'claim', product: 'okada', acceptedAt: at, state: 'queued', historyLines: 0 },
      {
        id: own.id,
        kind: 'pharmacy-request',
        product: null,
        acceptedAt: at,
        state: 'queued',
        historyLines: 0,
      },
    ])
    expect(outbox.ofPolicy(policyNumberOf('KKP/0000/XX/000000'))).toEqual([])
  })

  it('is removed with all of its history, in one commit with whatever else is removed', () => {
    const gone = unconfirmed()
    const stays = accepted()
    let also = 0
    expect(outbox.remove([gone], () => (also += 1))).toEqual({ ok: true, value: null })
    expect(also).toBe(1)
    expect(undelivered()).toEqual([stays])
    expect(outbox.get(gone)).toBeNull()
    expect(outbox.history(gone)).toEqual([])
    expect(outbox.remove([stays])).toEqual({ ok: true, value: null })
    expect(undelivered()).toEqual([])
  })

  it('stays, in memory too, when the disk cannot be written', () => {
    const id = accepted()
    withoutDisk()
    expect(outbox.remove([id])).toEqual(err({ type: 'read-only' }))
    expect(undelivered()).toEqual([id])
  })
})

describe('outlived', () => {
  const long = '2026-12-31T00:00:00.000Z'

  it('is what was settled before the given time, oldest first, up to the limit', () => {
    const first = delivered(later)
    const second = delivered(later)
    expect(outbox.outlived(long, 10)).toEqual([first, second])
    expect(outbox.outlived(long, 1)).toEqual([first])
    expect(outbox.outlived(later, 10)).toEqual([])
  })

  it('excludes policies with unfinished entries, and entries with an open alarm', () => {
    const settled = delivered()
    const open = accepted()
    expect(outbox.outlived(long, 10)).toEqual([])
    outbox.remove([open])
    outbox.claimRows.noteSurplus('keke', 9, settled, later)
    expect(outbox.outlived(long, 10)).toEqual([])
    outbox.claimRows.acknowledgeDuplicates(settled, later)
    expect(outbox.outlived(long, 10)).toEqual([settled])
  })
})

describe('the entries of a day', () => {
  const day = { from: at, until: later, openBefore: later }
  const earlier = '2026-11-19T09:00:00.000Z'
  const idsOf = (bounds = day): readonly string[] => outbox.ofDay(bounds).entries.map(({ id }) => id)
  const acceptedThen = (when: string): string => {
    const submission = claimSubmission()
    outbox.accept(submission, when)
    return submission.id
  }

  it('are those accepted or delivered on it, from its first moment until before the next day', () => {
    const onIt = delivered(at)
    const receivedOnIt = delivered(at)
    database.prepare('UPDATE entry SET accepted_at = ? WHERE id = ?').run(earlier, receivedOnIt)
    const receivedLater = delivered(later)
    database.prepare('UPDATE entry SET accepted_at = ? WHERE id = ?').run(earlier, receivedLater)
    const after = acceptedThen(later)
    expect(idsOf()).toEqual([onIt, receivedOnIt])
    expect(idsOf({ ...day, openBefore: '~' })).toEqual([onIt, receivedOnIt, after])
  })

  it('include earlier ones that are not finished', () => {
    const waiting = acceptedThen(earlier)
    const discarded = acceptedThen(earlier)
    outbox.apply(discarded, { type: 'withdraw', at, to: 'discarded' })
    const twice = delivered('2026-11-19T10:00:00.000Z')
    database.prepare('UPDATE entry SET accepted_at = ? WHERE id = ?').run(earlier, twice)
    expect(idsOf()).toEqual([waiting])
    outbox.claimRows.noteSurplus('keke', 9, twice, at)
    expect(idsOf()).toEqual([waiting, twice])
    outbox.claimRows.acknowledgeDuplicates(twice, at)
    expect(idsOf()).toEqual([waiting])
  })

  it('come with the number of those that cannot be opened', () => {
    const whole = accepted()
    const damaged = accepted()
    database.prepare('UPDATE entry SET body = ? WHERE id = ?').run(new Uint8Array(3), damaged)
    expect(outbox.ofDay(day)).toMatchObject({ entries: [{ id: whole }], unreadable: 1 })
  })
})
