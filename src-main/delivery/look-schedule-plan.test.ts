import { beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '#main/platform/clock.ts'
import { Searches, type LookEnd } from './look-schedule.ts'

const minutes = (n: number): number => n * 60_000
const id = 'entry'

let nowMs: number
let searches: Searches

beforeEach(() => {
  nowMs = minutes(100)
  const clock: Clock = {
    now: () => new Date(0),
    monotonicMs: () => nowMs,
    after: () => () => undefined,
    soon: () => undefined,
  }
  searches = new Searches(clock)
})

/** Looks in vain, at once. */
const look = (end: LookEnd): void => searches.lookEnded(id, nowMs, end)

/** Looks whenever one is due. @returns when, in seconds from now */
function looks(times: number, end: LookEnd): readonly number[] {
  const startMs = nowMs
  return Array.from({ length: times }, () => {
    nowMs = searches.nextAtMs(id)
    look(end)
    return (nowMs - startMs) / 1000
  })
}

describe('looks at the details', () => {
  it.each<[LookEnd, readonly number[]]>([
    ['another', [15, 60, 300, 315, 2115, 3915]],
    ['nothing', [15, 60, 300, 315, 2115, 3915]],
    ['unread', [15, 60, 300, 315, 2115, 3915]],
    // The insurer shows a claim within ten minutes: from then on a second answer proves something.
    ['absent', [15, 60, 300, 315, 600, 2400]],
  ])('that end with %s are at %o', (end, dues) => {
    searches.begin(id)
    expect(looks(6, end)).toEqual(dues)
  })

  it('are rare while an officer decides, and a search that is under way keeps its plan', () => {
    searches.waitForOfficer(id)
    expect(looks(3, 'another')).toEqual([1800, 2100, 3900])
    searches.begin(id)
    searches.waitForOfficer(id)
    expect(looks(1, 'another')).toEqual([15])
    searches.forget(id)
    searches.waitForOfficer(id)
    expect(looks(1, 'another')).toEqual([1800])
  })

  it('are due when their time has come, and at once where nothing is planned', () => {
    expect(searches.isLookDue(id)).toBe(true)
    look('another')
    expect(searches.isLookDue(id)).toBe(false)
    searches.begin(id)
    nowMs += 14_999
    expect(searches.isLookDue(id)).toBe(false)
    nowMs += 1
    expect(searches.isLookDue(id)).toBe(true)
  })

  it.each([
    ['on reconnect', () => searches.lookOnce(id)],
    ['once a candidate was ruled out', () => searches.goOn(id)],
    ['that an officer waits for', () => searches.lookNow(id)],
  ])('%s are beyond the plan', (_when, ask) => {
    searches.begin(id)
    ask()
    expect([searches.isLookDue(id), searches.nextAtMs(id)]).toEqual([true, -Infinity])
    look('another')
    searches.dropWish(id)
    expect([searches.isLookDue(id), searches.nextAtMs(id)]).toEqual([false, nowMs + 15_000])
  })
})

describe('the list', () => {
  const isRead = (): boolean => searches.isListDue(id)
  /** Two looks. */
  function looksApart(ms: number, end: LookEnd): void {
    searches.begin(id)
    look('another')
    nowMs += ms
    look(end)
  }

  it.each<[number, LookEnd, boolean]>([
    [minutes(5) - 1, 'another', false],
    [minutes(5), 'another', true],
    [minutes(5), 'nothing', true],
    [minutes(5), 'unread', true],
    // The details may prove it alone.
    [minutes(5), 'absent', false],
  ])('is read after two looks %i ms apart, the second of them %s: %s', (ms, end, isDue) => {
    looksApart(ms, end)
    expect([isRead(), searches.isListPlanned(id)]).toEqual([isDue, isDue])
  })

  it('is read again half an hour later, after another look, or when its costs allow it if it was cut off', () => {
    looksApart(minutes(5), 'another')
    searches.listEnded(id, false)
    expect(isRead()).toBe(true)
    searches.listEnded(id, true)
    expect(isRead()).toBe(false)
    nowMs += minutes(30) - 1
    look('another')
    nowMs += 1
    expect(isRead()).toBe(false)
    look('another')
    expect(isRead()).toBe(true)
  })

  it.each([
    [0, 0, minutes(10)],
    [minutes(7), minutes(7), minutes(12)],
    // Long after the first: the next plain look.
    [0, minutes(10), minutes(40)],
  ])('that did not show it at %i, read until %i, is looked for at %i ms', (askedMs, endedMs, againMs) => {
    const beganMs = nowMs
    searches.waitForOfficer(id)
    expect(searches.noteAbsent(id, beganMs + askedMs)).toBe(false)
    nowMs = beganMs + endedMs
    searches.listEnded(id, true)
    expect(searches.nextAtMs(id) - beganMs).toBe(Math.min(againMs, minutes(30)))
    nowMs = beganMs + againMs
    look('another')
    expect(isRead()).toBe(true)
  })

  it('is read once a candidate was ruled out, unless no look was in vain yet', () => {
    searches.begin(id)
    searches.goOn(id)
    expect(searches.isListPlanned(id)).toBe(false)
    look('another')
    searches.goOn(id)
    expect(searches.isListPlanned(id)).toBe(true)
  })

  it('follows the details where an officer waits, until it was read or nothing can be asked', () => {
    const seen = (): readonly boolean[] => [
      searches.isAwaited(id),
      searches.isListWished(id),
      isRead(),
      searches.isListPlanned(id),
    ]
    expect([searches.isAwaited(id), searches.isListWished(id)]).toEqual([false, false])
    searches.begin(id)
    searches.lookNow(id)
    expect(seen()).toEqual([true, false, false, false])
    look('another')
    expect(seen()).toEqual([true, true, true, false])
    expect(searches.nextAtMs(id)).toBe(-Infinity)
    searches.listEnded(id, false)
    expect(seen()).toEqual([false, false, true, true])
    searches.lookNow(id)
    expect(seen()).toEqual([true, false, false, false])
    for (const one of [id, 'unknown']) searches.dropWish(one)
    expect(searches.isAwaited(id)).toBe(false)
  })
})

describe('a proof of absence', () => {
  const absentFromList = (): boolean => searches.noteAbsent(id, nowMs)
  function absentFromDetails(): boolean {
    const isProved = searches.isNoneForLong(id, nowMs)
    look('absent')
    return isProved
  }

  it.each([
    ['lists', absentFromList, 0, minutes(10)],
    ['lists', absentFromList, minutes(5) + 1, minutes(10) + 1],
    ['details', absentFromDetails, 0, minutes(10)],
    ['details', absentFromDetails, minutes(20), minutes(25)],
  ])('by %s of which the first is of %s %i ms takes until %i ms', (_by, isAbsent, firstMs, provedMs) => {
    const beganMs = nowMs
    searches.begin(id)
    nowMs = beganMs + firstMs
    expect(isAbsent()).toBe(false)
    nowMs = beganMs + provedMs - 1
    expect(isAbsent()).toBe(false)
    nowMs += 1
    expect(isAbsent()).toBe(true)
  })

  it.each<[LookEnd, LookEnd, boolean]>([
    ['nothing', 'nothing', true],
    ['nothing', 'unread', true],
    ['nothing', 'another', false],
    ['unread', 'unread', false],
  ])('by details that showed %s, then %s: %s', (first, second, isProved) => {
    searches.begin(id)
    look(first)
    nowMs += minutes(8)
    look(second)
    nowMs += minutes(2)
    expect(searches.isNoneForLong(id, nowMs)).toBe(isProved)
  })

  it('counts nothing that was asked for before its outcome was unknown', () => {
    searches.begin(id)
    expect([nowMs - 1, nowMs].map((askedAtMs) => searches.isOlderThan(id, askedAtMs))).toEqual([false, true])
  })
})
