import type { Product } from '#shared/domain/product.ts'
import type { EngineStatus, Hold } from '#shared/outbox/hold.ts'
import { isReconcilable } from '#shared/outbox/predicates.ts'
import { err } from '#shared/result.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import { storageFailureOf } from '../platform/storage-failure.ts'
import { ConnectionWatch } from './connection-watch.ts'
import { Delivery, type Turn } from './delivery.ts'
import type { EngineOptions } from './engine-options.ts'
import type { HoldSet } from './hold-set.ts'
import { ReadingWaiters } from './reading-waiters.ts'
import { Questions } from './questions.ts'
import { ListReadings } from './list-readings.ts'
import { StatusReporter } from './status-reporter.ts'
import type { Connection, CountsOf } from './status.ts'
import { StepChooser, type Step } from './step-chooser.ts'
import { Drain } from './drain.ts'
import { holdIfUnwritten, storageHolds } from './storage-holds.ts'
import { Timetable } from './timetable.ts'
import { InFlight } from './in-flight.ts'
import { Scheduler } from './scheduler.ts'

/** How long a stop waits for attempts before it aborts them. */
const stopGraceMs = 8_000

/**
 * Delivers the outbox automatically. Entries of different policies may be in flight in parallel, each attempt committed
 * before its POST; everything else runs one step at a time, while no attempt is open. It sends nothing during a hold,
 * reads the claim list when an answer was lost, and leaves to an officer what only an officer can decide.
 */
export class Engine {
  readonly #options: EngineOptions
  readonly #connection: ConnectionWatch
  readonly #holds: HoldSet
  readonly #timetable: Timetable
  readonly #readings: ListReadings
  readonly #delivery: Delivery
  readonly #questions: Questions
  readonly #steps: StepChooser
  readonly #status: StatusReporter
  readonly #inFlight = new InFlight()
  readonly #readingWaiters = new ReadingWaiters()
  readonly #drain = new Drain()
  readonly #waker: Scheduler

  #paused = false
  #keyChanges = 0
  /** The oldest key, as a number of key changes, that any answer of the next turn was requested with. */
  #answeredUnder = Infinity
  #suspended = false
  #stopping = false
  #running: Promise<void> | null = null

