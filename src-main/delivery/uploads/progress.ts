import type { Clock } from '#main/platform/clock.ts'

/** The pace counts bytes of this long. */
const windowMs = 30_000
/** Steps in which it is kept. */
const stepMs = 1_000

/** Bytes that were handed to the connection: of each file, and at which pace lately. */
export class Progress {
  readonly #clock: Clock
  readonly #onMore: () => void
  readonly #sent = new Map<string, { sent: number; readonly size: number }>()
  #steps: { readonly atMs: number; bytes: number }[] = []

  /** @param onMore called whenever more was sent */
  constructor(clock: Clock, onMore: () => void) {
    this.#clock = clock
    this.#onMore = onMore
  }

  /** A file is sent from its beginning. @param size bytes */
  begin(id: string, size: number): void {
    this.#sent.set(id, { sent: 0, size })
  }

  /** So many bytes of it are in the store from before. */
  skip(id: string, bytes: number): void {
    const known = this.#sent.get(id)
    if (known !== undefined) known.sent = Math.min(known.size, known.sent + bytes)
  }

  add(id: string, bytes: number): void {
    this.skip(id, bytes)
    const nowMs = this.#clock.monotonicMs()
    const last = this.#steps.at(-1)
    if (last !== undefined && nowMs - last.atMs < stepMs) last.bytes += bytes
    else this.#steps.push({ atMs: nowMs, bytes })
    this.#onMore()
  }

  /** Bytes of a file that were sent since it was begun. */
  sentOf(id: string): number {
    return this.#sent.get(id)?.sent ?? 0
  }

  forget(id: string): void {
    this.#sent.delete(id)
  }

  /** How long so many bytes take at the pace of the last half minute, in ms; null while none is known. */
  msFor(bytes: number): number | null {
    const nowMs = this.#clock.monotonicMs()
    this.#steps = this.#steps.filter(({ atMs }) => nowMs - atMs <= windowMs)
    const [first] = this.#steps
    if (first === undefined) return null
    const overMs = nowMs - first.atMs
    const sent = this.#steps.reduce((sum, step) => sum + step.bytes, 0)
    return overMs < stepMs ? null : Math.round((bytes / sent) * overMs)
  }
}
