import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { looksMs } from '#main/file-store/object-store.ts'
import { otherStore, publicStore, UploadHarness } from '#testing/uploads/upload-harness.ts'
import { isOfCheck, type Manner, type Mishap, type StoreCall } from '#testing/uploads/simulated-store.ts'

const hourMs = 60 * 60_000
const picture = { incidentPictureUrl: 3_000 }
const four = {
  incidentPictureUrl: 3_000,
  medicalReportUrl: 2_000,
  deathCertificateUrl: 700_000,
  originalPolicyCertificateUrl: 10,
}

let harness: UploadHarness

beforeEach(() => {
  harness = new UploadHarness()
})
afterEach(async () => {
  const stopped = harness.uploader.stop()
  await harness.clock.advance(3_000)
  await stopped
  harness.database.close()
})

const calls = (call: StoreCall): readonly string[] =>
  harness.store.calls.flatMap((one) => (one.call === call ? [one.name] : []))
const filesOf = (id: string) => {
  const entry = harness.outbox.get(id)
  return entry === null ? null : harness.uploader.filesOf(entry)
}
const shown = (id: string) => harness.links(id).map((link) => harness.store.shown(link))

/** The next calls of one kind meet these, in order. */
function mishaps(call: StoreCall, ...list: readonly (Mishap | null)[]): void {
  const left = [...list]
  harness.store.mishap = (one) => (one === call ? (left.shift() ?? null) : null)
}

function discard(id: string): void {
  const event = { type: 'withdraw', at: '2026-11-20T10:00:00.000Z', to: 'discarded' } as const
  harness.outbox.apply(id, event)
}

function forget(...ids: readonly string[]): void {
  harness.outbox.remove(ids)
  harness.uploader.nudge()
}

/** Another store is set in the middle of things. */
function setStore(store: typeof harness.current): void {
  harness.current = store
  harness.uploader.storeChanged()
}

async function start(): Promise<void> {
  harness.uploader.start()
  await harness.clock.settle()
}

async function started(sizes: Parameters<UploadHarness['accept']>[0]): Promise<string> {
  const id = harness.accept(sizes)
  await start()
  return id
}

/** Its links show the very bytes by then. */
async function arrivesAfter(ms: number, id: string): Promise<void> {
  await harness.clock.advance(ms)
  expect(shown(id)).toEqual(harness.sums(id))
}

