import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Result } from '#shared/result.ts'
import { createClaimLists, type ClaimLists } from './claims-repository-lists.ts'
import { openPageStorage, type PageStorage } from './page-storage.ts'
import { createRowSeal, type RowSeal } from './row-seal.ts'
import { madeUpClaims } from './testing/made-up.ts'
import { writeList, type WrittenList } from './testing/whole-list.ts'

let storage: PageStorage
let seal: RowSeal

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  storage = valueOf(await openPageStorage('practice'))
  const created = await createRowSeal(btoa('k'.repeat(32)))
  if (created === null) throw new Error('no seal')
  seal = created
})
afterEach(() => storage.close())

function valueOf<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(result.error.type)
  return result.value
}
async function storedRows(table: 'claimLists' | 'claimChunks'): Promise<readonly object[]> {
  return valueOf(await storage.use((database) => database.table<object>(table).toArray()))
}
async function stored(lists: ClaimLists): Promise<WrittenList | null> {
  const kept = valueOf(await lists.read('keke'))
  return kept === null ? null : { claims: kept.listed.claims, fetchedAt: kept.fetchedAt }
}

describe('publishing a claim list', () => {
  /** Storage that fails like a killed process: from the nth write on, nothing is written. */
  function dyingAfter(writes: number): PageStorage {
    let left = writes
    return {
      ...storage,
      use: (action) => {
        left -= 1
        return left >= 0 ? storage.use(action) : new Promise(() => undefined)
      },
    }
  }

  it('leaves the old list whole when it dies before its last step', async () => {
    const old = { claims: madeUpClaims('keke', 1200), fetchedAt: '2026-03-01T08:00:00.000Z' }
    const next = { claims: madeUpClaims('keke', 1400).slice(600), fetchedAt: '2026-03-02T08:00:00.000Z' }
    const lists = createClaimLists(storage, seal)
    await writeList(lists, 'keke', old)
    // Two for cleaning up, two chunks, the head, a look at the old head, then the pointer.
    for (const [writes, rows] of [
      [3, 4 + 1],
      [4, 4 + 2],
      [5, 4 + 3],
      [6, 4 + 3],
    ] as const) {
      void writeList(createClaimLists(dyingAfter(writes), seal), 'keke', next)
      await expect.poll(() => storedRows('claimChunks')).toHaveLength(rows)
      expect(await stored(lists)).toEqual(old)
    }
    await writeList(lists, 'keke', next)
    expect(await stored(lists)).toEqual(next)
    expect(await storedRows('claimChunks')).toHaveLength(2 + 1)
  })

  it('shows the new list once the pointer is written, even if the cleanup never ran', async () => {
    const lists = createClaimLists(storage, seal)
    await writeList(lists, 'keke', { claims: madeUpClaims('keke', 3), fetchedAt: '2026-03-01T08:00:00.000Z' })
    const next = { claims: madeUpClaims('keke', 5), fetchedAt: '2026-03-02T08:00:00.000Z' }
    void writeList(createClaimLists(dyingAfter(7), seal), 'keke', next)
    await expect.poll(() => stored(lists)).toEqual(next)
  })

  it('gives up a list that is being written when another one begins', async () => {
    const lists = createClaimLists(storage, seal)
    const given = await lists.begin('keke', 1000)
    await given.add(madeUpClaims('keke', 700))
    const list = { claims: madeUpClaims('keke', 2), fetchedAt: '2026-03-02T08:00:00.000Z' }
    const last = await lists.begin('keke', 1000)
    await last.add(list.claims)
    const from = { fetchedAt: list.fetchedAt, etag: null }
    expect(valueOf(await lists.publish(given, { ...from, fetchedAt: '2026-03-01T08:00:00.000Z' }))).toBeNull()
    await lists.publish(last, from)
    expect(await stored(lists)).toEqual(list)
    expect(await storedRows('claimChunks')).toHaveLength(1 + 1)
  })

  it('updates only the time when the insurer returns the same list', async () => {
    const lists = createClaimLists(storage, seal)
    const list = { claims: madeUpClaims('keke', 700), fetchedAt: '2026-03-01T08:00:00.000Z' }
    expect(await writeList(lists, 'keke', list)).toEqual({ isNew: true })
    const before = await storedRows('claimChunks')
    const again = { ...list, fetchedAt: '2026-03-02T08:00:00.000Z' }
    // In other batches, as another line may bring it.
    expect(await writeList(lists, 'keke', again, { batch: 123 })).toEqual({ isNew: false })
    expect(await storedRows('claimChunks')).toEqual(before)
    expect(await stored(lists)).toEqual(again)
    expect(valueOf(await lists.head('keke'))?.fetchedAt).toBe(again.fetchedAt)
  })

  it('treats a list in another order, or with one word changed, as another list', async () => {
    const lists = createClaimLists(storage, seal)
    const [one, two] = madeUpClaims('keke', 2)
    if (one === undefined || two === undefined) throw new Error('no claims')
    const digests = new Set<string | undefined>()
    for (const claims of [[one, two], [two, one], [one, { ...two, status: '9' }], [one], []]) {
      await writeList(lists, 'keke', { claims, fetchedAt: '2026-03-01T08:00:00.000Z' })
      digests.add(valueOf(await lists.head('keke'))?.digest)
      expect((await stored(lists))?.claims).toEqual(claims)
    }
    expect(digests.size).toBe(5)
  })

  it('rewrites the same list when a chunk is missing or does not open', async () => {
    const lists = createClaimLists(storage, seal)
    const list = { claims: madeUpClaims('keke', 700), fetchedAt: '2026-03-01T08:00:00.000Z' }
    const chunks = () => storage.use((database) => database.claimChunks.toArray())
    await writeList(lists, 'keke', list)
    const [chunk] = valueOf(await chunks())
    if (chunk === undefined) throw new Error('no chunk')
    await storage.use((database) => database.claimChunks.delete(chunk.id))
    await writeList(lists, 'keke', list)
    expect(await stored(lists)).toEqual(list)
    const [other] = valueOf(await chunks())
    if (other === undefined) throw new Error('no chunk')
    await storage.use((database) => database.claimChunks.put({ ...other, sealed: new Uint8Array(60) }))
    expect(valueOf(await lists.read('keke'))).toBeNull()
    await writeList(lists, 'keke', list)
    expect(await stored(lists)).toEqual(list)
  })

  it('counts as not stored when a chunk is missing or sealed with another key', async () => {
    const lists = createClaimLists(storage, seal)
    await writeList(lists, 'keke', {
      claims: madeUpClaims('keke', 600),
      fetchedAt: '2026-03-01T08:00:00.000Z',
    })
    const other = await createRowSeal(btoa('x'.repeat(32)))
    if (other === null) throw new Error('no seal')
    expect(valueOf(await createClaimLists(storage, other).read('keke'))).toBeNull()
    await storage.use((database) => database.claimChunks.limit(1).delete())
    expect(valueOf(await lists.read('keke'))).toBeNull()
  })
})