  constructor(options: EngineOptions) {
    this.#options = options
    this.#connection = new ConnectionWatch({
      ...options,
      onReconnect: () => this.#reconnected(),
      onStorageFailure: (error) => this.#note({ ok: false, error }),
    })
    this.#holds = this.#connection.holds
    this.#timetable = new Timetable(options.clock)
    this.#readings = new ListReadings(options.outbox, options.clock, this.#timetable)
    this.#delivery = new Delivery(options, this.#connection, this.#timetable, this.#readings)
    this.#status = new StatusReporter(options, this.#connection, this.#timetable)
    this.#waker = new Scheduler(options.clock)
    const parts = {
      options,
      connection: this.#connection,
      timetable: this.#timetable,
      readings: this.#readings,
      readingWaiters: this.#readingWaiters,
      inFlight: this.#inFlight,
    }
    this.#steps = new StepChooser(parts)
    this.#questions = new Questions({ ...parts, halted: () => this.#halted() })
  }

  /** Starts delivering. Attempts a crash left open become unconfirmed and are looked up in the list first. */
  start(): void {
    const { memory } = this.#options
    for (const orphan of this.#delivery.closeOrphans()) this.#note(orphan)
    this.#paused = memory.read('paused') === 'yes'
    this.#connection.resumeRateLimit()
    this.#readings.resumeBinding()
    this.#running = this.#run()
  }

  /** Stops once everything in flight has ended; an attempt that takes too long is aborted and becomes unconfirmed. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#waker.wakeUp()
    this.#inFlight.cutOffQuestion('stopped')
    const cancel = this.#options.clock.after(stopGraceMs, () => this.#inFlight.cutOffAll('stopped'))
    await this.#running
    cancel()
  }

  /** @param counts whose entries are counted; by default those of all officers. */
  status(counts: CountsOf = () => true): EngineStatus {
    return this.#status.status(counts, this.#paused)
  }

  /** The connection part of the status; cheap to call. */
  connectionStatus(): Pick<EngineStatus, 'connection' | 'holds'> {
    return { connection: this.#connection.state, holds: this.#holds.holds() }
  }

  /** When an entry is next tried or looked up, in system time; null when only an event moves it on. */
  nextTryAt(entry: KeptEntry): string | null {
    return this.#status.nextTryAt(entry)
  }

  /** Wakes the engine because there may be something to send: a new entry, a changed setting. */
  nudge(): void {
    this.#waker.wakeUp()
    this.#options.onStatus()
  }

  /** The officer pauses or resumes sending; remembered across starts. */
  pause(paused: boolean): void {
    this.#paused = paused
    this.#note(this.#options.memory.write('paused', paused ? 'yes' : null))
    this.nudge()
  }

  /** Probes the API immediately and retries everything that is only waiting for a timer. */
  tryNow(): void {
    this.#officerIsHere()
    this.#holds.lift('rate-limited', 'list-unavailable')
    this.#connection.probeSoon()
    this.#holds.lookAgainNow('key-refused', ...storageHolds)
    for (const { id } of this.#options.outbox.undelivered()) this.#timetable.tryAtOnce(id)
    this.nudge()
  }

  /** Tries one entry immediately, unless a hold prevents it. */
  sendNow(id: string): void {
    this.#officerIsHere()
    this.#timetable.tryAtOnce(id)
    this.#holds.lookAgainNow('offline', 'intercepted')
    this.nudge()
  }

  /** Reads the product's claim list now for an unconfirmed claim. Resolves once it was read or could not be read. */
  async lookNow(id: string, product: Product): Promise<void> {
    this.#officerIsHere()
    this.#timetable.readAtOnce(id)
    this.#holds.liftListHold(product)
    const looked = this.#readingWaiters.wait(product)
    this.#holds.lookAgainNow('offline', 'intercepted')
    this.#waker.wakeUp()
    await looked
  }

  /** A key was set or cleared: lifts the hold that a refusal of the old key caused. */
  keyChanged(): void {
    this.#keyChanges += 1
    this.#forgetOldKey()
    this.nudge()
  }

  /** The operating system reports a network change. It can be wrong either way, so "online" only causes a probe. */
  networkChanged(online: boolean): void {
    if (online) this.#connection.probeSoon()
    else this.#connection.setOffline()
    this.nudge()
  }

  /** Probes the API soon, whatever is known already, because the caller wants a fresh answer. */
  lookAgain(): void {
    this.#connection.probeSoon()
    this.nudge()
  }

  /** Entries were removed: the next attempts need a new reading, whose baseline includes the rows they left behind. */
  entriesRemoved(): void {
    this.#readings.invalidateAll()
    this.nudge()
  }

  /** Entries were restored from a backup: they are looked up before anything else is sent. */
  entriesRestored(): void {
    this.#readings.invalidateAll()
    this.#lookForUnconfirmed()
    this.#readings.resumeBinding()
    this.nudge()
  }

  /** A request of the page showed the state of the connection: the engine probes if that differs from what it knows. */
  contactSeen(contact: Exclude<Connection, 'unknown'>): void {
    if (!this.#inFlight.isIdle || contact === this.#connection.state) return
    this.#connection.probeSoon()
    this.#holds.lookAgainNow('key-refused')
    this.nudge()
  }

  /** Sets a hold that another part of the application watches, such as the practice server's port. */
  setOutsideHold(hold: Extract<Hold, { type: 'practice-unavailable' | 'locked' }>, held: boolean): void {
    if (held) this.#holds.add(hold, null)
    else this.#holds.lift(hold.type)
    this.nudge()
  }

  /** Whether an attempt is open: sent but not answered yet, or answered but not on the disk yet. */
  isAttemptOpen(): boolean {
    return [...this.#options.outbox.sending()].length > 0
  }

  /** No attempt begins until `goOn`; `drained` resolves as soon as none is open. Open attempts are not aborted. */
  drain(): { readonly drained: Promise<void>; goOn(): void } {
    const asked = this.#drain.ask(() => this.nudge())
    this.#settleDrain()
    return asked
  }

  /** The computer is going to sleep: whatever is in flight is aborted and becomes unconfirmed. */
  suspend(): void {
    this.#suspended = true
    this.#inFlight.cutOffAll('suspended')
    this.#waker.wakeUp()
  }

  /** The computer woke up: the API is probed before anything is sent. */
  resume(): void {
    this.#suspended = false
    this.#readings.invalidateAll()
    this.#connection.probeSoon()
    this.#lookForUnconfirmed()
    this.nudge()
  }

  // Not every system reports that it woke up; a missed wake-up must not hold everything forever.
  #officerIsHere(): void {
    if (this.#suspended) this.resume()
  }

  async #run(): Promise<void> {
    const keyChanges = this.#keyChanges
    const hasKey = await this.#options.hasKey()
    if (!hasKey && keyChanges === this.#keyChanges) this.#holds.add({ type: 'no-key' }, null)
    while (!this.#stopping) {
      try {
        this.#inFlight.rethrow()
        const next = this.#turn()
        if (next !== null) await this.#take(next)
      } catch (thrown) {
        this.#noteThrown(thrown)
      }
    }
    await this.#inFlight.attemptsEnded()
    this.#inFlight.rethrow()
    this.#closeLast()
    this.#readingWaiters.releaseAll()
    this.#settleDrain()
  }

  /**
   * Commits in one transaction what was answered and what may be sent, then reports the former and sends the latter.
   * @returns what to do next; null when the commit failed.
   */
  #turn(): Turn['next'] | null {
    const turned = this.#delivery.turn({
      afterClosing: () => this.#forgetOldAnswers(),
      next: (opened) => this.#nextStep(opened),
    })
    this.#note(turned)
    if (!turned.ok) return null
    const { closed, opened, next } = turned.value
    const { onEntries, onStatus } = this.#options
    if (closed.length > 0) onEntries(closed)
    if (opened.length > 0) onEntries(opened)
    if (closed.length + opened.length > 0) onStatus()
    this.#settleDrain()
    for (const entry of opened) this.#begin(entry)
    return next
  }

  // Writes what was answered during the stop; a disk failure now must not keep the application from quitting.
  #closeLast(): void {
    try {
      this.#turn()
    } catch (thrown) {
      this.#noteThrown(thrown)
    }
  }

  #nextStep(opened: number): Step {
    return this.#steps.next({
      suspended: this.#suspended,
      sendsNothing: this.#paused || this.#drain.isAsked || this.#stopping,
      attempts: this.#inFlight.attempts + opened,
    })
  }

  async #take(step: Turn['next']): Promise<void> {
    const keyChanges = this.#keyChanges
    switch (step.type) {
      case 'wait':
        await this.#waker.sleep(step.forMs)
        return
      case 'probe':
        await this.#questions.probe()
        break
      case 'read':
        this.#note(await this.#questions.read(step.product))
        break
      case 'retry-storage':
        this.#retryStorage()
        break
    }
    this.#stepEnded(keyChanges)
  }

  /** Sends an entry whose attempt is on the disk, in parallel with those already in flight. */
  #begin(entry: KeptEntry): void {
    const keyChanges = this.#keyChanges
    const attempt = async (signal: AbortSignal): Promise<void> => {
      await this.#delivery.send(entry, signal)
      this.#answeredUnder = Math.min(this.#answeredUnder, keyChanges)
    }
    // Attempts answered at the same time share a commit.
    this.#inFlight.begin(attempt, () => this.#options.clock.soon(() => this.#waker.wakeUp()))
  }

  // Answers to the old key say nothing about the new one.
  #forgetOldAnswers(): void {
    if (this.#answeredUnder < this.#keyChanges) this.#forgetOldKey()
    this.#answeredUnder = Infinity
  }

  #stepEnded(keyChangesBefore: number): void {
    this.#settleDrain()
    // Answers to the old key say nothing about the new one.
    if (keyChangesBefore !== this.#keyChanges) this.#forgetOldKey()
    this.#options.onStatus()
  }

  // Writes what could not be written before; the hold returns unless all of it is on the disk.
  #retryStorage(): void {
    this.#holds.lift(...storageHolds)
    const closed = this.#delivery.closeUnwritten()
    this.#note(closed)
    if (!closed.ok) return
    for (const orphan of this.#delivery.closeOrphans()) this.#note(orphan)
    this.#note(this.#options.memory.write('paused', this.#paused ? 'yes' : null))
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

  // Reads the list for them as soon as there is a connection, regardless of the timetable.
  #lookForUnconfirmed(): void {
    for (const { id, body, state } of this.#options.outbox.undelivered()) {
      if (isReconcilable(body.kind, state)) this.#timetable.readAtOnce(id)
    }
  }

  #settleDrain(): void {
    if (!this.isAttemptOpen()) this.#drain.settle()
  }

  #halted(): 'suspended' | 'stopping' | null {
    if (this.#suspended) return 'suspended'
    return this.#stopping ? 'stopping' : null
  }

  #note(result: Parameters<typeof holdIfUnwritten>[1]): void {
    if (holdIfUnwritten(this.#holds, result)) this.#options.onStatus()
  }

  // A row that cannot be read holds everything, like one that cannot be written; it must not stop the engine.
  #noteThrown(thrown: unknown): void {
    const failure = storageFailureOf(thrown)
    if (failure === null) throw thrown
    this.#note(err(failure))
  }
}
