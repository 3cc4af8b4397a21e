import type { Socket } from 'node:net'
import { FaultyConnection } from './faulty-connection.ts'
import type { WireFault } from './wire-fault.ts'

/** A wire that carries everything as it comes, until a fault is ordered for the next exchange. */
export class FaultyWire {
  #armed: WireFault | null = null
  /** What may still reach the server by itself, or is being dealt with there. */
  #inFlight = 0
  #waiting: (() => void)[] = []

  /** The next exchange, on a new connection or one in use, meets this. */
  arm(fault: WireFault): void {
    this.#armed = fault
  }

  /** Calls off what was ordered. @returns whether it met an exchange */
  disarm(): boolean {
    const struck = this.#armed === null
    this.#armed = null
    return struck
  }

  /** Resolves when nothing more reaches the server by itself and it has dealt with what it got whole. */
  async quiet(): Promise<void> {
    while (this.#inFlight > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  readonly carry = (client: Socket, server: Socket): void => {
    const connection = new FaultyConnection(client, server, {
      take: (moment) => this.#take(moment),
      begin: () => this.#begin(),
    })
    connection.start()
  }

  #take(moment: 'accepted' | 'first-bytes'): WireFault | null {
    const fault = this.#armed
    if (fault === null || (moment === 'accepted' && fault.point !== 'connect')) return null
    this.#armed = null
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
