import { expect, it, vi } from 'vitest'
import { err, ok } from '#shared/result.ts'
import {
  at,
  attemptsOf,
  database,
  outbox,
  outboxForEach,
  reopened,
  undelivered,
} from '#testing/outbox/entries.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import type { Outbox } from './outbox.ts'

// Attempts opened and closed together: either all of them are on the disk, or none.
const delivered = { type: 'delivered', serverMessage: '', keptReference: null } as const

outboxForEach()

function accepted(policyNumber: string): string {
  const submission = claimSubmission({ policyNumber })
  outbox.accept(submission, at)
  return submission.id
}
function sending(policyNumber: string): string {
  const id = accepted(policyNumber)
  outbox.openAttempt(id, at)
  return id
}
const names = (of: Outbox, ids: readonly string[]): readonly (string | undefined)[] =>
  ids.map((id) => of.get(id)?.state.name)
const onDisk = (ids: readonly string[]): readonly (string | undefined)[] => names(reopened(), ids)

it('are one commit, with the same result as separate commits', () => {
  const [first, second, third] = [sending('KKP/1'), sending('KKP/2'), accepted('KKP/3')]
  const exec = vi.spyOn(database, 'exec')
  const done = outbox.inOneCommit(() => {
    outbox.closeAttempt(first, delivered, at)
    outbox.closeAttempt(second, delivered, at)
    return outbox.openAttempt(third, at)
  })
  expect(done).toMatchObject({ ok: true, value: { id: third, attempts: 1 } })
  expect(exec.mock.calls).toEqual([['BEGIN IMMEDIATE'], ['COMMIT']])
  expect(onDisk([first, second, third])).toEqual(['delivered', 'delivered', 'sending'])
  expect([...outbox.sending()].map(({ id }) => id)).toEqual([third])
  expect(attemptsOf(outbox, third)).toHaveLength(1)
})

it('leave the next change to its own commit', () => {
  const [first, second] = [sending('KKP/1'), accepted('KKP/2')]
  outbox.inOneCommit(() => outbox.closeAttempt(first, delivered, at))
  expect(outbox.openAttempt(second, at).ok).toBe(true)
  expect(database.isTransaction).toBe(false)
})

it('write nothing when there is nothing to write', () => {
  const exec = vi.spyOn(database, 'exec')
  expect(outbox.inOneCommit(() => ok('nothing'))).toEqual(ok('nothing'))
  expect(exec).not.toHaveBeenCalled()
})

it('are rolled back, in the file, in memory and in its order, when one of them fails', () => {
  const ids = [sending('KKP/1'), sending('KKP/2'), accepted('KKP/3')]
  const [first = '', , third = ''] = ids
  const before = [...outbox.undelivered()]
  const done = outbox.inOneCommit(() => {
    outbox.closeAttempt(first, delivered, at)
    outbox.openAttempt(third, at)
    return err({ type: 'disk-full' })
  })
  expect(done).toEqual(err({ type: 'disk-full' }))
  expect([...outbox.undelivered()]).toEqual(before)
  expect([...outbox.sending()].map(({ id }) => id).sort()).toEqual([ids[0], ids[1]].sort())
  expect(onDisk(ids)).toEqual(['sending', 'sending', 'queued'])
  expect(outbox.closeAttempt(first, delivered, at).ok).toBe(true)
})

it('are rolled back when the commit itself fails', () => {
  const [first, second, discarded] = [sending('KKP/1'), accepted('KKP/2'), accepted('KKP/3')]
  outbox.apply(discarded, { type: 'withdraw', at, to: 'discarded' })
  const exec = database.exec.bind(database)
  const full = Object.assign(new Error('made up'), { errcode: 13 })
  vi.spyOn(database, 'exec').mockImplementation((sql) => {
    if (sql === 'COMMIT') throw full
    exec(sql)
  })
  const done = outbox.inOneCommit(() => {
    outbox.closeAttempt(first, delivered, at)
    return outbox.openAttempt(second, at)
  })
  expect(done).toEqual(err({ type: 'disk-full' }))
  expect(names(outbox, [first, second])).toEqual(['sending', 'queued'])
  expect(onDisk([first, second])).toEqual(['sending', 'queued'])
  expect(database.isTransaction).toBe(false)
  expect(outbox.undoDiscard(discarded, at)).toEqual(err({ type: 'disk-full' }))
  expect(undelivered(outbox)).toEqual([first, second])
})

it('are all rolled back when SQLite rolled back in between, as on a full disk', () => {
  const [first, second] = [sending('KKP/1'), accepted('KKP/2')]
  const done = outbox.inOneCommit(() => {
    outbox.closeAttempt(first, delivered, at)
    database.exec('ROLLBACK')
    return outbox.openAttempt(second, at)
  })
  const last = outbox.inOneCommit(() => {
    const closed = outbox.closeAttempt(first, delivered, at)
    database.exec('ROLLBACK')
    return closed
  })
  expect([done, last]).toEqual([err({ type: 'io' }), err({ type: 'io' })])
  expect(names(outbox, [first, second])).toEqual(['sending', 'queued'])
  expect(onDisk([first, second])).toEqual(['sending', 'queued'])
})

it('are rolled back when a bug throws', () => {
  const first = sending('KKP/1')
  const bug = new TypeError('made up')
  expect(() =>
    outbox.inOneCommit(() => {
      outbox.closeAttempt(first, delivered, at)
      throw bug
    }),
  ).toThrow(bug)
  expect([names(outbox, [first]), onDisk([first])]).toEqual([['sending'], ['sending']])
  expect(accepted('KKP/2')).not.toBe('')
})

it('are rolled back, and it is said, where another group begins among them', () => {
  const [first, second] = [sending('KKP/1'), accepted('KKP/2')]
  const nested = (): unknown =>
    outbox.inOneCommit(() => {
      outbox.inOneCommit(() => outbox.openAttempt(second, at))
      outbox.closeAttempt(first, delivered, at)
      return err({ type: 'disk-full' })
    })
  expect(nested).toThrow('open already')
  expect([names(outbox, [first, second]), onDisk([first, second])]).toEqual([
    ['sending', 'queued'],
    ['sending', 'queued'],
  ])
})
