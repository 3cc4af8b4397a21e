import type { Product } from '#shared/domain/product.ts'
import type { EngineStatus, Hold } from '#shared/outbox/hold.ts'
import { isReconcilable, isSending, isWaiting } from '#shared/outbox/predicates.ts'
import { err } from '#shared/result.ts'
import type { Baseline, KeptEntry } from '../outbox/entry-codec.ts'
import type { OutboxFailure } from '../outbox/outbox.ts'
import { guardStorage, storageFailureOf, type StorageFailure } from '../outbox/storage-failure.ts'
import type { EngineOptions } from './engine-options.ts'
import { ConnectionWatch } from './connection-watch.ts'
import { Delivery } from './delivery.ts'
import type { HoldSet } from './hold-set.ts'
import { ReadingDesk } from './reading-desk.ts'
import { countEntries, sumOf, type Connection, type CountsOf } from './status.ts'
import { Timetable } from './timetable.ts'
import { nextInTurn } from './turn.ts'

const storageRetryMs = 15_000
/** The holds of a disk that does not take what must be written. */
const storageHolds = ['disk-full', 'read-only', 'disk-fault'] as const
/** How long a stop waits for an attempt before it cuts it off. */
const stopGraceMs = 8_000

type Step =
  | { readonly type: 'wait'; readonly forMs: number | null }
  | { readonly type: 'probe' }
  | { readonly type: 'read'; readonly product: Product }
  | { readonly type: 'send'; readonly entry: KeptEntry; readonly baseline: Baseline | null }
  | { readonly type: 'retry-storage' }

/**
 * Delivers the outbox by itself: one step at a time, each committed before the next. It sends nothing while a hold
 * lasts, reads the claim list where an answer was lost, and leaves to an officer what only an officer can decide.
 */
export class Engine {
  readonly #options: EngineOptions
  readonly #connection: ConnectionWatch
  readonly #holds: HoldSet
  readonly #timetable: Timetable
  readonly #readings: ReadingDesk
  readonly #delivery: Delivery

  #inFlight: AbortController | null = null
  /** What is in flight only reads: it may be cut off without harm. */
  #pendingRead = false
  #paused = false
  #keyChanges = 0
  #suspended = false
  #stopping = false
  /** Whoever waits for a moment without an open attempt: none begins as long as there is one of them. */
  readonly #stillness = new Set<() => void>()
  #wake: () => void = () => undefined
  #woken = false
  #running: Promise<void> | null = null
  #lookers = new Map<Product, Set<() => void>>()
  #receivedToday: ReadonlyMap<string | null, number> = new Map()

