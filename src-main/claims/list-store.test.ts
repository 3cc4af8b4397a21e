import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { textOf } from '#shared/domain/told.ts'
import { createRowProtection, type RowProtection } from '#main/outbox/entry-codec.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { ClaimListStore, type ReadFrom } from './list-store.ts'
import { madeUpClaims, madeUpListed } from '#testing/claims/made-up-claims.ts'
import { done } from '#testing/claims/test-claims.ts'
import { isOnDisk } from '#testing/outbox/on-disk.ts'

const protection = createRowProtection({ bytes: new Uint8Array(32).fill(5) })
const first = '2026-03-01T08:00:00.000Z'
const second = '2026-03-02T08:00:00.000Z'
const third = '2026-03-03T08:00:00.000Z'
/** Three blocks. */
const claims = madeUpClaims('keke', 1234)
const next = madeUpClaims('keke', 1400).slice(600)

let file: string

beforeEach(() => {
  file = join(createTestFolder(), 'lists.sqlite')
})

const open = new Set<ClaimListStore>()

function opened(at = file, by: RowProtection = protection): ClaimListStore {
  const store = new ClaimListStore(at, by)
  open.add(store)
  onTestFinished(() => close(store))
  return store
}
async function close(store: ClaimListStore): Promise<void> {
  if (open.delete(store)) await store.close()
}

const from = (changes: Partial<ReadFrom> = {}): ReadFrom => ({
  fetchedAt: first,
  etag: '"made-up"',
  digest: 'digest-of-first',
  listed: claims.length,
  ...changes,
})
const other = from({ fetchedAt: second, etag: '"other"', digest: 'digest-of-next', listed: next.length })

async function withClaims(): Promise<ClaimListStore> {
  const store = opened()
  await store.publish('keke', claims, from())
  return store
}

/** Looks into the file, or changes it, beside the store. */
function inFile(sql: string, ...given: readonly SQLInputValue[]): readonly Record<string, unknown>[] {
  const database = new DatabaseSync(file)
  try {
    return database.prepare(sql).all(...given)
  } finally {
    database.close()
  }
}
const blocks = (): number => inFile('SELECT n FROM block').length
const bytesOnDisk = (): Buffer =>
  Buffer.concat(
    ['', '-wal']
      .map((end) => file + end)
      .filter((name) => existsSync(name))
      .map((name) => readFileSync(name)),
  )

/** Whether a part of these sealed bytes is on the disk. */
function isHere(rows: readonly Record<string, unknown>[]): boolean {
  const sealed = rows.flatMap((row) => (row['sealed'] instanceof Uint8Array ? [row['sealed']] : []))
  if (sealed.length < rows.length) throw new Error('not sealed')
  return isOnDisk(dirname(file), sealed, 8192)
}

/** Seals, until the nth block or head, where the disk is full. */
function fullAfter(seals: number): RowProtection {
  let left = seals
  return {
    ...protection,
    seal(plain, associatedData) {
      left -= 1
      if (left < 0) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
      return protection.seal(plain, associatedData)
    },
  }
}

