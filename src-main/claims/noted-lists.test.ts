import { describe, expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import type { ListReading } from '../api/claim-reading.ts'
import type { DeliveryApi } from '../delivery/engine-options.ts'
import { withoutDisk } from '../outbox/testing/entries.ts'
import type { FollowUps } from './follow-ups.ts'
import { withNotedLists } from './noted-lists.ts'
import { FollowedOffice } from './testing/follow-ups.ts'

/** An office whose engine reads a list with one claim of its own, and one of another branch. */
function reading(office: FollowedOffice, id: string) {
  const rows = [office.listed(id, 7, { status: '2' }), office.listed(id, 8, { status: '3' })]
  const api: Pick<DeliveryApi, 'readClaimList'> = {
    readClaimList: async (_product, { onRows }) => {
      await onRows(rows)
      return ok({ type: 'stopped', bytes: 900 })
    },
  }
  const kept: number[] = []
  const seenInList: FollowUps['seenInList'] = (given, at) => {
    kept.push(...[...given].map((row) => row.id))
    return office.followUps.seenInList(given, at)
  }
  const noted = withNotedLists(api as DeliveryApi, office.outbox, { seenInList }, office.clock)
  const seen: number[] = []
  const read = (more: Partial<ListReading> = {}) =>
    noted.readClaimList('keke', {
      onRows: (batch) => {
        seen.push(...batch.map((row) => row.id))
        return 'stop'
      },
      ...more,
    })
  return { read, seen, kept }
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
