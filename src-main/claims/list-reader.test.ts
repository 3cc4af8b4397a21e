import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mostBytesByItself, type ListProgress, type ListState } from '#shared/domain/claim-list.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import type { ListEnd, ListFailure, ListReading } from '#main/insurer/api/claim-list.ts'
import { createRowProtection } from '#main/outbox/entry-codec.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { ClaimListReader } from './list-reader.ts'
import { ClaimListStore } from './list-store.ts'
import { madeUpClaims } from '#testing/claims/made-up-claims.ts'

type Ended = Result<ListEnd, ListFailure>

/** The API's side of one reading, led by the test. */
interface Asked {
  readonly product: Product
  readonly reading: ListReading
  readonly end: (ended: Ended) => void
}

const startedAt = '2026-11-20T09:00:00.000Z'

function setUp(more: { readonly savesData?: boolean } = {}) {
  const clock = new VirtualClock(startedAt)
  const folder = createTestFolder()
  const protection = createRowProtection({ bytes: new Uint8Array(32).fill(5) })
  const store = new ClaimListStore(join(folder, 'lists.sqlite'), protection)
  onTestFinished(() => store.close())
  const asked: Asked[] = []
  const told: { readonly ids: readonly number[]; readonly at: string }[] = []
  const watched: { product: Product; rows: number[]; ends: unknown[] }[] = []
  const reader = new ClaimListReader({
    store,
    clock,
    savesData: () => more.savesData ?? false,
    onRead: (rows, at) => Promise.resolve(told.push({ ids: rows.map(({ id }) => id), at })),
    api: {
      streamShownClaims: (product, reading) =>
        new Promise((resolve) => void asked.push({ product, reading, end: resolve })),
    },
    engine: {
      watchReading: (product) => {
        const watch = { product, rows: [] as number[], ends: [] as unknown[] }
        watched.push(watch)
        return {
          rows: (batch) => void watch.rows.push(...batch.map(({ id }) => id)),
          ended: (whole) => void watch.ends.push(whole),
        }
      },
    },
  })
  const seen: { renewed: number; states: ListState[] } = { renewed: 0, states: [] }
  reader.renewed.subscribe(() => (seen.renewed += 1))
  reader.changed.subscribe(() => seen.states.push(reader.states().keke))
  const state = () => reader.states().keke
  const latest = (): Asked => {
    const last = asked.at(-1)
    if (last === undefined) throw new Error('The API was not asked.')
    return last
  }
  /** Begins what an officer asked for. */
  const begin = (product: Product = 'keke') => {
    const over = reader.read(product)
    return { over, ...latest() }
  }
  /** Reads a list that comes at once. */
  const readWhole = async (claims: readonly ReceivedClaim[], etag: string | null = '"made-up"') => {
    const { over, reading, end } = begin()
    reading.onBegun?.()
    await reading.onRows(claims)
    end(complete(claims.length, etag))
    await over
  }
  return { clock, store, asked, watched, told, reader, seen, state, latest, begin, readWhole }
}

const complete = (rows: number, etag: string | null = '"made-up"', bytes = 4000): Ended =>
  ok({ type: 'complete', rows, bytes, etag })
const stopped: Ended = ok({ type: 'stopped', bytes: 9 })
const unchanged: Ended = ok({ type: 'not-modified', bytes: 9 })
const cutOff: Ended = err({ failure: { type: 'timeout' }, bytes: 9 })
const claims = madeUpClaims('keke', 700)
const few = madeUpClaims('keke', 3)

