import type { ClaimContent } from '#shared/domain/claim.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { InsurerClaim } from '#shared/domain/received-claim.ts'
import { detailsWithReference } from '#shared/domain/reference.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import { ok } from '#shared/result.ts'
import { asTold } from '#testing/claim/made-up.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import type { VirtualClock } from '#testing/virtual-clock.ts'
import { knownTime } from '#shared/domain/told.ts'

export interface BusyInsurerOptions {
  readonly clock: VirtualClock
  /** POSTs that it takes in each second. Those above get 429 or 503, both with Retry-After. */
  readonly postsPerSecond: number
  readonly retryAfterMs: number
}

/** A branch's way to the insurer. */
export interface Line {
  readonly roundTripMs: number
  /** Whether the branch's own network is there. */
  isUp: boolean
  /** When a probe first found that the insurer can be reached (monotonic, ms). */
  foundAtMs: number | null
}

/** An insurer that takes so many POSTs a second and no more. */
export class BusyInsurer {
  /** How often it made a claim of each reference. */
  readonly made = new Map<string, number>()
  /** When it took a POST, and when it refused one. */
  readonly tookAtMs: number[] = []
  readonly refusedAtMs: number[] = []
  /** How many policies' details it was asked for. */
  looks = 0
  /** While it is down, no connection is taken. */
  isDown = false
  readonly #options: BusyInsurerOptions
  readonly #claims = new Map<string, InsurerClaim>()
  #second = -1
  #inSecond = 0

  constructor(options: BusyInsurerOptions) {
    this.#options = options
  }

  /** The API as one branch meets it. */
  apiFor(line: Line): DeliveryApi {
    return {
      createClaim: (_product, claim, reference) =>
        this.#exchange(line, () => this.#post(line, claim, reference)),
      requestPharmacy: () => Promise.reject(new Error('no branch asks for a pharmacy')),
      lookUpClaim: (_product, policyNumber) =>
        this.#exchange(line, () => {
          this.looks += 1
          const claim = this.#claims.get(policyNumber)
          return ok(claim === undefined ? { type: 'none' } : { type: 'claim', claim })
        }),
      readClaimList: () =>
        Promise.reject(new Error('no answer was lost: there is nothing to read a list for')),
      checkConnection: () => this.#exchange(line, () => this.#probe(line)),
      prepare: () => undefined,
    }
  }

  async #exchange<T>({ roundTripMs }: Line, answer: () => T): Promise<T> {
    await this.#passes(roundTripMs / 2)
    const answered = answer()
    await this.#passes(roundTripMs / 2)
    return answered
  }

  #probe(line: Line): ConnectionCheck {
    if (this.isDown || !line.isUp) return { type: 'no-network' }
    line.foundAtMs ??= this.#options.clock.monotonicMs()
    return { type: 'works' }
  }

  #post(line: Line, claim: ClaimContent, reference: string): AttemptOutcome {
    if (!line.isUp) return { type: 'not-sent', cause: 'network' }
    if (this.isDown) return { type: 'not-sent', cause: 'refused' }
    const { clock, retryAfterMs } = this.#options
    const at = clock.monotonicMs()
    if (!this.#takes(at)) {
      this.refusedAtMs.push(at)
      return { type: 'rate-limited', retryAfterMs }
    }
    this.tookAtMs.push(at)
    this.made.set(reference, (this.made.get(reference) ?? 0) + 1)
    const incidentDetails = detailsWithReference(claim.incidentDetails, reference)
    const createdAt = knownTime(clock.now().toISOString())
    this.#claims.set(claim.policyNumber, {
      ...asTold(claim),
      product: 'keke',
      incidentDetails,
      status: '0',
      createdAt,
      updatedAt: createdAt,
    })
    return { type: 'delivered', serverMessage: '', keptReference: true }
  }

  #takes(atMs: number): boolean {
    const second = Math.floor(atMs / 1_000)
    if (second !== this.#second) this.#inSecond = 0
    this.#second = second
    this.#inSecond += 1
    return this.#inSecond <= this.#options.postsPerSecond
  }

  #passes(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#options.clock.after(ms, resolve)
    })
  }
}
