import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createPageEpochs, type PageEpochs } from './page-epochs.ts'
import { createTestFolder } from './testing/folder.ts'

const officer = '01980000-0000-7000-8000-000000000001'
let folder: string
let file: string
let epochs: PageEpochs

beforeEach(() => {
  folder = createTestFolder()
  file = join(folder, 'page-epochs.json')
  epochs = createPageEpochs(file)
})

it('an owner’s first epoch has its own secret, and rows from before epochs still open', async () => {
  const office = await epochs.of(null)
  expect(office.current).toHaveLength(32)
  expect(office.earlier).toEqual([new Uint8Array()])
  expect((await epochs.of(officer)).current).not.toEqual(office.current)
  expect(await createPageEpochs(file).of(null)).toEqual(office)
})

it('keeps every earlier secret only until the page has resealed that owner’s rows', async () => {
  const first = await epochs.of(null)
  const others = await epochs.of(officer)
  await epochs.renew([null])
  await epochs.renew([null])
  const pending = await epochs.of(null)
  expect(pending.earlier).toContainEqual(first.current)
  expect(pending.earlier).toHaveLength(3)
  const secret = Buffer.from(first.current).toString('base64')
  expect(readFileSync(file, 'utf8')).toContain(secret)

  expect(await epochs.confirm(null)).toEqual({ ok: true, value: null })
  expect(await epochs.of(null)).toEqual({ current: pending.current, earlier: [] })
  for (const name of readdirSync(folder))
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain(secret)
  expect(await epochs.of(officer)).toEqual(others)
})

it('leaves no secret in a file interrupted by a power cut', async () => {
  await epochs.of(null)
  writeFileSync(join(folder, '.page-epochs.json.made-up.tmp'), readFileSync(file))
  await epochs.confirm(null)
  expect(readdirSync(folder)).toEqual(['page-epochs.json'])
})

it('works without epochs when the disk refuses the file', async () => {
  mkdirSync(file)
  expect(await epochs.of(null)).toEqual({ current: new Uint8Array(), earlier: [] })
  expect((await epochs.renew([null])).ok).toBe(false)
})

const dayMs = 86_400_000

it('begins a new epoch for everyone after a while, once, and not before the earlier ones have ended', async () => {
  let now = new Date('2026-03-04T09:00:00Z')
  epochs = createPageEpochs(file, () => now)
  const first = await epochs.of(officer)
  now = new Date(now.getTime() + 2 * dayMs)
  await epochs.renewOlderThan(dayMs)
  expect(await epochs.of(officer)).toEqual(first)

  await epochs.confirm(officer)
  await epochs.renewOlderThan(dayMs)
  const second = await epochs.of(officer)
  expect(second.earlier).toEqual([first.current])
  expect(await epochs.unfinished()).toEqual([officer])
  await epochs.confirm(officer)
  await epochs.renewOlderThan(dayMs)
  expect((await epochs.of(officer)).current).toEqual(second.current)
})

it('begins a new epoch when the clock was set back further than the limit', async () => {
  let now = new Date('2026-03-04T09:00:00Z')
  epochs = createPageEpochs(file, () => now)
  const first = await epochs.of(null)
  await epochs.confirm(null)
  now = new Date('2020-01-01T09:00:00Z')
  await epochs.renewOlderThan(dayMs)
  expect((await epochs.of(null)).current).not.toEqual(first.current)
})

it('ends everyone’s earlier epochs together, unless newer ones have begun', async () => {
  await epochs.of(null)
  await epochs.of(officer)
  const generation = await epochs.generation()
  await epochs.renew([officer])
  await epochs.confirmAll(generation)
  expect(await epochs.unfinished()).toEqual([null, officer])
  expect((await epochs.of(officer)).earlier).toHaveLength(2)

  await epochs.confirmAll(await epochs.generation())
  expect(await epochs.unfinished()).toEqual([])
  expect(await epochs.owners()).toEqual([null, officer])
})
