import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import type { FaultyWire } from './faulty-wire.ts'
import type { WireCase } from './wire-case.ts'
import type { WireFault } from './wire-fault.ts'

/** Longer than any call that meets no fault takes over loopback. */
const healthyMs = 500

/** The real client, with each call's fault ordered just before it and called off after it. */
export class CallsThroughFaults implements DeliveryApi {
  readonly #api: DeliveryApi
  readonly #wire: FaultyWire
  readonly #submission: WireCase['submission']
  readonly #onAttempts: (WireFault | null)[]
  readonly #onReadings: (WireFault | null)[]
  #tried = false
  /** A call that met no fault took this long: the computer had no time for us, and how long others wait says nothing. */
  starved = false
  /** Calls in flight. */
  inFlight = 0

  constructor(api: DeliveryApi, wire: FaultyWire, { submission, onAttempts, onReadings }: WireCase) {
    this.#api = api
    this.#wire = wire
    this.#submission = submission
    this.#onAttempts = [...onAttempts]
    this.#onReadings = [...onReadings]
  }

  createClaim(...args: Parameters<DeliveryApi['createClaim']>): ReturnType<DeliveryApi['createClaim']> {
    const { body } = this.#submission
    const isThisCase =
      body.kind === 'claim' && body.claim.claimantIdentification === args[1].claimantIdentification
    return this.#call(isThisCase ? this.#onAttempts : null, () => this.#api.createClaim(...args))
  }

  requestPharmacy(
    ...args: Parameters<DeliveryApi['requestPharmacy']>
  ): ReturnType<DeliveryApi['requestPharmacy']> {
    return this.#call(this.#onAttempts, () => this.#api.requestPharmacy(...args))
  }

  lookUpClaim(...args: Parameters<DeliveryApi['lookUpClaim']>): ReturnType<DeliveryApi['lookUpClaim']> {
    return this.#call(this.#tried ? this.#onReadings : null, () => this.#api.lookUpClaim(...args))
  }

  readClaimList(...args: Parameters<DeliveryApi['readClaimList']>): ReturnType<DeliveryApi['readClaimList']> {
    return this.#call(this.#tried ? this.#onReadings : null, () => this.#api.readClaimList(...args))
  }

  prepare(count: number): void {
    this.#api.prepare(count)
  }

  checkConnection(signal?: AbortSignal): ReturnType<DeliveryApi['checkConnection']> {
    return this.#call(null, () => this.#api.checkConnection(signal))
  }

  async #call<T>(faults: (WireFault | null)[] | null, ask: () => Promise<T>): Promise<T> {
    this.inFlight += 1
    if (faults === this.#onAttempts) this.#tried = true
    const fault = faults?.shift() ?? null
    this.#wire.arm(fault)
    const startedMs = performance.now()
    try {
      return await ask()
    } finally {
      const missed = this.#wire.disarm()
      // A call that never reached the wire, on a busy computer, leaves its fault to the next.
      if (missed !== null) faults?.unshift(missed)
      const metNone = fault === null || missed !== null
      if (metNone && performance.now() - startedMs > healthyMs) this.starved = true
      this.inFlight -= 1
    }
  }
}
