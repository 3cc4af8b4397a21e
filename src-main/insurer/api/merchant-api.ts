import * as v from 'valibot'
import type { ClaimContent } from '#shared/domain/claim.ts'
import type { Pharmacy, PharmacyFilter, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ClaimDetail } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { ok, type Result } from '#shared/result.ts'
import { parseBaseUrl } from '#shared/settings.ts'
import { likenessOfPolicies, policyNumberOf } from '#shared/domain/policy-number.ts'
import { carriesReference } from '#shared/domain/reference.ts'
import type { Network } from '#main/network/network.ts'
import * as pharmacies from './pharmacies.ts'
import {
  readClaimList,
  withShownStatus,
  type ListReader,
  type ClaimLook,
  type ListEnd,
  type ListFailure,
  type ListReading,
} from './claim-list.ts'
import {
  attemptOutcome,
  connectionCheck,
  contactOf,
  lookResult,
  shownResult,
  type Contact,
} from './classify.ts'
import {
  createHttpExchange,
  type ExchangeLimits,
  type OnBytes,
  type Query,
  type Exchange,
} from './exchange.ts'
import { sightingOf, type Sighting } from './sighting.ts'
import {
  toWireClaim,
  WireClaimCreated,
  WireClaimDetailAnswer,
  WireClaimLook,
  WireNoClaim,
} from './wire/claim.ts'

/**
 * One reading of a product's list at a time, whoever reads: two would share a slow line, and pay for the list twice.
 * Readings run in the order in which they were asked for.
 */
class ListTurns {
  readonly #last = new Map<Product, Promise<void>>()

  /** Runs a reading once those before it are over, however they ended, or at once when its signal is aborted. */
  async take<T>(product: Product, signal: AbortSignal | undefined, read: () => Promise<T>): Promise<T> {
    const before = this.#last.get(product)
    const { promise, resolve } = Promise.withResolvers<null>()
    const mine = Promise.all([before, promise]).then(() => undefined)
    this.#last.set(product, mine)
    try {
      if (before !== undefined) await Promise.race([before, aborted(signal)])
      return await read()
    } finally {
      resolve(null)
      if (this.#last.get(product) === mine) this.#last.delete(product)
    }
  }
}

async function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return
  await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
}

/** Below it, endpoints 8 to 11. */
const directory = 'api/merchant/micro_health/pharmacy'

/** The merchant API (spec: endpoints 1 to 11). Failures are data; nothing here rejects, unless `readKey` does. */
export type MerchantApi = ReturnType<typeof createMerchantApi>

/** Options of a read-only request. */
export interface Asking {
  readonly signal?: AbortSignal | undefined
  /** Told what it took of the line, however it ended. */
  readonly onBytes?: OnBytes
}

export interface MerchantApiOptions extends ExchangeLimits {
  /** As returned by `parseBaseUrl`: https, or http on this computer; a path in it is kept. */
  readonly baseUrl: string
  /** Called for each exchange; the key is not kept. */
  readonly readKey: () => Promise<string | null>
  /** How connections leave this computer; directly by default. */
  readonly network?: Network
  /** Called with what each exchange showed of the connection, if anything. */
  readonly onContact?: (contact: Contact) => void
  /** Called with what else each exchange showed: the cause of trouble, and the server's clock. */
  readonly onSighting?: (sighting: Sighting) => void
}

/**
 * Creates the only client of the merchant API.
 *
 * @throws TypeError when the base URL did not go through `parseBaseUrl`: the key could be sent unencrypted.
 */