describe('a claim with files', () => {
  it('gets links to the very bytes, once all of them are in the store', async () => {
    const id = await started(four)
    expect(shown(id)).toEqual(harness.sums(id))
    expect(harness.ready).toBe(1)
    expect(filesOf(id)).toMatchObject({ of: 4, uploaded: 4, hold: null, unremoved: 0 })
    for (const name of harness.store.names(publicStore)) expect(name).toMatch(/^office\/[0-9a-f]{32}\.jpg$/)
    expect(new Set(harness.store.names(publicStore)).size).toBe(4)
  })

  it('has its names on the disk before the first byte leaves', async () => {
    harness.store.manner = { latencyMs: 100 }
    const id = await started(four)
    expect(harness.store.calls).toEqual([])
    expect(harness.rows.ofEntry(id)).toHaveLength(4)
    await harness.clock.advance(hourMs)
    expect(
      harness.rows
        .ofEntry(id)
        .map(({ record }) => record.name)
        .toSorted(),
    ).toEqual(harness.store.names(publicStore).toSorted())
  })

  it('sends a file again whole where a restart cut it off, under its name', async () => {
    harness.store.manner = { perKbMs: 10 }
    const id = await started({ incidentPictureUrl: 700_000 })
    await harness.clock.advance(6_000)
    expect(filesOf(id)).toMatchObject({ uploaded: 0, bytes: 700_000, sentBytes: 524_288 })
    const [upload] = harness.rows.ofEntry(id)
    harness.restart()
    await arrivesAfter(10_000, id)
    expect(calls('put')).toEqual([upload?.record.name, upload?.record.name])
    expect(harness.store.names(publicStore)).toEqual([upload?.record.name])
  })

  it('does not send a file again that a restart finds in the store', async () => {
    mishaps('opens', { type: 'fails', problem: 'no-connection' })
    const id = await started(picture)
    expect(harness.links(id)).toEqual([])
    harness.restart()
    await arrivesAfter(hourMs, id)
    expect(calls('put')).toHaveLength(1)
  })

  it('asks as seldom after a restart for a link that does not open, and then says so', async () => {
    harness.store.manner = { opensAfterMs: 7 * 24 * hourMs }
    const id = await started(picture)
    harness.restart()
    const before = calls('opens').length
    await harness.clock.advance(30_000)
    expect(calls('opens').length - before).toBe(looksMs.length)
    expect(filesOf(id)?.hold).toBeNull()
    await harness.clock.advance(60_000)
    expect(filesOf(id)?.hold).toBe('link-not-public')
    expect(calls('put').filter((name) => !isOfCheck(name))).toHaveLength(1)
  })

  it.each([true, false])('waits for a file that the store shows late (refusing it: %s)', async (refuses) => {
    harness.store.manner = { hidesMissing: refuses, shownAfterMs: 10_000, opensAfterMs: 20_000 }
    const id = await started(picture)
    expect(harness.links(id)).toEqual([])
    await arrivesAfter(60_000, id)
    expect(calls('put')).toHaveLength(1)
    expect(filesOf(id)?.hold).toBeNull()
  })

  it('sends a file again that the store has lost', async () => {
    const id = harness.accept(picture)
    mishaps('opens', { type: 'fails', problem: 'link-not-public' })
    await start()
    const [name = ''] = harness.store.names(publicStore)
    harness.store.lose(publicStore, name)
    await arrivesAfter(hourMs, id)
    expect(harness.store.names(publicStore)).toEqual([name])
  })

  it('looks again before the links are put, where a file was proved more than an hour ago', async () => {
    const id = harness.accept({ incidentPictureUrl: 3_000, medicalReportUrl: 2_000 })
    let isFull = true
    harness.store.mishap = (call) =>
      call === 'put' && calls('put').length > 1 && isFull ? { type: 'fails', problem: 'full' } : null
    await start()
    const [name = ''] = harness.store.names(publicStore)
    expect(filesOf(id)).toMatchObject({ uploaded: 1, hold: 'full' })
    await harness.clock.advance(2 * hourMs)
    harness.store.lose(publicStore, name)
    isFull = false
    await arrivesAfter(hourMs, id)
    expect(harness.store.names(publicStore)).toHaveLength(2)
  })

  it('says so where a file is gone from this computer, and lets other claims go', async () => {
    const lost = harness.accept(picture)
    const [file = ''] = harness.files.bytes.keys()
    harness.files.has = (id) => id !== file
    const other = await started(picture)
    expect(filesOf(lost)).toMatchObject({ uploaded: 0, hold: 'file-lost' })
    expect(shown(other)).toEqual(harness.sums(other))
    harness.files.has = () => true
    harness.uploader.tryNow()
    await arrivesAfter(0, lost)
  })

  it('notices damage that shows only while a file is read', async () => {
    const id = harness.accept(picture)
    for (const file of harness.files.bytes.keys()) harness.files.bytes.set(file, Buffer.alloc(3_000))
    await start()
    expect(filesOf(id)?.hold).toBe('file-lost')
    expect(calls('put')).toEqual([])
  })
})

