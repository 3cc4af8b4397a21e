import type { Socket } from 'node:net'
import { FaultyConnection } from './faulty-connection.ts'
import type { WireFault } from './wire-fault.ts'

/** Waits in the time of the engine's clock. @returns the disposer. */
export type Later = (delayMs: number, callBack: () => void) => () => void

/** A wire that carries everything as it comes, until a fault is ordered for the next exchange. */
export class FaultyWire {
  readonly #later: Later
  #armed: WireFault | null = null
  #inFlight = 0
  #waiting: (() => void)[] = []
  /** Faults that found an exchange. */
  struck = 0

  /** What may still reach the server by itself, or is being dealt with there. */
  get inFlight(): number {
    return this.#inFlight
  }

  constructor(later: Later) {
    this.#later = later
  }

  /** The next exchange, on a new connection or one in use, meets this. */
  arm(fault: WireFault | null): void {
    this.#armed = fault
  }

  /** Calls off what was ordered. @returns the fault, if it has met nothing. */
  disarm(): WireFault | null {
    const fault = this.#armed
    this.#armed = null
    return fault
  }

  /** Resolves when nothing more reaches the server by itself and it has dealt with what it got whole. */
  async quiet(): Promise<void> {
    while (this.#inFlight > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  readonly carry = (client: Socket, server: Socket): void => {
    const connection = new FaultyConnection(client, server, {
      take: (moment) => this.#take(moment),
      later: this.#later,
      begin: () => this.#begin(),
    })
    connection.start()
  }

  #take(moment: 'accepted' | 'first-bytes'): WireFault | null {
    const fault = this.#armed
    if (fault === null || (moment === 'accepted' && fault.point !== 'connect')) return null
    this.#armed = null
    this.struck += 1
    return fault
  }

  /** @returns what to call, once or more often, when it is over. */
  #begin(): () => void {
    this.#inFlight += 1
    let over = false
    return () => {
      if (over) return
      over = true
      this.#inFlight -= 1
      if (this.#inFlight > 0) return
      for (const resolve of this.#waiting.splice(0)) resolve()
    }
  }
}