export function createMerchantApi(options: MerchantApiOptions) {
  const { onContact, onSighting, ...rest } = options
  const base = parseBaseUrl(options.baseUrl)
  if (!base.ok) throw new TypeError(`The merchant API needs a usable base URL: ${base.error.type}`)
  const http = createHttpExchange({ ...rest, baseUrl: base.value })
  const listTurns = new ListTurns()

  const noted = (exchange: Exchange, signal?: AbortSignal): Exchange => {
    // What we aborted ourselves says nothing about the network.
    if (signal?.aborted === true) return exchange
    const contact = contactOf(exchange)
    const sighting = sightingOf(exchange, contact)
    // The cause first, because a listener for the contact may read it.
    if (sighting !== null) onSighting?.(sighting)
    if (contact !== null) onContact?.(contact)
    return exchange
  }
  const post = async (
    path: string,
    body: unknown,
    { signal: stop, onBytes }: Asking,
    delivers = true,
  ): Promise<Exchange> => noted(await http.post(path, body, { stop, onBytes, delivers }), stop)
  // Derived from the page URLs in the spec: a `page` parameter. The URLs themselves are never followed.
  const page = async (
    path: string,
    number: number,
    query: Query = {},
  ): Promise<Result<PharmacyPage, Failure>> => {
    const exchange = await http.get(path, number === 1 ? query : { ...query, page: number })
    return shownResult(noted(exchange), pharmacies.pharmacyPageOf)
  }
  const list =
    (reader: ListReader) =>
    (product: Product, reading: ListReading): Promise<Result<ListEnd, ListFailure>> =>
      listTurns.take(product, reading.signal, () => {
        reading.onBegun?.()
        return readClaimList(http, product, reading, reader, (exchange) => noted(exchange, reading.signal))
      })
  /** A read-only POST. Spec: endpoints 2 and 5. */
  const details = (product: Product, policyNumber: string, asking: Asking): Promise<Exchange> =>
    post(`api/merchant/${product}_pass_claim_details`, { policyNumber }, asking, false)

  return {
    /** Endpoints 1 and 4, once. Abort with the reason `'suspended'` when the computer sleeps; any other means a stop. */
    async createClaim(
      product: Product,
      claim: ClaimContent,
      branchReference: string,
      signal?: AbortSignal,
    ): Promise<AttemptOutcome> {
      const body = toWireClaim(claim, branchReference)
      const exchange = await post(`api/merchant/create_${product}_pass_claim`, body, { signal })
      return attemptOutcome(exchange, confirmsClaim(claim), keepsReference(branchReference))
    },
    /** Endpoint 11, once. The server sends an SMS and an e-mail to the policy's principal customer. */
    async requestPharmacy(id: number, policyNumber: string, signal?: AbortSignal): Promise<AttemptOutcome> {
      const body = { pharmacy_id: id, policy_no: policyNumber }
      const exchange = await post(`${directory}/request_pharmacy`, body, { signal })
      return attemptOutcome(exchange, pharmacies.confirmsRequest)
    },
    /** Endpoints 2 and 5 for the engine: what the insurer shows of a policy. */
    async lookUpClaim(
      product: Product,
      policyNumber: string,
      signal?: AbortSignal,
    ): Promise<Result<ClaimLook, Failure>> {
      const exchange = await details(product, policyNumber, { signal })
      const look = lookResult(exchange, claimLookOf(product, policyNumber))
      return look.ok && look.value.type === 'claim' && exchange.type === 'answered'
        ? ok({ type: 'claim', claim: withShownStatus(look.value.claim, exchange.hideKey) })
        : look
    },
    /**
     * Endpoints 3 and 6 as a stream, for the engine: constant memory for any length, no limit of the whole time. One row
     * that cannot be read makes it `wrong-shape`. A product's list is read once at a time: a reading waits for the one
     * that is under way, the page's included.
     */
    readClaimList: list('engine'),
    /** The same for the page: rows without the key, and with long texts cut. */
    streamShownClaims: list('page'),
    /** Endpoints 2 and 5. */
    claimDetails: async (
      product: Product,
      policyNumber: string,
      asking: Asking = {},
    ): Promise<Result<ClaimDetail, Failure>> =>
      shownResult(await details(product, policyNumber, asking), claimDetailOf(product, policyNumber)),
    /** Endpoint 7, one filter for each search. Pages count from 1. */
    searchPharmacies: (filter: PharmacyFilter, text: string, number: number) =>
      page('api/merchant/search_pharmacies', number, { [pharmacies.filterName(filter)]: text }),
    /** Endpoint 8. */
    searchPharmaciesByName: (name: string, number: number) =>
      page(`${directory}/search`, number, { pharmacy_name: name }),
    /** Endpoint 9. A server that ignores `page` returns page 1: compare `page` before continuing. */
    pharmacyPage: (number: number) => page(`${directory}/all`, number),
    /** Endpoint 10. */
    pharmacy: async (id: number): Promise<Result<Pharmacy, Failure>> =>
      shownResult(noted(await http.get(`${directory}/${id}`)), pharmacies.pharmacyOf(id)),
    /** Requests the first page of endpoint 9. */
    checkConnection: async (signal?: AbortSignal): Promise<ConnectionCheck> =>
      connectionCheck(
        noted(await http.get(`${directory}/all`, {}, signal), signal),
        pharmacies.pharmacyPageOf,
      ),
    /**
     * Makes sure that so many spare connections (TCP and TLS) are open or opening for next POSTs, beyond those under way.
     * On a far line about two for each that goes side by side. Each carries one POST at most; an unused one is closed
     * after 5 s.
     */
    prepare: http.prepare,
    /** Aborts whatever is in flight (its outcome is `stopped`) and frees the connections. */
    close: http.close,
  }
}

/** Checks an address once with a key that is not in use yet. @param baseUrl as returned by `parseBaseUrl` */
export async function tryKey(baseUrl: string, key: string, network: Network): Promise<ConnectionCheck> {
  const api = createMerchantApi({ baseUrl, network, readKey: () => Promise.resolve(key) })
  const check = await api.checkConnection()
  await api.close()
  return check
}

/** Whether a create answer is for this claim: the policy number must come back, however it is spelled. */
export function confirmsClaim(claim: ClaimContent) {
  const policy = policyNumberOf(claim.policyNumber)
  return (json: unknown): boolean => {
    const parsed = v.safeParse(WireClaimCreated, json)
    return parsed.success && likenessOfPolicies(parsed.output.data.policy_number, policy) !== 'other'
  }
}

/**
 * Whether a create answer repeats our reference, so that later texts of this insurer can be trusted to.
 *
 * @returns null when it does not repeat the text
 */
export function keepsReference(branchReference: string) {
  return (json: unknown): boolean | null => {
    const parsed = v.safeParse(WireClaimCreated, json)
    const text = parsed.success ? parsed.output.data.details_of_incidence : null
    return typeof text === 'string' ? carriesReference(text, branchReference) : null
  }
}

/** Reads what the insurer shows of a policy; null when it belongs to another. One that is spelled otherwise may be its. */
export function claimLookOf(product: Product, policyNumber: string) {
  const policy = policyNumberOf(policyNumber)
  return (json: unknown): ClaimLook | null => {
    if (v.is(WireNoClaim, json)) return { type: 'none' }
    const parsed = v.safeParse(WireClaimLook, json)
    if (!parsed.success || likenessOfPolicies(parsed.output.data.policyNumber, policy) === 'other')
      return null
    return { type: 'claim', claim: { product, ...parsed.output.data } }
  }
}

/** Reads one claim; null when it belongs to another policy. */
export function claimDetailOf(product: Product, policyNumber: string) {
  const policy = policyNumberOf(policyNumber)
  return (json: unknown): ClaimDetail | null => {
    const parsed = v.safeParse(WireClaimDetailAnswer, json)
    if (!parsed.success || likenessOfPolicies(parsed.output.data.policyNumber, policy) === 'other')
      return null
    return { product, ...parsed.output.data }
  }
}
