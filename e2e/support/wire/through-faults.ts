import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import type { FaultyWire } from './faulty-wire.ts'
import type { WireCase } from './wire-case.ts'
import type { WireFault } from './wire-fault.ts'

/** Longer than any call that meets no fault takes over loopback. */
const healthyMs = 500

/** The real client, with each call's fault ordered just before it and called off after it. */
export class CallsThroughFaults {
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

  /** The client as the engine has it. */
  get api(): DeliveryApi {
    const api = this.#api
    return {
      createClaim: (product, claim, ...rest) => {
        const { body } = this.#submission
        const isThisCase =
          body.kind === 'claim' && body.claim.claimantIdentification === claim.claimantIdentification
        return this.#call(isThisCase ? this.#onAttempts : null, () =>
          api.createClaim(product, claim, ...rest),
        )
      },
      requestPharmacy: (...args) => this.#call(this.#onAttempts, () => api.requestPharmacy(...args)),
      lookUpClaim: (...args) => this.#reading(() => api.lookUpClaim(...args)),
      readClaimList: (...args) => this.#reading(() => api.readClaimList(...args)),
      prepare: (count) => api.prepare(count),
      checkConnection: (signal) => this.#call(null, () => api.checkConnection(signal)),
    }
  }

  #reading<T>(ask: () => Promise<T>): Promise<T> {
    return this.#call(this.#tried ? this.#onReadings : null, ask)
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
