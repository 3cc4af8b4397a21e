import { beforeEach, describe, expect, it } from 'vitest'
import { initialState } from '#shared/outbox/transition.ts'
import type { EntryState } from '#shared/outbox/entry.ts'
import type { KeptEntry } from './entry-codec.ts'
import { LiveEntries } from './live-entries.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'

const at = '2026-11-20T09:00:00.000Z'
const sending: EntryState = { name: 'sending', since: at, notSentInARow: 0, resends: 0 }
const settled: EntryState = { name: 'withdrawn', at, to: 'draft' }
let live: LiveEntries

beforeEach(() => {
  live = new LiveEntries()
  for (const seq of [1, 2, 3]) live.put(entry(seq))
})

function entry(seq: number, state: EntryState = initialState(at)): KeptEntry {
  const kept = {
    acceptedAt: at,
    officerId: null,
    attempts: 0,
    firstAttemptAt: null,
    sends: 0,
    candidates: 0,
    policyTag: '',
  }
  return { ...kept, id: `entry-${seq}`, seq, body: claimSubmission().body, state }
}
const all = (): readonly number[] => [...live.all()].map(({ seq }) => seq)
const inState = (name: EntryState['name']): readonly number[] =>
  [...live.inState(name)].map(({ seq }) => seq).sort()

describe('an entry', () => {
  it('keeps its place and is found only by its current state', () => {
    live.put(entry(2, sending))
    expect([all(), inState('queued'), inState('sending')]).toEqual([[1, 2, 3], [1, 3], [2]])
    live.put({ ...entry(2, sending), attempts: 2 })
    expect([...live.inState('sending')].map(({ attempts }) => attempts)).toEqual([2])
    expect(live.get('entry-2')?.attempts).toBe(2)
  })

  it('is dropped when settled or removed; dropping a missing entry does nothing', () => {
    live.put(entry(1, settled))
    live.delete('entry-3')
    live.delete('entry-9')
    live.put(entry(9, settled))
    expect([all(), inState('queued'), inState('withdrawn')]).toEqual([[2], [2], []])
    expect([live.get('entry-1'), live.get('entry-3')]).toEqual([undefined, undefined])
  })

  it('that came back returns to its place', () => {
    live.delete('entry-1')
    live.put(entry(1))
    expect(all()).toEqual([2, 3, 1])
    live.sort()
    expect(all()).toEqual([1, 2, 3])
  })
})

describe('a group of changes', () => {
  const changes = (): string => {
    live.put(entry(1, sending))
    live.put(entry(1, settled))
    live.delete('entry-2')
    live.put(entry(4, sending))
    return 'done'
  }

  it('is kept when its result says so', () => {
    expect(live.inGroup(changes, (result) => result === 'done')).toBe('done')
    expect([all(), inState('queued'), inState('sending')]).toEqual([[3, 4], [3], [4]])
  })

  it('is rolled back completely, including the order, when its result does not', () => {
    const before = [...live.all()]
    live.inGroup(changes, () => false)
    expect([...live.all()]).toEqual(before)
    expect([inState('queued'), inState('sending')]).toEqual([[1, 2, 3], []])
  })

  it('is rolled back when it throws, and does not affect the next group', () => {
    const bug = new TypeError('made up')
    const broken = (): never => {
      changes()
      throw bug
    }
    expect(() => live.inGroup(broken, () => true)).toThrow(bug)
    live.put(entry(3, sending))
    live.inGroup(
      () => undefined,
      () => false,
    )
    expect([all(), inState('sending')]).toEqual([[1, 2, 3], [3]])
  })
})
