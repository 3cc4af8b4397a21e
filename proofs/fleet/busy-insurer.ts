import type { ClaimContent } from '#shared/domain/claim.ts'
import type { Product } from '#shared/domain/product.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import { ModelServer } from '#testing/engine/model-server.ts'
import { overlaid } from '#testing/engine/simulated-process.ts'
import type { VirtualClock } from '#testing/virtual-clock.ts'

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

interface Posted {
  readonly product: Product
  readonly claim: ClaimContent
  readonly reference: string
}

/** An insurer that takes so many POSTs a second and no more. */
export class BusyInsurer {
  /** How often it made a claim of each reference. */
  readonly made = new Map<string, number>()
  /** When it took a POST, and when it refused one. */
  readonly tookAtMs: number[] = []
  readonly refusedAtMs: number[] = []
  /** While it is down, no connection is taken. */
  isDown = false
  readonly #options: BusyInsurerOptions
  readonly #model = new ModelServer()
  #second = -1
  #inSecond = 0

  constructor(options: BusyInsurerOptions) {
    this.#options = options
  }

  /** The API as one branch meets it. */
  apiFor(line: Line): DeliveryApi {
    return overlaid<DeliveryApi>(this.#model, {
      createClaim: (product, claim, reference) =>
        this.#exchange(line, () => this.#post(line, { product, claim, reference })),
      lookUpClaim: async (...asked) => await this.#exchange(line, () => this.#model.lookUpClaim(...asked)),
      readClaimList: () =>
        Promise.reject(new Error('no answer was lost: there is nothing to read a list for')),
      checkConnection: () => this.#exchange(line, () => this.#probe(line)),
    })
  }

  async #exchange<T>({ roundTripMs }: Line, answer: () => T): Promise<Awaited<T>> {
    await this.#options.clock.passed(roundTripMs / 2)
    const answered = await answer()
    await this.#options.clock.passed(roundTripMs / 2)
    return answered
  }

  #probe(line: Line): ConnectionCheck {
    if (this.isDown || !line.isUp) return { type: 'no-network' }
    line.foundAtMs ??= this.#options.clock.monotonicMs()
    return { type: 'works' }
  }

  #post(line: Line, { product, claim, reference }: Posted): AttemptOutcome {
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
    this.#model.commit(product, claim, reference)
    return { type: 'delivered', serverMessage: '', keptReference: true }
  }

  #takes(atMs: number): boolean {
    const second = Math.floor(atMs / 1_000)
    if (second !== this.#second) this.#inSecond = 0
    this.#second = second
    this.#inSecond += 1
    return this.#inSecond <= this.#options.postsPerSecond
  }
}
