import { beforeEach, expect, it } from 'vitest'
import type { KeptList } from '#shared/domain/claim-list.ts'
import { ok } from '#shared/result.ts'
import { FakeMain, noLists } from '#testing/page/fake-main.ts'
import { useClaims } from './claims.ts'

const kept: KeptList = {
  fetchedAt: '2026-03-01T08:00:00.000Z',
  count: 2,
  listed: 2,
  oldestCreatedAt: '2026-02-01T08:00:00.000Z',
}
let main: FakeMain

beforeEach(() => {
  main = new FakeMain()
})

it('forgets another environment’s lists before it has read its own', async () => {
  main.answer({ 'claims:lists': () => ok({ ...noLists, keke: { ...noLists.keke, kept } }) })
  const claims = useClaims()
  await claims.read()
  expect(claims.lists.keke.kept).toEqual(kept)
  const held = main.hold('claims:lists')
  const again = claims.read()
  await held.reached
  expect(claims.lists.keke.kept).toBe(null)
  held.release()
  await again
})
