import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import { carriesReference } from '#shared/domain/reference.ts'
import { notThere } from '#shared/domain/told.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import { soughtOf } from '#main/delivery/recognition.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Slices } from '#main/platform/slices.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import type { FollowUps } from './follow-ups.ts'

/**
 * The API as the engine has it: what its lists and details say of our claims is noted too, so that an answer that proves
 * a claim received tells its status as well. Of a list everything is, however it ends.
 */
export function withNotedAnswers(
  api: DeliveryApi,
  outbox: Pick<Outbox, 'claimRows' | 'undelivered'>,
  followUps: Pick<FollowUps, 'seenInList' | 'noteShown'>,
  clock: Pick<Clock, 'now'>,
): DeliveryApi {
  const now = (): string => clock.now().toISOString()
  const readClaimList: DeliveryApi['readClaimList'] = async (product, reading) => {
    const rows = guardStorage(() => outbox.claimRows.bound(product))
    const bound = new Set(rows.ok ? rows.value.map(({ claimId }) => claimId) : [])
    const sought = [...outbox.undelivered()].flatMap((entry) => soughtOf(entry) ?? [])
    const byPolicy = Map.groupBy(
      sought.filter((one) => one.product === product),
      ({ policy }) => policy,
    )
    const isOurs = ({ id, policyNumber, incidentDetails }: ReceivedClaim): boolean =>
      bound.has(id) ||
      (byPolicy.get(policyNumberOf(policyNumber)) ?? []).some(({ reference }) =>
        carriesReference(incidentDetails, reference),
      )
    // A list has no limit: what is not ours is not kept.
    const own: ReceivedClaim[] = []
    const slices = new Slices()
    const ended = await api.readClaimList(product, {
      ...reading,
      onRows: async (batch) => {
        const step = await reading.onRows(batch)
        for (const row of batch) {
          if (slices.isOver(32)) await slices.next()
          if (isOurs(row)) own.push(row)
        }
        return step
      },
    })
    // Where it was cut off, everything may be closing.
    if (own.length > 0 && reading.signal?.aborted !== true) await followUps.seenInList(own, now())
    return ended
  }
  const lookUpClaim: DeliveryApi['lookUpClaim'] = async (product, policyNumber, signal) => {
    const look = await api.lookUpClaim(product, policyNumber, signal)
    // What the disk refuses is asked again.
    if (look.ok && look.value.type === 'claim' && signal?.aborted !== true) {
      const { claim } = look.value
      guardStorage(() => followUps.noteShown({ ...claim, id: null, deletedAt: notThere }, now()))
    }
    return look
  }
  return { ...api, readClaimList, lookUpClaim }
}
