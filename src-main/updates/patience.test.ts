import { describe, expect, it } from 'vitest'
import {
  byItselfFrom,
  isByItself,
  isPutOff,
  lastMoment,
  mayPutOff,
  patienceAgain,
  patienceFrom,
  putOffOnce,
  type Patience,
} from './patience.ts'

const start = new Date('2026-11-16T09:00:00.000Z')
const after = (hours: number): Date => new Date(start.getTime() + hours * 3_600_000)
const week = 7 * 24

function putOff(times: number, hours = 0): Patience {
  let patience = patienceFrom(start)
  for (let n = 0; n < times; n += 1) patience = putOffOnce(patience, after(hours))
  return patience
}

describe('an update that is put off', () => {
  it('comes back 20 hours later', () => {
    const patience = putOff(1)
    expect([isPutOff(patience, after(19.9)), isPutOff(patience, after(20))]).toEqual([true, false])
  })

  it('may be put off five times', () => {
    expect([4, 5].map((times) => mayPutOff(putOff(times), after(1)))).toEqual([true, false])
  })

  it('may be put off for a week, and not an hour longer', () => {
    expect([week - 1, week].map((hours) => mayPutOff(putOff(0), after(hours)))).toEqual([true, false])
    expect(putOff(1, week - 1).putOffUntil).toBe(after(week).toISOString())
  })

  it('is installed automatically when the last postponement is over, or after a week', () => {
    expect(byItselfFrom(putOff(5))).toBe(after(20).toISOString())
    expect(byItselfFrom(putOff(4))).toBe(lastMoment(putOff(4)))
    expect(lastMoment(putOff(0))).toBe(after(week).toISOString())
    expect([isByItself(putOff(5), after(19.9)), isByItself(putOff(5), after(20))]).toEqual([false, true])
    expect([isByItself(putOff(0), after(week - 1)), isByItself(putOff(0), after(week))]).toEqual([
      false,
      true,
    ])
  })

  it('keeps its count across restarts, unless the clock was ahead', () => {
    expect(patienceAgain(putOff(3), after(30))).toEqual(putOff(3))
    expect(patienceAgain(putOff(3), after(-1))).toEqual(patienceFrom(after(-1)))
  })
})
