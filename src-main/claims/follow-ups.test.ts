import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import { knownDay, knownTime } from '#shared/domain/told.ts'
import { aStanding } from '#testing/claim/made-up.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { unconfirmed, withoutDisk } from '#testing/outbox/entries.ts'
import { FollowedOffice } from '#testing/claims/follow-ups.ts'
import type { NotedWrong } from './follow-up-rows.ts'

const dayMs = 86_400_000
const says = { status: '0', estimate: 45_000, isDeleted: false }
const started = '2026-11-20T09:00:00.000Z'

let office: FollowedOffice
beforeEach(() => {
  office = new FollowedOffice()
})
const note = (id: string, status: string) => office.followUps.noteSays(id, { ...says, status }, office.now())

describe('a claim that was received', () => {
  it('has a standing of its own, and nothing else has', () => {
    const id = office.received()
    expect(office.standing(id)).toEqual(aStanding({ says: null, asOf: null }))
    const request = pharmacySubmission()
    office.outbox.accept(request, office.now())
    expect([office.standing(request.id), office.followUps.followUpOf(request.id)]).toEqual([null, null])
    expect(office.followUps.followUpOf('unknown')).toBeNull()
  })

  it('has what the insurer said, since when, and every change with its time, also after a start', async () => {
    const id = office.received()
    await office.clock.advance(dayMs)
    expect(note(id, '0')).toBe(true)
    await office.clock.advance(dayMs)
    expect(note(id, '0')).toBe(false)
    const asOf = office.now()
    expect(office.standing(id)).toMatchObject({ says, asOf, changedAt: null, isNews: false })
    await office.clock.advance(dayMs)
    expect(note(id, '2')).toBe(true)
    office.restart()
    expect(office.standing(id)).toMatchObject({
      says: { ...says, status: '2' },
      asOf: office.now(),
      changedAt: office.now(),
      followed: { was: '0', since: office.now() },
      isNews: true,
    })
    expect(office.followUps.saysOf(id)).toEqual({ ...says, status: '2' })
    expect(office.followUps.followUpOf(id)?.changes).toEqual([
      { ...says, at: '2026-11-21T09:00:00.000Z' },
      { ...says, status: '2', at: '2026-11-23T09:00:00.000Z' },
    ])
  })

  it('tells of each change once, and of those of the status', () => {
    const id = office.received()
    note(id, '0')
    note(id, '0')
    expect([office.changed, office.statuses]).toEqual([[id], []])
    note(id, '2')
    expect([office.changed, office.statuses]).toEqual([[id, id], [id]])
    office.followUps.noteSays(id, { ...says, status: '2', estimate: 1 }, office.now())
    expect([office.changed.length, office.statuses]).toEqual([3, [id]])
  })

  it('is news until somebody opens it, whatever the clock says then, and again once it changes', async () => {
    const id = office.received()
    office.followUps.opened(id, office.now())
    expect(office.standing(id)?.isNews).toBe(false)
    note(id, '1')
    expect(office.standing(id)?.isNews).toBe(true)
    office.changed = []
    office.followUps.opened(id, '2020-01-01T00:00:00.000Z')
    office.restart()
    expect(office.standing(id)?.isNews).toBe(false)
    office.followUps.opened(id, office.now())
    expect(office.changed, 'told once').toEqual([id])
    expect(office.followUps.setUnseen(id).ok, 'seen by mistake').toBe(true)
    expect(office.standing(id)?.isNews).toBe(true)
    office.followUps.opened(id, office.now())
    await office.clock.advance(1)
    note(id, '2')
    expect(office.standing(id)?.isNews).toBe(true)
  })
})