describe('a list above the bound', () => {
  const at = '2026-03-01T08:00:00.000Z'
  /** So many claims, entered a minute apart; the first is the oldest. */
  const minutes = (count: number): readonly ReceivedClaim[] =>
    madeUpClaims('keke', count).map((claim, index) => ({
      ...claim,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
    }))
  const shuffled = (claims: readonly ReceivedClaim[]): readonly ReceivedClaim[] =>
    claims.toSorted((one, other) => ((one.id * 7919) % 4001) - ((other.id * 7919) % 4001))

  it.each([
    ['oldest first', (claims: readonly ReceivedClaim[]) => claims],
    ['newest first', (claims: readonly ReceivedClaim[]) => claims.toReversed()],
    ['in no order', shuffled],
  ])('keeps the newest claims, listed %s', async (_order, inOrder) => {
    const lists = createClaimLists(storage, seal)
    const all = inOrder(minutes(4000))
    let mostChunks = 0
    const writer = await lists.begin('keke', 1100)
    for (let start = 0; start < all.length; start += 250) {
      await writer.add(all.slice(start, start + 250))
      mostChunks = Math.max(mostChunks, (await storedRows('claimChunks')).length)
    }
    await lists.publish(writer, { fetchedAt: at, etag: null })
    expect(mostChunks, 'chunks stored at a time').toBeLessThanOrEqual(9)
    const newest = all.filter(({ id }) => id > 4000 - 1100)
    expect((await stored(lists))?.claims.map(({ id }) => id)).toEqual(newest.map(({ id }) => id))
    const head = valueOf(await lists.head('keke'))
    expect(head).toMatchObject({ count: 1100, listed: 4000 })
    expect(head?.newest[0]?.id).toBe(4000)
    expect([...(head?.newest ?? []), ...(head?.otherIds ?? [])]).toHaveLength(1100)
  })

  it('keeps exactly so many where all were entered at once', async () => {
    const lists = createClaimLists(storage, seal)
    const claims = madeUpClaims('keke', 2600).map((claim) => ({ ...claim, createdAt: at }))
    await writeList(lists, 'keke', { claims, fetchedAt: at }, { keep: 1000 })
    expect((await stored(lists))?.claims).toEqual(claims.slice(0, 1000))
  })

  it('is written again when the bound changes, though the insurer’s list has not', async () => {
    const lists = createClaimLists(storage, seal)
    const list = { claims: minutes(900), fetchedAt: at }
    await writeList(lists, 'keke', list, { keep: 600 })
    expect(await writeList(lists, 'keke', list, { keep: 600 })).toEqual({ isNew: false })
    expect(await writeList(lists, 'keke', list, { keep: 700 })).toEqual({ isNew: true })
    expect((await stored(lists))?.claims).toHaveLength(700)
  })
})

