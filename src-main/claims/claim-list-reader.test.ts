import { describe, expect, it } from 'vitest'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Result } from '#shared/result.ts'
import type { ListEnd, ListFailure, ListReading } from '../api/claim-reading.ts'
import type { Clock } from '../platform/clock.ts'
import { ClaimListReader } from './claim-list-reader.ts'

/** Time that passes only when the test says so. */
class ManualClock implements Clock {
  #nowMs = 0
  #timers: { readonly atMs: number; readonly callBack: () => void }[] = []
  now = (): Date => new Date(this.#nowMs)
  monotonicMs = (): number => this.#nowMs
  soon = (callBack: () => void): void => void setImmediate(callBack)
  after(delayMs: number, callBack: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, callBack }
    this.#timers.push(timer)
    return () => void (this.#timers = this.#timers.filter((other) => other !== timer))
  }
  pass(ms: number): void {
    this.#nowMs += ms
    const due = this.#timers.filter(({ atMs }) => atMs <= this.#nowMs)
    this.#timers = this.#timers.filter(({ atMs }) => atMs > this.#nowMs)
    for (const { callBack } of due) callBack()
  }
}

/** The API's side of one reading, led by the test. */
interface Asked {
  readonly product: Product
  readonly reading: ListReading
  end(ended: Result<ListEnd, ListFailure>): void
}

function setUp() {
  const clock = new ManualClock()
  const asked: Asked[] = []
  const watched: { rows: number[]; ends: unknown[] } = { rows: [], ends: [] }
  const reader = new ClaimListReader({
    clock,
    environment: () => ({
      connection: {
        api: {
          streamShownClaims: (product, reading) =>
            new Promise((resolve) => void asked.push({ product, reading, end: resolve })),
        },
      },
      services: {
        engine: {
          watchReading: () => ({
            rows: (batch) => void watched.rows.push(...batch.map(({ id }) => id)),
            ended: (whole) => void watched.ends.push(whole),
          }),
        },
      },
    }),
  })
  const begin = (product: Product = 'keke', etag: string | null = null) => {
    const { id } = reader.begin(product, etag)
    const api = asked.at(-1)
    if (api === undefined) throw new Error('The API was not asked.')
    return { id, api, next: () => reader.next(id) }
  }
  return { clock, reader, begin, watched }
}

const rows = (count: number, from = 1): ReceivedClaim[] =>
  Array.from({ length: count }, (_, index) => ({
    product: 'keke',
    id: from + index,
    policyNumber: `MADE/UP/${from + index}`,
    occurrenceDate: '2026-03-01',
    occurrenceAddress: '1 Made-up Street',
    incidentDetails: 'A wheel broke.',
    incidentPictureUrl: '',
    medicalReportUrl: '',
    deathCertificateUrl: '',
    originalPolicyCertificateUrl: '',
    claimantIdentification: 'NIN 0',
    repairEstimate: 1,
    status: '0',
    createdAt: '2026-03-01T08:00:00.000Z',
    updatedAt: '2026-03-01T08:00:00.000Z',
    deletedAt: null,
  }))
const complete = (count: number): Result<ListEnd, ListFailure> => ({
  ok: true,
  value: { type: 'complete', rows: count, bytes: 4000, etag: '"made-up"' },
})
const over = { ok: false, error: { type: 'not-possible-now' } }

describe('reading a claim list for the page', () => {
  it('hands the rows over in order, then says how it ended', async () => {
    const { begin } = setUp()
    const { api, next } = begin('okada', '"before"')
    expect(api.product).toBe('okada')
    expect(api.reading.etag).toBe('"before"')
    api.reading.onProgress?.(3000, 4000)
    const taken = api.reading.onRows(rows(700))
    const first = await next()
    expect(first).toMatchObject({ ok: true, value: { bytes: 3000, totalBytes: 4000, end: null } })
    expect(first.ok && first.value.rows.map(({ id }) => id)).toEqual(rows(500).map(({ id }) => id))
    expect(await taken).toBe('go-on')
    api.end(complete(700))
    const last = await next()
    expect(last).toMatchObject({
      ok: true,
      value: { bytes: 4000, end: { type: 'complete', etag: '"made-up"' } },
    })
    expect(last.ok && last.value.rows).toHaveLength(200)
    expect(await next()).toEqual(over)
  })

  it('reads nothing more while the page takes nothing', async () => {
    const { begin } = setUp()
    const { api, next } = begin()
    const taken: string[] = []
    const step = Promise.resolve(api.reading.onRows(rows(1000))).then((said) => taken.push(said))
    await next()
    expect(taken, 'a whole part still waits').toEqual([])
    await next()
    await step
    expect(taken).toEqual(['go-on'])
  })

  it('shows the progress of a slow line with the rows there are', async () => {
    const { clock, begin } = setUp()
    const { api, next } = begin()
    const part = next()
    void api.reading.onRows(rows(3))
    api.reading.onProgress?.(900, null)
    clock.pass(1000)
    expect(await part).toMatchObject({ ok: true, value: { bytes: 900, totalBytes: null, end: null } })
  })

  it('says that the list has not changed, or why it could not be read', async () => {
    const { begin } = setUp()
    const unchanged = begin('keke')
    unchanged.api.end({ ok: true, value: { type: 'not-modified', bytes: 200 } })
    expect(await unchanged.next()).toMatchObject({
      ok: true,
      value: { rows: [], end: { type: 'not-modified' } },
    })
    const failed = begin('keke')
    void failed.api.reading.onRows(rows(2))
    failed.api.end({ ok: false, error: { failure: { type: 'timeout' }, bytes: 200 } })
    expect(await failed.next()).toEqual({ ok: false, error: { type: 'timeout' } })
  })

  it.each([
    ['the page stops it', ({ reader, id }: Stopping) => reader.stop(id)],
    ['the application is locked or its window closed', ({ reader }: Stopping) => reader.stopAll()],
    ['the page begins it again', ({ begin }: Stopping) => void begin()],
    ['the page asks no more', ({ clock }: Stopping) => clock.pass(60_000)],
  ])('ends when %s', async (_why, end) => {
    const all = setUp()
    const { id, api, next } = all.begin()
    const other = all.begin('okada')
    const taken = api.reading.onRows(rows(500))
    const isAbandoned = _why === 'the page asks no more'
    const part = isAbandoned ? null : next().then(next)
    end({ ...all, id })
    expect(api.reading.signal?.aborted).toBe(true)
    if (isAbandoned) expect(await taken).toBe('stop')
    if (part !== null) expect(await part).toEqual(over)
    expect(await next()).toEqual(over)
    expect(await api.reading.onRows(rows(500))).toBe('stop')
    if (_why.startsWith('the page stops') || _why.startsWith('the page begins'))
      expect(other.api.reading.signal?.aborted).toBe(false)
  })
})

describe('the engine', () => {
  it('sees the rows that the page gets, from the moment the list is asked for, and its end', async () => {
    const { begin, watched } = setUp()
    const { api, next } = begin()
    api.reading.onBegun?.()
    void api.reading.onRows(rows(3))
    api.end(complete(3))
    const part = await next()
    expect(part.ok && part.value.rows.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(watched).toEqual({ rows: [1, 2, 3], ends: [expect.objectContaining({ rows: 3, bytes: 4000 })] })
  })

  it.each([
    ['has not changed', { ok: true, value: { type: 'not-modified', bytes: 9 } }],
    ['was stopped', { ok: true, value: { type: 'stopped', bytes: 9 } }],
    ['was cut off', { ok: false, error: { failure: { type: 'timeout' }, bytes: 9 } }],
  ] as const)('is not told of a whole list when it %s', async (_how, end) => {
    const { begin, watched } = setUp()
    const { api, next } = begin()
    api.reading.onBegun?.()
    void api.reading.onRows(rows(3))
    api.end(end)
    await next()
    expect(watched).toEqual({ rows: [1, 2, 3], ends: [null] })
  })

  it('is not told of a whole list, or of rows, that came after the page stopped', async () => {
    const { reader, begin, watched } = setUp()
    const { id, api } = begin()
    api.reading.onBegun?.()
    reader.stop(id)
    await api.reading.onRows(rows(3))
    api.end(complete(3))
    await Promise.resolve()
    expect(watched).toEqual({ rows: [], ends: [null] })
  })
})

type Stopping = ReturnType<typeof setUp> & { readonly id: string }
