import { detailsWithReference } from '#shared/domain/reference.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import { isSamePolicy } from '#shared/domain/policy-number.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ReceivedClaim } from '#shared/domain/received-claim.ts'
import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { asTold } from '#testing/claim/made-up.ts'
import type { ClaimLook, ListEnd, ListFailure, ListReading } from '#main/insurer/api/claim-list.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import { knownTime } from '#shared/domain/told.ts'
import { listed } from './listed.ts'

/** What happens to the next POST: whether the server commits, and what the caller sees. */
export interface ScriptedPost {
  readonly commits: boolean
  readonly sees: AttemptOutcome
}

/** Requests of one kind are held open until `resolve` is called. */
export interface Hang {
  readonly promise: Promise<void>
  readonly resolve: () => void
}

/** The bytes that a row of the list is said to have. */
const bytesPerRow = 1_000

/** The insurer as the engine sees it: it stores claims and answers as instructed. */
export class ModelServer implements DeliveryApi {
  readonly claims: ReceivedClaim[] = []
  readonly requests: { pharmacyId: number; policyNumber: string }[] = []
  readonly posts: ScriptedPost[] = []
  connection: ConnectionCheck = { type: 'works' }
  /** How it keeps the details of a claim that it commits. */
  keeps: (details: string) => string = (details) => details
  /** Which claim of a policy the details show. */
  shows: 'newest' | 'oldest' | 'nothing' = 'newest'
  /** Claims that neither list nor details show, by their id. */
  readonly hidden = new Set<number>()
  detailsFailure: Failure | null = null
  listFailure: ListFailure | null = null
  looks = 0
  readings = 0
  /** Rows that readings took; those that ended early took fewer than there were. */
  rowsRead = 0
  probes = 0
  arrivals = 0
  prepared: number[] = []
  hang: Hang | null = null
  hangLists: Hang | null = null
  hangDetails: Hang | null = null
  /** Called with the clock of the test, for the times in its records. */
  now: () => Date = () => new Date('2026-11-20T09:00:00.000Z')
  #nextId = 100

  createClaim(
    product: Product,
    claim: ClaimContent,
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

  /** Creates a claim, from this or another computer. @returns its id */
  commit(product: Product, claim: ClaimContent, branchReference: string | null): number {
    this.#nextId += 1
    const at = knownTime(this.now().toISOString())
    const sent =
      branchReference === null
        ? claim.incidentDetails
        : detailsWithReference(claim.incidentDetails, branchReference)
    const told = { ...asTold(claim), product, incidentDetails: this.keeps(sent) }
    this.claims.push(listed(this.#nextId, { ...told, createdAt: at, updatedAt: at }))
    return this.#nextId
  }

  async lookUpClaim(
    product: Product,
    policyNumber: string,
    signal?: AbortSignal,
  ): Promise<Result<ClaimLook, Failure>> {
    this.looks += 1
    await waited(this.hangDetails, signal)
    if (this.connection.type !== 'works') return err({ type: 'offline' })
    if (this.detailsFailure !== null) return err(this.detailsFailure)
    const own = this.#shown(product).filter((claim) => isSamePolicy(claim.policyNumber, policyNumber))
    const claim = this.shows === 'oldest' ? own.at(0) : own.at(-1)
    return ok(claim === undefined || this.shows === 'nothing' ? { type: 'none' } : { type: 'claim', claim })
  }

  async readClaimList(product: Product, reading: ListReading): Promise<Result<ListEnd, ListFailure>> {
    this.readings += 1
    await waited(this.hangLists, reading.signal)
    reading.onBegun?.()
    if (this.connection.type !== 'works') return err({ failure: { type: 'offline' }, bytes: 0 })
    if (this.listFailure !== null) return err(this.listFailure)
    const claims = this.#shown(product)
    for (const [index, claim] of claims.entries()) {
      this.rowsRead += 1
      if ((await reading.onRows([claim])) === 'stop')
        return ok({ type: 'stopped', bytes: (index + 1) * bytesPerRow })
    }
    return ok({ type: 'complete', rows: claims.length, bytes: claims.length * bytesPerRow, etag: null })
  }

  checkConnection(): Promise<ConnectionCheck> {
    this.probes += 1
    return Promise.resolve(this.connection)
  }

  prepare(count: number): void {
    this.prepared.push(count)
  }

  #shown(product: Product): readonly ReceivedClaim[] {
    return this.claims.filter((claim) => claim.product === product && !this.hidden.has(claim.id))
  }

  async #post(signal: AbortSignal | undefined, commit: () => void): Promise<AttemptOutcome> {
    this.arrivals += 1
    const script = this.posts.shift() ?? {
      commits: true,
      sees: { type: 'delivered', serverMessage: 'Claim initiated', keptReference: null },
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

async function waited(hang: Hang | null, signal: AbortSignal | undefined): Promise<void> {
  if (hang === null) return
  const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
  await Promise.race([hang.promise, aborted])
}