describe('a kept claim list', () => {
  it('is read back in its order, over many blocks, also after a restart', async () => {
    const listed = claims.toReversed()
    const store = opened()
    expect(done(await store.publish('keke', listed, from({ listed: 2000 })))).toBe(true)
    expect(blocks()).toBe(3)
    await close(store)
    const again = opened()
    expect(await again.read('keke')).toEqual(listed)
    expect(again.kept('keke')).toEqual({
      fetchedAt: first,
      count: 1234,
      listed: 2000,
      oldestCreatedAt: claims[0] && textOf(claims[0].createdAt),
    })
    expect(again.etag('keke')).toBe('"made-up"')
    expect([again.kept('okada'), again.etag('okada'), await again.read('okada')]).toEqual([null, null, []])
  })

  it.each([0, 500, 501])('may have %i claims', async (count) => {
    const store = opened()
    const list = madeUpClaims('okada', count)
    await store.publish('okada', list, from())
    expect(await store.read('okada')).toEqual(list)
    expect(store.kept('okada')).toMatchObject({ count })
    expect(store.etag('okada')).toBe('"made-up"')
    expect(done(await store.publish('okada', list, from({ fetchedAt: second })))).toBe(false)
  })

  it('that comes again is only dated anew', async () => {
    const store = await withClaims()
    const before = inFile('SELECT * FROM block')
    expect(done(await store.publish('keke', claims, from({ fetchedAt: second, etag: '"next"' })))).toBe(false)
    expect(store.kept('keke')).toMatchObject({ fetchedAt: second, count: 1234 })
    expect(store.etag('keke')).toBe('"next"')
    done(await store.renew('keke', third))
    expect(store.kept('keke')).toMatchObject({ fetchedAt: third })
    expect(store.etag('keke')).toBe('"next"')
    expect(inFile('SELECT * FROM block')).toEqual(before)
  })

  it('replaces the earlier one of its product, of which no block stays', async () => {
    const store = opened()
    const okada = madeUpClaims('okada', 700)
    await store.publish('okada', okada, from())
    await store.publish('keke', claims, from())
    const old = inFile(`SELECT sealed FROM block WHERE product = 'keke'`)
    expect(done(await store.publish('keke', next, other))).toBe(true)
    expect(await store.read('keke')).toEqual(next)
    expect(store.kept('keke')).toMatchObject({ fetchedAt: second, count: 800 })
    expect(await store.read('okada')).toEqual(okada)
    expect(inFile('SELECT product, count(*) AS blocks FROM block GROUP BY product ORDER BY product')).toEqual(
      [
        { product: 'keke', blocks: 2 },
        { product: 'okada', blocks: 2 },
      ],
    )
    await close(store)
    expect(isHere(old)).toBe(false)
  })

  it('is read in the order of the calls', async () => {
    const store = opened()
    const published = store.publish('keke', claims, from())
    const read = store.read('keke')
    const replaced = store.publish('keke', next, other)
    expect(await read).toEqual(claims)
    await Promise.all([published, replaced])
    expect(await store.read('keke')).toEqual(next)
  })

  it('has nothing in plain text on the disk', async () => {
    await withClaims()
    const text = bytesOnDisk().toString('latin1')
    expect(text.length).toBeGreaterThan(100_000)
    for (const plain of [
      'KP/2026',
      'Made-up Street',
      'NIN 0',
      'files.example',
      'front wheel',
      'made-up',
      'digest-of',
    ])
      expect(text, plain).not.toContain(plain)
  })
})

it('the size of a list is noted, with or without a kept list', async () => {
  const store = opened()
  expect(store.size('keke')).toBeNull()
  const size = { bytes: 950_000, isWhole: false, bytesPerSecond: null, at: first }
  store.noteSize('keke', size)
  expect(store.size('keke')).toEqual(size)
  const later = { bytes: 900_000, isWhole: true, bytesPerSecond: 41_234.5, at: second }
  store.noteSize('keke', later)
  await close(store)
  const again = opened()
  expect(again.size('keke')).toEqual(later)
  expect(again.size('okada')).toBeNull()
})

describe('a list that is being written', () => {
  it.each([0, 1, 2])('leaves the old one whole when its writing ends after %i blocks', async (seals) => {
    await close(await withClaims())
    const dying = opened(file, fullAfter(seals))
    expect(await dying.publish('keke', next, other)).toEqual({ ok: false, error: { type: 'disk-full' } })
    expect(await dying.read('keke')).toEqual(claims)
    await close(dying)
    const again = opened()
    expect(await again.read('keke')).toEqual(claims)
    expect(again.kept('keke')).toMatchObject({ fetchedAt: first })
    expect(again.etag('keke')).toBe('"made-up"')
    expect(blocks()).toBe(3)
  })

  it('leaves blocks when the process is killed, which go with the next start', async () => {
    await close(await withClaims())
    inFile(`INSERT INTO block SELECT product, 'killed', n, sealed FROM block`)
    expect(blocks()).toBe(6)
    const again = opened()
    expect(blocks()).toBe(3)
    expect(await again.read('keke')).toEqual(claims)
  })
})

