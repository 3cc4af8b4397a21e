import * as v from 'valibot'
import type { Draft } from '#shared/domain/draft.ts'
import type { Pharmacy, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ClaimDetail, ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { Desk } from '#shared/contract/desk.ts'
import {
  calls as contract,
  type RequestArgument,
  type RequestChannel,
  type RequestValue,
} from '#shared/contract/calls.ts'
import type { EntryBody, EntrySummary } from '#shared/outbox/entry.ts'
import { initialState } from '#shared/outbox/transition.ts'
import { err, ok, type Result } from '#shared/result.ts'

type Handlers = {
  readonly [C in RequestChannel]?: (argument: RequestArgument<C>) => Result<RequestValue<C>, Failure>
}

/** Main as the page sees it, in memory: parses every argument, clones what crosses, keeps copies and entries. */
export interface DeskDouble extends Desk {
  readonly copies: Map<string, Draft>
  readonly accepted: Map<string, EntryBody>
  /** The insurer's lists. */
  readonly claims: Record<Product, readonly ReceivedClaim[]>
  /** What the insurer answers for a policy, by `product policy`. */
  readonly details: Map<string, ClaimDetail>
  /** Every request in order. */
  readonly calls: { readonly channel: RequestChannel; readonly argument: unknown }[]
  /** The channel answers this failure from now on; null lets it answer again. */
  fail(channel: RequestChannel, failure: Failure | null): void
  /** The answers of this channel wait, though main has done its part, until they are released. */
  hold(channel: RequestChannel): { readonly reached: Promise<void>; release(): void }
}

/** 32 made-up bytes. */
const rowKey = btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, index) => index + 7)))

/** A desk whose main keeps everything in memory. */
export function createDeskDouble(pharmacies: readonly Pharmacy[] = []): DeskDouble {
  const copies = new Map<string, Draft>()
  const accepted = new Map<string, EntryBody>()
  const failures = new Map<RequestChannel, Failure>()
  const gates = new Map<RequestChannel, () => Promise<undefined>>()
  const calls: { channel: RequestChannel; argument: unknown }[] = []
  const claims: Record<Product, readonly ReceivedClaim[]> = { keke: [], okada: [] }
  const details = new Map<string, ClaimDetail>()
  const handlers = {
    ...draftHandlers(copies, accepted),
    ...claimHandlers(claims, details),
    ...pharmacyHandlers(pharmacies),
  }

  return {
    copies,
    accepted,
    claims,
    details,
    calls,
    fail(channel, failure) {
      if (failure === null) failures.delete(channel)
      else failures.set(channel, failure)
    },
    hold(channel) {
      const reached = Promise.withResolvers<undefined>()
      const released = Promise.withResolvers<undefined>()
      gates.set(channel, () => {
        reached.resolve(undefined)
        return released.promise
      })
      const release = (): void => {
        gates.delete(channel)
        released.resolve(undefined)
      }
      return { reached: reached.promise, release }
    },
    on: () => () => undefined,
    async request(channel, ...input) {
      // What cannot be cloned rejects, as it does at the bridge.
      const argument: unknown = structuredClone(input[0])
      calls.push({ channel, argument })
      const failure = failures.get(channel)
      const parsed = v.safeParse(contract[channel].takes, argument)
      const answer =
        failure !== undefined
          ? err(failure)
          : parsed.success
            ? answerOfHandler(handlers, channel, parsed.output)
            : err({ type: 'invalid-input', where: v.getDotPath(parsed.issues[0]) ?? '' } as const)
      await gates.get(channel)?.()
      return structuredClone(answer)
    },
  }
}

function answerOfHandler<C extends RequestChannel>(
  handlers: Handlers,
  channel: C,
  argument: unknown,
): Result<RequestValue<C>, Failure> {
  const handler = handlers[channel]
  if (handler === undefined) return err({ type: 'unexpected' })
  // The schema of this very channel has just parsed it.
  return handler(argument as RequestArgument<C>)
}

function draftHandlers(copies: Map<string, Draft>, accepted: Map<string, EntryBody>): Handlers {
  return {
    'session:row-key': () =>
      ok({
        office: rowKey,
        own: null,
        earlier: { office: [], own: [] },
        others: [],
        generation: 'first',
      }),
    'drafts:keep-copy': (draft) => {
      copies.set(draft.id, draft)
      return ok(null)
    },
    'drafts:forget-copy': ({ id }) => {
      copies.delete(id)
      return ok(null)
    },
    'drafts:copies': () => ok([...copies.values()]),
    'drafts:accepted': ({ ids }) => ok(ids.filter((id) => accepted.has(id))),
    'outbox:accept': ({ id, body }) => {
      const known = accepted.get(id)
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(body))
        return err({ type: 'id-taken' })
      accepted.set(id, body)
      return ok(summaryOf(id, body))
    },
  }
}

function claimHandlers(
  claims: Readonly<Record<Product, readonly ReceivedClaim[]>>,
  details: ReadonlyMap<string, ClaimDetail>,
): Handlers {
  return {
    'claims:list': ({ product }) => ok(claims[product]),
    'claims:detail': ({ product, policyNumber }) => {
      const found = details.get(`${product} ${policyNumber}`)
      return found === undefined ? err({ type: 'not-found', serverMessage: 'No such policy.' }) : ok(found)
    },
  }
}

function summaryOf(id: string, body: EntryBody): EntrySummary {
  const claim = body.kind === 'claim' ? body : null
  const at = new Date().toISOString()
  return {
    id,
    seq: 1,
    acceptedAt: at,
    capturedBy: null,
    kind: body.kind,
    product: claim?.product ?? null,
    policyNumber: body.kind === 'claim' ? body.claim.policyNumber : body.policyNumber,
    pharmacyName: body.kind === 'claim' ? null : body.pharmacyName,
    branchReference: claim?.branchReference ?? null,
    amount: claim?.claim.repairEstimate ?? null,
    state: initialState(at),
    attempts: 0,
    nextTryAt: null,
    duplicateClaimIds: [],
  }
}

function pharmacyHandlers(pharmacies: readonly Pharmacy[]): Handlers {
  const pageOf = (found: readonly Pharmacy[], page: number): Result<PharmacyPage, Failure> =>
    ok({
      pharmacies: found.slice((page - 1) * 15, page * 15),
      page,
      lastPage: Math.max(1, Math.ceil(found.length / 15)),
      total: found.length,
    })
  const has = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted.toLowerCase())
  return {
    'pharmacies:page': ({ page }) => pageOf(pharmacies, page),
    'pharmacies:search': ({ filter, text, page }) =>
      pageOf(
        pharmacies.filter((pharmacy) => has(pharmacy[filter], text)),
        page,
      ),
    'pharmacies:search-by-name': ({ name, page }) =>
      pageOf(
        pharmacies.filter((pharmacy) => has(pharmacy.name, name)),
        page,
      ),
    'pharmacies:one': ({ id }) => {
      const found = pharmacies.find((pharmacy) => pharmacy.id === id)
      return found === undefined ? err({ type: 'not-found', serverMessage: 'Pharmacy not found' }) : ok(found)
    },
  }
}