describe('forgetting a policy', () => {
  it('ends what is being read, which may have claims of it', async () => {
    const lists = createClaimLists(storage, seal)
    const claims = madeUpClaims('keke', 700)
    const policy = policyNumberOf(claims[3]?.policyNumber ?? '')
    await writeList(lists, 'keke', { claims, fetchedAt: '2026-03-01T08:00:00.000Z' })
    const writer = await lists.begin('keke', 1000)
    await writer.add(claims)
    expect(valueOf(await lists.forgetPolicy('keke', policy))).toBe(1)
    const from = { fetchedAt: '2026-03-02T08:00:00.000Z', etag: null }
    expect(valueOf(await lists.publish(writer, from))).toBeNull()
    expect((await stored(lists))?.claims).toEqual(claims.filter(({ id }) => id !== claims[3]?.id))
    expect(await storedRows('claimChunks')).toHaveLength(2 + 1)
  })
})

describe('reading a stored list', () => {
  it('keeps unchanged claims as the same objects, so that they are in memory once', async () => {
    const lists = createClaimLists(storage, seal)
    const claims = madeUpClaims('keke', 600)
    await writeList(lists, 'keke', { claims, fetchedAt: '2026-03-01T08:00:00.000Z' })
    const before = valueOf(await lists.read('keke'))?.listed
    const next = claims.map((claim) => (claim.id === 2 ? { ...claim, status: '9' } : claim))
    await writeList(lists, 'keke', { claims: next, fetchedAt: '2026-03-02T08:00:00.000Z' })
    const after = valueOf(await lists.read('keke', before))?.listed
    expect(after?.claims).toEqual(next)
    expect(
      after?.claims.filter((claim, index) => claim !== before?.claims[index]).map(({ id }) => id),
    ).toEqual([2])
  })
})