describe('a list with a block that', () => {
  const okada = madeUpClaims('okada', 1234)

  const missing = [
    ['is missing', 'DELETE FROM block WHERE product = :p AND n = 1'],
    ['is missing at the end', 'DELETE FROM block WHERE product = :p AND n = 2'],
  ] as const
  const closed = [
    ['moved behind another', 'UPDATE block SET n = 70 WHERE product = :p AND n = 0'],
    [
      'is that of another product',
      `UPDATE block SET sealed = (SELECT sealed FROM block AS other WHERE other.product = 'okada' AND other.n = 1)
         WHERE product = :p AND n = 1`,
    ],
    [
      'is another of its list',
      `UPDATE block SET sealed = (SELECT sealed FROM block AS other WHERE other.product = :p AND other.n = 0)
         WHERE product = :p AND n = 1`,
    ],
    ['does not open', 'UPDATE block SET sealed = zeroblob(60) WHERE product = :p AND n = 1'],
  ] as const

  async function changed(sql: string): Promise<ClaimListStore> {
    const store = await withClaims()
    await store.publish('okada', okada, from())
    inFile(sql.replaceAll(':p', `'keke'`))
    return store
  }

  // Else the insurer would say that it has not changed, and it would stay empty.
  it.each([...missing, ...closed])('%s is empty, asked for and written again', async (_what, sql) => {
    const store = await changed(sql)
    expect(await store.read('keke')).toEqual([])
    expect(store.etag('keke')).toBeNull()
    expect([await store.read('okada'), store.etag('okada')]).toEqual([okada, '"made-up"'])
    expect(done(await store.publish('keke', claims, from({ fetchedAt: second })))).toBe(true)
    expect(await store.read('keke')).toEqual(claims)
    expect(store.etag('keke')).toBe('"made-up"')
    expect(blocks()).toBe(6)
  })

  it('was sealed with another key is none, and neither is its head', async () => {
    await close(await withClaims())
    const stranger = opened(file, createRowProtection({ bytes: new Uint8Array(32).fill(6) }))
    expect([stranger.kept('keke'), stranger.etag('keke'), await stranger.read('keke')]).toEqual([
      null,
      null,
      [],
    ])
    expect(done(await stranger.publish('keke', next, other))).toBe(true)
    expect(await stranger.read('keke')).toEqual(next)
  })
})

describe('a file that', () => {
  /** Whatever is left of it, the store works. */
  async function works(store: ClaimListStore): Promise<void> {
    const kept = await store.read('keke')
    if (kept.length > 0) expect(kept).toEqual(claims)
    store.noteSize('keke', { bytes: 1, isWhole: true, bytesPerSecond: 2, at: third })
    done(await store.publish('keke', next, other))
    expect(await store.read('keke')).toEqual(next)
    expect(store.kept('keke')).toMatchObject({ count: 800, fetchedAt: second })
    await close(store)
    expect(await opened().read('keke')).toEqual(next)
  }
  async function written(): Promise<void> {
    await close(await withClaims())
  }

  it.each([0.02, 0.4, 0.95])('is damaged from %d of it on is thrown away', async (part) => {
    await written()
    const bytes = readFileSync(file)
    const at = Math.floor(bytes.length * part)
    bytes.fill(0xa5, at, at + 20_000)
    writeFileSync(file, bytes)
    await works(opened())
  })

  /** A store whose file is damaged under it, and which knows nothing of it in memory. */
  async function damagedUnder(firstPage = 1): Promise<ClaimListStore> {
    await written()
    const store = opened()
    inFile(`INSERT INTO size VALUES ('okada', 1, 1, NULL, '')`)
    inFile('PRAGMA wal_checkpoint(TRUNCATE)')
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xa5, firstPage * 4096))
    return store
  }

  it('is damaged while it is open is thrown away when it is read', async () => {
    const store = await damagedUnder()
    expect(store.kept('keke')).toBeNull()
    expect(inFile('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    await works(store)
  })

  it('is damaged while it is open is thrown away when it is written, which is done once more', async () => {
    // What the list points to is whole, its blocks are not.
    const store = await damagedUnder(3)
    expect(store.kept('keke')).toMatchObject({ count: 1234 })
    expect(done(await store.publish('keke', next, other))).toBe(true)
    expect(await store.read('keke')).toEqual(next)
    const another = await damagedUnder(3)
    expect(done(await another.forgetPolicy(policyNumberOf('MADE/UP')))).toBe(0)
    await works(another)
  })

  it('was cut is thrown away', async () => {
    await written()
    truncateSync(file, Math.floor(statSync(file).size / 2))
    await works(opened())
  })

  it('is none of SQLite’s is thrown away, with what belonged to it', async () => {
    for (const end of ['', '-wal', '-shm']) writeFileSync(file + end, 'made up '.repeat(2000))
    const store = opened()
    expect([store.kept('keke'), store.size('keke'), await store.read('keke')]).toEqual([null, null, []])
    await works(store)
  })

  it.each([1, 99])('is of version %i is thrown away', async (version) => {
    await written()
    inFile('CREATE TABLE made_up (id TEXT)')
    inFile(`PRAGMA user_version = ${version}`)
    const store = opened()
    expect(store.kept('keke')).toBeNull()
    expect(inFile(`SELECT name FROM sqlite_schema WHERE name = 'made_up'`)).toEqual([])
    await works(store)
  })

  it('is of another version in its log alone is thrown away with it', async () => {
    await withClaims()
    inFile('PRAGMA user_version = 99')
    const copied = ['', '-wal'].map((end) => [end, readFileSync(file + end)] as const)
    file = join(createTestFolder(), 'lists.sqlite')
    for (const [end, bytes] of copied) writeFileSync(file + end, bytes)
    const copy = opened()
    expect(copy.kept('keke')).toBeNull()
    expect(inFile('PRAGMA user_version')).toEqual([{ user_version: 2 }])
    await works(copy)
  })

  it('has no place on the disk stays in memory', async () => {
    const store = opened(join(createTestFolder(), 'absent', 'lists.sqlite'))
    expect(done(await store.publish('keke', claims, from()))).toBe(true)
    expect(await store.read('keke')).toEqual(claims)
    expect(done(await store.forgetPolicy(policyNumberOf(claims[3]?.policyNumber ?? '')))).toBe(1)
    expect(await store.read('keke')).toHaveLength(1233)
  })
})

