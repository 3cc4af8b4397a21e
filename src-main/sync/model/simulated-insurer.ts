import { detailsWithReference } from '#shared/domain/identifier.ts'
import type { Claim } from '#shared/domain/claim.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/ipc/app-status.ts'
import type { AttemptOutcome, UncertainCause } from '#shared/outbox/attempt-outcome.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Clock } from '../clock.ts'
import type { DeliveryApi } from '../engine-options.ts'

/** What becomes of one POST: when the server acts on it, and what the caller hears. */
export type PostFate =
  | { readonly type: 'answered' }
  | { readonly type: 'rejected' }
  | { readonly type: 'never-left' }
  | { readonly type: 'key-refused' }
  | { readonly type: 'rate-limited' }
  /** The answer is lost. @param commitAfterMs when the server acts on it; null: never. */
  | { readonly type: 'lost'; readonly cause: UncertainCause; readonly commitAfterMs: number | null }
  /** No answer ever comes, until the process ends or sleeps. */
  | { readonly type: 'hangs'; readonly commitAfterMs: number | null }

export type Weather = 'fine' | 'offline' | 'intercepted' | 'key-refused' | 'lists-fail'

/** The insurer in a simulated history: it acts on what arrives, whoever still listens. */
export class SimulatedInsurer implements DeliveryApi {
  readonly claims: ReceivedClaim[] = []
  readonly requests: string[] = []
  readonly fates: PostFate[] = []
  weather: Weather = 'fine'
  readonly #clock: Clock
  /** POSTs of a process that was killed are answered to nobody. */
  #process = 0
  #nextId = 100

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The process that asks ended: none of its questions is answered any more. */
  processEnded(): void {
    this.#process += 1
  }

  createClaim(
    product: Product,
    claim: Claim,
    branchReference: string | null,
    signal?: AbortSignal,
  ): Promise<AttemptOutcome> {
    return this.#post(signal, () => this.#commit(product, claim, branchReference))
  }

  requestPharmacy(pharmacyId: number, policyNumber: string, signal?: AbortSignal): Promise<AttemptOutcome> {
    return this.#post(signal, () => {
      this.requests.push(`${pharmacyId}/${policyNumber}`)
    })
  }

  listClaims(product: Product): Promise<Result<readonly ReceivedClaim[], Failure>> {
    const all = this.claims.filter((claim) => claim.product === product)
    return this.#toLivingProcess(() => {
      switch (this.weather) {
        case 'fine':
          return ok(all)
        case 'lists-fail':
          return err({ type: 'server-error', httpStatus: 500 })
        case 'offline':
        case 'intercepted':
        case 'key-refused':
          return err({ type: this.weather })
      }
    })
  }

  checkConnection(): Promise<ConnectionCheck> {
    return this.#toLivingProcess(() => {
      if (this.weather === 'offline') return { type: 'no-network' }
      if (this.weather === 'intercepted') return { type: 'not-the-api' }
      return { type: this.weather === 'key-refused' ? 'key-refused' : 'works' }
    })
  }

  async #post(signal: AbortSignal | undefined, commit: () => void): Promise<AttemptOutcome> {
    const fate = this.#fate()
    switch (fate.type) {
      case 'answered':
        commit()
        return await this.#toLivingProcess(() => ({ type: 'delivered', serverMessage: '' }))
      case 'rejected':
        return await this.#toLivingProcess(() => ({ type: 'rejected', serverMessage: '', fieldErrors: {} }))
      case 'never-left':
        return await this.#toLivingProcess(() => ({ type: 'not-sent', cause: 'refused' }))
      case 'key-refused':
        return await this.#toLivingProcess(() => ({ type: 'key-refused' }))
      case 'rate-limited':
        return await this.#toLivingProcess(() => ({ type: 'rate-limited', retryAfterMs: 60_000 }))
      case 'lost':
        this.#commitLater(fate.commitAfterMs, commit)
        return await this.#toLivingProcess(() => ({ type: 'uncertain', cause: fate.cause, httpStatus: null }))
      case 'hangs':
        this.#commitLater(fate.commitAfterMs, commit)
        return await aborted(signal)
    }
  }

  // Bad weather decides over what was planned for the POST.
  #fate(): PostFate {
    if (this.weather === 'offline') return { type: 'never-left' }
    if (this.weather === 'key-refused') return { type: 'key-refused' }
    if (this.weather === 'intercepted') return { type: 'lost', cause: 'intercepted', commitAfterMs: null }
    return this.fates.shift() ?? { type: 'answered' }
  }

  #commitLater(afterMs: number | null, commit: () => void): void {
    if (afterMs === 0) commit()
    else if (afterMs !== null) this.#clock.after(afterMs, commit)
  }

  #commit(product: Product, claim: Claim, branchReference: string | null): void {
    this.#nextId += 1
    this.claims.push({
      ...claim,
      product,
      id: this.#nextId,
      incidentDetails: detailsWithReference(claim.incidentDetails, branchReference),
      status: '0',
      deletedAt: null,
      createdAt: this.#clock.now().toISOString(),
      updatedAt: this.#clock.now().toISOString(),
    })
  }

  #toLivingProcess<T>(answer: () => T): Promise<T> {
    const asking = this.#process
    return new Promise((resolve) => {
      queueMicrotask(() => {
        if (asking === this.#process) resolve(answer())
      })
    })
  }
}

function aborted(signal: AbortSignal | undefined): Promise<AttemptOutcome> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => {
      const cause = signal.reason === 'suspended' ? 'suspended' : 'stopped'
      resolve({ type: 'uncertain', cause, httpStatus: null })
    })
  })
}
