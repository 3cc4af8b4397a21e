import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '#shared/result.ts'
import { FakeMain } from '#renderer/testing/fake-main.ts'
import { createClaimLists } from './claims-repository-lists.ts'
import { openRepositories, type Repositories } from './open-repositories.ts'
import { openPageStorage, type PageStorage } from './page-storage.ts'
import { createRowSeal, type RowSeal } from './row-seal.ts'
import { madeUpClaims, madeUpDetail, practiceStatus } from './testing/made-up.ts'

let main: FakeMain
let repositories: Repositories

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  main = new FakeMain()
  repositories = await open()
})
afterEach(() => repositories.close())

async function open(): Promise<Repositories> {
  return valueOf(await openRepositories(practiceStatus))
}
function valueOf<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(result.error.type)
  return result.value
}
async function storedRows(table: 'claimLists' | 'claimChunks' | 'keptClaims'): Promise<readonly object[]> {
  const storage = valueOf(await openPageStorage('practice'))
  const rows = valueOf(await storage.use((database) => database.table<object>(table).toArray()))
  storage.close()
  return rows
}
/** Everything stored, as text; bytes are decoded to letters. */
async function storedText(): Promise<string> {
  const rows = [...(await storedRows('claimChunks')), ...(await storedRows('keptClaims'))]
  return rows
    .flatMap((row) => Object.values<unknown>({ ...row }))
    .map((value) => (value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : String(value)))
    .join('\n')
}

describe('kept claim lists', () => {
  it('are the latest from the insurer, also after a restart', async () => {
    main.claims.keke = madeUpClaims('keke', 1234)
    const fetched = valueOf(await repositories.claims.fetchList('keke'))
    expect(fetched.isKept).toBe(true)
    repositories.close()
    repositories = await open()
    const kept = valueOf(await repositories.claims.keptList('keke'))
    expect(kept).toEqual({ claims: main.claims.keke, fetchedAt: fetched.fetchedAt })
    expect(valueOf(await repositories.claims.keptList('okada'))).toBeNull()
  })

  it('hold ten thousand claims', async () => {
    main.claims.okada = madeUpClaims('okada', 10_000)
    await repositories.claims.fetchList('okada')
    expect(valueOf(await repositories.claims.keptList('okada'))?.claims).toEqual(main.claims.okada)
    expect(await storedRows('claimChunks')).toHaveLength(20 + 1)
  })

  it('distinguish an empty list from none', async () => {
    await repositories.claims.fetchList('keke')
    expect(valueOf(await repositories.claims.keptList('keke'))?.claims).toEqual([])
  })

  it('stay as they were when the insurer cannot be asked', async () => {
    main.claims.keke = madeUpClaims('keke', 3)
    await repositories.claims.fetchList('keke')
    main.fail('claims:list', { type: 'offline' })
    expect(await repositories.claims.fetchList('keke')).toEqual({ ok: false, error: { type: 'offline' } })
    expect(valueOf(await repositories.claims.keptList('keke'))?.claims).toHaveLength(3)
  })

  it('leave no chunk of an earlier list of the same product behind', async () => {
    main.claims.keke = madeUpClaims('keke', 1500)
    main.claims.okada = madeUpClaims('okada', 700)
    await repositories.claims.fetchList('okada')
    await repositories.claims.fetchList('keke')
    main.claims.keke = madeUpClaims('keke', 2)
    await repositories.claims.fetchList('keke')
    // Each list has a head as well.
    expect(await storedRows('claimChunks')).toHaveLength(2 + 3)
    expect(valueOf(await repositories.claims.keptList('okada'))?.claims).toHaveLength(700)
  })

  it('hold nothing personal in plain text', async () => {
    main.claims.keke = madeUpClaims('keke', 20)
    await repositories.claims.fetchList('keke')
    const stored = await storedText()
    expect(stored.length).toBeGreaterThan(1000)
    for (const plain of ['KP/2026', 'Made-up Street', 'NIN 0', 'files.example', 'front wheel'])
      expect(stored).not.toContain(plain)
  })
})