describe('following', () => {
  it('is over once the status is final or the claim was removed, and goes on where that is taken back', () => {
    const id = office.received()
    note(id, '3')
    expect(office.standing(id)).toMatchObject({ isFinal: true, following: 'over' })
    office.finals = []
    expect(office.standing(id), 'no value is final').toMatchObject({ isFinal: false, following: 'asked' })
    office.followUps.noteSays(id, { ...says, isDeleted: true }, office.now())
    expect(office.standing(id)).toMatchObject({ isFinal: true, following: 'over' })
    note(id, '1')
    expect(office.standing(id)).toMatchObject({ isFinal: false, following: 'asked' })
  })

  it('needs somebody where a final status was left again, until somebody looks', () => {
    const id = office.received()
    note(id, '3')
    expect([office.standing(id)?.isReopened, office.followUps.needsLook(id)]).toEqual([false, false])
    note(id, '1')
    expect([office.standing(id)?.isReopened, office.followUps.needsLook(id)]).toEqual([true, true])
    office.followUps.opened(id, office.now())
    expect([office.standing(id)?.isReopened, office.followUps.needsLook(id)]).toEqual([true, false])
    note(id, '3')
    expect([office.standing(id)?.isReopened, office.followUps.needsLook(id)]).toEqual([false, false])
  })

  it('is told of again where the office calls other values final', () => {
    const [known, unknown] = [office.received(), office.received('KKP/2')]
    note(known, '3')
    office.standing(unknown)
    office.changed = []
    office.finals = []
    office.followUps.finalsChanged()
    expect([office.changed, office.statuses]).toEqual([[known], [known]])
  })

  it('ends sixty days after the claim was received', async () => {
    const id = office.received()
    await office.clock.advance(60 * dayMs)
    expect(office.standing(id)?.following).toBe('asked')
    await office.clock.advance(1)
    expect(office.standing(id)?.following).toBe('no-longer')
    expect(await office.followUps.followed()).toEqual([])
  })

  it('is left to lists after three answers about another claim in a row, until one shows it', () => {
    const id = office.received()
    for (const _twice of [1, 2]) office.followUps.noteStranger(id, office.now())
    note(id, '0')
    for (const _twice of [1, 2]) office.followUps.noteStranger(id, office.now())
    expect(office.standing(id)?.following).toBe('asked')
    office.changed = []
    office.followUps.noteStranger(id, office.now())
    expect([office.standing(id)?.following, office.changed]).toEqual(['lists', [id]])
    note(id, '0')
    expect(office.standing(id)?.following).toBe('asked')
  })

  it('is left to lists where the insurer loses our references', () => {
    const [keke, okada] = [office.received(), office.received('OKP/1', { product: 'okada' })]
    office.lost.add('okada')
    expect([office.standing(keke)?.following, office.standing(okada)?.following]).toEqual(['asked', 'lists'])
  })

  it('goes on with what is neither final nor too old, newest first, by when it was last heard of', async () => {
    const first = office.received()
    await office.clock.advance(dayMs)
    const [second, third] = [office.received('KKP/2'), office.received('OKP/1', { product: 'okada' })]
    const decided = office.received('KKP/3')
    note(decided, '4')
    office.outbox.accept(pharmacySubmission(), office.now())
    await office.clock.advance(dayMs)
    office.followUps.noteAsked(first, office.now())
    note(second, '0')
    const at = (text: string): number => Date.parse(text)
    expect(await office.followUps.followed()).toEqual([
      {
        entryId: third,
        receivedMs: at('2026-11-21T09:00:00.000Z'),
        heardMs: at('2026-11-21T09:00:00.000Z'),
      },
      {
        entryId: second,
        receivedMs: at('2026-11-21T09:00:00.000Z'),
        heardMs: at('2026-11-22T09:00:00.000Z'),
      },
      {
        entryId: first,
        receivedMs: at(started),
        heardMs: at('2026-11-22T09:00:00.000Z'),
      },
    ])
  })
})

