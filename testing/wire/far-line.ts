import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Carrier } from './tcp-proxy.ts'

/** A long or narrow line as a program sees it through TCP. */
export interface FarLine {
  readonly roundTripMs: number
  /** Of all connections together, each way; missing for as many as the machine carries. */
  readonly bytesPerSecond?: number | undefined
}

const segmentBytes = 1_460
const firstWindow = 10

/** Carries connections as TCP does over such a line. */
export function overLine(line: FarLine): Carrier {
  const [up, down] = [new Narrow(line.bytesPerSecond), new Narrow(line.bytesPerSecond)]
  return (client, server) => {
    // The proxy's own handshake took no time: the line's is made up for before the first byte passes.
    carryOneWay(client, server, { line, ready: pause(line.roundTripMs), narrow: up })
    carryOneWay(server, client, { line, ready: Promise.resolve(), narrow: down })
  }
}

interface Way {
  readonly line: FarLine
  /** When the first byte may leave. */
  readonly ready: Promise<void>
  readonly narrow: Narrow
}

function carryOneWay(from: Socket, to: Socket, { line, ready, narrow }: Way): void {
  const window = new SendWindow(line.roundTripMs)
  let sending = ready
  let arriving = Promise.resolve()
  const arrive = (deliver: () => void): void => {
    const inFlight = pause(line.roundTripMs / 2)
    arriving = arriving.then(() => inFlight).then(deliver)
  }
  from.on('data', (bytes: Buffer) => {
    sending = sending.then(() =>
      window.send(bytes, async (part) => {
        await narrow.pass(part.length)
        arrive(() => to.writable && to.write(part))
      }),
    )
  })
  from.on('end', () => {
    sending = sending.then(() => arrive(() => to.writable && to.end()))
  })
  from.on('close', (hadError: boolean) => {
    if (hadError) to.resetAndDestroy()
  })
  from.resume()
}

/** The bytes that all connections together bring through in a time, one after the other. */
class Narrow {
  readonly #bytesPerSecond: number
  #freeAtMs = 0

  constructor(bytesPerSecond = Infinity) {
    this.#bytesPerSecond = bytesPerSecond
  }

  async pass(bytes: number): Promise<void> {
    if (this.#bytesPerSecond === Infinity) return
    const nowMs = performance.now()
    this.#freeAtMs = Math.max(this.#freeAtMs, nowMs) + (bytes / this.#bytesPerSecond) * 1000
    await pause(this.#freeAtMs - nowMs)
  }
}

/** TCP's sending side in rounds of one round trip, in slow start. */
class SendWindow {
  readonly #roundTripMs: number
  #segments = firstWindow

  constructor(roundTripMs: number) {
    this.#roundTripMs = roundTripMs
  }

  async send(bytes: Buffer, put: (part: Buffer) => Promise<void>): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + this.#segments * segmentBytes)
      at += part.length
      this.#segments *= 2
      await put(part)
      // More than a window waits for what was sent to be acknowledged.
      if (at < bytes.length) await pause(this.#roundTripMs)
    }
  }
}
