import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '#shared/result.ts'
import { bytesPerRow, FakeMain } from '#renderer/testing/fake-main.ts'
import type { ListProgress } from './claims-repository-reading.ts'
import { openRepositories, type Repositories } from './open-repositories.ts'
import { openPageStorage } from './page-storage.ts'
import { madeUpClaims, practiceStatus } from './testing/made-up.ts'
import { readWholeList } from './testing/whole-list.ts'

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
async function storedRows(table: 'claimLists' | 'claimChunks'): Promise<readonly object[]> {
  const storage = valueOf(await openPageStorage('practice'))
  const rows = valueOf(await storage.use((database) => database.table<object>(table).toArray()))
  storage.close()
  return rows
}
/** Everything stored, as text; bytes are decoded to letters. */
async function storedText(): Promise<string> {
  const rows = [...(await storedRows('claimChunks')), ...(await storedRows('claimLists'))]
  return rows
    .flatMap((row) => Object.values<unknown>({ ...row }))
    .map((value) => (value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : String(value)))
    .join('\n')
}

describe('kept claim lists', () => {
  it('are the latest from the insurer, also after a restart', async () => {
    main.claims.keke = madeUpClaims('keke', 1234)
    const fetched = valueOf(await readWholeList(repositories.claims, 'keke'))
    if (fetched.type !== 'read') throw new Error(fetched.type)
    repositories.close()
    repositories = await open()
    const kept = valueOf(await repositories.claims.keptList('keke'))
    expect(kept?.listed.claims).toEqual(main.claims.keke)
    expect(kept?.fetchedAt).toBe(fetched.fetchedAt)
    expect(valueOf(await repositories.claims.keptList('okada'))).toBeNull()
  })

  it('hold ten thousand claims', async () => {
    main.claims.okada = madeUpClaims('okada', 10_000)
    await readWholeList(repositories.claims, 'okada')
    expect(valueOf(await repositories.claims.keptList('okada'))?.listed.claims).toEqual(main.claims.okada)
    expect(await storedRows('claimChunks')).toHaveLength(20 + 1)
  })

  it('distinguish an empty list from none', async () => {
    await readWholeList(repositories.claims, 'keke')
    expect(valueOf(await repositories.claims.keptList('keke'))?.listed.claims).toEqual([])
  })

  it('stay as they were when the insurer cannot be asked', async () => {
    main.claims.keke = madeUpClaims('keke', 3)
    await readWholeList(repositories.claims, 'keke')
    main.fail('claims:list-part', { type: 'offline' })
    expect(await readWholeList(repositories.claims, 'keke')).toEqual({
      ok: false,
      error: { type: 'offline' },
    })
    expect(valueOf(await repositories.claims.keptList('keke'))?.listed.claims).toHaveLength(3)
  })

  it('leave no chunk of an earlier list of the same product behind', async () => {
    main.claims.keke = madeUpClaims('keke', 1500)
    main.claims.okada = madeUpClaims('okada', 700)
    await readWholeList(repositories.claims, 'okada')
    await readWholeList(repositories.claims, 'keke')
    main.claims.keke = madeUpClaims('keke', 2)
    await readWholeList(repositories.claims, 'keke')
    // Each list has a head as well.
    expect(await storedRows('claimChunks')).toHaveLength(2 + 3)
    expect(valueOf(await repositories.claims.keptList('okada'))?.listed.claims).toHaveLength(700)
  })

  it('hold nothing personal in plain text', async () => {
    main.claims.keke = madeUpClaims('keke', 20)
    await readWholeList(repositories.claims, 'keke')
    const stored = await storedText()
    expect(stored.length).toBeGreaterThan(1000)
    for (const plain of ['KP/2026', 'Made-up Street', 'NIN 0', 'files.example', 'front wheel'])
      expect(stored).not.toContain(plain)
  })
})

