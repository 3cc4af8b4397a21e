import { describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import type { ListReading } from '#main/insurer/api/claim-list.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import { unconfirmed, withoutDisk } from '#testing/outbox/entries.ts'
import type { FollowUps } from './follow-ups.ts'
import { withNotedAnswers } from './noted-answers.ts'
import { FollowedOffice } from '#testing/claims/follow-ups.ts'

/** An office whose engine reads a list with one claim of its own, and one of another branch. */
function reading(office: FollowedOffice, id: string) {
  const rows = [office.listed(id, 7, { status: '2' }), office.listed(id, 8, { status: '3' })]
  const api: Pick<DeliveryApi, 'readClaimList' | 'lookUpClaim'> = {
    readClaimList: async (_product, { onRows }) => {
      await onRows(rows)
      return ok({ type: 'stopped', bytes: 900 })
    },
    lookUpClaim: () => Promise.resolve(ok({ type: 'claim', claim: office.shown(id, { status: '2' }) })),
  }
  const kept: number[] = []
  const seenInList: FollowUps['seenInList'] = (given, at) => {
    kept.push(...[...given].map((row) => row.id))
    return office.followUps.seenInList(given, at)
  }
  const noteShown: FollowUps['noteShown'] = (...shown) => office.followUps.noteShown(...shown)
  const told = { seenInList, noteShown }
  const noted = withNotedAnswers(api as DeliveryApi, office.outbox, told, office.clock)
  const seen: number[] = []
  const read = (more: Partial<ListReading> = {}) =>
    noted.readClaimList('keke', {
      onRows: (batch) => {
        seen.push(...batch.map((row) => row.id))
        return 'stop'
      },
      ...more,
    })
  const lookUp = (signal?: AbortSignal) => noted.lookUpClaim('keke', 'KKP/1', signal)
  return { read, seen, kept, lookUp }
}

describe('a list that the engine reads', () => {
  it('tells what the insurer says of our claims, also where it is ended early', async () => {
    const office = new FollowedOffice()
    const id = office.received('KKP/1', { claimId: 7 })
    const { read, seen, kept } = reading(office, id)
    expect(await read()).toEqual(ok({ type: 'stopped', bytes: 900 }))
    expect([seen, kept], 'of others nothing is kept').toEqual([[7, 8], [7]])
    expect(office.standing(id)).toMatchObject({ says: { status: '2' }, asOf: office.now() })
  })

  it('tells what the insurer says of a claim that it proves received', async () => {
    const office = new FollowedOffice()
    const id = unconfirmed(office.outbox)
    const { read, kept } = reading(office, id)
    await read()
    office.outbox.found(id, 'keke', 7, 'list', office.now())
    expect(office.standing(id)).toMatchObject({ says: { status: '2' }, asOf: office.now() })
    expect(kept, 'both carry its reference').toEqual([7, 8])
  })

  it('tells nothing once it was cut off', async () => {
    const office = new FollowedOffice()
    const id = office.received('KKP/1', { claimId: 7 })
    await reading(office, id).read({ signal: AbortSignal.abort('stopped') })
    expect(office.standing(id)?.says).toBeNull()
  })

  it('is read as ever where the disk takes nothing', async () => {
    const office = new FollowedOffice()
    const id = office.received('KKP/1', { claimId: 7 })
    withoutDisk(office.database)
    const { read, seen } = reading(office, id)
    expect(await read()).toEqual(ok({ type: 'stopped', bytes: 900 }))
    expect(seen).toEqual([7, 8])
  })
})

describe('the details that the engine looks at', () => {
  it('tell what the insurer says of a claim that they prove received', async () => {
    const office = new FollowedOffice()
    const id = unconfirmed(office.outbox)
    expect(await reading(office, id).lookUp()).toMatchObject({ ok: true, value: { type: 'claim' } })
    office.outbox.found(id, 'keke', null, 'details', office.now())
    expect(office.standing(id)).toMatchObject({ says: { status: '2' }, asOf: office.now() })
  })

  it('tell nothing once they were cut off, and are there as ever where the disk takes nothing', async () => {
    const office = new FollowedOffice()
    const id = office.received()
    const { lookUp } = reading(office, id)
    await lookUp(AbortSignal.abort('stopped'))
    expect(office.standing(id)?.says).toBeNull()
    withoutDisk(office.database)
    expect(await lookUp()).toMatchObject({ ok: true })
    expect(office.standing(id)?.says).toBeNull()
  })
})
