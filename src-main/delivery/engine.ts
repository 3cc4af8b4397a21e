import type { EngineStatus } from '#shared/outbox/hold.ts'
import { isReceived, isReconcilable } from '#shared/outbox/predicates.ts'
import type { Product } from '#shared/domain/product.ts'
import type { InsurerClaim } from '#shared/domain/received-claim.ts'
import { carriesReference } from '#shared/domain/reference.ts'
import type { Sighting } from '#main/insurer/api/sighting.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import { err } from '#shared/result.ts'
import { Delays } from '#main/platform/holds.ts'
import { Loop } from '#main/platform/loop.ts'
import { InsurerConnection, type Fault } from './insurer-connection.ts'
import { EngineHolds, storageHolds, type OutsideHold } from './engine-holds.ts'
import { Lanes } from './lanes.ts'
import { LaterLooks } from './later-looks.ts'
import { ListRecords } from './list-records.ts'
import { Searches } from './look-schedule.ts'
import { Writing } from './writing.ts'
import type { EngineOptions } from './engine-options.ts'
import { EngineTurn, type EngineTurnOptions } from './engine-turn.ts'
import type { ReadingWatcher } from './list-readings.ts'
import { StatusReporter, type Connection, type CountsOf } from './status.ts'

/** How long a stop waits for attempts before it aborts them. */
const stopGraceMs = 8_000
/** The same where the session ends: Linux gives about 5 s for everything, Windows may give none. */
const lastGraceMs = 2_000

/** A session that has not ended so long after it was about to goes on. */
const sessionEndsWithinMs = 30_000

/** Whoever still runs so long after the computer went to sleep is awake: asleep, no time passes here. */
const awakeAfterMs = 2 * 60_000

/** Holds in which nothing leaves this computer, neither to the insurer nor to a file store. */
const ownHolds = ['practice-unavailable', 'locked', 'policy-unread', ...storageHolds] as const

/**
 * Delivers the outbox by itself: the public face of the turns in `engine-turn.ts`. Its methods only note what is wished
 * and wake the loop. Nothing is sent during a hold, a claim whose answer was lost is looked for at the insurer, and what
 * only an officer can decide is left to one.
 */
export class Engine {
  readonly #options: EngineTurnOptions & Pick<EngineOptions, 'hasKey'>
  /** The connection as the page is told of it. */
  readonly connectivity: Pick<InsurerConnection, 'now' | 'changed'>
  readonly #turn: EngineTurn
  readonly #status: StatusReporter
  #running: Promise<void> | null = null
  #stopWaking: () => void = () => undefined
  #stopGraceMs = stopGraceMs

  constructor(given: EngineOptions) {
    const { outbox, memory, clock, random, savesData, sideBySide } = given
    const holds = new EngineHolds(clock)
    const onChange: EngineOptions['onChange'] = (changed) => {
      connection.announce()
      given.onChange(changed)
    }
    const writing = new Writing(holds, onChange)
    const connection: InsurerConnection = new InsurerConnection({
      ...{ clock, random, memory, savesData, holds, writing },
      onReconnect: (fault, outageMs) => this.#reconnected(fault, outageMs),
    })
    const options = {
      ...given,
      onChange,
      connection,
      writing,
      lanes: new Lanes({ clock, random, most: sideBySide }),
      delays: new Delays(clock),
      doubts: new Set<string>(),
      searches: new Searches(clock),
      laterLooks: new LaterLooks(outbox, memory, clock),
      records: new ListRecords(memory, clock, random),
      loop: new Loop(clock, (error) => writing.tell(err(error))),
      wishes: { paused: false, suspended: false, drained: new Set<() => void>() },
      awaited: new Map<string, () => void>(),
    }
    this.#options = options
    this.connectivity = connection
    this.#turn = new EngineTurn(options)
    this.#status = new StatusReporter(options)
  }

  /** Starts delivering. Attempts a crash left open become unconfirmed and are looked for. */
  start(): void {
    this.#turn.resume()
    this.#lookForUnconfirmed()
    this.#running = this.#run()
  }

