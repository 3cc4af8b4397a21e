import type { Clock } from '#main/platform/clock.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'

/** A process that can be killed: afterwards none of its timers fires and none of its requests is answered. */
export interface Mortal {
  readonly clock: Clock
  readonly api: DeliveryApi
  kill(): void
}

/** The clock and the API as one process sees them. */
export function mortal(clock: Clock, api: DeliveryApi): Mortal {
  let isAlive = true
  const heard = <T>(answer: Promise<T>): Promise<T> =>
    new Promise((resolve) => {
      void answer.then((value) => {
        if (isAlive) resolve(value)
      })
    })
  return {
    clock: clockWhile(clock, () => isAlive),
    api: {
      createClaim: (...asked) => heard(api.createClaim(...asked)),
      requestPharmacy: (...asked) => heard(api.requestPharmacy(...asked)),
      lookUpClaim: (...asked) => heard(api.lookUpClaim(...asked)),
      readClaimList: (...asked) => heard(api.readClaimList(...asked)),
      prepare: (count) => api.prepare(count),
      checkConnection: (...asked) => heard(api.checkConnection(...asked)),
    },
    kill: () => {
      isAlive = false
    },
  }
}

/** A clock of which nothing comes any more once its process is dead. */
export function clockWhile(clock: Clock, isAlive: () => boolean): Clock {
  return {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs(),
    soon: (callBack) => clock.soon(() => isAlive() && callBack()),
    after: (delayMs, callBack) => clock.after(delayMs, () => isAlive() && callBack()),
  }
}
