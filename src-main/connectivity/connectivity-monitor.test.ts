import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectivityNow } from '#shared/connectivity.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import type { Trouble } from '../api/sighting.ts'
import { migrate } from '../outbox/migrations.ts'
import { VirtualClock } from '#proofs/histories/virtual-clock.ts'
import { ConnectivityMonitor } from './connectivity-monitor.ts'
import { createDiaryStore, type DiaryStore } from './diary-store.ts'

type Status = Pick<EngineStatus, 'connection' | 'holds'>
const minutes = (n: number): number => n * 60_000

let database: DatabaseSync
let clock: VirtualClock
let store: DiaryStore
let status: Status
let hasNetwork: boolean
let news: ConnectivityNow[]
let looks: number
let writes: number

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  migrate(database)
  clock = new VirtualClock('2026-11-20T09:00:00.000Z')
  writes = 0
  const real = createDiaryStore(database)
  store = {
    ...real,
    begin: (...args) => {
      writes += 1
      return real.begin(...args)
    },
    extend: (...args) => {
      writes += 1
      return real.extend(...args)
    },
  }
  status = { connection: 'unknown', holds: [] }
  hasNetwork = true
  news = []
  looks = 0
})
afterEach(() => database.close())

function open(): ConnectivityMonitor {
  const witness = new ConnectivityMonitor({
    store,
    clock,
    status: () => status,
    hasNetwork: () => hasNetwork,
  })
  witness.changed.subscribe((now) => news.push(now))
  witness.clockMoved.subscribe(() => (looks += 1))
  return witness
}

function stands(witness: ConnectivityMonitor, change: Partial<Status>, trouble: Trouble | null = null): void {
  witness.saw({ trouble, clock: null })
  status = { connection: 'online', holds: [], ...change }
  witness.statusChanged()
}

const kinds = (witness: ConnectivityMonitor): string[] => witness.diary().spans.map(({ kind }) => kind)

describe('the cause', () => {
  it.each<[string, Partial<Status>, Trouble | null]>([
    ['works', {}, null],
    ['server-error', {}, 'server-error'],
    ['no-network', { connection: 'offline' }, null],
    ['no-network', { connection: 'offline' }, 'no-network'],
    ['dns', { connection: 'offline' }, 'dns'],
    ['no-answer', { connection: 'offline' }, 'no-answer'],
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

  it('of a failed name lookup is the missing network, if there is none', () => {
    hasNetwork = false
    const witness = open()
    stands(witness, { connection: 'offline' }, 'dns')
    expect(witness.now().kind).toBe('no-network')
    witness.close()
  })

  it('is unknown before anything was tried', () => {
    const witness = open()
    witness.statusChanged()
    expect(witness.now()).toEqual({ kind: null, since: null, clock: null })
    witness.close()
  })
})

describe('the diary', () => {
  it('records each change with its cause and how long it lasted', async () => {
    const witness = open()
    stands(witness, {})
    await clock.advance(minutes(30))
    stands(witness, { connection: 'offline' }, 'dns')
    await clock.advance(minutes(20))
    stands(witness, {})
    await clock.advance(minutes(5))
    expect(witness.diary().spans).toEqual([
      { kind: 'works', beganAt: '2026-11-20T09:50:00.000Z', seenUntil: '2026-11-20T09:55:00.000Z' },
      { kind: 'dns', beganAt: '2026-11-20T09:30:00.000Z', seenUntil: '2026-11-20T09:50:00.000Z' },
      { kind: 'works', beganAt: '2026-11-20T09:00:00.000Z', seenUntil: '2026-11-20T09:30:00.000Z' },
    ])
    witness.close()
  })

  it('writes rarely: once per change, then every ten minutes', async () => {
    const witness = open()
    stands(witness, {})
    for (let step = 0; step < 10_000; step += 1) witness.statusChanged()
    await clock.advance(minutes(60))
    expect(writes).toBeLessThanOrEqual(7)
    witness.close()
  })

  it('writes nothing for single steps of the engine', () => {
    const witness = open()
    stands(witness, {})
    stands(witness, { connection: 'offline' }, 'no-answer')
    expect(writes).toBe(0)
    witness.close()
  })

  it('shows at once what is not saved yet', async () => {
    const witness = open()
    stands(witness, {})
    await clock.advance(1_000)
    expect(witness.diary().spans).toEqual([
      { kind: 'works', beganAt: '2026-11-20T09:00:00.000Z', seenUntil: '2026-11-20T09:00:01.000Z' },
    ])
    await clock.advance(minutes(1))
    stands(witness, { connection: 'offline' }, 'dns')
    expect(kinds(witness)).toEqual(['dns', 'works'])
    witness.close()
  })

  it('does not save what was over in seconds', async () => {
    const witness = open()
    stands(witness, {})
    await clock.advance(minutes(5))
    stands(witness, {}, 'server-error')
    await clock.advance(1_000)
    stands(witness, {})
    await clock.advance(minutes(5))
    expect(kinds(witness)).toEqual(['works'])
    witness.close()
  })

  it('continues one span across a quick restart, and leaves a gap for a long pause', async () => {
    let witness = open()
    stands(witness, {})
    await clock.advance(minutes(5))
    witness.close()
    await clock.advance(minutes(1))
    witness = open()
    stands(witness, {})
    await clock.advance(minutes(5))
    expect(witness.diary().spans).toEqual([
      { kind: 'works', beganAt: '2026-11-20T09:00:00.000Z', seenUntil: '2026-11-20T09:11:00.000Z' },
    ])
    witness.close()
    await clock.advance(minutes(600))
    witness = open()
    stands(witness, {})
    await clock.advance(minutes(1))
    expect(kinds(witness)).toEqual(['works', 'works'])
    witness.close()
  })

  it.each([-10, 10])('does not count a clock jump of %i years as observed time', async (years) => {
    const witness = open()
    stands(witness, {})
    await clock.advance(minutes(30))
    clock.jump(years * 365 * 86_400_000)
    await clock.advance(minutes(30))
    const { spans } = witness.diary()
    expect(spans).toHaveLength(2)
    for (const { beganAt, seenUntil } of spans) {
      const lengthMs = Date.parse(seenUntil) - Date.parse(beganAt)
      expect(lengthMs >= 0 && lengthMs <= minutes(31)).toBe(true)
    }
    witness.close()
  })

  it('deletes what is older than thirty days, but not while the clock is wrong', async () => {
    store.begin('dns', '2026-09-01T09:00:00.000Z', null)
    const witness = open()
    witness.saw({ trouble: null, clock: { aheadMs: 86_400_000, uncertainMs: 600 } })
    stands(witness, {})
    await clock.advance(minutes(1))
    expect(kinds(witness)).toContain('dns')
    witness.saw({ trouble: null, clock: { aheadMs: 0, uncertainMs: 600 } })
    stands(witness, { connection: 'offline' }, 'no-answer')
    await clock.advance(minutes(1))
    expect(kinds(witness)).toEqual(['no-answer', 'works'])
    witness.close()
  })

  it('stays bounded, however often the connection changes', async () => {
    const witness = open()
    for (let n = 0; n < 2_100; n += 1) {
      stands(witness, n % 2 === 0 ? {} : { connection: 'offline' }, n % 2 === 0 ? null : 'dns')
      await clock.advance(4_000)
    }
    expect(database.prepare('SELECT count(*) AS n FROM connectivity_span').get()).toEqual({ n: 2_000 })
    witness.close()
  })
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
