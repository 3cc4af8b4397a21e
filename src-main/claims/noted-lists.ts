import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { DeliveryApi } from '../delivery/engine-options.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Clock } from '../platform/clock.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import type { FollowUps } from './follow-ups.ts'

/** The API as the engine has it: what its readings of lists say of our claims is noted too, however they end. */
export function withNotedLists(
  api: DeliveryApi,
  outbox: Pick<Outbox, 'claimRows'>,
  followUps: Pick<FollowUps, 'seenInList'>,
  clock: Pick<Clock, 'now'>,
): DeliveryApi {
  const readClaimList: DeliveryApi['readClaimList'] = async (product, reading) => {
    const rows = guardStorage(() => outbox.claimRows.bound(product))
    const bound = new Set(rows.ok ? rows.value.map(({ claimId }) => claimId) : [])
    // A list has no limit: what is not ours is not kept.
    const own: ReceivedClaim[] = []
    const ended = await api.readClaimList(product, {
      ...reading,
      onRows: (batch) => {
        own.push(...batch.filter(({ id }) => bound.has(id)))
        return reading.onRows(batch)
      },
    })
    // Where it was cut off, everything may be closing.
    if (reading.signal?.aborted !== true) await followUps.seenInList(own, clock.now().toISOString())
    return ended
  }
  return { ...api, readClaimList }
}