  constructor(options: EngineOptions) {
    this.#options = options
    this.#connection = new ConnectionWatch({
      ...options,
      onReconnect: () => this.#reconnected(),
      onStorageFailure: (error) => this.#note({ ok: false, error }),
    })
    this.#holds = this.#connection.holds
    this.#timetable = new Timetable(options.clock)
    this.#readings = new ReadingDesk(options.outbox, options.clock, this.#timetable)
    this.#delivery = new Delivery(options, this.#connection, this.#timetable, this.#readings)
  }

  /** Starts delivering. What a crash left open is unconfirmed, and looked for in the list first. */
  start(): void {
    const { memory } = this.#options
    this.#closeOrphans()
    this.#paused = memory.read('paused') === 'yes'
    this.#connection.resumeRateLimit()
    this.#readings.resumeBinding()
    this.#running = this.#run()
  }

  /** Stops after the step that is under way; an attempt that takes too long is cut off and becomes unconfirmed. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#wakeUp()
    if (this.#pendingRead) this.#inFlight?.abort('stopped')
    const cancel = this.#options.clock.after(stopGraceMs, () => this.#inFlight?.abort('stopped'))
    await this.#running
    cancel()
  }

  /** @param counts whose entries are counted; everybody's unless told otherwise. */
  status(counts: CountsOf = () => true): EngineStatus {
    const { outbox, clock } = this.#options
    const midnight = new Date(clock.now())
    midnight.setHours(0, 0, 0, 0)
    const entries = [...outbox.undelivered()].filter(({ officerId }) => counts(officerId))
    const nextMidnight = new Date(midnight)
    nextMidnight.setDate(midnight.getDate() + 1)
    const received = guardStorage(() =>
      outbox.receivedSince(midnight.toISOString(), nextMidnight.toISOString()),
    )
    // A disk that cannot be read now must not take the status with it.
    if (received.ok) this.#receivedToday = received.value
    return {
      holds: this.#allHolds(),
      connection: this.#connection.state,
      lastContactAt: this.#connection.lastContactAt,
      sendingId: entries.find((entry) => isSending(entry.state))?.id ?? null,
      counts: countEntries(entries, sumOf(this.#receivedToday, counts)),
    }
  }

  /** The part of the status that tells how the connection stands; cheap to ask. */
  connectionStatus(): Pick<EngineStatus, 'connection' | 'holds'> {
    return { connection: this.#connection.state, holds: this.#holds.holds() }
  }

  /** When an entry is tried or looked for next, by the clock on the wall; null when only an event moves it. */
  nextTryAt(entry: KeptEntry): string | null {
    const what = isWaiting(entry.state) ? 'attempt' : 'reading'
    const moves = isWaiting(entry.state) || isReconcilable(entry.body.kind, entry.state)
    const inMs = moves ? this.#timetable.msUntilNext(entry.id, what) : null
    return inMs === null ? null : new Date(this.#options.clock.now().getTime() + inMs).toISOString()
  }

  /** Something new may be sent: an entry, a changed setting. */
  nudge(): void {
    this.#wakeUp()
    this.#options.onStatus()
  }

  /** The officer pauses or resumes sending; remembered across starts. */
  pause(paused: boolean): void {
    this.#paused = paused
    this.#note(this.#options.memory.write('paused', paused ? 'yes' : null))
    this.nudge()
  }

  /** Looks at once whether the API can be reached, and tries everything that waits for time alone. */
  tryNow(): void {
    this.#officerIsHere()
    this.#holds.lift('rate-limited', 'list-unavailable')
    this.#connection.probeSoon()
    this.#holds.lookAgainNow('key-refused', ...storageHolds)
    for (const { id } of this.#options.outbox.undelivered()) this.#timetable.tryAtOnce(id)
    this.nudge()
  }

  /** One entry is tried at once, as far as no hold forbids it. */
  sendNow(id: string): void {
    this.#officerIsHere()
    this.#timetable.tryAtOnce(id)
    this.#holds.lookAgainNow('offline', 'intercepted')
    this.nudge()
  }

  /** Reads the product's claim list now for an unconfirmed claim. @returns when it was read or could not be. */
  async lookNow(id: string, product: Product): Promise<void> {
    this.#officerIsHere()
    this.#timetable.readAtOnce(id)
    this.#holds.liftListHold(product)
    const looked = new Promise<void>((resolve) => {
      const lookers = this.#lookers.get(product) ?? new Set()
      this.#lookers.set(product, lookers.add(resolve))
    })
    this.#holds.lookAgainNow('offline', 'intercepted')
    this.#wakeUp()
    await looked
  }

  /** A key was set or cleared: what the old one's refusal held may go. */
  keyChanged(): void {
    this.#keyChanges += 1
    this.#forgetOldKey()
    this.nudge()
  }

  /** What the system says of the network. It can be wrong in both directions, so "online" is only asked about. */
  networkChanged(online: boolean): void {
    if (online) this.#connection.probeSoon()
    else this.#connection.setOffline()
    this.nudge()
  }

  /** Asks the API soon, whatever is known: what it answers is wanted, not what follows from it. */
  lookAgain(): void {
    this.#connection.probeSoon()
    this.nudge()
  }

  /** Entries were removed: what is sent from now on is sent on a reading that shows their rows as there before. */
  entriesRemoved(): void {
    this.#readings.invalidateAll()
    this.nudge()
  }

  /** Entries came out of a backup: they are looked for before anything else is sent. */
  entriesRestored(): void {
    this.#readings.invalidateAll()
    this.#lookForUnconfirmed()
    this.#readings.resumeBinding()
    this.nudge()
  }

  /** What a question of the page's showed of the connection: worth a look of our own when it is not what we know. */
  contactSeen(contact: Exclude<Connection, 'unknown'>): void {
    if (this.#inFlight !== null || contact === this.#connection.state) return
    this.#connection.probeSoon()
    this.#holds.lookAgainNow('key-refused')
    this.nudge()
  }

  /** A hold that somebody else watches, such as the practice server's port. */
  setOutsideHold(hold: Extract<Hold, { type: 'practice-unavailable' | 'locked' }>, held: boolean): void {
    if (held) this.#holds.add(hold, null)
    else this.#holds.lift(hold.type)
    this.nudge()
  }

  /** Whether an attempt is open: sent and not answered yet, or answered and not on the disk yet. */
  isAttemptOpen(): boolean {
    return [...this.#options.outbox.undelivered()].some(({ state }) => isSending(state))
  }

  /** No attempt begins until `goOn`; `still` comes as soon as none is open. Nothing is cut off for it. */
  standStill(): { readonly still: Promise<void>; goOn(): void } {
    const { promise: still, resolve } = Promise.withResolvers<undefined>()
    const told = (): void => resolve(undefined)
    this.#stillness.add(told)
    this.#tellStill()
    return {
      still: still.then(() => undefined),
      goOn: () => {
        this.#stillness.delete(told)
        told()
        this.nudge()
      },
    }
  }

  /** The computer goes to sleep: what is in flight is cut off, and becomes unconfirmed. */
  suspend(): void {
    this.#suspended = true
    this.#inFlight?.abort('suspended')
    this.#wakeUp()
  }

  /** The computer is awake: the API is asked for before anything is sent. */
  resume(): void {
    this.#suspended = false
    this.#readings.invalidateAll()
    this.#connection.probeSoon()
    this.#lookForUnconfirmed()
    this.nudge()
  }

  // Not every system tells that it woke up; a waking that was missed must not hold everything for good.
  #officerIsHere(): void {
    if (this.#suspended) this.resume()
  }

  async #run(): Promise<void> {
    const keyChanges = this.#keyChanges
    const hasKey = await this.#options.hasKey()
    if (!hasKey && keyChanges === this.#keyChanges) this.#holds.add({ type: 'no-key' }, null)
    while (!this.#stopping) {
      try {
        const step = this.#nextStep()
        if (step.type === 'wait') await this.#sleep(step.forMs)
        else await this.#perform(step)
      } catch (thrown) {
        // A row that cannot be read now holds everything, as one that cannot be written; it must not end the engine.
        const failure = storageFailureOf(thrown)
        if (failure === null) throw thrown
        this.#note(err(failure))
      }
    }
    for (const product of this.#lookers.keys()) this.#releaseLookers(product)
    this.#tellStill()
  }

  #nextStep(): Step {
    const sinceMs = this.#options.clock.monotonicMs()
    if (this.#suspended) return { type: 'wait', forMs: null }
    if (storageHolds.some((hold) => this.#holds.isDue(hold))) return { type: 'retry-storage' }
    if (this.#holds.isDue('rate-limited')) this.#connection.endRateLimit()
    if (this.#connection.isProbeDue()) return { type: 'probe' }
    if (this.#holds.blocksAll()) {
      for (const product of this.#lookers.keys()) this.#releaseLookers(product)
      return { type: 'wait', forMs: this.#holds.msUntilLook() }
    }
    const isListHeld = (product: Product): boolean =>
      this.#holds.hasListHold(product) && !this.#holds.isListHoldDue(product)
    const toRead = this.#readings.dueProduct(isListHeld)
    if (toRead !== null) return { type: 'read', product: toRead }
    // What was to be looked for was settled meanwhile: no reading will come that ends the wait.
    for (const product of this.#lookers.keys()) this.#releaseLookers(product)
    return (
      (this.#paused || this.#stillness.size > 0 ? null : this.#nextDelivery(isListHeld)) ?? {
        type: 'wait',
        forMs: this.#msUntilNext(sinceMs),
      }
    )
  }

  #nextDelivery(isListHeld: (product: Product) => boolean): Step | null {
    const { outbox, baselineMaxAgeMs } = this.#options
    const entry = nextInTurn(outbox.undelivered(), {
      mayTry: ({ id, body }) =>
        this.#timetable.mayTry(id) && !(body.kind === 'claim' && isListHeld(body.product)),
    })
    if (entry === null) return null
    if (entry.body.kind === 'pharmacy-request') return { type: 'send', entry, baseline: null }
    const baseline = this.#readings.baselineFor(entry.body.product, entry, baselineMaxAgeMs())
    return baseline === null
      ? { type: 'read', product: entry.body.product }
      : { type: 'send', entry, baseline }
  }

  // The first of: a hold's next look, an entry's next try or reading, the idle probe. Counted from before it was asked
  // what is due: what was due then is held back by something else, what became due since must not be slept over.
  #msUntilNext(sinceMs: number): number {
    let soonest = this.#connection.msUntilIdleProbe()
    const consider = (ms: number | null): void => {
      if (ms !== null && ms > 0) soonest = Math.min(soonest, ms)
    }
    consider(this.#holds.msUntilListLook(sinceMs))
    for (const entry of this.#options.outbox.undelivered()) {
      const what = isWaiting(entry.state) ? 'attempt' : 'reading'
      consider(this.#timetable.msUntilNext(entry.id, what, sinceMs))
    }
    for (const binding of ['binding/keke', 'binding/okada']) {
      consider(this.#timetable.msUntilNext(binding, 'reading', sinceMs))
    }
    return soonest
  }

  async #perform(step: Exclude<Step, { type: 'wait' }>): Promise<void> {
    const keyChanges = this.#keyChanges
    switch (step.type) {
      case 'probe':
        await this.#probe()
        break
      case 'read':
        await this.#read(step.product)
        break
      case 'send':
        await this.#deliver(step.entry, step.baseline)
        break
      case 'retry-storage':
        this.#retryStorage()
        break
    }
    this.#tellStill()
    // What was asked with the old key says nothing about the new one.
    if (keyChanges !== this.#keyChanges) this.#forgetOldKey()
    this.#options.onStatus()
  }

  async #reading<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    this.#inFlight = controller
    this.#pendingRead = true
    try {
      return await work(controller.signal)
    } finally {
      this.#inFlight = null
      this.#pendingRead = false
    }
  }

  async #probe(): Promise<void> {
    const check = await this.#reading((signal) => this.#options.api.checkConnection(signal))
    if (this.#suspended || this.#stopping) return
    this.#connection.afterProbe(check)
  }

  async #read(product: Product): Promise<void> {
    const askedAtMs = this.#options.clock.monotonicMs()
    const list = await this.#reading((signal) => this.#options.api.listClaims(product, signal))
    if (this.#suspended || (this.#stopping && !list.ok)) return
    if (!list.ok) {
      this.#note(this.#readings.postpone(product, list.error))
      this.#connection.afterFailedReading(product, list.error)
    } else {
      this.#connection.reached()
      const taken = this.#readings.take(product, list.value, askedAtMs)
      // A list that became shorter is no list to send on: its claims wait as for one that cannot be read.
      if (this.#readings.isCut(product)) {
        this.#connection.afterFailedReading(product, { type: 'wrong-shape' })
      } else this.#connection.afterReading(product)
      if (taken.ok) this.#options.onEntries(taken.value)
      else this.#note(taken)
    }
    this.#releaseLookers(product)
  }

  async #deliver(entry: KeptEntry, baseline: Baseline | null): Promise<void> {
    const controller = new AbortController()
    this.#inFlight = controller
    try {
      this.#note(await this.#delivery.attempt(entry, baseline, controller.signal))
    } finally {
      this.#inFlight = null
    }
  }

  // Writes what could not be written; the hold stays gone only when all of it is on the disk.
  #retryStorage(): void {
    this.#holds.lift(...storageHolds)
    const closed = this.#delivery.closePending()
    this.#note(closed)
    if (!closed.ok) return
    this.#closeOrphans()
    this.#note(this.#options.memory.write('paused', this.#paused ? 'yes' : null))
  }

  // Nothing is in flight: an attempt that is open in the file is one whose end nobody will hear of.
  #closeOrphans(): void {
    const { outbox, clock } = this.#options
    const at = clock.now().toISOString()
    for (const { id, state } of [...outbox.undelivered()]) {
      if (!isSending(state)) continue
      this.#note(outbox.apply(id, { type: 'attempt-orphaned', at, cause: 'stopped' }))
    }
  }

  #forgetOldKey(): void {
    this.#holds.lift('no-key', 'key-refused')
    this.#readings.invalidateAll()
    this.#connection.probeSoon()
  }

  #reconnected(): void {
    for (const { id } of this.#options.outbox.undelivered()) this.#timetable.tryAtOnce(id)
    this.#lookForUnconfirmed()
  }

  // Their next reading comes as soon as there is a connection, whatever was planned.
  #lookForUnconfirmed(): void {
    for (const { id, body, state } of this.#options.outbox.undelivered()) {
      if (isReconcilable(body.kind, state)) this.#timetable.readAtOnce(id)
    }
  }

  #allHolds(): readonly Hold[] {
    const holds = this.#holds.holds()
    return this.#paused ? [...holds, { type: 'paused' }] : holds
  }

  #tellStill(): void {
    if (!this.isAttemptOpen()) for (const tell of this.#stillness) tell()
  }

  // A write that failed holds everything: without a commit nothing may be sent.
  #note(result: { ok: true } | { ok: false; error: OutboxFailure }): void {
    if (result.ok) return
    if (result.error.type === 'impossible-transition' || result.error.type === 'unknown-entry') return
    this.#holds.lift(...storageHolds)
    this.#holds.add({ type: storageHoldOf(result.error) }, storageRetryMs)
    this.#options.onStatus()
  }

  #releaseLookers(product: Product): void {
    for (const resolve of this.#lookers.get(product) ?? []) resolve()
    this.#lookers.delete(product)
  }

  #wakeUp(): void {
    this.#woken = true
    this.#wake()
  }

  async #sleep(forMs: number | null): Promise<void> {
    if (!this.#woken) {
      await new Promise<void>((resolve) => {
        const cancel = forMs === null ? () => undefined : this.#options.clock.after(forMs, resolve)
        this.#wake = () => {
          cancel()
          resolve()
        }
      })
    }
    this.#woken = false
    this.#wake = () => undefined
  }
}

function storageHoldOf(
  failure: StorageFailure | { readonly type: 'id-taken' },
): (typeof storageHolds)[number] {
  return failure.type === 'disk-full' || failure.type === 'read-only' ? failure.type : 'disk-fault'
}