describe('the details of a policy', () => {
  it('count for the claim whose reference they carry, any that it was sent under, and for no other', () => {
    const [one, other] = [office.received('KKP/1', { earlier: ['7F3K-92QD'] }), office.received()]
    const early = office.shown(one, { incidentDetails: '[Ref 7F3K-92QD] Hit a kerb.' })
    expect(office.followUps.noteShown(early, office.now())).toEqual([one])
    expect(office.followUps.noteShown(office.shown(one, { status: '2' }), office.now())).toEqual([one])
    expect(office.standing(one)?.says?.status).toBe('2')
    expect(office.standing(other)?.says).toBeNull()
    const strange = office.shown(one, { incidentDetails: '[Ref 9999-9999] Another.' })
    expect(office.followUps.noteShown(strange, office.now())).toEqual([])
    const ofOkada = { ...office.shown(one), product: 'okada' } as const
    expect(office.followUps.noteShown(ofOkada, office.now()), 'of the other product').toEqual([])
  })

  it('count by their number where they have one and the claim is known by its own', () => {
    const id = office.received('KKP/1', { claimId: 77 })
    const withoutReference = office.shown(id, { incidentDetails: 'Lost.', status: '1' })
    expect(office.followUps.noteShown({ ...withoutReference, id: 77 }, office.now())).toEqual([id])
    expect(office.followUps.noteShown({ ...office.shown(id), id: 78 }, office.now())).toEqual([])
    const unlisted = office.received('KKP/2')
    expect(office.followUps.noteShown({ ...office.shown(unlisted), id: 79 }, office.now())).toEqual([
      unlisted,
    ])
  })

  it('do not count where they show a claim that the insurer has twice', () => {
    const id = office.received('KKP/1', { claimId: 77 })
    office.outbox.claimRows.noteSurplus('keke', 78, id, office.now())
    expect(office.followUps.noteShown({ ...office.shown(id), id: 78 }, office.now())).toEqual([])
  })

  it('count for a claim that they prove received, before it is, and for none that was taken out', () => {
    const id = unconfirmed(office.outbox)
    const [doubtful, discarded] = [office.shown(id, { status: '2' }), unconfirmed(office.outbox)]
    office.outbox.apply(discarded, { type: 'withdraw', at: office.now(), to: 'discarded' })
    expect(office.followUps.noteShown(doubtful, office.now())).toEqual([id])
    expect(office.standing(id), 'as long as it was not').toBeNull()
    office.outbox.found(id, 'keke', null, 'details', office.now())
    expect(office.standing(id)).toMatchObject({ says: { status: '2' }, asOf: office.now() })
  })

  it('do not count for a claim in doubt where they carry a reference that it had before it was corrected', () => {
    const { id, body } = claimSubmission()
    unconfirmed(office.outbox, { id, body: { ...body, earlierReferences: ['0000-0001'] } })
    const before = office.shown(id, { incidentDetails: '[Ref 0000-0001] Hit a kerb at low speed.' })
    expect(office.followUps.noteShown(before, office.now())).toEqual([])
  })
})