describe('publishing a claim list', () => {
  let storage: PageStorage
  let seal: RowSeal

  beforeEach(async () => {
    storage = valueOf(await openPageStorage('practice'))
    const created = await createRowSeal(btoa('k'.repeat(32)))
    if (created === null) throw new Error('no seal')
    seal = created
  })
  afterEach(() => storage.close())

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
    await lists.publish('keke', old)
    // A read, two chunks, the head, then the pointer: killed before each but the first.
    for (const [writes, rows] of [
      [1, 4],
      [2, 4 + 1],
      [3, 4 + 1 + 2],
      [4, 4 + 1 + 2 + 3],
    ] as const) {
      void createClaimLists(dyingAfter(writes), seal).publish('keke', next)
      await expect.poll(() => storedRows('claimChunks')).toHaveLength(rows)
      expect(valueOf(await lists.read('keke'))).toEqual(old)
    }
    await lists.publish('keke', next)
    expect(valueOf(await lists.read('keke'))).toEqual(next)
    expect(await storedRows('claimChunks')).toHaveLength(2 + 1)
  })

  it('shows the new list once the pointer is written, even if the cleanup never ran', async () => {
    const lists = createClaimLists(storage, seal)
    await lists.publish('keke', { claims: madeUpClaims('keke', 3), fetchedAt: '2026-03-01T08:00:00.000Z' })
    const next = { claims: madeUpClaims('keke', 5), fetchedAt: '2026-03-02T08:00:00.000Z' }
    void createClaimLists(dyingAfter(4), seal).publish('keke', next)
    await expect.poll(async () => valueOf(await lists.read('keke'))).toEqual(next)
  })

  it('runs one at a time, and the last list stays', async () => {
    const lists = createClaimLists(storage, seal)
    const list = (count: number) => ({
      claims: madeUpClaims('keke', count),
      fetchedAt: `2026-03-0${count}T08:00:00.000Z`,
    })
    await Promise.all([lists.publish('keke', list(1)), lists.publish('keke', list(2))])
    expect(valueOf(await lists.read('keke'))).toEqual(list(2))
    expect(await storedRows('claimChunks')).toHaveLength(1 + 1)
  })

  it('updates only the time when the insurer returns the same list', async () => {
    const lists = createClaimLists(storage, seal)
    const list = { claims: madeUpClaims('keke', 700), fetchedAt: '2026-03-01T08:00:00.000Z' }
    const first = await lists.publish('keke', list)
    const before = await storedRows('claimChunks')
    const again = { ...list, fetchedAt: '2026-03-02T08:00:00.000Z' }
    expect(await lists.publish('keke', again)).toEqual(first)
    expect(await storedRows('claimChunks')).toEqual(before)
    expect(valueOf(await lists.read('keke'))).toEqual(again)
    expect(valueOf(await lists.head('keke'))?.fetchedAt).toBe(again.fetchedAt)
  })

  it('treats a list in another order, or with one word changed, as another list', async () => {
    const lists = createClaimLists(storage, seal)
    const [one, two] = madeUpClaims('keke', 2)
    if (one === undefined || two === undefined) throw new Error('no claims')
    const digests = new Set<string>()
    for (const claims of [[one, two], [two, one], [one, { ...two, status: '9' }], [one], []]) {
      const published = await lists.publish('keke', { claims, fetchedAt: '2026-03-01T08:00:00.000Z' })
      digests.add(published.digest)
      expect(valueOf(await lists.read('keke'))?.claims).toEqual(claims)
    }
    expect(digests.size).toBe(5)
  })

  it('rewrites the same list when a chunk is missing or does not open', async () => {
    const lists = createClaimLists(storage, seal)
    const list = { claims: madeUpClaims('keke', 700), fetchedAt: '2026-03-01T08:00:00.000Z' }
    const chunks = () => storage.use((database) => database.claimChunks.toArray())
    await lists.publish('keke', list)
    const [chunk] = valueOf(await chunks())
    if (chunk === undefined) throw new Error('no chunk')
    await storage.use((database) => database.claimChunks.delete(chunk.id))
    await lists.publish('keke', list)
    expect(valueOf(await lists.read('keke'))).toEqual(list)
    const [other] = valueOf(await chunks())
    if (other === undefined) throw new Error('no chunk')
    await storage.use((database) => database.claimChunks.put({ ...other, sealed: new Uint8Array(60) }))
    expect(valueOf(await lists.read('keke'))).toBeNull()
    await lists.publish('keke', list)
    expect(valueOf(await lists.read('keke'))).toEqual(list)
  })

  it('counts as not stored when a chunk is missing or sealed with another key', async () => {
    const lists = createClaimLists(storage, seal)
    await lists.publish('keke', { claims: madeUpClaims('keke', 600), fetchedAt: '2026-03-01T08:00:00.000Z' })
    const other = await createRowSeal(btoa('x'.repeat(32)))
    if (other === null) throw new Error('no seal')
    expect(valueOf(await createClaimLists(storage, other).read('keke'))).toBeNull()
    await storage.use((database) => database.claimChunks.limit(1).delete())
    expect(valueOf(await lists.read('keke'))).toBeNull()
  })
})

describe('a claim with its customer', () => {
  const claim = madeUpClaims('keke', 1)[0]
  if (claim === undefined) throw new Error('no claim')
  const policy = claim.policyNumber
  const detail = madeUpDetail(claim)

  beforeEach(() => {
    main.details.set(`keke ${policy}`, detail)
  })

  it('is not stored when it is only viewed', async () => {
    expect(valueOf(await repositories.claims.fetchDetail('keke', policy)).detail).toEqual(detail)
    expect(await storedRows('keptClaims')).toEqual([])
    expect(valueOf(await repositories.claims.keptDetail('keke', policy))).toBeNull()
  })

  it('is kept, sealed, when an officer chooses so, and found by any spelling of the policy', async () => {
    const fetched = valueOf(await repositories.claims.fetchDetail('keke', policy))
    await repositories.claims.keepDetail('keke', policy, fetched)
    const kept = valueOf(await repositories.claims.keptDetail('keke', ` ${policy.toLowerCase()} `))
    expect(kept?.detail).toEqual(detail)
    expect(kept?.fetchedAt).toBe(fetched.fetchedAt)
    expect(valueOf(await repositories.claims.keptDetail('okada', policy))).toBeNull()
    const stored = await storedText()
    for (const plain of ['KP/2026', '08000001234', 'Invented', '1988-02-29', 'customer.example'])
      expect(stored).not.toContain(plain)
  })

  it('is kept once, and updated by the next view', async () => {
    await repositories.claims.keepDetail('keke', policy, { detail, fetchedAt: '2026-03-01T08:00:00.000Z' })
    main.details.set(`keke ${policy}`, { ...detail, status: '3' })
    const fetched = valueOf(await repositories.claims.fetchDetail('keke', policy))
    const kept = valueOf(await repositories.claims.keptDetail('keke', policy))
    expect(kept?.detail.status).toBe('3')
    expect(kept?.fetchedAt).toBe(fetched.fetchedAt)
    expect(await storedRows('keptClaims')).toHaveLength(1)
  })

  it('is deleted from this computer when the officer removes it', async () => {
    await repositories.claims.keepDetail('keke', policy, { detail, fetchedAt: '2026-03-01T08:00:00.000Z' })
    await repositories.claims.removeDetail('keke', policy)
    expect(await storedRows('keptClaims')).toEqual([])
  })
})
