import { expect, it } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { at } from '#testing/outbox/entries.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { ownClaims, type OwnSources } from './own-claims.ts'
import { claimKey } from './table-rows.ts'
import { done, TestClaims } from '#testing/claims/test-claims.ts'

/** The outbox, and what of it was opened. */
function watched({ outbox }: TestClaims): {
  readonly outbox: OwnSources['outbox']
  readonly opened: string[]
} {
  const opened: string[] = []
  return {
    opened,
    outbox: {
      claimsAtInsurer: () => outbox.claimsAtInsurer(),
      settledClaimIds: () => outbox.settledClaimIds(),
      undelivered: () => outbox.undelivered(),
      duplicated: () => outbox.duplicated(),
      get(id) {
        opened.push(id)
        return outbox.get(id)
      },
    },
  }
}

it('a received claim is not opened where a listed row was bound to it, and else once', async () => {
  const desk = new TestClaims()
  const { outbox, opened } = watched(desk)
  const [listed, twice, away] = [desk.bound(1), desk.bound(2), desk.bound(3)]
  done(desk.outbox.claimRows.noteSurplus('keke', 9, twice, at))
  const draft = desk.queued()
  const corrected = desk.queued({ policyNumber: 'KKP/2' })
  done(desk.outbox.apply(corrected, { type: 'withdraw', at, to: 'draft', as: draft }))
  const known = new Map<string, KeptEntry>()
  const policy = policyNumberOf(madeUpClaim().policyNumber)
  const here = new Map([1, 2].map((claimId) => [claimKey('keke', claimId), policy]))
  const own = () => ownClaims({ ...desk.sources, outbox }, here, known)

  const { bound, unbound } = await own()
  expect([...bound]).toMatchObject([
    ['keke-1', { entryId: listed, group: 'received' }],
    ['keke-2', { entryId: twice, group: 'needs-you' }],
  ])
  expect(unbound.map(({ side }) => side?.entryId)).toEqual([draft, away])
  expect(opened).toEqual([away, corrected, draft])
  await own()
  expect(opened.slice(3), 'what is not settled is in memory anyway').toEqual([draft])
})

it('a claim that is settled or submitted meanwhile is there once', async () => {
  const desk = new TestClaims()
  const { outbox } = watched(desk)
  const waits = desk.queued()
  const draft = desk.draft()
  const changing = {
    ...outbox,
    settledClaimIds() {
      setImmediate(() => {
        desk.deliver(waits)
        desk.queued({}, null, draft)
      })
      return outbox.settledClaimIds()
    },
  }
  const { unbound, drafts } = await ownClaims({ ...desk.sources, outbox: changing }, new Map(), new Map())
  expect(unbound.map(({ side }) => side?.entryId)).toEqual([waits])
  expect(drafts.map(({ key }) => key)).toEqual([draft])
})

it('a claim that was corrected several times and then taken out has one row, the last', async () => {
  const desk = new TestClaims()
  const [first, second, last] = [desk.queued(), desk.queued(), desk.queued()]
  const takeOut = (id: string, event: { to: 'draft'; as: string } | { to: 'discarded' }): void => {
    done(desk.outbox.apply(id, { type: 'withdraw', at, ...event }))
  }
  takeOut(first, { to: 'draft', as: second })
  takeOut(second, { to: 'draft', as: last })
  takeOut(last, { to: 'discarded' })
  const { unbound } = await ownClaims(desk.sources, new Map(), new Map())
  expect(unbound.map(({ side }) => side?.entryId)).toEqual([last])
})
