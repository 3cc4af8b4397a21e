import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import { createPageEpochs } from './page-epochs.ts'
import { createPageKeys } from './page-keys.ts'
import { sealPageRow, resealPageRow } from './page-row-sealing.ts'
import { createTestFolder } from './testing/folder.ts'
import { confirmRows, renewAllOwners, rowKeys, sealOthersRow, type RowKeySource } from './row-keys.ts'

const ada = newId()
const bayo = newId()
const dayMs = 86_400_000
let now: Date
let source: RowKeySource

beforeEach(() => {
  now = new Date('2026-03-04T09:00:00.000Z')
  const pageEpochs = createPageEpochs(join(createTestFolder(), 'page-epochs.json'), () => now)
  const dataKey = { bytes: new Uint8Array(32).fill(9) }
  source = { pageEpochs, pageKeys: createPageKeys(pageEpochs, 'live', dataKey) }
})

/** Signs in, and reseals everything as the page does. */
async function start(officerId: string): ReturnType<typeof rowKeys> {
  const keys = await rowKeys(source, officerId)
  await confirmRows(source, keys.generation)
  return keys
}

async function bayosRow(id: string): Promise<Uint8Array> {
  const { current } = await source.pageKeys.of(bayo)
  return sealPageRow(current, Buffer.from('a draft of Bayo’s'), `drafts:${id}`)
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

describe('the keys of the page’s rows', () => {
  it('stay the same for a day, and change after it, a colleague’s too', async () => {
    await start(bayo)
    const first = await start(ada)
    now = new Date(now.getTime() + dayMs / 2)
    expect(await rowKeys(source, ada)).toMatchObject({ office: first.office, own: first.own, others: [] })
    now = new Date(now.getTime() + dayMs)
    const later = await rowKeys(source, ada)
    expect(later.earlier).toEqual({ office: [first.office], own: [first.own] })
    expect(later.others).toEqual([bayo])
  })

  it('end for everyone when the page confirms it, but not by a confirmation of earlier keys', async () => {
    await start(bayo)
    const old = await start(ada)
    await renewAllOwners(source, [null, ada])
    await confirmRows(source, old.generation)
    const pending = await rowKeys(source, ada)
    expect(pending.earlier).toEqual({ office: [old.office], own: [old.own] })
    expect(pending.others).toEqual([bayo])
    await confirmRows(source, pending.generation)
    expect(await rowKeys(source, ada)).toMatchObject({ earlier: { office: [], own: [] }, others: [] })
  })
})

describe('a colleague’s row', () => {
  it('is resealed without revealing its key, and no longer opens under the previous one', async () => {
    await start(bayo)
    const id = newId()
    const before = await source.pageKeys.of(bayo)
    const row = await bayosRow(id)
    await renewAllOwners(source, [])
    const resealed = await sealOthersRow(source, { id, officerId: bayo, sealed: base64(row) })
    const bytes = new Uint8Array(Buffer.from(resealed ?? '', 'base64'))
    const after = await source.pageKeys.of(bayo)
    const place = `drafts:${id}`
    expect(resealPageRow(bytes, before, place)).toBeNull()
    expect(resealPageRow(bytes, { ...after, earlier: [] }, place)).toEqual(bytes)
  })

  it('is left unchanged under another name, in another place, or when its owner is unknown here', async () => {
    await start(bayo)
    const id = newId()
    const sealed = base64(await bayosRow(id))
    await renewAllOwners(source, [])
    expect(await sealOthersRow(source, { id, officerId: ada, sealed })).toBeNull()
    expect(await sealOthersRow(source, { id: newId(), officerId: bayo, sealed })).toBeNull()
    expect(await sealOthersRow(source, { id, officerId: newId(), sealed })).toBeNull()
    expect(await source.pageEpochs.owners()).toEqual([null, bayo])
  })
})
