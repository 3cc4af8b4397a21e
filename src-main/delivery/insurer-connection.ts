import type { ConnectivityKind, ConnectivityNow } from '#shared/connectivity.ts'
import type { Failure } from '#shared/failure.ts'
import type { ConnectionCheck } from '#shared/contract/app-status.ts'
import type { Hold } from '#shared/outbox/hold.ts'
import { backoffMs, probeBackoff } from '#main/platform/backoff.ts'
import type { AnswerTrouble, Sighting } from '#main/insurer/api/sighting.ts'
import { Signal } from '#main/platform/signal.ts'
import { anyNetwork, ClockComparison, connectivityKind } from './connectivity.ts'
import type { EngineOptions } from './engine-options.ts'
import { InsurerProblem, type EngineHolds } from './engine-holds.ts'
import type { Connection } from './status.ts'
import type { Writing } from './writing.ts'

/** Answers lost in a row that open the breaker; a GET closes it. */
const breakerThreshold = 5
/** How often an idle engine probes the API: each probe fetches a page of pharmacies. */
const idleProbeMs = 5 * 60_000
const savingProbeMs = 30 * 60_000
const keyRefusedProbeMs = 15 * 60_000
const longestRateLimitMs = 60 * 60_000

/** Where an outage was, as far as can be told: in our own network, or at the insurer. */
export type Fault = 'ours' | 'theirs'

interface InsurerConnectionOptions extends Pick<EngineOptions, 'clock' | 'random' | 'memory'> {
  /** Whether this computer has any network; asks the system by default. */
  readonly hasNetwork?: () => boolean
  readonly savesData: EngineOptions['savesData'] | undefined
  readonly holds: EngineHolds
  readonly writing: Writing
  /** The API answers again after an outage: whatever was only waiting for a timer may be retried. */
  readonly onReconnect: (fault: Fault, outageMs: number) => void
}

/**
 * The connection to the API: the holds and probes that follow from its state, and that state with its cause and the clock
 * as the page is told.
 */
export class InsurerConnection {
  /** What the page is told has changed. */
  readonly changed = new Signal<ConnectivityNow>()
  readonly holds: EngineHolds
  readonly problem: InsurerProblem
  readonly #options: InsurerConnectionOptions
  #state: Connection = 'unknown'
  #fault: Fault = 'ours'
  /** Since when the API has not been reached, while it is not (monotonic). */
  #outSinceMs: number | null = null
  #lastContactAt: string | null = null
  /** When the last probe was answered (monotonic). */
  #probedMs = -Infinity
  /** Probes that were asked for, and how many of those wishes a probe that began later has answered. */
  #wishes = 1
  #answeredWishes = 0
  #probeFailures = 0
  #answersLost = 0
  #troubles = 0
  #keys = 0
  readonly #clocks: ClockComparison
  /** What was in the way of the last exchange, with the parser's code; null where the API answered. */
  #trouble: AnswerTrouble | null = null
  #code: string | undefined
  /** What was announced last, and since when it is so. */
  #kind: ConnectivityKind | null = null
  #since: string | null = null

  constructor(options: InsurerConnectionOptions) {
    this.#options = options
    this.holds = options.holds
    this.#clocks = new ClockComparison(options.clock)
    this.problem = new InsurerProblem(this.holds)
  }

  get state(): Connection {
    return this.#state
  }

  /** Whose fault the outage is, while there is one or may be. */
  get fault(): Fault {
    return this.#fault
  }

  get lastContactAt(): string | null {
    return this.#lastContactAt
  }

  /** How often something else answered, or the key was refused. */
  get troubles(): number {
    return this.#troubles
  }

  /** How often the key was changed: an answer to an old key says nothing about the new one. */
  get keys(): number {
    return this.#keys
  }