describe('a claim list that is read', () => {
  it('is kept once it came to its end, and says so', async () => {
    const { store, seen, state, begin } = setUp()
    expect(state()).toEqual({
      kept: null,
      size: null,
      isFetching: false,
      progress: null,
      failure: null,
      wasStopped: false,
    })
    const { over, reading, end } = begin()
    expect(state().isFetching).toBe(true)
    reading.onBegun?.()
    expect(await reading.onRows(claims.slice(0, 400))).toBe('go-on')
    expect(await reading.onRows(claims.slice(400))).toBe('go-on')
    expect(state().kept, 'nothing before its end').toBeNull()
    end(complete(700))
    await over
    expect(state()).toMatchObject({
      kept: { fetchedAt: startedAt, count: 700, listed: 700 },
      size: { bytes: 4000, isWhole: true },
      isFetching: false,
      failure: null,
    })
    expect(await store.read('keke')).toEqual(claims)
    expect(seen.renewed).toBe(1)
  })

  it('is asked for once, however many want it', async () => {
    const { asked, begin, reader } = setUp()
    const { over, end } = begin()
    const others = [reader.read('keke'), reader.read('keke'), reader.refresh()]
    expect(asked.map(({ product }) => product)).toEqual(['keke', 'okada'])
    end(complete(0))
    asked[1]?.end(complete(0))
    await Promise.all([over, ...others])
    const { end: endAgain, over: again } = begin()
    expect(asked).toHaveLength(3)
    endAgain(complete(0))
    await again
  })

  it('is asked for by what it was recognised by the last time', async () => {
    const { begin, readWhole } = setUp()
    await readWhole(few, '"before"')
    const keke = begin('keke')
    expect(keke.reading.etag).toBe('"before"')
    const okada = begin('okada')
    expect(okada.reading.etag).toBeNull()
    for (const { end } of [keke, okada]) end(stopped)
    await Promise.all([keke.over, okada.over])
  })

  it('is another list only where the insurer’s has changed', async () => {
    const { clock, seen, state, begin, readWhole } = setUp()
    await readWhole(few)
    await clock.advance(60_000)
    await readWhole(few, '"other"')
    expect(seen.renewed).toBe(1)
    expect(state().kept).toMatchObject({ fetchedAt: '2026-11-20T09:01:00.000Z' })
    await clock.advance(60_000)
    const { over, end } = begin()
    end(unchanged)
    await over
    expect(seen.renewed).toBe(1)
    expect(state()).toMatchObject({
      kept: { fetchedAt: '2026-11-20T09:02:00.000Z', count: 3 },
      size: { bytes: 4000, isWhole: true },
      failure: null,
    })
    await readWhole(few.toReversed())
    await readWhole(few.map((claim) => ({ ...claim, status: '9' })))
    expect(seen.renewed).toBe(3)
  })

  it('is told to whoever follows claims, also where it has not changed, and not where it came to no end', async () => {
    const { clock, told, begin, readWhole } = setUp()
    await readWhole(few)
    await clock.advance(60_000)
    for (const ended of [unchanged, stopped, cutOff]) {
      const { over, end } = begin()
      end(ended)
      await over
    }
    expect(told).toEqual([
      { ids: [1, 2, 3], at: startedAt },
      { ids: [1, 2, 3], at: '2026-11-20T09:01:00.000Z' },
    ])
  })

  it('that cannot be read leaves the old one, and says why until it can', async () => {
    const { store, seen, state, begin, readWhole } = setUp()
    await readWhole(few)
    const { over, reading, end } = begin()
    reading.onBegun?.()
    await reading.onRows(claims)
    end(cutOff)
    await over
    expect(state()).toMatchObject({ failure: { type: 'timeout' }, wasStopped: false, kept: { count: 3 } })
    expect(await store.read('keke')).toEqual(few)
    expect(seen.renewed).toBe(1)
    await readWhole(few)
    expect(state().failure).toBeNull()
  })

  it('stopped by an officer leaves the old one, and says so until the next reading', async () => {
    const { reader, seen, store, state, begin, readWhole } = setUp()
    await readWhole(few)
    const { over, reading, end } = begin()
    reading.onBegun?.()
    await reading.onRows(claims.slice(0, 500))
    reading.onProgress?.(60_000, 700_000)
    reader.stop('okada')
    expect(reading.signal?.aborted).toBe(false)
    reader.stop('keke')
    expect(reading.signal?.aborted).toBe(true)
    expect(await reading.onRows(claims.slice(500))).toBe('stop')
    // It may have come to its end by then.
    end(complete(700))
    await over
    expect(state()).toMatchObject({ wasStopped: true, failure: null, isFetching: false, kept: { count: 3 } })
    expect(state().size, 'what was seen of it').toMatchObject({ bytes: 700_000, isWhole: true })
    expect(await store.read('keke')).toEqual(few)
    expect(seen.renewed).toBe(1)
    const next = begin()
    expect(state().wasStopped).toBe(false)
    next.end(stopped)
    await next.over
  })

  it('is stopped with all others when the environment is closed', async () => {
    const { reader, begin } = setUp()
    const readings = [begin('keke'), begin('okada')]
    const all = reader.stopAll()
    for (const { reading, end } of readings) {
      expect(reading.signal?.aborted).toBe(true)
      end(stopped)
    }
    await all
    expect(reader.states()).toMatchObject({ keke: { isFetching: false }, okada: { isFetching: false } })
  })
})

