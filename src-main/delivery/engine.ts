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

/** How long a stop waits for attempts before it cuts them off. */
const stopGraceMs = 8_000

/**
 * Delivers the outbox by itself. Entries of different policies may be on their way side by side, each attempt committed
 * before its POST; everything else is one step at a time, while no attempt is open. It sends nothing while a hold lasts,
 * reads the claim list where an answer was lost, and leaves to an officer what only an officer can decide.
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
  /** The first key, counted by changes, among those that the answers of the next turn were asked with. */
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

  /** Starts delivering. What a crash left open is unconfirmed, and looked for in the list first. */
  start(): void {
    const { memory } = this.#options
    for (const orphan of this.#delivery.closeOrphans()) this.#note(orphan)
    this.#paused = memory.read('paused') === 'yes'
    this.#connection.resumeRateLimit()
    this.#readings.resumeBinding()
    this.#running = this.#run()
  }

  /** Stops after what is under way; an attempt that takes too long is cut off and becomes unconfirmed. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#waker.wakeUp()
    this.#inFlight.cutOffQuestion('stopped')
    const cancel = this.#options.clock.after(stopGraceMs, () => this.#inFlight.cutOffAll('stopped'))
    await this.#running
    cancel()
  }

  /** @param counts whose entries are counted; everybody's unless told otherwise. */
  status(counts: CountsOf = () => true): EngineStatus {
    return this.#status.status(counts, this.#paused)
  }

  /** The part of the status that tells how the connection stands; cheap to ask. */
  connectionStatus(): Pick<EngineStatus, 'connection' | 'holds'> {
    return { connection: this.#connection.state, holds: this.#holds.holds() }
  }

  /** When an entry is tried or looked for next, by the clock on the wall; null when only an event moves it. */
  nextTryAt(entry: KeptEntry): string | null {
    return this.#status.nextTryAt(entry)
  }

  /** Something new may be sent: an entry, a changed setting. */
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
    const looked = this.#readingWaiters.wait(product)
    this.#holds.lookAgainNow('offline', 'intercepted')
    this.#waker.wakeUp()
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
    if (!this.#inFlight.isIdle || contact === this.#connection.state) return
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
    return [...this.#options.outbox.sending()].length > 0
  }

  /** No attempt begins until `goOn`; `still` comes as soon as none is open. Nothing is cut off for it. */
  drain(): { readonly still: Promise<void>; goOn(): void } {
    const asked = this.#drain.ask(() => this.nudge())
    this.#tellStill()
    return asked
  }

  /** The computer goes to sleep: what is in flight is cut off, and becomes unconfirmed. */
  suspend(): void {
    this.#suspended = true
    this.#inFlight.cutOffAll('suspended')
    this.#waker.wakeUp()
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
    this.#tellStill()
  }

  /**
   * One commit of what was answered and what may go; then it is told, and sent.
   * @returns what to do next; null when the disk did not take it.
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
    this.#tellStill()
    for (const entry of opened) this.#begin(entry)
    return next
  }

  // What came back while it stopped; a disk that fails now must not keep the application from ending.
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

  /** Sends an entry, whose attempt is on the disk, beside what is on its way already. */
  #begin(entry: KeptEntry): void {
    const keyChanges = this.#keyChanges
    const attempt = async (signal: AbortSignal): Promise<void> => {
      await this.#delivery.send(entry, signal)
      this.#answeredUnder = Math.min(this.#answeredUnder, keyChanges)
    }
    // Lanes that are answered together share a commit.
    this.#inFlight.begin(attempt, () => this.#options.clock.soon(() => this.#waker.wakeUp()))
  }

  // What was asked with the old key says nothing about the new one.
  #forgetOldAnswers(): void {
    if (this.#answeredUnder < this.#keyChanges) this.#forgetOldKey()
    this.#answeredUnder = Infinity
  }

  #stepEnded(keyChangesBefore: number): void {
    this.#tellStill()
    // What was asked with the old key says nothing about the new one.
    if (keyChangesBefore !== this.#keyChanges) this.#forgetOldKey()
    this.#options.onStatus()
  }

  // Writes what could not be written; the hold stays gone only when all of it is on the disk.
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

  // Their next reading comes as soon as there is a connection, whatever was planned.
  #lookForUnconfirmed(): void {
    for (const { id, body, state } of this.#options.outbox.undelivered()) {
      if (isReconcilable(body.kind, state)) this.#timetable.readAtOnce(id)
    }
  }

  #tellStill(): void {
    if (!this.isAttemptOpen()) this.#drain.tell()
  }

  #halted(): 'suspended' | 'stopping' | null {
    if (this.#suspended) return 'suspended'
    return this.#stopping ? 'stopping' : null
  }

  #note(result: Parameters<typeof holdIfUnwritten>[1]): void {
    if (holdIfUnwritten(this.#holds, result)) this.#options.onStatus()
  }

  // A row that cannot be read now holds everything, as one that cannot be written; it must not end the engine.
  #noteThrown(thrown: unknown): void {
    const failure = storageFailureOf(thrown)
    if (failure === null) throw thrown
    this.#note(err(failure))
  }
}
