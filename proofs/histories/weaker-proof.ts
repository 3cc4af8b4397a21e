import type { InsurerClaim } from '#shared/domain/received-claim.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import { carriesReference, referenceToken } from '#shared/domain/reference.ts'
import { nearnessOf } from '#shared/domain/told.ts'
import type { EntryBody } from '#shared/outbox/entry.ts'
import { ok } from '#shared/result.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import type { Outbox } from '#main/outbox/outbox.ts'

type SentClaim = Extract<EntryBody, { readonly kind: 'claim' }>

/** A protection that a history takes away, to see that it breaks without it. */
interface Weakness {
  /** What the engine is shown in place of a claim; null for nothing. @param open what it still looks for */
  readonly shows: <T extends InsurerClaim>(claim: T, open: readonly SentClaim[]) => T | null
  /** Where: everywhere, unless lists alone are said. */
  readonly inListsAlone?: true
  /** The promise that breaks. */
  readonly breaks: string
}

const isSameClaims = (claim: InsurerClaim, { product, claim: sent }: SentClaim): boolean =>
  claim.product === product && isSamePolicy(claim.policyNumber, sent.policyNumber)

/** Engines without a protection, by what they lack or do. */
export const weaknesses = {
  /** A claim that may be ours, which an officer decides about. */
  'no candidates': {
    breaks: 'claims for one',
    shows: (claim, open) =>
      open.some(({ branchReference }) => carriesReference(claim.incidentDetails, branchReference))
        ? claim
        : null,
  },
  /** A claim is ours if it has our reference exactly as it was sent. */
  'no candidates and no recognition': {
    breaks: 'claims for one',
    shows: (claim, open) =>
      open.some(({ branchReference }) => claim.incidentDetails.includes(referenceToken(branchReference)))
        ? claim
        : null,
  },
  'a day that was not read is another day': {
    breaks: 'claims for one',
    shows: (claim) =>
      claim.occurrenceDate.type === 'read'
        ? claim
        : { ...claim, occurrenceDate: { type: 'read', day: '1999-01-01' }, createdAt: { type: 'missing' } },
  },
  'a time that was not read lies before the first attempt': {
    breaks: 'claims for one',
    shows: (claim, open) => {
      const isSameDay = open.some(
        (one) =>
          isSameClaims(claim, one) && nearnessOf(claim.occurrenceDate, one.claim.occurrenceDate) === 'same',
      )
      const isOurs = open.some(({ branchReference }) =>
        carriesReference(claim.incidentDetails, branchReference),
      )
      return claim.createdAt.type === 'read' || isSameDay || isOurs ? claim : null
    },
  },
  'no alarm without our reference': {
    breaks: 'more rows than claims and no alarm',
    inListsAlone: true,
    shows: (claim, open) =>
      open.some((one) => isSameClaims(claim, one)) || /ref/i.test(claim.incidentDetails) ? claim : null,
  },
} as const satisfies Readonly<Record<string, Weakness>>
export type Weakening = keyof typeof weaknesses

/** The API for an engine that lacks a protection: it is not shown what it would not have heeded. */
export function weakened(weakening: Weakening): (api: DeliveryApi, outbox: Outbox) => DeliveryApi {
  const weakness: Weakness = weaknesses[weakening]
  return (api, outbox) => {
    const shown = <T extends InsurerClaim>(claim: T): T | null => {
      const open = [...outbox.undelivered()].flatMap(({ body }) => (body.kind === 'claim' ? [body] : []))
      return weakness.shows(claim, open)
    }
    const forgetting: DeliveryApi['createClaim'] = async (...args) => {
      const outcome = await api.createClaim(...args)
      return 'keptReference' in outcome ? { ...outcome, keptReference: null } : outcome
    }
    const looking: DeliveryApi['lookUpClaim'] = async (...args) => {
      const look = await api.lookUpClaim(...args)
      if (!look.ok || look.value.type === 'none') return look
      const claim = shown(look.value.claim)
      return ok(claim === null ? { type: 'none' } : { type: 'claim', claim })
    }
    return {
      ...api,
      createClaim: forgetting,
      lookUpClaim: weakness.inListsAlone === true ? api.lookUpClaim : looking,
      readClaimList: (product, reading) =>
        api.readClaimList(product, {
          ...reading,
          onRows: (rows) => reading.onRows(rows.map(shown).filter((row) => row !== null)),
        }),
    }
  }
}
