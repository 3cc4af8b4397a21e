import { expect, it } from 'vitest'
import { changedAtOf, followedOf, isStatusChanged, withSays } from './follow-up-rows.ts'

const says = { status: '0', estimate: 45_000, isDeleted: false }
const received = (): string => 'received'

it('is no change when it is seen as it was received', () => {
  const changes = withSays([], says, 'first', received)
  expect(changes).toEqual([{ ...says, at: 'first' }])
  expect([changedAtOf(changes), isStatusChanged(changes)]).toEqual([null, false])
  expect(withSays(changes, says, 'later', received), 'the same again').toBe(changes)
})

it.each([
  [{ status: '2' }, true],
  [{ isDeleted: true }, false],
  [{ estimate: 1 }, false],
])('is a change where it says %j instead, kept with its time', (other, isStatus) => {
  const before = withSays([], says, 'first', received)
  const changes = withSays(before, { ...says, ...other }, 'later', received)
  expect(changes).toEqual([
    { ...says, at: 'first' },
    { ...says, ...other, at: 'later' },
  ])
  expect([changedAtOf(changes), isStatusChanged(changes)]).toEqual(['later', isStatus])
})

it.each([{ status: '' }, { status: ' ' }, { estimate: null }])(
  'is no change where %j is not said, or was not understood',
  (other) => {
    const before = withSays([], says, 'first', received)
    expect(withSays(before, { ...says, ...other }, 'later', received)).toBe(before)
    expect(withSays([], { ...says, status: '' }, 'first', received)).toEqual([{ ...says, at: 'first' }])
  },
)

it('was changed before it was first seen, where it is no longer as a new claim is', () => {
  const paid = { status: '3', estimate: 30_000, isDeleted: false }
  const changes = withSays([], paid, 'first', received)
  expect(changes).toEqual([
    { ...paid, status: '0', at: 'received' },
    { ...paid, at: 'first' },
  ])
  expect([changedAtOf(changes), isStatusChanged(changes)]).toEqual(['first', true])
})

it('has a status since it followed another one, whatever else was said since', () => {
  const first = withSays([], says, 'first', received)
  expect([followedOf([]), followedOf(first)]).toEqual([null, null])
  const paid = withSays(first, { ...says, status: '3' }, 'second', received)
  const reopened = withSays(paid, says, 'third', received)
  const dearer = withSays(reopened, { ...says, estimate: 1 }, 'fourth', received)
  expect(followedOf(dearer)).toEqual({ was: '3', since: 'third' })
})

it('is kept fifty times, the last ones', () => {
  let changes = withSays([], says, '0', received)
  for (let n = 1; n <= 60; n += 1)
    changes = withSays(changes, { ...says, status: String(n) }, String(n), received)
  expect(changes).toHaveLength(50)
  expect([changes[0]?.at, changes.at(-1)?.at]).toEqual(['11', '60'])
})