  /** Stops once everything in flight has ended; an attempt that takes too long is aborted and becomes unconfirmed. */
  async stop(): Promise<void> {
    const { clock, loop } = this.#options
    this.#stopWaking()
    loop.stop()
    loop.cutOff('ask/', 'stopped')
    const cancel = clock.after(this.#stopGraceMs, () => loop.cutOff('', 'stopped'))
    await this.#running
    cancel()
  }

  /** @param counts whose entries are counted; by default those of all officers. */
  status(counts: CountsOf = () => true): EngineStatus {
    return this.#status.status(counts)
  }

  /** The connection part of the status; cheap to call. */
  connectionStatus(): Pick<EngineStatus, 'connection' | 'holds'> {
    const { clock, connection } = this.#options
    return { connection: connection.state, holds: connection.holds.shown(clock.now()) }
  }

  /** What keeps everything on this computer, wherever it would go: an officer, sleep, or a hold of this computer's own. */
  standsStill(): 'paused' | 'quiet' | null {
    const { wishes, connection } = this.#options
    if (wishes.paused) return 'paused'
    return wishes.suspended || ownHolds.some((hold) => connection.holds.has(hold)) ? 'quiet' : null
  }

  /** When an entry is next tried or looked for, in system time; null when only an event moves it on. */
  nextTryAt(entry: KeptEntry): string | null {
    return this.#status.nextTryAt(entry)
  }

  /** Wakes the engine because there may be something to send: a new entry, a changed setting, or one that was removed. */
  nudge(): void {
    this.#options.loop.wakeUp()
    this.#options.onChange([])
  }

  /** The officer pauses or resumes sending; remembered across starts. */
  pause(paused: boolean): void {
    const { memory, wishes, writing } = this.#options
    wishes.paused = paused
    const written = memory.write('paused', paused ? 'yes' : null)
    if (!written.ok) writing.tell(written)
    this.nudge()
  }

  /** Probes the API immediately and retries everything that is only waiting for a timer. */
  tryNow(): void {
    this.#wake()
    const { connection, delays, lanes } = this.#options
    connection.holds.lift('rate-limited')
    connection.probeSoon()
    connection.holds.lookAgainNow('key-refused', 'insurer-problem', ...storageHolds)
    delays.liftAll()
    lanes.openNow()
    this.nudge()
  }

  /** Tries one entry immediately, with those of its policy that go before it, unless a hold prevents it. */
  sendNow(id: string): void {
    this.#wake()
    const { outbox, connection, delays, lanes } = this.#options
    const policy = outbox.get(id)?.policyTag
    for (const one of outbox.undelivered()) if (one.policyTag === policy) delays.lift(one.id)
    lanes.openNow()
    connection.holds.lookAgainNow('offline', 'intercepted', 'insurer-problem')
    this.nudge()
  }

  /**
   * Looks for an unconfirmed claim now: the details of its policy, and the whole list if they do not show it. Resolves
   * when that is over or cannot be done.
   */
  async lookNow(id: string): Promise<void> {
    this.#wake()
    const { connection, searches, awaited, loop } = this.#options
    searches.lookNow(id)
    connection.holds.lookAgainNow('offline', 'intercepted')
    await new Promise<void>((resolve) => {
      const before = awaited.get(id)
      awaited.set(id, () => {
        before?.()
        resolve()
      })
      loop.wakeUp()
    })
  }

  /** A claim list is asked for now, for the page: the engine learns from it. */
  watchReading(product: Product): ReadingWatcher {
    return this.#turn.readings.watch(product)
  }

  /** The insurer showed an officer this claim: it may be one that is looked for. */
  claimShown(claim: InsurerClaim): void {
    this.#turn.looks.shown(claim)
  }

  /** A key was set or cleared: lifts the holds that the old key caused. */
  keyChanged(): void {
    this.#options.connection.keyChanged()
    this.#options.doubts.clear()
    this.nudge()
  }

  /** The operating system reports a network change. It can be wrong either way, so "online" only causes a probe. */
  networkChanged(online: boolean): void {
    const { connection } = this.#options
    if (online) connection.networkIsBack()
    else connection.setOffline('ours')
    this.nudge()
  }

  /** Probes the API soon where this computer's clock was changed: a new answer compares it again. */
  lookAtClock(): void {
    const { connection } = this.#options
    if (!connection.noticeClockMove()) return
    connection.probeSoon()
    this.nudge()
  }

  /** Takes what an exchange showed, of whoever asked. */
  saw(sighting: Sighting): void {
    this.#options.connection.saw(sighting)
  }

  /** Another computer may have some entries too, out of a backup: they are looked for before anything of them is sent. */
  entriesCopied(): void {
    const read = guardStorage(() => this.#turn.looks.resume())
    if (!read.ok) this.#options.writing.tell(read)
    this.#lookForUnconfirmed()
    this.nudge()
  }

  /** An officer decided about an entry: to send it again, that it arrived, or that it is not to be sent. */
  entryDecided(id: string): void {
    const { outbox, laterLooks } = this.#options
    const entry = outbox.get(id)
    if (entry !== null) laterLooks.lookLater(entry)
    this.nudge()
  }

  /** An officer said of a candidate that it is this entry, or another claim. */
  candidateDecided(id: string): void {
    const { outbox, habits, searches } = this.#options
    const entry = outbox.get(id)
    if (entry?.body.kind !== 'claim') return
    const { product, branchReference } = entry.body
    if (isReceived(entry.state)) {
      searches.forget(id)
      const seen = outbox.candidates.ofEntry(id)
      const isCarried = seen.some(({ claim }) => carriesReference(claim.incidentDetails, branchReference))
      if (!isCarried) habits.learn(product, { referenceLost: true })
      const own = seen.find(({ ruledOutAt }) => ruledOutAt === null)
      if (own !== undefined) habits.learnDay(product, own.claim, entry.body.claim.occurrenceDate)
    } else if (isReconcilable(entry.body.kind, entry.state)) searches.goOn(id)
    this.entryDecided(id)
  }

  /** A request of the page showed the state of the connection: the engine probes if that differs from what it knows. */
  contactSeen(contact: Exclude<Connection, 'unknown'>): void {
    const { onChange, connection, loop } = this.#options
    if (contact === 'online') {
      connection.pageAnswered()
      onChange([])
    }
    // A good answer ends that hold, and a probe tells whether this was one.
    const isKnown = contact === connection.state && !(contact === 'online' && connection.problem.isHeld)
    // Whatever it asks shows the connection soon, but for a list, which may take very long.
    const isIdle = loop.count('') === loop.count('ask/list/')
    if (!isIdle || isKnown) return
    connection.probeSoon()
    connection.holds.lookAgainNow('key-refused')
    this.nudge()
  }

  /** Sets a hold that another part of the application watches, such as the practice server's port. */
  setOutsideHold(hold: OutsideHold, held: boolean): void {
    const { holds } = this.#options.connection
    if (held) holds.hold(hold, null)
    else holds.lift(hold.type)
    this.nudge()
  }

  /** Whether an attempt is open: sent but not answered yet, or answered but not on the disk yet. */
  isAttemptOpen(): boolean {
    return [...this.#options.outbox.sending()].length > 0
  }

  /** No attempt begins until `goOn`; `drained` resolves as soon as none is open. Open attempts are not aborted. */
  drain(): { readonly drained: Promise<void>; goOn(): void } {
    const { wishes } = this.#options
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const release = (): void => resolve(undefined)
    wishes.drained.add(release)
    if (!this.isAttemptOpen()) release()
    return {
      drained: promise.then(() => undefined),
      goOn: () => {
        wishes.drained.delete(release)
        release()
        this.nudge()
      },
    }
  }

  /**
   * The officer's session may be ending: no attempt begins, and a stop is a short one. No system says that it goes on
   * after all, so time does.
   */
  sessionMayEnd(): void {
    const drain = this.drain()
    this.#stopGraceMs = lastGraceMs
    this.#options.clock.after(sessionEndsWithinMs, () => {
      this.#stopGraceMs = stopGraceMs
      drain.goOn()
    })
  }

  /** The computer is going to sleep: whatever is in flight is aborted, and attempts become unconfirmed. */
  suspend(): void {
    const { clock, wishes, loop } = this.#options
    wishes.suspended = true
    loop.cutOff('', 'suspended')
    this.#stopWaking()
    this.#stopWaking = clock.after(awakeAfterMs, () => this.#wake())
    this.nudge()
  }

  /** The computer woke up: the API is probed before anything is sent. */
  resume(): void {
    const { wishes, connection } = this.#options
    wishes.suspended = false
    connection.probeSoon()
    this.#lookForUnconfirmed()
    this.nudge()
  }

  async #run(): Promise<void> {
    const { connection, loop } = this.#options
    const { keys } = connection
    const hasKey = await this.#options.hasKey()
    if (!hasKey && keys === connection.keys) {
      connection.holds.hold({ type: 'no-key' }, null)
      this.#options.onChange([])
    }
    await loop.run(() => this.#turn.run())
    await loop.ended('attempt/')
    loop.rethrow()
    this.#turn.last()
  }

  // Not every system reports that it woke up, or sleeps after all; that must not hold everything forever.
  #wake(): void {
    if (this.#options.wishes.suspended) this.resume()
  }

  #reconnected(fault: Fault, outageMs: number): void {
    const { delays, lanes } = this.#options
    delays.liftAll()
    if (fault === 'theirs') lanes.spread(outageMs)
    else lanes.openNow()
    this.#lookForUnconfirmed()
  }

  // As soon as there is a connection, beyond their plan.
  #lookForUnconfirmed(): void {
    const { outbox, searches } = this.#options
    for (const { id, body, state } of outbox.unconfirmed()) {
      if (isReconcilable(body.kind, state)) searches.lookOnce(id)
    }
  }
}
