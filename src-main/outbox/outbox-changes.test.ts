import { expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import { err } from '#shared/result.ts'
import {
  accepted,
  at,
  attemptsOf,
  database,
  delivered,
  later,
  outbox,
  outboxForEach,
  reopened,
  unconfirmed,
  undelivered,
  withoutDisk,
} from '#testing/outbox/entries.ts'
import { claimSubmission, pharmacySubmission, submissionWithFiles } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import type { RowProtection } from './entry-codec.ts'

outboxForEach()

it('of an unknown entry is refused', () => {
  const unknown = err({ type: 'unknown-entry' })
  expect(outbox.openAttempt(newId(), at)).toEqual(unknown)
  expect(outbox.found(newId(), 'keke', 1, 'list', at)).toEqual(unknown)
  expect(outbox.get(newId())).toBeNull()
  expect(outbox.story(newId())).toEqual([])
})

const eachState = () => {
  const ids = {
    waiting: accepted(outbox, submissionWithFiles(['incidentPictureUrl'])),
    doubtful: unconfirmed(outbox),
    withdrawn: accepted(outbox),
    refused: accepted(outbox, pharmacySubmission()),
  }
  outbox.apply(ids.withdrawn, { type: 'withdraw', at, to: 'discarded' })
  outbox.openAttempt(ids.refused, at)
  outbox.closeAttempt(ids.refused, { type: 'rejected', serverMessage: 'No', fieldErrors: {} }, at)
  return ids
}
const link = { incidentPictureUrl: 'https://files.example/a.jpg' }
const look = { kind: 'unread', detail: 'list/offline' } as const

it.each<[string, (ids: ReturnType<typeof eachState>) => unknown]>([
  ['an entry', () => outbox.accept(claimSubmission(), at)],
  ['a correction', ({ refused }) => outbox.accept({ ...pharmacySubmission(), corrects: refused }, at)],
  ['an attempt', ({ waiting }) => outbox.openAttempt(waiting, at)],
  ['links', ({ waiting }) => outbox.putLinks(waiting, link)],
  ['a row of the list', ({ doubtful }) => outbox.found(doubtful, 'keke', 78, 'list', later)],
  ['a row of a withdrawn one', ({ withdrawn }) => outbox.found(withdrawn, 'keke', 77, 'list', later)],
  ['a look', ({ doubtful }) => outbox.noteLooks([{ entryId: doubtful, ...look }], at)],
  ['a removal', ({ waiting }) => outbox.remove([waiting])],
])('leaves file and memory as they were when the disk cannot be written: %s', (_what, write) => {
  const ids = eachState()
  const before = [...outbox.undelivered()]
  withoutDisk(database)
  expect(write(ids)).toEqual(err({ type: 'read-only' }))
  expect([...outbox.undelivered()]).toEqual(before)
  expect([...reopened().undelivered()]).toEqual(before)
  expect(outbox.claimRows.bound('keke')).toEqual([])
  expect(attemptsOf(outbox, ids.waiting)).toEqual([])
})

it('fails when what it wrote cannot be read back', () => {
  accepted(outbox)
  let isOpen = true
  const closing: RowProtection = {
    ...plainProtection,
    open: (sealed, data) => (isOpen ? plainProtection.open(sealed, data) : err({ type: 'unreadable' })),
  }
  const again = reopened(closing)
  isOpen = false
  const [entry] = again.undelivered()
  expect(again.openAttempt(entry?.id ?? '', at)).toEqual(err({ type: 'damaged' }))
})

it('is written together with what belongs to it, or neither is', () => {
  const id = accepted(outbox)
  const bug = new TypeError('made up')
  expect(() =>
    outbox.apply(id, { type: 'withdraw', at, to: 'draft' }, () => {
      throw bug
    }),
  ).toThrow(bug)
  expect(reopened().get(id)?.state.name).toBe('queued')
  let also = 0
  outbox.apply(id, { type: 'withdraw', at, to: 'draft' }, () => void (also += 1))
  expect(also).toBe(1)
  expect(reopened().get(id)?.state).toEqual({ name: 'withdrawn', at, to: 'draft' })
})

it('removes a settled entry from memory, and a row of the list adds its claim id', () => {
  const id = delivered(outbox)
  expect(undelivered(outbox)).toEqual([])
  expect(outbox.found(id, 'keke', 77, 'list', later)).toMatchObject({
    ok: true,
    value: { state: { name: 'delivered', proof: 'answer', claimId: 77 } },
  })
})

it('counts attempts and those that may have arrived, and keeps the time of the first', () => {
  const id = accepted(outbox)
  expect(outbox.get(id)).toMatchObject({ attempts: 0, firstAttemptAt: null, sends: 0 })
  const spared = [
    { type: 'not-sent', cause: 'dns' },
    { type: 'key-refused' },
    { type: 'forbidden' },
    { type: 'rate-limited', retryAfterMs: 1 },
  ] as const
  for (const outcome of spared) {
    outbox.openAttempt(id, outcome.type === 'not-sent' ? at : later)
    outbox.closeAttempt(id, outcome, later)
  }
  expect(reopened().get(id)).toMatchObject({ attempts: 4, firstAttemptAt: at, sends: 0 })
  outbox.openAttempt(id, later)
  outbox.closeAttempt(id, { type: 'uncertain', cause: 'reset', httpStatus: null }, later)
  outbox.apply(id, { type: 'officer-resends', at: later })
  outbox.openAttempt(id, later)
  outbox.apply(id, { type: 'attempt-orphaned', at: later, cause: 'stopped' })
  expect(outbox.get(id)).toMatchObject({ attempts: 6, firstAttemptAt: at, sends: 2 })
  expect(reopened().get(id)).toEqual(outbox.get(id))
})