describe('what holds files back', () => {
  it.each(['wrong-key', 'no-bucket', 'not-allowed', 'clock-wrong', 'full', 'not-a-store'] as const)(
    '%s is looked at again every few minutes with a small file, and then everything goes',
    async (problem) => {
      let isWrong = true
      harness.store.mishap = () => (isWrong ? { type: 'fails', problem } : null)
      const id = await started(picture)
      expect(filesOf(id)?.hold).toBe(problem)
      expect(harness.uploader.status(() => true)).toMatchObject({ claims: 1, files: 1, hold: problem })
      await harness.clock.advance(hourMs)
      expect(calls('put').filter((name) => !isOfCheck(name)).length).toBe(1)
      expect(calls('put').length).toBeGreaterThan(10)
      isWrong = false
      await arrivesAfter(10 * 60_000, id)
    },
  )

  it.each<Partial<Manner>>([
    { shownAfterMs: 50_000 },
    { shownAfterMs: 50_000, hidesMissing: true },
    { opensAfterMs: 50_000 },
  ])('goes on once a store that is slow to show files works again (%o)', async (manner) => {
    harness.store.manner = manner
    mishaps('put', { type: 'fails', problem: 'wrong-key' })
    const id = await started(picture)
    expect(filesOf(id)?.hold).toBe('wrong-key')
    await arrivesAfter(hourMs, id)
  })

  it('lets other files go before one that the store refuses', async () => {
    const large = { incidentPictureUrl: 7_500_000 }
    const refused = harness.accept(large)
    const other = harness.accept(large)
    harness.store.mishap = (call, name) => {
      const isIts = harness.rows.ofEntry(refused).some(({ record }) => record.name === name)
      return call === 'put' && isIts ? { type: 'fails', problem: 'not-allowed' } : null
    }
    await start()
    await arrivesAfter(hourMs, other)
    expect(filesOf(refused)?.hold).toBe('not-allowed')
  })

  it('tries at once when an officer says so', async () => {
    mishaps('put', { type: 'fails', problem: 'wrong-key' })
    const id = await started(picture)
    harness.uploader.tryNow()
    await arrivesAfter(0, id)
  })

  it('waits as long as a busy store asks, and a random part more; what it did not take does not count', async () => {
    mishaps('put', { type: 'fails', problem: 'busy', retryAfterMs: 30_000 })
    const id = await started(picture)
    expect(filesOf(id)).toMatchObject({ hold: 'busy', bytes: 3_000, sentBytes: 0 })
    expect(harness.uploader.eachOf(id)).toMatchObject([{ isUploaded: false, sentBytes: 0 }])
    await harness.clock.advance(30_000)
    expect(calls('put')).toHaveLength(1)
    await arrivesAfter(20_000, id)
    expect(harness.uploader.eachOf(id)).toMatchObject([{ isUploaded: true, sentBytes: 3_000 }])
  })

  it.each(['no-connection', 'tls'] as const)(
    'goes on after %s as soon as there is a connection',
    async (problem) => {
      harness.store.mishap = () => ({ type: 'fails', problem })
      const id = await started(picture)
      await harness.clock.advance(24 * hourMs)
      expect(filesOf(id)?.hold).toBe(problem)
      harness.isOffline = true
      expect(filesOf(id)?.hold).toBe('offline')
      harness.store.mishap = () => null
      harness.uploader.connected()
      await arrivesAfter(0, id)
    },
  )

  it('holds while no store is set, or its key is not on this computer', async () => {
    harness.current = null
    const id = await started(picture)
    expect(filesOf(id)?.hold).toBe('no-store')
    expect(harness.rows.ofEntry(id)).toEqual([])
    harness.current = publicStore
    harness.hasKey = () => false
    harness.uploader.storeChanged()
    await harness.clock.settle()
    expect(filesOf(id)?.hold).toBe('no-store')
    harness.hasKey = () => true
    harness.uploader.storeChanged()
    await arrivesAfter(0, id)
  })

  it('stands still with the engine, and cuts off what is on its way', async () => {
    harness.store.manner = { latencyMs: 1_000 }
    const id = await started(picture)
    harness.stopped = 'paused'
    harness.uploader.nudge()
    await harness.clock.advance(hourMs)
    expect(harness.store.calls).toEqual([])
    expect(filesOf(id)?.hold).toBe('paused')
    harness.stopped = null
    harness.uploader.nudge()
    await arrivesAfter(hourMs, id)
  })

  it('tells that a claim which waited was taken back', async () => {
    harness.current = null
    const id = await started(picture)
    await harness.clock.advance(5_000)
    const before = harness.statusTold
    discard(id)
    harness.uploader.nudge()
    await harness.clock.advance(5_000)
    expect(harness.statusTold).toBeGreaterThan(before)
    expect(harness.uploader.status(() => true).claims).toBe(0)
  })

  it('tells of progress about once a second at most', async () => {
    harness.store.manner = { perKbMs: 10 }
    const id = await started({ incidentPictureUrl: 700_000 })
    await harness.clock.advance(5_000)
    expect(filesOf(id)?.leftMs).toBeGreaterThan(1_000)
    expect(harness.told.length).toBeGreaterThan(1)
    expect(harness.told.length).toBeLessThan(8)
  })
})