  /** Takes what an exchange showed of the cause and of the server's clock; no decision depends on them. */
  saw({ trouble, code, clock }: Sighting): void {
    this.#trouble = trouble
    this.#code = code
    if (clock !== null && this.#clocks.take(clock)) this.changed.emit(this.now())
    // Reached, it may still answer badly, and the state does not change with that.
    if (this.#state === 'online') this.announce()
  }

  /** Announces the state where its kind changed. Cheap: it is called for every step. */
  announce(): void {
    const { clock, hasNetwork = anyNetwork } = this.#options
    const kind = connectivityKind(this.#state, this.holds, this.#trouble, hasNetwork)
    if (kind === null || kind === this.#kind) return
    this.#kind = kind
    this.#since = clock.now().toISOString()
    this.changed.emit(this.now())
  }

  now(): ConnectivityNow {
    const code = this.#kind === 'garbled' && this.#code !== undefined ? { code: this.#code } : {}
    return { kind: this.#kind, since: this.#since, clock: this.#clocks.difference, ...code }
  }

  /** Whether this computer's clock was changed since it was compared: only a new answer compares it again. */
  noticeClockMove(): boolean {
    const isMoved = this.#clocks.noticeMove()
    if (isMoved) this.changed.emit(this.now())
    return isMoved
  }

  /** Resumes a wait the API asked for before the last stop. */
  resumeRateLimit(): void {
    const until = this.#options.memory.read('rate-limited-until')
    const leftMs = Date.parse(until ?? '') - this.#options.clock.now().getTime()
    if (Number.isNaN(leftMs)) return
    this.holdRateLimit(Math.min(Math.max(leftMs, 0), longestRateLimitMs))
  }

  /** Whether a probe must be answered before anything else is asked or sent. */
  get isProbeWanted(): boolean {
    return this.#wishes > this.#answeredWishes
  }

  isProbeDue(): boolean {
    if (this.holds.isDue('offline') || this.holds.isDue('intercepted')) return true
    if (this.holds.isDue('key-refused')) return true
    if (!this.holds.mayAsk) return false
    return this.isProbeWanted || this.idleProbeAtMs <= this.#options.clock.monotonicMs()
  }

  /** When the API is probed although nothing is wanted of it (monotonic). */
  get idleProbeAtMs(): number {
    return this.#probedMs + (this.#options.savesData?.() ? savingProbeMs : idleProbeMs)
  }

  /** Makes a probe due immediately, even while an earlier one is open. */
  probeSoon(): void {
    this.#wishes += 1
    this.holds.lookAgainNow('offline', 'intercepted')
  }

  /** A probe begins. @returns what to call with its answer */
  beginProbe(): (check: ConnectionCheck) => void {
    const { keys } = this
    const wishes = this.#wishes
    return (check) => {
      this.#answeredWishes = wishes
      this.#probedMs = this.#options.clock.monotonicMs()
      this.#afterProbe(check, keys === this.#keys)
    }
  }

  #afterProbe(check: ConnectionCheck, isOfThisKey: boolean): void {
    switch (check.type) {
      case 'works':
        this.reached()
        if (isOfThisKey) this.holds.lift('key-refused', 'no-key')
        break
      case 'server-trouble':
        this.#contact()
        // The answer says nothing about the key, so the key is checked later.
        if (this.holds.has('key-refused')) this.holds.hold({ type: 'key-refused' }, keyRefusedProbeMs)
        break
      case 'key-refused':
        this.holdKeyRefused(isOfThisKey)
        break
      case 'not-the-api':
      case 'tls':
      case 'tls-authority':
      case 'tls-date':
        this.holdIntercepted()
        break
      case 'no-network':
      case 'garbled':
      case 'proxy':
      case 'proxy-asks':
        this.setOffline(this.#fault)
        break
      case 'no-key':
        this.#holdNoKey(isOfThisKey)
        break
    }
  }

  /** A key was set or cleared. */
  keyChanged(): void {
    this.#keys += 1
    this.holds.lift('no-key', 'key-refused')
    this.probeSoon()
  }

  /**
   * A look failed. A probe tells whether it was the connection or this call alone, which must not hold everything.
   *
   * @param keys the count of keys when it was asked for
   * @returns whether a hold waits for the end of it, so that the same can be asked again then
   */
  afterFailedLook(failure: Failure, keys: number): boolean {
    const isOfThisKey = keys === this.#keys
    switch (failure.type) {
      case 'offline':
      case 'garbled':
      case 'tls':
      case 'intercepted':
        this.probeSoon()
        return false
      case 'no-key':
        this.#holdNoKey(isOfThisKey)
        return true
      case 'key-refused':
        this.holdKeyRefused(isOfThisKey)
        return true
      case 'rate-limited':
        this.holdRateLimit(failure.retryAfterMs)
        return true
      default:
        return false
    }
  }

  /** The API answered well: in its own envelope, whatever it said. */
  reached(): void {
    this.problem.end()
    this.#contact()
  }

  /** A request of the page got an answer, which shows the connection as well as a probe does. */
  pageAnswered(): void {
    this.#lastContactAt = this.#options.clock.now().toISOString()
  }

  // Even a 5xx shows that the API can be reached.
  #contact(): void {
    this.#answersLost = 0
    this.#probeFailures = 0
    this.pageAnswered()
    this.holds.lift('offline', 'intercepted')
    const fault = this.#fault
    this.#fault = 'ours'
    if (this.#state === 'online') return
    this.#state = 'online'
    const nowMs = this.#options.clock.monotonicMs()
    this.#options.onReconnect(fault, nowMs - (this.#outSinceMs ?? nowMs))
    this.#outSinceMs = null
  }

  /** The API answered an attempt. @param troubles the count when it was sent: if it grew since, the answer is stale. */
  answered(troubles: number): void {
    if (troubles === this.#troubles) this.reached()
  }

  /** An attempt could not leave: a probe tells at once whether there is a connection at all. */
  noteNotSent(fault: Fault): void {
    this.#fault = fault
    this.probeSoon()
  }

  /** An attempt left, and its answer never came: the server's fault, as far as can be told. */
  noteAnswerLost(): void {
    this.#answersLost += 1
    if (this.#answersLost >= breakerThreshold) this.setOffline('theirs')
  }

  /** The system reports that our own network is back. */
  networkIsBack(): void {
    this.#fault = 'ours'
    this.probeSoon()
  }

  setOffline(fault: Fault): void {
    this.#fault = fault
    this.#holdUnreachable('offline')
  }

  holdIntercepted(): void {
    this.#troubles += 1
    this.#holdUnreachable('intercepted')
  }

  // One probe serves every hold that waits for one; an old hold left due would cause probes in a tight loop.
  #holdUnreachable(type: 'offline' | 'intercepted'): void {
    this.#state = type
    this.#outSinceMs ??= this.#options.clock.monotonicMs()
    this.holds.lift('offline', 'intercepted')
    this.#probeFailures += 1
    const { firstMs, mostMs } = probeBackoff
    this.holds.hold({ type }, backoffMs(this.#probeFailures, this.#options.random, firstMs, mostMs))
    if (this.holds.has('key-refused')) this.holds.hold({ type: 'key-refused' }, keyRefusedProbeMs)
  }

  // Only a key ends it: timed probes would be useless, and a due one would repeat in a tight loop.
  #holdNoKey(isOfThisKey: boolean): void {
    if (!isOfThisKey) return
    this.holds.lift('offline', 'intercepted', 'key-refused')
    this.holds.hold({ type: 'no-key' }, null)
  }

  /** @param isOfThisKey whether it is the present key that was refused */
  holdKeyRefused(isOfThisKey: boolean): void {
    if (!isOfThisKey) return
    this.#troubles += 1
    this.#state = 'key-refused'
    this.holds.lift('offline', 'intercepted')
    this.holds.hold({ type: 'key-refused' }, keyRefusedProbeMs)
  }

  /** The API asked to wait. When parallel attempts are asked to wait, the longer wait counts. */
  holdRateLimit(retryAfterMs: number): void {
    const waitMs = Math.max(retryAfterMs, this.holds.msUntil('rate-limited') ?? 0)
    const until = new Date(this.#options.clock.now().getTime() + waitMs).toISOString()
    const hold: Hold = { type: 'rate-limited', until }
    this.holds.hold(hold, waitMs)
    this.#options.writing.tell(this.#options.memory.write('rate-limited-until', until))
  }

  endRateLimit(): void {
    this.holds.lift('rate-limited')
    this.#options.writing.tell(this.#options.memory.write('rate-limited-until', null))
  }
}
