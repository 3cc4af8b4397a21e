import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Carrier } from './tcp-proxy.ts'

/** A long, bad or narrow line as a program sees it through TCP. */
export interface Line {
  readonly roundTripMs: number
  /** Share of segments that are lost, each way. */
  readonly loss: number
  /** After this long a lost segment that nothing follows is sent again; doubled each time. */
  readonly retransmitMs: number
  /** Share of connections that are reset at some moment of their first exchange. */
  readonly resets: number
  /** Of all connections together, each way; missing for as many as the machine carries. */
  readonly bytesPerSecond?: number
}

/** A far line that loses nothing. @param bytesPerSecond each way, of all connections together */
export function farLine(roundTripMs: number, bytesPerSecond?: number): Line {
  const rate = bytesPerSecond === undefined ? {} : { bytesPerSecond }
  return { roundTripMs, loss: 0, retransmitMs: 1_000, resets: 0, ...rate }
}

/** 300 ms there and back, 2 % of the segments lost. */
export const badLine: Line = { roundTripMs: 300, loss: 0.02, retransmitMs: 1_000, resets: 0.004 }

const segmentBytes = 1_460
const firstWindow = 10
/** From this many segments on, the ones after a lost one reveal it: it is resent within a round trip. */
const enoughToReveal = 4

/** Carries connections as TCP does over such a line: loss costs time, and the rate of what is long. */
export function overLine(line: Line, random: () => number): Carrier {
  const [up, down] = [new Narrow(line.bytesPerSecond), new Narrow(line.bytesPerSecond)]
  return (client, server) => {
    const opened = handshake(line, random)
    carryOneWay(client, server, { line, random, ready: opened, narrow: up })
    carryOneWay(server, client, { line, random, ready: Promise.resolve(), narrow: down })
    if (random() < line.resets) resetSometime(client, server, line, random)
  }
}

// The proxy's own handshake took no time: the line's is made up for before the first byte passes.
async function handshake(line: Line, random: () => number): Promise<void> {
  let againMs = line.retransmitMs
  while (random() < line.loss || random() < line.loss) {
    await pause(againMs)
    againMs *= 2
  }
  await pause(line.roundTripMs)
}

function resetSometime(client: Socket, server: Socket, line: Line, random: () => number): void {
  const timer = setTimeout(
    () => {
      client.resetAndDestroy()
      server.resetAndDestroy()
    },
    2.2 * line.roundTripMs * random(),
  )
  client.once('close', () => clearTimeout(timer))
}

interface Way {
  readonly line: Line
  readonly random: () => number
  /** When the first byte may leave. */
  readonly ready: Promise<void>
  readonly narrow: Narrow
}

function carryOneWay(from: Socket, to: Socket, { line, random, ready, narrow }: Way): void {
  const window = new SendWindow(line, random)
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

/** TCP's sending side in rounds of one round trip: slow start, half the window after a loss, one more each round. */
class SendWindow {
  readonly #line: Line
  readonly #random: () => number
  #segments = firstWindow
  #slowStartUpTo = Infinity

  constructor(line: Line, random: () => number) {
    this.#line = line
    this.#random = random
  }

  async send(bytes: Buffer, put: (part: Buffer) => Promise<void>): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const size = Math.floor(this.#segments) * segmentBytes
      const part = bytes.subarray(at, at + size)
      at += part.length
      await this.#pauseForLosses(Math.ceil(part.length / segmentBytes))
      await put(part)
      // More than a window waits for what was sent to be acknowledged.
      if (at < bytes.length) await pause(this.#line.roundTripMs)
    }
  }

  async #pauseForLosses(segments: number): Promise<void> {
    const lost = this.#lostOf(segments)
    if (lost === 0) {
      this.#segments += this.#segments < this.#slowStartUpTo ? this.#segments : 1
      return
    }
    this.#slowStartUpTo = Math.max(2, this.#segments / 2)
    if (segments >= enoughToReveal) {
      this.#segments = this.#slowStartUpTo
      await pause(this.#line.roundTripMs)
    } else {
      let againMs = this.#line.retransmitMs
      do {
        await pause(againMs)
        againMs *= 2
      } while (this.#random() < this.#line.loss)
      this.#segments = 1
    }
  }

  #lostOf(segments: number): number {
    let lost = 0
    for (let segment = 0; segment < segments; segment += 1) if (this.#random() < this.#line.loss) lost += 1
    return lost
  }
}
