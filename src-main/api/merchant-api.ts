import type { Claim } from '#shared/domain/claim.ts'
import type { Pharmacy, PharmacyFilter, PharmacyPage } from '#shared/domain/pharmacy.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ClaimDetail, ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { Result } from '#shared/result.ts'
import { parseBaseUrl } from '#shared/settings.ts'
import type { Network } from '../network/network.ts'
import { claimDetailOf, claimListOf, confirmsClaim } from './claim-answers.ts'
import {
  attemptOutcome,
  connectionCheck,
  contactOf,
  readResult,
  shownResult,
  type Contact,
} from './classify.ts'
import { createHttpExchange, type ExchangeLimits } from './exchange.ts'
import type { Exchange } from './exchange-result.ts'
import { createKekeClaim, kekeClaimDetails, listKekeClaims } from './keke-claims.ts'
import { createOkadaClaim, listOkadaClaims, okadaClaimDetails } from './okada-claims.ts'
import * as pharmacies from './pharmacies.ts'
import { sightingOf, type Sighting } from './sighting.ts'

/** The merchant API (spec: endpoints 1 to 11). Failures are data; nothing here rejects, unless `readKey` does. */
export interface MerchantApi {
  /** Endpoints 1 and 4, once. Abort with the reason `'suspended'` when the computer sleeps; any other means a stop. */
  createClaim(
    product: Product,
    claim: Claim,
    branchReference: string,
    signal?: AbortSignal,
  ): Promise<AttemptOutcome>
  /** Endpoint 11, once. */
  requestPharmacy(pharmacyId: number, policyNumber: string, signal?: AbortSignal): Promise<AttemptOutcome>
  /** Endpoints 2 and 5. */
  claimDetails(product: Product, policyNumber: string): Promise<Result<ClaimDetail, Failure>>
  /**
   * Endpoints 3 and 6: the whole list as received, or `wrong-shape` when any item cannot be read. For the engine, which
   * compares rows and passes none on.
   */
  listClaims(product: Product, signal?: AbortSignal): Promise<Result<readonly ReceivedClaim[], Failure>>
  /** Endpoints 3 and 6, for the page: the same list, with the key removed if a row contains it. */
  shownClaims(product: Product): Promise<Result<readonly ReceivedClaim[], Failure>>
  /** Endpoint 7. Pages count from 1. */
  searchPharmacies(filter: PharmacyFilter, text: string, page: number): Promise<Result<PharmacyPage, Failure>>
  /** Endpoint 8. */
  searchPharmaciesByName(name: string, page: number): Promise<Result<PharmacyPage, Failure>>
  /** Endpoint 9. A server that ignores `page` returns page 1: compare `page` before continuing. */
  pharmacyPage(page: number): Promise<Result<PharmacyPage, Failure>>
  /** Endpoint 10. */
  pharmacy(id: number): Promise<Result<Pharmacy, Failure>>
  /** Requests the first page of endpoint 9. */
  checkConnection(signal?: AbortSignal): Promise<ConnectionCheck>
  /**
   * Makes sure that so many spare connections (TCP and TLS) are open or opening for next POSTs, beyond those under way.
   * On a far line about two for each that goes side by side. Each carries one POST at most; an unused one is closed
   * after 5 s.
   */
  prepare(count: number): void
  /** Aborts whatever is in flight (its outcome is `stopped`) and frees the connections. */
  close(): Promise<void>
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
export function createMerchantApi(options: MerchantApiOptions): MerchantApi {
  const { onContact, onSighting, ...rest } = options
  const base = parseBaseUrl(options.baseUrl)
  if (!base.ok) throw new TypeError(`The merchant API needs a usable base URL: ${base.error.type}`)
  const http = createHttpExchange({ ...rest, baseUrl: base.value })

  const watched = async (asking: Promise<Exchange>, signal?: AbortSignal): Promise<Exchange> => {
    const exchange = await asking
    // What we aborted ourselves says nothing about the network.
    const contact = signal?.aborted === true ? null : contactOf(exchange)
    const sighting = signal?.aborted === true ? null : sightingOf(exchange, contact)
    // The cause first, because a listener for the contact may read it.
    if (sighting !== null) onSighting?.(sighting)
    if (contact !== null) onContact?.(contact)
    return exchange
  }
  const page = async (asking: Promise<Exchange>): Promise<Result<PharmacyPage, Failure>> =>
    shownResult(await watched(asking), pharmacies.pharmacyPageOf)
  const askList = async (product: Product, signal?: AbortSignal): Promise<Exchange> => {
    const ask = product === 'keke' ? listKekeClaims : listOkadaClaims
    return watched(ask(http, signal), signal)
  }

  return {
    createClaim: async (product, claim, branchReference, signal) => {
      const create = product === 'keke' ? createKekeClaim : createOkadaClaim
      const exchange = await watched(create(http, claim, branchReference, signal), signal)
      return attemptOutcome(exchange, confirmsClaim(claim))
    },
    requestPharmacy: async (id, policyNumber, signal) => {
      const exchange = await watched(pharmacies.requestPharmacy(http, id, policyNumber, signal), signal)
      return attemptOutcome(exchange, pharmacies.confirmsRequest)
    },
    claimDetails: async (product, policyNumber) => {
      const ask = product === 'keke' ? kekeClaimDetails : okadaClaimDetails
      return shownResult(await watched(ask(http, policyNumber)), claimDetailOf(product, policyNumber))
    },
    listClaims: async (product, signal) => readResult(await askList(product, signal), claimListOf(product)),
    shownClaims: async (product) => shownResult(await askList(product), claimListOf(product)),
    searchPharmacies: (filter, text, number) => page(pharmacies.searchPharmacies(http, filter, text, number)),
    searchPharmaciesByName: (name, number) => page(pharmacies.searchPharmaciesByName(http, name, number)),
    pharmacyPage: (number) => page(pharmacies.pharmacyPage(http, number)),
    pharmacy: async (id) =>
      shownResult(await watched(pharmacies.pharmacy(http, id)), pharmacies.pharmacyOf(id)),
    checkConnection: async (signal) =>
      connectionCheck(
        await watched(pharmacies.pharmacyPage({ get: http.check }, 1, signal), signal),
        pharmacies.pharmacyPageOf,
      ),
    prepare: http.prepare,
    close: http.close,
  }
}
