import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyFields } from '#shared/domain/draft.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { createFollowUpRows, type FollowUpRow, type FollowUpRows } from '#main/claims/follow-up-rows.ts'
import { knownTime } from '#shared/domain/told.ts'
import { asTold } from '#testing/claim/made-up.ts'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import { claimSubmission, madeUpDraft, madeUpRejection, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { Deeds } from '#testing/engine/deeds.ts'
import type { PostFate } from '#testing/engine/happening.ts'
import { SimulatedInsurer } from '#testing/engine/simulated-insurer.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { ModelComputer } from '#testing/backups/model-computers.ts'

let clock: VirtualClock
let deeds: Deeds
let insurer: SimulatedInsurer
let first: ModelComputer
let second: ModelComputer

beforeEach(() => {
  clock = new VirtualClock()
  deeds = new Deeds()
  insurer = new SimulatedInsurer({ clock, watch: deeds })
  first = new ModelComputer(clock, insurer)
  second = new ModelComputer(clock, insurer)
})
afterEach(async () => {
  const stopped = Promise.all([first.stop(), second.stop()])
  await clock.advance(10_000)
  await stopped
  for (const { database } of [first, second]) database.close()
})

const minutes = (n: number): Promise<void> => clock.advance(n * 60_000)
const acts = (id: string): number => deeds.acts.get(id) ?? 0
const stateAt = (computer: ModelComputer, id: string): string =>
  computer.source.outbox.get(id)?.state.name ?? 'not there'
const file = async (written: Promise<Buffer | null>): Promise<Buffer> => {
  const text = await written
  if (text === null) throw new Error('nothing was written')
  return text
}

/** Accepted while the line is down, so it waits. */
async function waiting(computer: ModelComputer, submission: Submission): Promise<string> {
  computer.setOnline(false)
  computer.accept(submission)
  await clock.settle()
  return submission.id
}

/** Attempted once, with the given result. */
async function tried(computer: ModelComputer, submission: Submission, fate: PostFate): Promise<string> {
  insurer.happen({ type: 'fate', fate }, String)
  computer.setOnline(true)
  computer.accept(submission)
  await clock.advance(1_000)
  computer.setOnline(false)
  return submission.id
}

const rowsOf = ({ source: { database, protection } }: ModelComputer): FollowUpRows =>
  createFollowUpRows(database, protection)

const lost: PostFate = { type: 'lost', cause: 'reset', commitAfterMs: null, hiddenMs: 0 }

describe('a copy', () => {
  it('is looked up first, and never sent by itself: after the proof of absence an officer decides', async () => {
    const id = await waiting(first, claimSubmission())
    await second.takeIn(await file(first.backUp()))
    expect(stateAt(second, id)).toBe('unconfirmed')
    await minutes(30)
    expect([stateAt(second, id), acts(id)]).toEqual(['needs-review', 0])
    first.setOnline(true)
    await minutes(1)
    expect([stateAt(first, id), acts(id)]).toEqual(['delivered', 1])
  })

  it('is received when the first computer sent it, before or after', async () => {
    const before = await waiting(first, claimSubmission({ policyNumber: 'KKP/1' }))
    const text = await file(first.backUp())
    first.setOnline(true)
    await minutes(1)
    await second.takeIn(text)
    await minutes(1)
    expect(stateAt(second, before)).toBe('delivered')
    expect(acts(before)).toBe(1)
  })

  it('that an officer sends is not sent again by the first computer', async () => {
    const id = await waiting(first, claimSubmission())
    await second.takeIn(await file(first.backUp()))
    await minutes(30)
    second.resend(id)
    await minutes(1)
    expect([stateAt(second, id), acts(id)]).toEqual(['delivered', 1])
    first.setOnline(true)
    await minutes(20)
    expect([stateAt(first, id), acts(id)]).toEqual(['delivered', 1])
  })

  it('in doubt is received once its own row turns up, and keeps its attempts', async () => {
    const id = await tried(first, claimSubmission(), { ...lost, commitAfterMs: 0 })
    await second.takeIn(await file(first.backUp()))
    await minutes(1)
    expect(second.source.outbox.get(id)).toMatchObject({ attempts: 1, sends: 1 })
    expect([stateAt(second, id), acts(id)]).toEqual(['delivered', 1])
  })

  it('of a pharmacy request waits for an officer, whatever its state', async () => {
    const doubtful = await tried(first, pharmacySubmission('KKP/2', 2), lost)
    const fresh = await waiting(first, pharmacySubmission('KKP/1', 1))
    await second.takeIn(await file(first.backUp()))
    await minutes(60)
    expect([stateAt(second, fresh), stateAt(second, doubtful)]).toEqual(['unconfirmed', 'unconfirmed'])
    expect(acts(fresh)).toBe(0)
  })

  it('of an entry that was being sent is in doubt', async () => {
    insurer.happen({ type: 'fate', fate: { type: 'hangs', commitAfterMs: 0, hiddenMs: 0 } }, String)
    const { id, body } = claimSubmission()
    first.accept({ id, body })
    await clock.settle()
    expect(stateAt(first, id)).toBe('sending')
    await second.takeIn(await file(first.backUp()))
    expect(second.source.outbox.story(id)[1]).toMatchObject({ outcome: 'uncertain/copied-here' })
    await minutes(2)
    expect([stateAt(second, id), acts(id)]).toEqual(['delivered', 1])
  })

  it('of a settled or rejected entry stays so', async () => {
    const received = await tried(first, claimSubmission({ policyNumber: 'KKP/1' }), {
      type: 'answered',
      hiddenMs: 0,
    })
    const refused = await tried(first, claimSubmission({ policyNumber: 'KKP/2' }), { type: 'rejected' })
    await second.takeIn(await file(first.backUp()))
    await minutes(30)
    expect([stateAt(second, received), stateAt(second, refused)]).toEqual(['delivered', 'rejected'])
    expect([acts(received), acts(refused)]).toEqual([1, 0])
  })

  it('brings what became known of it after it was received, and what officers wrote', async () => {
    const ids: string[] = []
    for (const policyNumber of ['KKP/1', 'KKP/2'])
      ids.push(await tried(first, claimSubmission({ policyNumber }), { type: 'answered', hiddenMs: 0 }))
    const [id = '', unknown = ''] = ids
    const says = { status: '2', estimate: 45_000, isDeleted: false }
    const followUp: FollowUpRow = {
      asOf: '2026-11-21T09:00:00.000Z',
      askedAt: null,
      record: {
        changes: [{ ...says, at: '2026-11-21T09:00:00.000Z' }],
        strangers: 1,
        openedAt: null,
        note: { text: 'Customer called.', at: '2026-11-21T09:00:00.000Z', officerId: null },
        wrong: {
          at: '2026-11-21T09:00:00.000Z',
          officerId: null,
          what: 'policyNumber',
          replacedBy: '',
          copy: unknown,
          isDone: false,
        },
      },
    }
    rowsOf(first).write(id, followUp)
    await second.takeIn(await file(first.backUp()))
    expect([rowsOf(second).read(id), rowsOf(second).read(unknown)]).toEqual([followUp, null])
    expect(rowsOf(second).wrong()).toEqual([id])
  })

  it('brings its history, and says where it came from', async () => {
    const id = await tried(first, claimSubmission(), lost)
    await second.takeIn(await file(first.backUp()))
    const lines = second.source.outbox.story(id).map((line) => line.type)
    expect(lines).toEqual(['accepted', 'attempt', 'officer'])
    expect(second.source.outbox.story(id).at(-1)).toMatchObject({ decision: 'copied-here' })
  })
})

describe('a computer with another address of the insurer', () => {
  it('proves nothing of what arrived there, and its numbers mean no claims here', async () => {
    const id = await tried(first, claimSubmission(), lost)
    const { claimRows, candidates } = first.source.outbox
    const { product, claim: content } = claimSubmission().body
    const at = clock.now().toISOString()
    claimRows.bind(product, 71, id, false, at)
    claimRows.noteSurplus(product, 72, id, at)
    const time = knownTime(at)
    const claim = { ...asTold(content), product, status: '0', createdAt: time, updatedAt: time }
    candidates.note(id, [{ key: 'id/73', claimId: 73, claim }], at)
    createEngineMemory(second.database).write('address', 'https://other.example')
    await second.takeIn(await file(first.backUp()))
    await minutes(60)
    const { outbox } = second.source
    expect(outbox.get(id)).toMatchObject({ state: { why: 'other-address' }, candidates: 0 })
    expect([outbox.claimRows.bound(product), outbox.claimRows.duplicatesOf(id)]).toEqual([[], [72]])
    expect(acts(id)).toBe(0)
  })

  it('sends nothing again that was just being sent', async () => {
    const id = await waiting(first, claimSubmission())
    first.source.outbox.openAttempt(id, clock.now().toISOString())
    createEngineMemory(second.database).write('address', 'https://other.example')
    await second.takeIn(await file(first.backUp()))
    await minutes(60)
    expect(second.source.outbox.get(id)).toMatchObject({ state: { why: 'other-address' } })
    expect(acts(id)).toBe(0)
  })
})

describe('drafts', () => {
  const idsAt = (computer: ModelComputer): readonly string[] =>
    computer.source.drafts.kept().map((kept) => kept.draft.id)

  it('are included, once, and never overwrite what is already here', async () => {
    const one = madeUpDraft()
    first.source.drafts.save(one)
    const text = await file(first.backUp())
    const newer = { ...one, product: 'okada' as const }
    second.source.drafts.save(newer)
    await second.takeIn(text)
    expect(second.source.drafts.kept().map((kept) => kept.draft)).toEqual([newer])
  })

  it('of rejected claims bring the reasons and the refused content', async () => {
    const refused = { ...emptyFields(), policyNumber: 'KKP/1' }
    const told = { serverMessage: 'Invalid.', fieldErrors: { policyNumber: ['Unknown.'] } }
    const one = madeUpDraft({ rejection: madeUpRejection({ ...told, refused }) })
    first.source.drafts.save(one)
    await second.takeIn(await file(first.backUp()))
    expect(second.source.drafts.kept().map((kept) => kept.draft)).toEqual([one])
  })

  it('of an entry that is here are not restored as drafts', async () => {
    const { id, body } = claimSubmission()
    first.source.drafts.save(madeUpDraft({ id }))
    const text = await file(first.backUp())
    second.setOnline(false)
    second.accept({ id, body })
    await second.takeIn(text)
    expect(idsAt(second)).toEqual([])
  })

  it('finished on both computers are one claim', async () => {
    const { id, body } = claimSubmission()
    first.source.drafts.save(madeUpDraft({ id }))
    await second.takeIn(await file(first.backUp()))
    first.accept({ id, body })
    await minutes(1)
    second.accept({ id, body })
    await minutes(20)
    expect([stateAt(first, id), stateAt(second, id), acts(id)]).toEqual(['delivered', 'delivered', 1])
  })
})

it('a backup changes nothing that is already here', async () => {
  const id = await waiting(first, claimSubmission())
  const text = await file(first.backUp())
  await first.takeIn(text)
  expect(stateAt(first, id)).toBe('queued')
})
