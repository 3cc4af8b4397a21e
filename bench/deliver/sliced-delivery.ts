import type { DatabaseSync } from 'node:sqlite'
import { createMerchantApi, type MerchantApi } from '#main/insurer/api/merchant-api.ts'
import { createRowProtection } from '#main/outbox/entry-codec.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { systemClock, type Clock } from '#main/platform/clock.ts'
import { plainEngine } from '#testing/engine/plain-engine.ts'
import type { Engine } from '#main/delivery/engine.ts'
import { isReceived, isSending } from '#shared/outbox/predicates.ts'
import type { QueuedClaim } from './queued-claims.ts'

export interface SlicedDeliveryOptions {
  readonly file: string
  readonly url: string
  readonly key: string
  readonly sideBySide: number
  readonly clock?: Clock
}

/** An outbox on the disk with its engine and API client, delivering in slices. */
export class SlicedDelivery {
  readonly #database: DatabaseSync
  readonly #outbox: Outbox
  readonly #api: MerchantApi
  readonly #engine: Engine
  readonly #receivedIds = new Set<string>()
  #pauseAt = Infinity
  #isPausing = false
  #quiet: () => void = () => undefined

  constructor({ file, url, key, sideBySide, clock = systemClock }: SlicedDeliveryOptions) {
    const opened = openOutboxFile(file, new Date())
    if (!opened.ok) throw new Error(`The outbox file does not open: ${opened.error.type}`)
    this.#database = opened.value.database
    this.#outbox = new Outbox(this.#database, createRowProtection({ bytes: new Uint8Array(32).fill(7) }))
    this.#api = createMerchantApi({ baseUrl: url, readKey: () => Promise.resolve(key) })
    this.#engine = plainEngine(this.#database, {
      outbox: this.#outbox,
      api: this.#api,
      address: url,
      clock,
      random: Math.random,
      sideBySide: () => sideBySide,
      onChange: (changed) => {
        for (const { id, state } of changed) if (isReceived(state)) this.#receivedIds.add(id)
        if (this.#receivedIds.size >= this.#pauseAt) this.#pauseWhenReached()
      },
    })
    this.#engine.pause(true)
    this.#engine.start()
  }

  accept(claims: readonly QueuedClaim[]): void {
    for (const claim of claims) {
      const kept = this.#outbox.accept(claim, new Date().toISOString())
      if (!kept.ok) throw new Error(`Not accepted: ${kept.error.type}`)
    }
  }

  /** Delivers at least this many more and drains what is in flight. @returns how many, and how long it took in ms. */
  async deliver(count: number): Promise<{ readonly delivered: number; readonly tookMs: number }> {
    const before = this.#receivedIds.size
    if ([...this.#outbox.undelivered()].length < count)
      throw new Error('The queue is shorter than the slice.')
    const quiet = new Promise<void>((resolve) => (this.#quiet = resolve))
    this.#pauseAt = before + count
    const startedMs = performance.now()
    this.#isPausing = false
    this.#engine.pause(false)
    await quiet
    return { delivered: this.#receivedIds.size - before, tookMs: performance.now() - startedMs }
  }

  #pauseWhenReached(): void {
    // A pause tells of itself, while it is being made.
    if (!this.#isPausing) {
      this.#isPausing = true
      this.#engine.pause(true)
    }
    if ([...this.#outbox.undelivered()].some(({ state }) => isSending(state))) return
    this.#pauseAt = Infinity
    this.#quiet()
  }

  async close(): Promise<void> {
    await this.#engine.stop()
    await this.#api.close()
    this.#database.close()
  }
}