describe('a list that was read', () => {
  it('tells of every claim that it is bound to or paired with, changed or not, in one commit', async () => {
    const [same, paid, gone, unbound] = [
      office.received('KKP/1', { claimId: 1 }),
      office.received('KKP/2', { claimId: 2 }),
      office.received('KKP/3', { claimId: 3 }),
      office.received('KKP/4'),
    ]
    for (const id of [same, paid, gone]) note(id, '0')
    office.changed = []
    await office.clock.advance(dayMs)
    const rows = [
      office.listed(same, 1),
      office.listed(paid, 2, { status: '3' }),
      office.listed(gone, 3, { deletedAt: knownTime(office.now()) }),
      office.listed(unbound, 4),
      { ...office.listed(same, 1), product: 'okada' as const, status: '9' },
    ]
    expect(await office.followUps.seenInList(rows, office.now())).toEqual({ ok: true, value: null })
    office.restart()
    const asOf = office.now()
    expect(office.standing(same)).toMatchObject({ says, asOf, changedAt: null })
    expect(office.standing(paid)).toMatchObject({ says: { status: '3' }, asOf, changedAt: asOf })
    expect(office.standing(gone)).toMatchObject({ says: { isDeleted: true }, asOf, changedAt: asOf })
    expect(office.standing(unbound)).toMatchObject({ says, asOf, changedAt: null })
    expect([office.changed, office.statuses]).toEqual([[paid, gone, unbound], [paid]])
  })

  it('tells of a claim whose reference the insurer lost, unless another row may be meant', async () => {
    const [id, other] = [office.received('KKP/1'), office.received('KKP/2')]
    const lost = (of: string, claimId: number) =>
      office.listed(of, claimId, {
        incidentDetails: 'HIT A KERB at low speed.',
        occurrenceDate: knownDay('2026-11-02'),
        status: '1',
      })
    const rows = [lost(id, 1), lost(other, 2), lost(other, 3)]
    await office.followUps.seenInList(rows, office.now())
    expect([id, other].map((one) => office.standing(one)?.says?.status)).toEqual(['1', undefined])
  })

  it('says nothing of a claim whose number is another policy’s by now', async () => {
    const [lost, now] = [office.received('KKP/1', { claimId: 1 }), office.received('KKP/2')]
    await office.followUps.seenInList([office.listed(now, 1, { status: '3' })], office.now())
    expect([lost, now].map((id) => office.standing(id)?.says?.status)).toEqual([undefined, '3'])
  })

  it('does not seal again what it only dates anew', async () => {
    const id = office.received('KKP/1', { claimId: 1 })
    note(id, '0')
    office.seals = 0
    await office.clock.advance(dayMs)
    await office.followUps.seenInList([office.listed(id, 1)], office.now())
    expect([office.standing(id)?.asOf, office.seals]).toEqual([office.now(), 0])
    await office.followUps.seenInList([office.listed(id, 1, { status: '2' })], office.now())
    expect(office.seals).toBe(1)
  })

  it('leaves a claim to lists that details do not show', async () => {
    const id = office.received('KKP/1', { claimId: 1 })
    for (const _of of [1, 2, 3]) office.followUps.noteStranger(id, office.now())
    await office.followUps.seenInList([office.listed(id, 1, { status: '1' })], office.now())
    expect(office.standing(id)).toMatchObject({ following: 'lists', says: { status: '1' } })
  })

  it('does not bring back what an officer wrote over meanwhile, nor an entry that is gone', async () => {
    const [noted, removed] = [
      office.received('KKP/1', { claimId: 1 }),
      office.received('KKP/2', { claimId: 2 }),
    ]
    const rows = function* () {
      yield office.listed(noted, 1, { status: '1' })
      yield office.listed(removed, 2, { status: '1' })
      office.followUps.setNote(noted, { text: 'Called.', officerId: null }, office.now())
      office.remove(removed)
    }
    await office.followUps.seenInList(rows(), office.now())
    expect(office.followUps.followUpOf(noted)).toMatchObject({ note: { text: 'Called.' }, changes: [{}, {}] })
    expect(office.followUps.followUpOf(removed)).toBeNull()
  })

  it('changes nothing where the disk refuses it', async () => {
    const id = office.received('KKP/1', { claimId: 1 })
    withoutDisk(office.database)
    const taken = await office.followUps.seenInList([office.listed(id, 1, { status: '2' })], office.now())
    expect(taken).toMatchObject({ ok: false })
    expect([office.standing(id)?.says, office.changed]).toEqual([null, []])
  })
})

