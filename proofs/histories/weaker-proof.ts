import type { InsurerClaim } from '#shared/domain/received-claim.ts'
import { carriesReference, referenceToken } from '#shared/domain/reference.ts'
import { ok } from '#shared/result.ts'
import type { DeliveryApi } from '#main/delivery/engine-parts.ts'
import type { Outbox } from '#main/outbox/outbox.ts'

/**
 * Protections that a history takes away, to see that it breaks without them: candidates (claims that may be ours, which
 * an officer decides about), or recognition too (a claim is ours if it has our reference exactly as it was sent).
 */
export type Weakening = 'candidates' | 'candidates and recognition'

/** The API for an engine that lacks a protection: claims that it would not have heeded are not shown to it. */
export function weakened(weakening: Weakening): (api: DeliveryApi, outbox: Outbox) => DeliveryApi {
  return (api, outbox) => {
    const isHeeded = ({ incidentDetails }: InsurerClaim): boolean =>
      [...outbox.undelivered()].some(({ body }) => {
        if (body.kind !== 'claim') return false
        return weakening === 'candidates'
          ? carriesReference(incidentDetails, body.branchReference)
          : incidentDetails.includes(referenceToken(body.branchReference))
      })
    return {
      ...api,
      createClaim: async (...args) => {
        const outcome = await api.createClaim(...args)
        return 'keptReference' in outcome ? { ...outcome, keptReference: null } : outcome
      },
      lookUpClaim: async (...args) => {
        const look = await api.lookUpClaim(...args)
        return look.ok && look.value.type === 'claim' && !isHeeded(look.value.claim)
          ? ok({ type: 'none' })
          : look
      },
      readClaimList: (product, reading) =>
        api.readClaimList(product, {
          ...reading,
          onRows: (rows) => reading.onRows(rows.filter(isHeeded)),
        }),
    }
  }
}