describe('a list that is read by itself', () => {
  const large = mostBytesByItself + 1

  it('is each that is small, or of unknown size', async () => {
    const { asked, store, reader } = setUp()
    const size = { isWhole: true, bytesPerSecond: null, at: startedAt }
    store.noteSize('keke', { bytes: mostBytesByItself, ...size })
    const over = reader.refresh()
    expect(asked.map(({ product }) => product)).toEqual(['keke', 'okada'])
    for (const { end } of asked) end(complete(0))
    await over
    store.noteSize('keke', { bytes: large, ...size })
    const again = reader.refresh()
    expect(asked.slice(2).map(({ product }) => product)).toEqual(['okada'])
    asked[2]?.end(complete(0))
    await again
  })

  it.each([
    ['comes', large, large + 1, null, { bytes: large + 1, isWhole: false }],
    ['is announced', 100, 200, large, { bytes: large, isWhole: true }],
  ])('ends where more than that %s, and only an officer reads it', async (_how, some, more, total, size) => {
    const { asked, reader, state, begin } = setUp()
    const over = reader.refresh()
    const [keke, okada] = asked
    okada?.end(complete(0))
    keke?.reading.onBegun?.()
    keke?.reading.onProgress?.(some, null)
    expect(await keke?.reading.onRows(few)).toBe('go-on')
    keke?.reading.onProgress?.(more, total)
    expect(keke?.reading.signal?.aborted).toBe(true)
    expect(await keke?.reading.onRows(few)).toBe('stop')
    keke?.end(ok({ type: 'stopped', bytes: more }))
    await over
    expect(state()).toMatchObject({ kept: null, failure: null, wasStopped: false, size })
    const again = reader.refresh()
    expect(asked.slice(2).map(({ product }) => product)).toEqual(['okada'])
    asked[2]?.end(complete(0))
    await again
    const whole = begin()
    whole.reading.onBegun?.()
    whole.reading.onProgress?.(large, large)
    expect(await whole.reading.onRows(few)).toBe('go-on')
    whole.end(complete(3, null, large))
    await whole.over
    expect(state()).toMatchObject({ kept: { count: 3 }, size: { bytes: large, isWhole: true } })
  })

  it('is kept where it ends with the bytes that were too many, and the next time only an officer reads it', async () => {
    const { asked, reader, state } = setUp()
    const over = reader.refresh()
    const [keke, okada] = asked
    okada?.end(complete(0))
    keke?.reading.onBegun?.()
    keke?.reading.onProgress?.(large, null)
    expect(await keke?.reading.onRows(few)).toBe('go-on')
    // What is unpacked may come as several pieces of the same bytes.
    keke?.reading.onProgress?.(large, null)
    expect(await keke?.reading.onRows(few)).toBe('go-on')
    keke?.end(complete(6, null, large))
    await over
    expect(state()).toMatchObject({ kept: { count: 6 }, size: { bytes: large, isWhole: true } })
    const again = reader.refresh()
    expect(asked.slice(2).map(({ product }) => product)).toEqual(['okada'])
    asked[2]?.end(complete(0))
    await again
  })

  it('is none where data is to be saved', async () => {
    const { asked, reader, state, readWhole } = setUp({ savesData: true })
    await reader.refresh()
    await reader.refreshAfterNews()
    expect(asked).toEqual([])
    await readWhole(few)
    expect(state().kept?.count).toBe(3)
  })

  it('is read once more for what became known while it was being read', async () => {
    const { clock, asked, reader, begin } = setUp()
    const { over, end } = begin()
    const news = reader.refreshAfterNews()
    await clock.settle()
    expect(asked, 'not while it is being read').toHaveLength(1)
    end(complete(0))
    await over
    await clock.settle()
    expect(asked.slice(1).map(({ product }) => product)).toEqual(['keke', 'okada'])
    for (const one of asked) one.end(complete(0))
    await news
  })
})

