import type { Product } from '#shared/domain/product.ts'
import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { Hold } from '#shared/outbox/hold.ts'
import type { EngineMemory } from '../outbox/engine-memory.ts'
import type { StorageFailure } from '../platform/storage-failure.ts'
import type { Result } from '#shared/result.ts'
import { backoffMs, entryBackoff, probeBackoff, type Random } from './backoff.ts'
import type { Clock } from '../platform/clock.ts'
import { HoldSet } from './hold-set.ts'
import type { Connection } from './status.ts'

/** Consecutive transport failures that open the breaker; a GET closes it. */
const breakerThreshold = 5
/** How often an idle engine probes the API. */
const idleProbeMs = 5 * 60_000
const keyRefusedProbeMs = 15 * 60_000
const longestRateLimitMs = 60 * 60_000

export interface ConnectionOptions {
  readonly clock: Clock
  readonly random: Random
  readonly memory: EngineMemory
  /** The API answers again after an outage: whatever was only waiting for a timer may be retried. */
  readonly onReconnect: () => void
  readonly onStorageFailure: (failure: StorageFailure) => void
}

/** Tracks the connection to the API and the holds that follow from its state. */
export class ConnectionWatch {
  readonly holds: HoldSet
  readonly #options: ConnectionOptions
  #state: Connection = 'unknown'
  #lastContactAt: string | null = null
  #probeAtMs = 0
  #probeFailures = 0
  #transportFailures = 0
  #troubles = 0
  readonly #listFailures = new Map<Product, number>()

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.holds = new HoldSet(options.clock)
  }

  get state(): Connection {
    return this.#state
  }

  get lastContactAt(): string | null {
    return this.#lastContactAt
  }

  /** How often something else answered, or the key was refused. */
  get troubles(): number {
    return this.#troubles
  }

  /** Resumes a wait the API asked for before the last stop. */
  resumeRateLimit(): void {
    const until = this.#options.memory.read('rate-limited-until')
    if (until === null) return
    const leftMs = Date.parse(until) - this.#options.clock.now().getTime()
    this.holdRateLimit(Math.min(Math.max(leftMs, 0), longestRateLimitMs))
  }

  isProbeDue(): boolean {
    if (this.holds.isDue('offline') || this.holds.isDue('intercepted')) return true
    if (this.holds.isDue('key-refused')) return true
    return !this.holds.blocksAll() && this.#probeAtMs <= this.#options.clock.monotonicMs()
  }

  msUntilIdleProbe(): number {
    return Math.max(0, this.#probeAtMs - this.#options.clock.monotonicMs())
  }

  /** Makes a probe due immediately, regardless of the schedule. */
  probeSoon(): void {
    this.#probeAtMs = 0
    this.holds.lookAgainNow('offline', 'intercepted')
  }

  afterProbe(check: ConnectionCheck): void {
    this.#probeAtMs = this.#options.clock.monotonicMs() + idleProbeMs
    switch (check.type) {
      case 'works':
        this.reached()
        this.holds.lift('key-refused', 'no-key')
        break
      case 'server-trouble':
        this.reached()
        // The answer says nothing about the key, so the key is checked later.
        if (this.holds.has('key-refused')) this.holds.add({ type: 'key-refused' }, keyRefusedProbeMs)
        break
      case 'key-refused':
        this.holdKeyRefused()
        break
      case 'not-the-api':
      case 'tls':
      case 'tls-authority':
      case 'tls-date':
        this.holdIntercepted()
        break
      case 'no-network':
      case 'proxy':
      case 'proxy-asks':
        this.setOffline()
        break
      case 'no-key':
        this.#holdNoKey()
        break
    }
  }

  afterReading(product: Product): void {
    this.reached()
    this.#listFailures.delete(product)
    this.holds.liftListHold(product)
  }

  afterFailedReading(product: Product, failure: Failure): void {
    switch (failure.type) {
      case 'offline':
      case 'tls':
        this.setOffline()
        break
      case 'intercepted':
        this.holdIntercepted()
        break
      case 'no-key':
        this.#holdNoKey()
        break
      case 'key-refused':
        this.holdKeyRefused()
        break
      case 'rate-limited':
        this.holdRateLimit(failure.retryAfterMs)
        break
      default: {
        const failures = (this.#listFailures.get(product) ?? 0) + 1
        this.#listFailures.set(product, failures)
        const { firstMs, mostMs } = entryBackoff
        const againInMs = backoffMs(failures, this.#options.random, firstMs, mostMs)
        this.holds.add({ type: 'list-unavailable', product }, againInMs)
      }
    }
  }

  /** The API answered. */
  reached(): void {
    this.#transportFailures = 0
    this.#probeFailures = 0
    this.#lastContactAt = this.#options.clock.now().toISOString()
    this.holds.lift('offline', 'intercepted')
    if (this.#state === 'online') return
    this.#state = 'online'
    this.#options.onReconnect()
  }

  /** The API answered an attempt. @param troubles the count when it was sent: if it grew since, the answer is stale. */
  answered(troubles: number): void {
    if (troubles === this.#troubles) this.reached()
  }

  noteTransportFailure(): void {
    this.#transportFailures += 1
    if (this.#transportFailures >= breakerThreshold) this.setOffline()
  }

  setOffline(): void {
    this.#holdUnreachable('offline')
  }

  holdIntercepted(): void {
    this.#troubles += 1
    this.#holdUnreachable('intercepted')
  }

  // One probe serves every hold that waits for one; an old hold left due would cause probes in a tight loop.
  #holdUnreachable(type: 'offline' | 'intercepted'): void {
    this.#state = type
    this.holds.lift('offline', 'intercepted')
    const againInMs = this.#nextProbeMs()
    this.holds.add({ type }, againInMs)
    if (this.holds.has('key-refused')) this.holds.add({ type: 'key-refused' }, keyRefusedProbeMs)
  }

  // Only a key ends it: timed probes would be useless, and a due one would repeat in a tight loop.
  #holdNoKey(): void {
    this.holds.lift('offline', 'intercepted', 'key-refused')
    this.holds.add({ type: 'no-key' }, null)
  }

  holdKeyRefused(): void {
    this.#troubles += 1
    this.#state = 'key-refused'
    this.holds.lift('offline', 'intercepted')
    this.holds.add({ type: 'key-refused' }, keyRefusedProbeMs)
  }

  /** The API asked to wait. When parallel attempts are asked to wait, the longer wait counts. */
  holdRateLimit(retryAfterMs: number): void {
    const waitMs = Math.max(retryAfterMs, this.holds.msLeft('rate-limited'))
    const until = new Date(this.#options.clock.now().getTime() + waitMs).toISOString()
    const hold: Hold = { type: 'rate-limited', until }
    this.holds.add(hold, waitMs)
    this.#note(this.#options.memory.write('rate-limited-until', until))
  }

  endRateLimit(): void {
    this.holds.lift('rate-limited')
    this.#note(this.#options.memory.write('rate-limited-until', null))
  }

  #note(result: Result<null, StorageFailure>): void {
    if (!result.ok) this.#options.onStorageFailure(result.error)
  }

  #nextProbeMs(): number {
    this.#probeFailures += 1
    return backoffMs(this.#probeFailures, this.#options.random, probeBackoff.firstMs, probeBackoff.mostMs)
  }
}
