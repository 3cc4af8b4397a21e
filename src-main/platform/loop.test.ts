import { beforeEach, expect, it } from 'vitest'
import { VirtualClock } from '#proofs/histories/virtual-clock.ts'
import { Delays } from './holds.ts'
import { Loop, storageRetryMs } from './loop.ts'
import type { StorageFailure } from './sqlite.ts'

let clock: VirtualClock
let turns: number[]
let failures: StorageFailure[]
let turn: () => readonly number[]
let loop: Loop

beforeEach(() => {
  clock = new VirtualClock()
  turns = []
  failures = []
  turn = () => []
  loop = new Loop({
    clock,
    turn: () => {
      turns.push(clock.monotonicMs())
      return turn()
    },
    onDiskFailure: (failure) => failures.push(failure),
  })
})

const ended = (): Promise<() => void> => Promise.resolve(() => undefined)

it('sleeps until what is due next, and not past what is due at once', async () => {
  const delays = new Delays(clock)
  delays.delay('one', 2_000)
  delays.delay('other', 500)
  turn = () => delays.dueTimes()
  const running = loop.run()
  await clock.advance(10_000)
  expect(turns).toEqual([0, 500, 2_000])
  loop.stop()
  await running
})

it('applies what ended in a turn, and frees its name then', async () => {
  const applied: string[] = []
  loop.start('ask/one', () => Promise.resolve(() => applied.push(`in turn ${turns.length}`)))
  await clock.settle()
  expect([loop.has('ask/one'), applied]).toEqual([true, []])
  const running = loop.run()
  await clock.settle()
  expect([loop.has('ask/one'), applied]).toEqual([false, ['in turn 0']])
  loop.stop()
  await running
})

it('applies nothing of what was cut off, even where it had ended, and leaves other kinds alone', async () => {
  const applied: string[] = []
  loop.start('ask/one', () => Promise.resolve(() => applied.push('ask')))
  loop.start('attempt/one', () => Promise.resolve(() => applied.push('attempt')))
  await clock.settle()
  loop.cutOff('ask/', 'stopped')
  const running = loop.run()
  await clock.settle()
  expect([applied, loop.count('')]).toEqual([['attempt'], 0])
  loop.stop()
  await running
})

it('tries again after a while where the disk refused a turn or what is under way, and goes on then', async () => {
  let isFull = true
  turn = () => {
    if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    return []
  }
  const running = loop.run()
  await clock.settle()
  isFull = false
  await clock.advance(storageRetryMs)
  expect([turns.length, failures]).toEqual([2, [{ type: 'disk-full' }]])
  loop.start('file/one', () => Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' })))
  await clock.advance(storageRetryMs)
  expect([turns.length, failures.length, loop.has('file/one')]).toEqual([3, 2, false])
  loop.stop()
  await running
})

it('ends with a bug, and takes the next turn at once where it is woken during one', async () => {
  turn = () => {
    if (turns.length === 1) loop.wakeUp()
    return []
  }
  loop.start('ask/one', ended)
  const running = loop.run()
  await clock.settle()
  expect(turns.length).toBeGreaterThan(1)
  loop.start('ask/bug', () => Promise.reject(new Error('a bug')))
  await expect(running).rejects.toThrow('a bug')
})