describe('order', () => {
  it('is small before large, and that of the claims where sizes are alike', async () => {
    harness.store.manner = { latencyMs: 10 }
    const ids = [7_500_000, 5_000, 9_000, 3_000_000].map((size) =>
      harness.accept({ incidentPictureUrl: size }),
    )
    await start()
    await harness.clock.advance(60_000)
    const begun = harness.store.calls.filter(({ call }) => call === 'put')
    const claimOf = new Map(
      ids.flatMap((id, n) => harness.rows.ofEntry(id).map(({ record }) => [record.name, n] as const)),
    )
    expect(begun.map(({ name }) => claimOf.get(name))).toEqual([1, 2, 3, 0])
  })

  it('is the same after a connection was lost', async () => {
    let isDown = true
    harness.store.mishap = () => (isDown ? { type: 'fails', problem: 'no-connection' } : null)
    const small = await started(picture)
    await harness.clock.advance(hourMs)
    harness.accept({ incidentPictureUrl: 7_500_000 })
    harness.uploader.nudge()
    await harness.clock.advance(hourMs)
    isDown = false
    const before = harness.store.calls.length
    await harness.clock.advance(hourMs)
    const [first] = harness.store.calls.slice(before)
    expect(harness.rows.ofEntry(small).map(({ record }) => record.name)).toEqual([first?.name])
  })

  it('does not let a small claim wait for large ones that were there before', async () => {
    harness.store.manner = { perKbMs: 10 }
    harness.accept({ incidentPictureUrl: 7_500_000 })
    harness.accept({ incidentPictureUrl: 7_500_000 })
    await start()
    await harness.clock.advance(5_000)
    const small = harness.accept(picture)
    await arrivesAfter(1_000, small)
    // And one of the large ones.
    expect(calls('put')).toHaveLength(2)
  })

  it('is two files at a time, so that the proof of one is had beside the bytes of the next', async () => {
    harness.store.manner = { latencyMs: 100 }
    harness.accept(four)
    await start()
    await harness.clock.advance(150)
    expect(harness.store.calls.map(({ call }) => call)).toEqual(['put', 'put'])
  })
})

describe('what is not wanted any more', () => {
  it('is removed when the claim is forgotten', async () => {
    const id = await started(four)
    expect(harness.store.names(publicStore)).toHaveLength(4)
    forget(id)
    await harness.clock.advance(1_000)
    expect(harness.store.names(publicStore)).toEqual([])
    expect(harness.rows.unwanted()).toEqual([])
    expect(harness.uploader.status(() => true).toRemove).toBe(0)
  })

  it('is never named when the claim is discarded while its files are looked at', async () => {
    const id = harness.accept(four)
    const readable = harness.files.readable.bind(harness.files)
    harness.files.readable = async (claimId) => {
      const found = await readable(claimId)
      discard(id)
      return found
    }
    await start()
    expect(harness.rows.open()).toEqual([])
    expect(calls('put')).toEqual([])
  })

  it('is given up and removed when the claim is discarded on the way', async () => {
    harness.store.manner = { perKbMs: 10 }
    const id = await started({ incidentPictureUrl: 700_000 })
    await harness.clock.advance(3_000)
    discard(id)
    harness.uploader.nudge()
    await harness.clock.advance(hourMs)
    expect(harness.store.names(publicStore)).toEqual([])
    expect(harness.rows.unwanted()).toEqual([])
  })

  it('is removed from a store that was busy, although no other claim waits for it', async () => {
    mishaps('put', { type: 'fails', problem: 'busy' })
    const id = await started({ incidentPictureUrl: 700_000 })
    discard(id)
    harness.uploader.nudge()
    await harness.clock.advance(hourMs)
    expect(harness.rows.unwanted()).toEqual([])
  })

  it('is said where the store refuses, and tried again later', async () => {
    const id = await started(picture)
    harness.store.mishap = (call) => (call === 'remove' ? { type: 'fails', problem: 'not-allowed' } : null)
    forget(id)
    await harness.clock.advance(1_000)
    expect(harness.uploader.status(() => true)).toMatchObject({ toRemove: 1, refusedRemovals: 1 })
    harness.restart()
    expect(harness.uploader.status(() => true)).toMatchObject({ toRemove: 1, refusedRemovals: 1 })
    harness.store.mishap = () => null
    await harness.clock.advance(7 * hourMs)
    expect(harness.store.names(publicStore)).toEqual([])
  })

  it('stays where only a plain column says that it is unwanted', async () => {
    const id = await started(picture)
    harness.database.exec(`UPDATE upload SET state = 'unwanted'`)
    harness.uploader.nudge()
    await arrivesAfter(1_000, id)
    expect(harness.rows.ofEntry(id)).toMatchObject([{ state: 'linked' }])
  })
})

describe('a hold', () => {
  it('of a store that is not the one that is set any more does not keep its files there', async () => {
    const id = await started(picture)
    harness.store.mishap = (call) => (call === 'remove' ? { type: 'fails', problem: 'busy' } : null)
    harness.outbox.remove([id])
    setStore(otherStore)
    await harness.clock.settle()
    harness.store.mishap = () => null
    await harness.clock.advance(hourMs)
    expect(harness.store.names(publicStore)).toEqual([])
  })

  it('does not keep files in the store while nothing goes up', async () => {
    const id = await started(picture)
    const stuck = harness.accept(picture)
    harness.store.mishap = () => ({ type: 'fails', problem: 'wrong-key' })
    await harness.clock.settle()
    forget(id, stuck)
    await harness.clock.settle()
    harness.store.mishap = () => null
    await harness.clock.advance(hourMs)
    expect(harness.store.names(publicStore)).toEqual([])
    expect(harness.rows.unwanted()).toEqual([])
  })
})