describe('the progress of a reading', () => {
  const progressOf = (states: readonly ListState[]): readonly ListProgress[] =>
    states.flatMap(({ progress }) => progress ?? [])

  it('is told only of one that takes longer than a moment, and not more often than can be read', async () => {
    const { clock, seen, state, begin } = setUp()
    const { over, reading, end } = begin()
    reading.onBegun?.()
    await clock.advance(400)
    reading.onProgress?.(20_000, 200_000)
    await reading.onRows(few)
    expect(progressOf(seen.states)).toEqual([])
    await clock.advance(100)
    expect(progressOf(seen.states)).toEqual([
      { isWaiting: false, bytes: 20_000, totalBytes: 200_000, claims: 3, msLeft: null },
    ])
    await clock.advance(200)
    reading.onProgress?.(70_000, 200_000)
    expect(progressOf(seen.states)).toHaveLength(1)
    await clock.advance(300)
    reading.onProgress?.(100_000, 200_000)
    expect(progressOf(seen.states).at(-1)).toEqual({
      isWaiting: false,
      bytes: 100_000,
      totalBytes: 200_000,
      claims: 3,
      msLeft: 1000,
    })
    end(complete(3))
    await over
    expect(state().progress).toBeNull()
  })

  it('is not told of one that is over, or was stopped', async () => {
    const { clock, reader, seen, begin, readWhole } = setUp()
    await readWhole(few)
    await clock.advance(1000)
    const { over, end } = begin()
    reader.stop('keke')
    await clock.advance(1000)
    end(stopped)
    await over
    expect(progressOf(seen.states)).toEqual([])
  })
})

describe('the engine', () => {
  it('sees the rows of a list from the moment it is asked for, and its end', async () => {
    const { watched, begin } = setUp()
    const { over, reading, end } = begin('okada')
    expect(watched).toEqual([])
    reading.onBegun?.()
    await reading.onRows(few)
    end(complete(3))
    await over
    const whole: unknown = expect.objectContaining({ rows: 3, bytes: 4000 })
    expect(watched).toEqual([{ product: 'okada', rows: [1, 2, 3], ends: [whole] }])
  })

  it.each([
    ['has not changed', unchanged],
    ['was ended early', stopped],
    ['was cut off', cutOff],
  ])('is not told of a whole list when it %s', async (_how, ended) => {
    const { watched, begin } = setUp()
    const { over, reading, end } = begin()
    reading.onBegun?.()
    await reading.onRows(few)
    end(ended)
    await over
    expect(watched).toEqual([{ product: 'keke', rows: [1, 2, 3], ends: [null] }])
  })

  it('is not told of a whole list, or of rows, that came after an officer stopped it', async () => {
    const { watched, reader, begin } = setUp()
    const { over, reading, end } = begin()
    reading.onBegun?.()
    reader.stop('keke')
    await reading.onRows(few)
    end(complete(3))
    await over
    expect(watched).toEqual([{ product: 'keke', rows: [], ends: [null] }])
  })
})
