/** The first `skip` calls are spared (default 0), the next `times` are hit (default: all). */
export interface Times {
  readonly times?: number
  readonly skip?: number
}

interface ArmedFault<F> {
  readonly fault: F
  toSkip: number
  left: number
}

/** What goes wrong where, while a server runs: set by a test, taken by the server. */
export class FaultQueue<Place extends string, F extends Times> {
  readonly #armed = new Map<Place, ArmedFault<F>[]>()

  /** Replaces the faults of a place. Of each kind the first that is due hits a call. */
  set(place: Place, ...faults: readonly F[]): void {
    this.#armed.set(
      place,
      faults.map((fault) => ({ fault, toSkip: fault.skip ?? 0, left: fault.times ?? Infinity })),
    )
  }

  /** Ends the faults of one place, or all. */
  clear(place?: Place): void {
    if (place === undefined) this.#armed.clear()
    else this.#armed.delete(place)
  }

  /**
   * The faults of the call that has just arrived; uses up their counters.
   *
   * @param withFault the faults of a call with one more; null where it has one of that kind, or it does not concern it
   */
  takeAt<T>(places: readonly Place[], none: T, withFault: (taken: T, fault: F) => T | null): T {
    let taken = none
    for (const armed of places.flatMap((place) => this.#armed.get(place) ?? [])) {
      const more = withFault(taken, armed.fault)
      if (armed.toSkip > 0) armed.toSkip -= 1
      else if (armed.left > 0 && more !== null) {
        armed.left -= 1
        taken = more
      }
    }
    return taken
  }
}