describe('reading a claim list', () => {
  const kept = async () => valueOf(await repositories.claims.keptList('keke'))?.listed.claims.length ?? null
  const size = async () => valueOf(await repositories.claims.listSize('keke'))

  it('tells how far it is, and afterwards what it cost', async () => {
    main.claims.keke = madeUpClaims('keke', 1200)
    const progress: ListProgress[] = []
    await readWholeList(repositories.claims, 'keke', { onProgress: (now) => progress.push(now) })
    const totalBytes = 1200 * bytesPerRow
    expect(progress).toMatchObject(
      [500, 1000, 1200].map((claims) => ({ bytes: claims * bytesPerRow, totalBytes, claims })),
    )
    expect(await size()).toMatchObject({ bytes: totalBytes, isWhole: true })
  })

  it('stopped by an officer leaves the old list, and nothing of the new one', async () => {
    main.claims.keke = madeUpClaims('keke', 3)
    await readWholeList(repositories.claims, 'keke')
    main.claims.keke = madeUpClaims('keke', 2000)
    const stopping = new AbortController()
    const read = await readWholeList(repositories.claims, 'keke', {
      signal: stopping.signal,
      onProgress: ({ claims }) => {
        if (claims >= 1000) stopping.abort()
      },
    })
    expect(read).toEqual({ ok: true, value: { type: 'stopped' } })
    expect(main.asked.map(({ channel }) => channel)).toContain('claims:stop-list')
    expect(await kept()).toBe(3)
    expect(await storedRows('claimChunks')).toHaveLength(2)
    // What the reading showed of the size is remembered.
    expect(await size()).toMatchObject({ bytes: 2000 * bytesPerRow, isWhole: true })
  })

  it('cut off leaves the old list, and nothing of the new one', async () => {
    main.claims.keke = madeUpClaims('keke', 3)
    await readWholeList(repositories.claims, 'keke')
    main.claims.keke = madeUpClaims('keke', 2000)
    const read = await readWholeList(repositories.claims, 'keke', {
      onProgress: ({ claims }) => {
        if (claims >= 1000) main.fail('claims:list-part', { type: 'timeout' })
      },
    })
    expect(read).toEqual({ ok: false, error: { type: 'timeout' } })
    expect(await kept()).toBe(3)
    expect(await storedRows('claimChunks')).toHaveLength(2)
  })

  it.each([true, false])('ends at the bound where the insurer says its length: %s', async (saysLength) => {
    main.saysLength = saysLength
    main.claims.keke = madeUpClaims('keke', 2000)
    const mostBytes = 1200 * bytesPerRow
    const taken: number[] = []
    const read = await readWholeList(repositories.claims, 'keke', {
      mostBytes,
      onProgress: ({ claims }) => taken.push(claims),
    })
    expect(read).toEqual({ ok: true, value: { type: 'too-large' } })
    expect(taken.at(-1)).toBe(saysLength ? 500 : 1500)
    expect(await kept()).toBeNull()
    expect(await storedRows('claimChunks')).toEqual([])
    expect(await size()).toMatchObject({
      bytes: (saysLength ? 2000 : 1500) * bytesPerRow,
      isWhole: saysLength,
    })
  })

  it('takes a list that ends just above the bound', async () => {
    main.claims.keke = madeUpClaims('keke', 400)
    await readWholeList(repositories.claims, 'keke', { mostBytes: 100 })
    expect(await kept()).toBe(400)
  })

  it('takes only the time of a list that has not changed', async () => {
    main.claims.keke = madeUpClaims('keke', 600)
    main.etags.keke = '"made-up"'
    await readWholeList(repositories.claims, 'keke')
    const before = await storedRows('claimChunks')
    const at = valueOf(await repositories.claims.keptList('keke'))?.fetchedAt ?? ''
    await expect.poll(() => new Date().toISOString()).not.toBe(at)
    const again = valueOf(await readWholeList(repositories.claims, 'keke'))
    expect(again).toMatchObject({ type: 'read', isNew: false })
    expect(await storedRows('claimChunks')).toEqual(before)
    expect((valueOf(await repositories.claims.keptList('keke'))?.fetchedAt ?? '') > at).toBe(true)
    // It still costs as much as before.
    expect(await size()).toMatchObject({ bytes: 600 * bytesPerRow })
  })

  it('reads an unchanged list again where more of it is to be kept, or a part of it is gone', async () => {
    const etagsAsked = () =>
      main.asked.flatMap(({ channel, input }) =>
        channel === 'claims:read-list' && typeof input === 'object' && input !== null && 'etag' in input
          ? [input.etag]
          : [],
      )
    main.claims.keke = madeUpClaims('keke', 900)
    main.etags.keke = '"made-up"'
    await readWholeList(repositories.claims, 'keke', { keep: 600 })
    await readWholeList(repositories.claims, 'keke', { keep: 600 })
    await readWholeList(repositories.claims, 'keke', { keep: 700 })
    expect(etagsAsked()).toEqual([null, '"made-up"', null])
    expect(await kept()).toBe(700)
    const storage = valueOf(await openPageStorage('practice'))
    await storage.use((database) => database.claimChunks.limit(1).delete())
    storage.close()
    await readWholeList(repositories.claims, 'keke', { keep: 700 })
    expect(etagsAsked().at(-1)).toBeNull()
    expect(await kept()).toBe(700)
  })
})
