import { describe, expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import type { EntryBody, Submission } from '#shared/outbox/entry.ts'
import { err } from '#shared/result.ts'
import { createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import {
  accepted,
  at,
  attemptsOf,
  database,
  later,
  lost,
  outbox,
  outboxForEach,
  reopened,
  unconfirmed,
} from '#testing/outbox/entries.ts'
import { claimSubmission, madeUpDraft, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import type { RowProtection } from './entry-codec.ts'

// These tests run in memory; open-outbox.test.ts covers files.
outboxForEach()

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
      firstAttemptAt: null,
      sends: 0,
      candidates: 0,
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
    const submission = claimSubmission()
    accepted(outbox, submission)
    // The same keys and values, in another order.
    const again = { id: submission.id, body: backwards(submission.body) as EntryBody }
    expect(outbox.accept(again, later)).toMatchObject({ ok: true, value: { acceptedAt: at } })
  })

  it.each<[string, EntryBody]>([
    ['amount', claimSubmission({ repairEstimate: 1 }).body],
    ['text', claimSubmission({ incidentDetails: 'Something else.' }).body],
    ['product', claimSubmission({}, { product: 'okada' }).body],
    ['reference', claimSubmission({}, { branchReference: '0000-0001' }).body],
    ['kind', pharmacySubmission().body],
  ])('refuses the same id with another %s', (_what, body) => {
    const submission = claimSubmission()
    accepted(outbox, submission)
    expect(outbox.accept({ id: submission.id, body }, at)).toEqual(err({ type: 'id-taken' }))
  })

  it('removes the sealed copy of the draft, and of no other draft', () => {
    const submission = claimSubmission()
    const drafts = createDraftStore(database, plainProtection)
    const other = newId()
    drafts.save(madeUpDraft({ id: submission.id }))
    drafts.save(madeUpDraft({ id: other }))
    accepted(outbox, submission)
    const kept = database.prepare('SELECT id FROM draft').all()
    expect(kept.map(({ id }) => id)).toEqual([other])
  })

  it('fails when what it wrote cannot be read back', () => {
    const broken: RowProtection = { ...plainProtection, open: () => err({ type: 'unreadable' }) }
    const submission = claimSubmission()
    expect(reopened(broken).accept(submission, at)).toEqual(err({ type: 'damaged' }))
    // Nothing was accepted, so the draft it came from is still a draft.
    expect(database.prepare('SELECT * FROM entry').all()).toEqual([])
  })

  it('puts claims of one policy and product in one order, and its pharmacy requests in another', () => {
    const tagOf = (submission: Submission): string | undefined =>
      outbox.get(accepted(outbox, submission))?.policyTag
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

describe('an attempt', () => {
  it('is reported with its times, its outcome and the insurer’s words', () => {
    const id = accepted(outbox)
    outbox.openAttempt(id, at)
    expect(attemptsOf(outbox, id)).toEqual([{ openedAt: at, closedAt: null, outcome: null }])
    outbox.closeAttempt(id, { type: 'rejected', serverMessage: 'No such policy', fieldErrors: {} }, later)
    const times = { openedAt: at, closedAt: later }
    expect(outbox.story(id)).toEqual([
      { type: 'accepted', at },
      { type: 'attempt', number: 1, ...times, outcome: 'rejected', serverMessage: 'No such policy' },
    ])
  })

  it('is closed by the end of the process', () => {
    const id = accepted(outbox)
    outbox.openAttempt(id, at)
    outbox.apply(id, { type: 'attempt-orphaned', at: later, cause: 'stopped' })
    expect(attemptsOf(outbox, id)).toEqual([{ openedAt: at, closedAt: later, outcome: 'uncertain/stopped' }])
  })

  it('stays open over events that do not end it', () => {
    const id = accepted(outbox)
    outbox.openAttempt(id, at)
    database.exec(`UPDATE attempt SET closed_at = NULL`)
    outbox.closeAttempt(id, lost, at)
    database.exec(`UPDATE attempt SET closed_at = NULL, outcome = NULL`)
    outbox.apply(id, { type: 'officer-resends', at: later })
    expect(attemptsOf(outbox, id)).toEqual([{ openedAt: at, closedAt: null, outcome: null }])
  })
})

describe('a row of the list', () => {
  it('of a withdrawn entry is bound to it, so that it settles no other', () => {
    const id = unconfirmed(outbox)
    outbox.apply(id, { type: 'withdraw', at, to: 'discarded' })
    expect(outbox.found(id, 'keke', 77, 'list', later)).toMatchObject({
      error: { type: 'impossible-transition' },
    })
    expect(outbox.claimRows.ofEntry(id)).toMatchObject([{ claimId: 77, surplus: false, seenAt: later }])
    expect(outbox.get(id)?.state.name).toBe('withdrawn')
  })
})

describe('what a reading showed', () => {
  it('is noted for all entries it names, except unknown ones', () => {
    const [first, second] = [unconfirmed(outbox), unconfirmed(outbox)]
    const noted = outbox.noteLooks(
      [first, newId(), second].map((entryId) => ({ entryId, kind: 'uncounted', detail: 'shorter' })),
      later,
    )
    expect(noted).toEqual({ ok: true, value: null })
    for (const id of [first, second]) {
      expect(outbox.story(id)).toContainEqual({
        type: 'uncounted',
        firstAt: later,
        lastAt: later,
        times: 1,
      })
    }
  })

  it('does not touch the disk when there is nothing to note', () => {
    database.close()
    expect(outbox.noteLooks([], at)).toEqual({ ok: true, value: null })
  })

  it('is noted with the change it makes', () => {
    const id = unconfirmed(outbox)
    outbox.apply(id, { type: 'absent', at: later, proved: true, by: 'list' })
    expect(outbox.story(id).at(-1)).toEqual({
      type: 'absent',
      by: 'list',
      proof: 'sent-again',
      isCorrected: false,
      firstAt: later,
      lastAt: later,
      times: 1,
    })
  })
})
