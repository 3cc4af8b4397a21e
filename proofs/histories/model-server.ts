import { detailsWithReference } from '#shared/domain/reference.ts'
import type { Claim } from '#shared/domain/claim.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'

/** What happens to the next POST: whether the server commits, and what the caller sees. */
export interface ScriptedPost {
  readonly commits: boolean
  readonly sees: AttemptOutcome
}

/** The insurer as the engine sees it: it stores claims and answers as instructed. */
export class ModelServer implements DeliveryApi {
  readonly claims: ReceivedClaim[] = []
  readonly requests: { pharmacyId: number; policyNumber: string }[] = []
  readonly posts: ScriptedPost[] = []
  connection: ConnectionCheck = { type: 'works' }
  listFailure: Failure | null = null
  readings = 0
  probes = 0
  arrivals = 0
  /** Holds POSTs open until the returned function is called. */
  hang: { promise: Promise<void>; resolve: () => void } | null = null
  #nextId = 100

  createClaim(
    product: Product,
    claim: Claim,
    branchReference: string,
    signal?: AbortSignal,
  ): Promise<AttemptOutcome> {
    return this.#post(signal, () => this.commit(product, claim, branchReference))
  }

  requestPharmacy(pharmacyId: number, policyNumber: string, signal?: AbortSignal): Promise<AttemptOutcome> {
    return this.#post(signal, () => {
      this.requests.push({ pharmacyId, policyNumber })
    })
  }

  /** Creates a claim, from this or another computer. @param branchReference null for one that another system sent. */
  commit(product: Product, claim: Claim, branchReference: string | null): void {
    this.#nextId += 1
    const at = '2026-11-20T09:00:00.000000Z'
    this.claims.push({
      ...claim,
      product,
      id: this.#nextId,
      incidentDetails:
        branchReference === null
          ? claim.incidentDetails
          : detailsWithReference(claim.incidentDetails, branchReference),
      status: '0',
      deletedAt: null,
      createdAt: at,
      updatedAt: at,
    })
  }

  listClaims(product: Product): Promise<Result<readonly ReceivedClaim[], Failure>> {
    this.readings += 1
    if (this.connection.type !== 'works') return Promise.resolve(err({ type: 'offline' }))
    if (this.listFailure !== null) return Promise.resolve(err(this.listFailure))
    return Promise.resolve(ok(this.claims.filter((claim) => claim.product === product)))
  }

  checkConnection(): Promise<ConnectionCheck> {
    this.probes += 1
    return Promise.resolve(this.connection)
  }

  async #post(signal: AbortSignal | undefined, commit: () => void): Promise<AttemptOutcome> {
    this.arrivals += 1
    const script = this.posts.shift() ?? {
      commits: true,
      sees: { type: 'delivered', serverMessage: 'Claim initiated' },
    }
    if (script.commits) commit()
    if (this.hang !== null) {
      const stopped = new Promise<AttemptOutcome>((resolve) => {
        signal?.addEventListener('abort', () => {
          const cause = signal.reason === 'suspended' ? 'suspended' : 'stopped'
          resolve({ type: 'uncertain', cause, httpStatus: null })
        })
      })
      return await Promise.race([this.hang.promise.then(() => script.sees), stopped])
    }
    return script.sees
  }
}