describe('forgetting a policy', () => {
  const policy = policyNumberOf('KKP/2026/LA/000001')
  const spellings = ['KKP/2026/LA/000001', ' kkp\\2026\\la\\000001. ', 'kkp / 2026/la/\u200b000001']
  const withPolicy = (product: 'keke' | 'okada', count: number): readonly ReceivedClaim[] =>
    madeUpClaims(product, count).map((claim) => {
      const policyNumber = spellings[claim.id - 600]
      return policyNumber === undefined ? claim : { ...claim, policyNumber }
    })
  const isOther = ({ policyNumber }: ReceivedClaim): boolean => !spellings.includes(policyNumber)

  it('removes it from both lists, however it is written there, and leaves no sealed byte of them', async () => {
    const store = opened()
    const keke = withPolicy('keke', 1234)
    const okada = withPolicy('okada', 601)
    await store.publish('keke', keke, from({ listed: 2000 }))
    await store.publish('okada', okada, from())
    const sealed = inFile('SELECT sealed FROM block UNION ALL SELECT sealed FROM list')
    expect(isHere(sealed)).toBe(true)
    expect(await store.countOfPolicy(policy)).toBe(5)
    expect(done(await store.forgetPolicy(policy))).toBe(5)
    expect(isHere(sealed)).toBe(false)
    expect(await store.countOfPolicy(policy)).toBe(0)
    expect(await store.read('keke')).toEqual(keke.filter(isOther))
    expect(await store.read('okada')).toEqual(okada.filter(isOther))
    expect(store.kept('keke')).toMatchObject({ fetchedAt: first, count: 1231, listed: 1997 })
    expect(store.etag('keke'), 'the insurer’s list has it still').toBeNull()
    expect(done(await store.publish('keke', keke, from({ fetchedAt: second }))), 'as another list').toBe(true)
  })

  it('leaves lists without it as they are', async () => {
    const store = await withClaims()
    const before = inFile('SELECT * FROM block')
    expect(done(await store.forgetPolicy(policy))).toBe(0)
    expect(inFile('SELECT * FROM block')).toEqual(before)
    expect(store.etag('keke')).toBe('"made-up"')
  })

  it('removes a list of nothing else, and one that cannot be opened', async () => {
    const store = opened()
    await store.publish('keke', [madeUpListed({ policyNumber: policy })], from())
    await store.publish('okada', withPolicy('okada', 601), from())
    inFile(`UPDATE block SET sealed = zeroblob(60) WHERE product = 'okada' AND n = 0`)
    const sealed = inFile('SELECT sealed FROM block WHERE n = 1')
    expect(done(await store.forgetPolicy(policy))).toBe(1)
    expect([store.kept('keke'), store.kept('okada'), blocks()]).toEqual([null, null, 0])
    expect(isHere(sealed)).toBe(false)
  })

  it('removes lists that were sealed with another key', async () => {
    await close(await withClaims())
    const stranger = opened(file, createRowProtection({ bytes: new Uint8Array(32).fill(6) }))
    done(await stranger.forgetPolicy(policy))
    expect(blocks()).toBe(0)
  })

  it('removes what was left of a list that could not be written', async () => {
    const store = opened(file, fullAfter(5))
    await store.publish('keke', claims, from())
    expect(await store.publish('keke', withPolicy('keke', 1234), other)).toMatchObject({ ok: false })
    const written = inFile(
      'SELECT snapshot, sealed FROM block WHERE snapshot NOT IN (SELECT snapshot FROM list)',
    )
    done(await store.forgetPolicy(policy))
    expect(isHere(written)).toBe(false)
  })
})
