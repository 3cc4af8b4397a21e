import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { Lanes } from './lanes.ts'

type Happening = (lanes: Lanes, openedAtMs: number) => void
const delivered: Happening = (lanes) => lanes.noteAnswer()
const timeout: Happening = (lanes, openedAtMs) => lanes.noteTrouble(openedAtMs)
const askedToWait: Happening = (lanes, openedAtMs) => lanes.noteAsked(10_000, openedAtMs)

interface Tried {
  readonly lanes: Lanes
  readonly clock: VirtualClock
  readonly note: (happened: Happening, times?: number) => void
}

/** @param chance every random number. */
function fourLanes(chance = 0.5): Tried {
  const clock = new VirtualClock()
  const lanes = new Lanes({ clock, random: () => chance, most: () => 4 })
  const note = (happened: Happening, times = 1): void => {
    for (let n = 0; n < times; n += 1) happened(lanes, clock.monotonicMs())
  }
  return { lanes, clock, note }
}

describe('lanes', () => {
  it('are halved by trouble, down to one, and come back one by one', () => {
    const { lanes, note } = fourLanes()
    note(timeout)
    expect(lanes.count).toBe(2)
    note(timeout)
    expect(lanes.count).toBe(1)
    note(delivered, 4)
    expect(lanes.count).toBe(2)
    note(delivered, 8)
    expect(lanes.count).toBe(3)
  })

  it('are halved once by attempts that were open together', async () => {
    const { lanes, clock } = fourLanes()
    const openedAtMs = clock.monotonicMs()
    await clock.advance(30_000)
    for (let n = 0; n < 4; n += 1) timeout(lanes, openedAtMs)
    expect(lanes.count).toBe(2)
  })
})

describe('a server that asks to wait', () => {
  it('gets nothing for that long and a random part of twenty seconds', () => {
    for (const [chance, waitMs] of [
      [0, 10_000],
      [0.5, 20_000],
    ] as const) {
      const { lanes, note } = fourLanes(chance)
      note(askedToWait)
      expect(lanes.msUntilOpen()).toBe(waitMs)
      expect(lanes.mayOpen(0)).toBe(false)
    }
  })

  it('gets one attempt at a time, with a rest after each answer that becomes shorter until it ends', async () => {
    const { lanes, clock, note } = fourLanes()
    note(askedToWait)
    await clock.advance(20_000)
    expect([lanes.mayOpen(0), lanes.mayOpen(1)]).toEqual([true, false])
    const rests: (number | null)[] = []
    do {
      note(delivered)
      rests.push(lanes.msUntilOpen())
      await clock.advance(lanes.msUntilOpen() ?? 0)
    } while (rests.at(-1) !== null)
    expect(rests[0]).toBe(1_700)
    expect(rests.length).toBe(13)
    note(delivered, 4)
    expect(lanes.count).toBe(2)
  })

  it('that asks again and again gets ever less, and answers in between take that back', async () => {
    const { lanes, clock, note } = fourLanes()
    const waits: number[] = []
    const ask = async (): Promise<void> => {
      note(askedToWait)
      waits.push(lanes.msUntilOpen() ?? 0)
      await clock.advance(lanes.msUntilOpen() ?? 0)
    }
    for (let n = 0; n < 11; n += 1) await ask()
    expect(waits.slice(5)).toEqual([20_000, 30_000, 50_000, 90_000, 160_000, 160_000])
    note(delivered, 11)
    await ask()
    expect(waits.at(-1)).toBe(20_000)
  })

  it('is asked at once when an officer wants it', () => {
    const { lanes, note } = fourLanes()
    note(askedToWait)
    lanes.openNow()
    expect(lanes.mayOpen(0)).toBe(true)
  })
})

describe('a server that is back', () => {
  it('meets each branch at a random moment of a minute', () => {
    const { lanes } = fourLanes(0.25)
    lanes.spread(5 * 60_000)
    expect(lanes.msUntilOpen()).toBe(15_000)
  })

  it('keeps no branch waiting for longer than it was away', () => {
    const { lanes } = fourLanes(0.25)
    lanes.spread(4_000)
    expect(lanes.msUntilOpen()).toBe(1_000)
  })
})
