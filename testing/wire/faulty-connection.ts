import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { isWhole } from './http-message.ts'
import { bytesBefore, directionOf, isTerminal, type Direction, type WireFault } from './wire-fault.ts'

interface Surroundings {
  /** The fault that this connection meets, if one is ordered. */
  readonly take: (moment: 'accepted' | 'first-bytes') => WireFault | null
  /** Something that may still reach the server begins. @returns what to call when it is over. */
  readonly begin: () => () => void
}

const slowPieceEveryMs = 10
/** So many pieces are cut off; what is left after them comes whole. */
const mostPieces = 60

/** One connection through the wire. Each direction is a line: what comes first is through before the next begins. */
export class FaultyConnection {
  readonly #ends: Readonly<Record<Direction, { readonly from: Socket; readonly to: Socket }>>
  readonly #surroundings: Surroundings
  readonly #line: Record<Direction, Promise<void>> = { up: Promise.resolve(), down: Promise.resolve() }
  readonly #gathered: Record<Direction, Buffer> = { up: Buffer.alloc(0), down: Buffer.alloc(0) }
  readonly #silent: Record<Direction, boolean> = { up: false, down: false }
  readonly #reset = {
    up: Promise.withResolvers<undefined>(),
    down: Promise.withResolvers<undefined>(),
  }
  readonly #clientGone = Promise.withResolvers<undefined>()
  readonly #serverActed = Promise.withResolvers<undefined>()
  #fault: WireFault | null = null
  /** Its fault has struck for good: what still may pass does so as it comes. */
  #spent = false
  /** The end of one side means nothing to the other any more. */
  #endsApart = false

  constructor(client: Socket, server: Socket, surroundings: Surroundings) {
    this.#ends = { up: { from: client, to: server }, down: { from: server, to: client } }
    this.#surroundings = surroundings
  }

  start(): void {
    const { up, down } = this.#ends
    for (const direction of ['up', 'down'] as const) {
      const { from } = this.#ends[direction]
      from.on('data', (chunk: Buffer) => this.#onData(direction, chunk))
      from.on('end', () => this.#onEnd(direction))
      from.on('close', (hadError: boolean) => this.#onClose(direction, hadError))
    }
    const fault = this.#surroundings.take('accepted')
    this.#fault = fault
    if (fault !== null && isTerminal(fault.effect)) this.#inLine('up', () => this.#act(fault, 'up', null))
    up.from.resume()
    down.from.resume()
  }

  #onData(direction: Direction, chunk: Buffer): void {
    if (direction === 'down') this.#serverActed.resolve(undefined)
    else this.#fault ??= this.#surroundings.take('first-bytes')
    const fault = this.#fault
    if (fault === null || this.#spent) {
      this.#inLine(direction, () => this.#write(direction, chunk))
      return
    }
    const gathered = Buffer.concat([this.#gathered[direction], chunk])
    const whole = isWhole(gathered)
    this.#gathered[direction] = whole ? Buffer.alloc(0) : gathered
    if (whole) this.#inLine(direction, () => this.#carry(fault, direction, gathered))
  }

  async #carry(fault: WireFault, direction: Direction, message: Buffer): Promise<void> {
    const here = directionOf(fault.point) === direction
    // What only slows down lasts: it goes on with the answer.
    const lasts = direction === 'down' && !isTerminal(fault.effect)
    const before = here ? bytesBefore(fault, message) : lasts ? 0 : message.length
    await this.#write(direction, message.subarray(0, before))
    if (here || lasts) await this.#act(fault, direction, message.subarray(before))
    // The exchange is over with its answer; the connection may carry another.
    if (direction === 'down' && !isTerminal(fault.effect)) this.#fault = null
    const restPassed = !isTerminal(fault.effect) && fault.effect !== 'held'
    if (direction === 'up' && (before === message.length || restPassed)) this.#awaitServer()
  }

  /** The server has it all: what it does with it is not over before it shows. */
  #awaitServer(): void {
    const over = this.#surroundings.begin()
    void this.#serverActed.promise.then(over)
  }

  /** @param rest what of the message has not passed; null before there is one. */
  async #act(fault: WireFault, direction: Direction, rest: Buffer | null): Promise<void> {
    const client = this.#ends.up.from
    const server = this.#ends.up.to
    const some = rest ?? Buffer.alloc(0)
    this.#spent = isTerminal(fault.effect)
    switch (fault.effect) {
      case 'late':
        await pause(fault.pauseMs)
        await this.#write(direction, rest)
        break
      case 'slow':
        await this.#inPieces(direction, some, fault.pieceBytes * 8, () => pause(slowPieceEveryMs))
        break
      case 'sliced':
        await this.#inPieces(direction, some, fault.pieceBytes, nextTurn)
        break
      case 'held':
        this.#hold(direction, rest)
        break
      case 'cut':
        this.#silence('both')
        client.end()
        server.end()
        break
      case 'reset':
        this.#silence('both')
        if (fault.pauseMs > 0) await pause(fault.pauseMs)
        this.#resetEnd('down', client)
        this.#resetEnd('up', server)
        break
      case 'half-open':
        this.#silence('both')
        this.#endsApart = true
        break
      case 'one-way':
        this.#silence(direction)
        break
      case 'slow-close':
        this.#silence('both')
        this.#endsApart = true
        await pause(fault.pauseMs)
        client.end()
        await pause(fault.pauseMs)
        server.end()
        break
    }
  }

  // Counts as under way until it is there: what is held may reach the server yet.
  #hold(direction: Direction, rest: Buffer | null): void {
    this.#endsApart = true
    const over = this.#surroundings.begin()
    void this.#clientGone.promise.then(() => {
      this.#inLine(direction, () => this.#write(direction, rest))
      if (direction === 'up') this.#awaitServer()
      over()
    })
  }

  // Between two pieces others have their turn, so that each is read by itself.
  async #inPieces(
    direction: Direction,
    bytes: Buffer,
    size: number,
    between: () => Promise<unknown>,
  ): Promise<void> {
    const { to } = this.#ends[direction]
    const end = Math.min(bytes.length, mostPieces * size)
    for (let at = 0; at < end && to.writable; at += size) {
      await this.#write(direction, bytes.subarray(at, Math.min(at + size, end)))
      await between()
    }
    await this.#write(direction, bytes.subarray(end))
  }

  #resetEnd(direction: Direction, to: Socket): void {
    to.resetAndDestroy()
    this.#reset[direction].resolve(undefined)
    // It may already have been closing and then reports nothing.
    if (direction === 'up') this.#serverActed.resolve(undefined)
  }

  #silence(which: Direction | 'both'): void {
    if (which !== 'down') this.#silent.up = true
    if (which !== 'up') this.#silent.down = true
  }

  #onEnd(direction: Direction): void {
    if (direction === 'up') this.#clientGone.resolve(undefined)
    const { from, to } = this.#ends[direction]
    if (this.#endsApart) {
      // It gets the answer to its end, and the other side hears nothing.
      if (direction === 'up') from.end()
      return
    }
    this.#inLine(direction, () => {
      if (to.writable) to.end()
      return Promise.resolve()
    })
  }

  #onClose(direction: Direction, hadError: boolean): void {
    if (direction === 'up') this.#clientGone.resolve(undefined)
    else this.#serverActed.resolve(undefined)
    const { to } = this.#ends[direction]
    if (hadError && !this.#endsApart && !this.#silent[direction]) this.#resetEnd(direction, to)
  }

  async #write(direction: Direction, bytes: Buffer | null): Promise<void> {
    const { to } = this.#ends[direction]
    if (bytes === null || bytes.length === 0 || this.#silent[direction] || !to.writable) return
    // A write that meets a reset need not be called back.
    const written = new Promise<void>((resolve) => to.write(bytes, () => resolve()))
    await Promise.race([written, this.#reset[direction].promise])
  }

  #inLine(direction: Direction, work: () => Promise<void>): void {
    const over = direction === 'up' ? this.#surroundings.begin() : () => undefined
    this.#line[direction] = this.#line[direction].then(work).finally(over)
  }
}
