import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectivityNow } from '#shared/connectivity.ts'
import type { AnswerTrouble } from '#main/insurer/api/sighting.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import { memoryFile } from '#testing/outbox/entries.ts'
import { EngineHolds } from './engine-holds.ts'
import { InsurerConnection } from './insurer-connection.ts'
import { Writing } from './writing.ts'

const minutes = (n: number): number => n * 60_000

let clock: VirtualClock
let hasNetwork: boolean
let news: ConnectivityNow[]
let connection: InsurerConnection

beforeEach(() => {
  clock = new VirtualClock('2026-11-20T09:00:00.000Z')
  hasNetwork = true
  news = []
  const holds = new EngineHolds(clock)
  connection = new InsurerConnection({
    clock,
    random: () => 0.5,
    memory: createEngineMemory(memoryFile()),
    savesData: undefined,
    holds,
    writing: new Writing(holds, () => undefined),
    onReconnect: () => undefined,
    hasNetwork: () => hasNetwork,
  })
  connection.changed.subscribe((now) => news.push(now))
})

type Change = (connection: InsurerConnection) => void
const online: Change = (one) => one.reached()
const offline: Change = (one) => one.setOffline('ours')
const intercepted: Change = (one) => one.holdIntercepted()

function stands(change: Change, trouble: AnswerTrouble | null = null): void {
  connection.saw({ trouble, clock: null })
  change(connection)
  connection.announce()
}

const hold = (one: InsurerConnection, type: 'no-key' | 'insurer-problem'): void =>
  type === 'no-key' ? one.holds.hold({ type }, null) : one.holds.hold({ type }, 60_000)

const underHold: Change = (one) => {
  online(one)
  hold(one, 'insurer-problem')
}
const askedToWait: Change = (one) => {
  online(one)
  one.holdRateLimit(60_000)
}

describe('the cause', () => {
  it.each<[string, string, Change, AnswerTrouble | null]>([
    ['works', 'online', online, null],
    ['server-error', 'online', online, 'server-error'],
    ['server-error', 'under its hold', underHold, null],
    ['no-network', 'offline', offline, null],
    ['no-network', 'offline', offline, 'no-network'],
    ['dns', 'offline', offline, 'dns'],
    ['no-answer', 'offline', offline, 'no-answer'],
    ['garbled', 'offline', offline, 'garbled'],
    ['garbled', 'online', online, 'garbled'],
    ['tls', 'intercepted', intercepted, 'tls'],
    ['tls-date', 'offline', offline, 'tls-date'],
    ['tls-authority', 'intercepted', intercepted, 'tls-authority'],
    ['intercepted', 'intercepted', intercepted, 'intercepted'],
    ['key-refused', 'refused', (one) => one.holdKeyRefused(true), null],
    ['no-key', 'without a key', (one) => hold(one, 'no-key'), null],
    ['rate-limited', 'asked to wait', askedToWait, null],
  ])('is %s while it is %s', (kind, _state, change, trouble) => {
    stands(change, trouble)
    expect(news.at(-1)?.kind).toBe(kind)
  })

  it('follows each answer while the insurer can be reached', () => {
    stands(online)
    for (const trouble of ['server-error', null] as const) connection.saw({ trouble, clock: null })
    expect(news.map(({ kind }) => kind)).toEqual(['works', 'server-error', 'works'])
    offline(connection)
    connection.saw({ trouble: 'dns', clock: null })
    expect(news).toHaveLength(3)
  })

  it('has the code of what cannot be read, for as long as that is the cause', () => {
    connection.saw({ trouble: 'garbled', code: 'HPE_INVALID_HEADER_TOKEN', clock: null })
    offline(connection)
    connection.announce()
    expect(news.at(-1)).toMatchObject({ kind: 'garbled', code: 'HPE_INVALID_HEADER_TOKEN' })
    stands(online)
    expect(news.at(-1)).not.toHaveProperty('code')
  })

  it('of a failed name lookup is the missing network, if there is none', () => {
    hasNetwork = false
    stands(offline, 'dns')
    expect(connection.now().kind).toBe('no-network')
  })
})

it('a state has a beginning, which single steps of the engine do not change', async () => {
  stands(online)
  await clock.advance(minutes(30))
  stands(offline, 'dns')
  await clock.advance(minutes(20))
  for (let step = 0; step < 10_000; step += 1) connection.announce()
  expect(connection.now()).toMatchObject({ kind: 'dns', since: '2026-11-20T09:30:00.000Z' })
  expect(news.map(({ kind }) => kind)).toEqual(['works', 'dns'])
})

describe('the clock', () => {
  const minutesAhead = (n: number, uncertainMs = 600) => ({
    trouble: null,
    clock: { aheadMs: minutes(n), uncertainMs },
  })

  it('is wrong from two minutes on, in both directions, after allowing for the round trip', () => {
    const isWrong = (n: number, uncertainMs?: number): boolean | undefined => {
      connection.saw(minutesAhead(n, uncertainMs))
      return connection.now().clock?.isWrong
    }
    expect([isWrong(1.9), isWrong(13), isWrong(-13), isWrong(2.1, 15_000)]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('is reported once when it is found wrong, and again when it is right', () => {
    for (const n of [13, 13, 13, 0, 0]) connection.saw(minutesAhead(n))
    expect(news.map((now) => now.clock?.isWrong)).toEqual([true, false])
  })

  it('is compared again once after a change, and not shown as wrong in the meantime', () => {
    connection.saw(minutesAhead(13))
    clock.jump(-minutes(13))
    expect([connection.noticeClockMove(), connection.noticeClockMove()]).toEqual([true, false])
    expect(news.at(-1)?.clock).toBeNull()
    connection.saw(minutesAhead(0))
    expect(connection.now().clock?.isWrong).toBe(false)
  })
})