describe('what officers write', () => {
  it('is a note with who wrote it and when, which the last word replaces and nothing removes', async () => {
    const id = office.received()
    const set = (text: string, officerId: string | null) =>
      office.followUps.setNote(id, { text, officerId }, office.now())
    expect(set(' Customer called. ', 'ada')).toMatchObject({
      ok: true,
      value: { note: { text: 'Customer called.', at: started, by: 'Ada Obi' } },
    })
    await office.clock.advance(1000)
    set('Called twice.', null)
    office.restart()
    expect(office.followUps.followUpOf(id)?.note).toEqual({
      text: 'Called twice.',
      at: office.now(),
      by: null,
    })
    expect(office.followUps.searchText(id)).toBe('Called twice.')
    set('  ', null)
    expect(office.followUps.followUpOf(id)?.note).toBeNull()
    expect(office.changed).toEqual([id, id, id])
  })

  it('is that something is wrong, until the insurer was told', async () => {
    const id = office.received()
    const set = (wrong: NotedWrong | null) => office.followUps.setWrong(id, wrong, office.now())
    set({ what: 'policyNumber', replacedBy: '', isDone: false, officerId: 'ada' })
    expect(office.followUps.wrongIds()).toEqual(new Set([id]))
    await office.clock.advance(1000)
    set({ replacedBy: '7F3K-92QD', isDone: false, officerId: 'bola' })
    office.restart()
    expect(office.standing(id)?.wrong).toEqual({
      at: started,
      by: 'Ada Obi',
      what: 'policyNumber',
      replacedBy: '7F3K-92QD',
      isDone: false,
    })
    expect(office.followUps.searchText(id)).toBe('7F3K-92QD')
    const isDone = { replacedBy: '7F3K-92QD', isDone: true }
    set({ ...isDone, officerId: 'bola', whom: 'Mrs Made-up' })
    await office.clock.advance(1000)
    set({ ...isDone, officerId: 'ada' })
    office.restart()
    expect(office.followUps.wrongIds()).toEqual(new Set())
    expect(office.standing(id)?.wrong).toMatchObject({
      what: 'policyNumber',
      isDone: true,
      told: { at: new Date(Date.parse(started) + 1000).toISOString(), whom: 'Mrs Made-up' },
    })
    set({ ...isDone, isDone: false, officerId: 'ada' })
    expect(office.standing(id)?.wrong).not.toHaveProperty('told')
    set(null)
    expect(office.standing(id)?.wrong).toBeNull()
  })

  it('is the claim that was submitted from its copy, as long as that stands, also after a restart', () => {
    const id = office.received()
    const right = claimSubmission({}, { branchReference: '8G4M-73RE' })
    const noted = { replacedBy: '', officerId: null }
    office.followUps.setWrong(id, { ...noted, copy: right.id, isDone: false }, office.now())
    const shown = (): unknown => [office.standing(id)?.wrong?.replacedBy, office.followUps.searchText(id)]
    expect(shown(), 'while it is a draft').toEqual(['', ''])
    office.restart()
    office.outbox.accept(right, office.now())
    office.followUps.entriesChanged([right.id])
    expect([shown(), office.changed.at(-1)]).toEqual([['8G4M-73RE', '8G4M-73RE'], id])
    expect(office.standing(id)?.wrong).not.toHaveProperty('copy')
    office.followUps.entriesChanged([newId()])
    expect(office.changed).toHaveLength(2)
    office.outbox.apply(right.id, { type: 'withdraw', at: office.now(), to: 'discarded' })
    office.followUps.entriesChanged([right.id])
    expect([shown(), office.changed.length]).toEqual([['', ''], 3])
  })

  it('stays as it was where the disk refuses it', () => {
    const id = office.received()
    withoutDisk(office.database)
    expect(office.followUps.setNote(id, { text: 'Lost.', officerId: null }, office.now())).toMatchObject({
      ok: false,
    })
    office.followUps.opened(id, office.now())
    expect([office.followUps.followUpOf(id)?.note, office.changed]).toEqual([null, []])
  })

  it('goes with its entry, and lies sealed', () => {
    const id = office.received()
    office.followUps.setNote(id, { text: 'Customer called.', officerId: null }, office.now())
    const plain = office.database
      .prepare('SELECT entry_id, as_of, asked_at, changed_at, is_wrong FROM follow_up')
      .get()
    expect(JSON.stringify(plain)).not.toContain('called')
    office.remove(id)
    expect(office.database.prepare('SELECT count(*) AS n FROM follow_up').get()).toEqual({ n: 0 })
  })
})
