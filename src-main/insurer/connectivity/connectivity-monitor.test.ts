import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectivityNow } from '#shared/connectivity.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import type { AnswerTrouble } from '#main/insurer/api/sighting.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { ConnectivityMonitor } from './connectivity-monitor.ts'

type Status = Pick<EngineStatus, 'connection' | 'holds'>
const minutes = (n: number): number => n * 60_000

let clock: VirtualClock
let status: Status
let hasNetwork: boolean
let news: ConnectivityNow[]
let looks: number

beforeEach(() => {
  clock = new VirtualClock('2026-11-20T09:00:00.000Z')
  status = { connection: 'unknown', holds: [] }
  hasNetwork = true
  news = []
  looks = 0
})

function open(): ConnectivityMonitor {
  const witness = new ConnectivityMonitor({
    clock,
    status: () => status,
    hasNetwork: () => hasNetwork,
  })
  witness.changed.subscribe((now) => news.push(now))
  witness.clockMoved.subscribe(() => (looks += 1))
  return witness
}

function stands(
  witness: ConnectivityMonitor,
  change: Partial<Status>,
  trouble: AnswerTrouble | null = null,
): void {
  witness.saw({ trouble, clock: null })
  status = { connection: 'online', holds: [], ...change }
  witness.statusChanged()
}

describe('the cause', () => {
  it.each<[string, Partial<Status>, AnswerTrouble | null]>([
    ['works', {}, null],
    ['server-error', {}, 'server-error'],
    ['server-error', { holds: [{ type: 'insurer-problem' }] }, null],
    ['no-network', { connection: 'offline' }, null],
    ['no-network', { connection: 'offline' }, 'no-network'],
    ['dns', { connection: 'offline' }, 'dns'],
    ['no-answer', { connection: 'offline' }, 'no-answer'],
    ['garbled', { connection: 'offline' }, 'garbled'],
    ['garbled', {}, 'garbled'],
    ['tls', { connection: 'intercepted' }, 'tls'],
    ['tls-date', { connection: 'offline' }, 'tls-date'],
    ['tls-authority', { connection: 'intercepted' }, 'tls-authority'],
    ['intercepted', { connection: 'intercepted' }, 'intercepted'],
    ['key-refused', { connection: 'key-refused' }, null],
    ['no-key', { connection: 'unknown', holds: [{ type: 'no-key' }] }, null],
    ['rate-limited', { holds: [{ type: 'rate-limited', until: '' }] }, null],
  ])('is %s for %o', (kind, change, trouble) => {
    const witness = open()
    stands(witness, change, trouble)
    expect(news.at(-1)?.kind).toBe(kind)
    witness.close()
  })

  it('follows each answer while the insurer can be reached', () => {
    const witness = open()
    stands(witness, {})
    for (const trouble of ['server-error', null] as const) witness.saw({ trouble, clock: null })
    expect(news.map(({ kind }) => kind)).toEqual(['works', 'server-error', 'works'])
    status = { connection: 'offline', holds: [] }
    witness.saw({ trouble: 'dns', clock: null })
    expect(news).toHaveLength(3)
    witness.close()
  })

  it('has the code of what cannot be read, for as long as that is the cause', () => {
    const witness = open()
    witness.saw({ trouble: 'garbled', code: 'HPE_INVALID_HEADER_TOKEN', clock: null })
    status = { connection: 'offline', holds: [] }
    witness.statusChanged()
    expect(news.at(-1)).toMatchObject({ kind: 'garbled', code: 'HPE_INVALID_HEADER_TOKEN' })
    stands(witness, {})
    expect(news.at(-1)).not.toHaveProperty('code')
    witness.close()
  })

  it('of a failed name lookup is the missing network, if there is none', () => {
    hasNetwork = false
    const witness = open()
    stands(witness, { connection: 'offline' }, 'dns')
    expect(witness.now().kind).toBe('no-network')
    witness.close()
  })
})

it('a state has a beginning, which single steps of the engine do not change', async () => {
  const witness = open()
  stands(witness, {})
  await clock.advance(minutes(30))
  stands(witness, { connection: 'offline' }, 'dns')
  await clock.advance(minutes(20))
  for (let step = 0; step < 10_000; step += 1) witness.statusChanged()
  expect(witness.now()).toMatchObject({ kind: 'dns', since: '2026-11-20T09:30:00.000Z' })
  expect(news.map(({ kind }) => kind)).toEqual(['works', 'dns'])
  witness.close()
})

describe('the clock', () => {
  const minutesAhead = (n: number, uncertainMs = 600) => ({
    trouble: null,
    clock: { aheadMs: minutes(n), uncertainMs },
  })

  it('is wrong from two minutes on, in both directions, after allowing for the round trip', () => {
    const witness = open()
    const isWrong = (n: number, uncertainMs?: number): boolean | undefined => {
      witness.saw(minutesAhead(n, uncertainMs))
      return witness.now().clock?.isWrong
    }
    expect([isWrong(1.9), isWrong(13), isWrong(-13), isWrong(2.1, 15_000)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    witness.close()
  })

  it('is reported once when it is found wrong, and again when it is right', () => {
    const witness = open()
    for (const n of [13, 13, 13, 0, 0]) witness.saw(minutesAhead(n))
    expect(news.map((now) => now.clock?.isWrong)).toEqual([true, false])
    witness.close()
  })

  it('is compared again once after a change, and not shown as wrong in the meantime', async () => {
    const witness = open()
    witness.saw(minutesAhead(13))
    clock.jump(-minutes(13))
    await clock.advance(minutes(5))
    expect(looks).toBe(1)
    expect(news.at(-1)?.clock).toBeNull()
    witness.saw(minutesAhead(0))
    expect(witness.now().clock?.isWrong).toBe(false)
    witness.close()
  })
})