describe('another store', () => {
  it('gets what was not proved in the old one, under a new name', async () => {
    harness.store.manner = { opensAfterMs: 5_000 }
    const id = await started(picture)
    const [name = ''] = harness.store.names(publicStore)
    setStore(otherStore)
    await harness.clock.advance(60_000)
    const [there = ''] = harness.store.names(otherStore)
    expect(there).toMatch(/^[0-9a-f]{32}\.jpg$/)
    expect(name).not.toContain(there)
    expect(harness.store.names(publicStore)).toEqual([])
    expect(shown(id)).toEqual(harness.sums(id))
  })

  it('says what stays in the old one where its key is gone', async () => {
    harness.store.manner = { opensAfterMs: 5_000 }
    const id = await started(picture)
    harness.current = otherStore
    harness.hasKey = ({ endpoint }) => endpoint === otherStore.endpoint
    harness.uploader.storeChanged()
    await arrivesAfter(60_000, id)
    expect(harness.uploader.status(() => true).refusedRemovals).toBe(1)
    expect(filesOf(id)?.unremoved).toBe(1)
  })

  it('leaves what is proved in the old one, whose link stays in the claim and works', async () => {
    const id = harness.accept({ incidentPictureUrl: 3_000, medicalReportUrl: 2_000 })
    harness.store.mishap = (call) =>
      call === 'put' && calls('put').length > 1 ? { type: 'fails', problem: 'full' } : null
    await start()
    const [name] = harness.store.names(publicStore)
    harness.store.mishap = () => null
    setStore(otherStore)
    await harness.clock.advance(hourMs)
    expect(harness.store.names(publicStore)).toEqual([name])
    expect(harness.store.names(otherStore)).toHaveLength(1)
    const links = harness.links(id)
    expect(shown(id)).toEqual(harness.sums(id))
    setStore(publicStore)
    await harness.clock.advance(hourMs)
    expect(harness.links(id)).toEqual(links)
    expect(shown(id)).toEqual(harness.sums(id))
  })

  it('gets everything where the one before was misspelt', async () => {
    const misspelt = { ...publicStore, bucket: 'clams' }
    const isMisspelt = (): boolean => harness.current === misspelt
    harness.store.mishap = () => (isMisspelt() ? { type: 'fails', problem: 'no-bucket' } : null)
    harness.current = misspelt
    const ids = [harness.accept(four), harness.accept(picture)]
    await start()
    await harness.clock.advance(hourMs)
    expect(ids.map((id) => filesOf(id)?.hold)).toEqual(['no-bucket', 'no-bucket'])
    setStore(publicStore)
    await harness.clock.advance(hourMs)
    for (const id of ids) expect(shown(id)).toEqual(harness.sums(id))
    expect(harness.store.names(publicStore)).toHaveLength(5)
    expect(harness.rows.unwanted()).toEqual([])
  })

  it('is where a file goes whose bytes are back, and not before', async () => {
    harness.store.mishap = (call) => (call === 'put' ? { type: 'fails', problem: 'full' } : null)
    const id = await started(picture)
    harness.store.mishap = () => null
    harness.files.has = () => false
    setStore(otherStore)
    harness.restart()
    await harness.clock.advance(hourMs)
    expect(filesOf(id)?.hold).toBe('file-lost')
    expect(harness.rows.ofEntry(id)).toMatchObject([{ state: 'named', record: { store: publicStore } }])
    harness.files.has = () => true
    await harness.clock.advance(hourMs)
    expect(harness.store.names(otherStore)).toHaveLength(1)
    expect(shown(id)).toEqual(harness.sums(id))
  })

  it.each([1_000, 60_000])('does not lose a file whose store is set back %i ms later', async (afterMs) => {
    harness.store.manner = { opensAfterMs: 40_000, latencyMs: 1_000 }
    const id = await started(picture)
    await harness.clock.advance(10_000)
    setStore(otherStore)
    await harness.clock.advance(afterMs)
    setStore(publicStore)
    await harness.clock.advance(hourMs)
    expect(harness.store.names(publicStore)).toHaveLength(1)
    expect(harness.store.names(otherStore)).toEqual([])
    expect(shown(id)).toEqual(harness.sums(id))
    expect(harness.rows.unwanted()).toEqual([])
  })
})
