import { isSettled, needsOfficer } from '#shared/outbox/predicates.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { Death } from '#testing/kills/crash.ts'
import { Branch } from './branch.ts'
import type { Covered, HistoryOptions } from './history-options.ts'
import { SimulatedProcess, type Surroundings } from '#testing/engine/simulated-process.ts'
import { giveBack, takeEmptyOutbox } from '#testing/engine/empty-outbox.ts'
import type { Circumstances, Happening, HistoryScript } from '#testing/engine/happening.ts'
import { Promises, type Tracked } from './promises.ts'
import { checkBodies, decideTheRest } from './last-promises.ts'
import { checkQuiet } from './quiet-promises.ts'
import { SimulatedInsurer } from '#testing/engine/simulated-insurer.ts'
import { policyOf } from './submitter.ts'
import { TakenOutPromises } from './taken-out-promises.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'

/** Runs the real outbox and engine through a history and checks the promises at each step. */
export class History {
  readonly #clock = new VirtualClock()
  readonly #database = takeEmptyOutbox()
  readonly #circumstances: Circumstances
  readonly #promises: Promises
  readonly #insurer: SimulatedInsurer
  readonly #takenOut: TakenOutPromises
  readonly #branch: Branch
  readonly #trace: (line: string) => void
  readonly #shown: Surroundings['shown']
  #process: SimulatedProcess
  #writesLeft = Infinity
  #suspended = false
  #outsideHeld = false
  #death = new Death()
  #turnsOf = { chance: 0, latency: 0 }

  constructor(circumstances: Circumstances, options: HistoryOptions = {}) {
    this.#circumstances = circumstances
    this.#shown = options.shown
    const trace = options.trace
    this.#trace =
      trace === undefined ? () => undefined : (line) => trace(`${this.#clock.monotonicMs()} ${line}`)
    this.#promises = new Promises(this.#database, circumstances.sideBySide, this.#trace)
    const transit =
      options.transit ??
      ((what: string): Promise<void> =>
        // A POST that outlives its process by more would commit later than the proof of absence allows.
        this.#byLatency(what === 'post arrives' ? 8_000 : Infinity))
    const { insurer: nature, rowsBefore } = circumstances
    const watch = this.#promises
    this.#insurer = new SimulatedInsurer({ clock: this.#clock, watch, nature, rowsBefore, transit })
    const { failsFor = null } = nature
    this.#insurer.mood.failing = failsFor === null ? null : policyOf(failsFor)
    this.#promises.makerOf = (claimId) => this.#insurer.records.makerOf(claimId)
    this.#takenOut = new TakenOutPromises(this.#promises, () => new Outbox(this.#database, plainProtection))
    this.#branch = new Branch({
      clock: this.#clock,
      insurer: this.#insurer,
      promises: this.#promises,
      takenOut: this.#takenOut,
      process: () => this.#process,
    })
    this.#process = this.#boot()
  }

  /** What the search has covered of it. */
  get covered(): Covered {
    return { mostAtOnce: this.#promises.mostAtOnce, ...this.#takenOut.did }
  }

  /** Applies one happening and everything that follows at once. @throws with the first promise that was broken */
  async happen(happening: Happening): Promise<void> {
    this.#trace(`${this.#clock.now().toISOString()} ${JSON.stringify(happening)}`)
    await this.#apply(happening)
    await this.settled()
  }

  /** Runs everything that can continue, with a new process if the last one was killed. */
  async settled(): Promise<void> {
    await this.#clock.settle()
    for (let deaths = 0; !this.#process.isAlive() && deaths < 20; deaths += 1) {
      this.#process = this.#boot()
      await this.#clock.settle()
    }
    this.#promises.checkFile()
    if (!this.#suspended && this.#insurer.askedBy(this.#process) === 0) {
      checkQuiet(this.#process, this.#promises, this.#clock.now())
    }
    this.#promises.assertKept()
  }

  /** Ends every fault; hours later nothing may be left that time alone could have moved. */
  async heal(): Promise<void> {
    this.#trace('everything is put right')
    this.#insurer.putRight(() => this.#byLatency(8_000))
    this.#writesLeft = Infinity
    this.#death = new Death()
    this.#outsideHeld = false
    const { engine } = this.#process
    engine.setOutsideHold({ type: 'practice-unavailable' }, false)
    if (this.#suspended) engine.resume()
    this.#suspended = false
    engine.pause(false)
    engine.keyChanged()
    // The claims of a policy that gets 500 for ever come to an officer one after the other, after three POSTs each.
    for (const minutes of [0, 1, 19, 40, 60, 120, 240, 240]) {
      await this.#clock.advance(minutes * 60_000)
      await this.settled()
      if (this.#branch.openLooks === 0 && this.#undecided().length === 0 && this.#asked().length === 0) break
      for (const tracked of this.#asked()) this.#branch.officer('decide-candidates', tracked)
    }
    for (const { submission, state } of this.#undecided()) {
      this.#promises.break(`stuck in ${state.name}: ${submission.id}`)
    }
    if (this.#branch.openLooks > 0) this.#promises.break('an officer still waits for a look')
    // First what waits for an officer: until it is decided, the question is the alarm.
    decideTheRest(this.#promises, this.#branch, this.#process.outbox)
    await this.#checkAlarms()
    checkBodies(this.#promises, this.#process.outbox)
    this.#takenOut.checkList(this.#process.outbox)
    this.#takenOut.checkReferences(this.#process.outbox)
    this.#promises.assertKept()
  }

  async end(): Promise<void> {
    const stopped = this.#process.engine.stop()
    await this.#clock.advance(10_000)
    await stopped
    giveBack(this.#database)
  }

  #open(): readonly { readonly tracked: Tracked; readonly candidates: number }[] {
    return this.#promises.tracked
      .filter(({ accepted, state }) => accepted && !isSettled(state))
      .map((tracked) => ({
        tracked,
        candidates: this.#process.outbox.get(tracked.submission.id)?.candidates ?? 0,
      }))
  }

  #undecided(): readonly Tracked[] {
    return this.#open().flatMap(({ tracked, candidates }) =>
      needsOfficer(tracked.submission.body.kind, tracked.state, candidates) ? [] : [tracked],
    )
  }

  /** Entries beside which the screen shows a claim that may be theirs. */
  #asked(): readonly Tracked[] {
    return this.#open().flatMap(({ tracked, candidates }) => (candidates > 0 ? [tracked] : []))
  }

  async #checkAlarms(): Promise<void> {
    if (this.#promises.tracked.every(({ acts }) => acts.length < 2)) return
    await this.#clock.advance(65 * 60_000)
    await this.settled()
    const { claimRows } = this.#process.outbox
    this.#promises.checkAlarms(
      (id) => claimRows.ofEntry(id).filter(({ surplus }) => surplus).length,
      this.#insurer.records,
    )
  }

  async #apply(happening: Happening): Promise<void> {
    if (this.#branch.happen(happening)) return
    const { engine } = this.#process
    switch (happening.type) {
      case 'time':
        await this.#clock.advance(happening.seconds * 1000)
        break
      case 'kill':
        this.#process.kill()
        break
      case 'kill-at':
        this.#death = new Death({ point: happening.brink, nth: happening.nth })
        break
      case 'sleep':
        this.#suspend()
        await this.#clock.advance(happening.seconds * 1000)
        this.#resume()
        break
      case 'suspend':
        this.#suspend()
        break
      case 'resume':
        this.#resume()
        break
      case 'pause':
        engine.pause(happening.paused)
        break
      case 'full-disk':
        this.#writesLeft = happening.writes
        break
      case 'clock-jump':
        this.#clock.jump(happening.minutes * 60_000)
        break
      case 'network':
        engine.networkChanged(happening.online)
        break
      case 'contact':
        engine.contactSeen(happening.seen)
        break
      case 'key':
        this.#insurer.mood.hasKey = happening.has
        engine.keyChanged()
        break
      case 'outside-hold':
        this.#outsideHeld = happening.held
        engine.setOutsideHold({ type: 'practice-unavailable' }, happening.held)
        break
      case 'fate':
      case 'weather':
      case 'list':
      case 'details':
      case 'keeps':
      case 'spelling':
      case 'writes':
      case 'forbids':
        this.#insurer.happen(happening, policyOf)
        break
      default:
        break
    }
  }

  #boot(): SimulatedProcess {
    const process = new SimulatedProcess({
      database: this.#database,
      clock: this.#clock,
      insurer: this.#insurer,
      shown: this.#shown,
      chance: () => this.#next('chance', this.#circumstances.chances) ?? 0.5,
      sideBySide: this.#circumstances.sideBySide,
      diskTakes: () => (this.#writesLeft -= 1) >= 0,
      isKilledAt: (brink) => this.#isKilledAt(brink),
      wrote: (entry) => this.#promises.wrote(entry),
      spun: () => this.#promises.break('the engine does not wait'),
    })
    this.#trace('a process starts')
    this.#suspended = false
    if (this.#outsideHeld) process.engine.setOutsideHold({ type: 'practice-unavailable' }, true)
    process.engine.start()
    return process
  }

  #isKilledAt(brink: string): boolean {
    const isKilled = this.#death.reach(brink)
    if (isKilled) this.#trace(`killed ${brink}`)
    return isKilled
  }

  #next(what: 'chance' | 'latency', from: readonly number[]): number | undefined {
    const turn = this.#turnsOf[what]
    this.#turnsOf[what] += 1
    return from[turn % from.length]
  }

  #byLatency(mostMs: number): Promise<void> {
    const halfMs = Math.min((this.#next('latency', this.#circumstances.latenciesMs) ?? 0) / 2, mostMs)
    if (halfMs === 0) return Promise.resolve()
    return this.#clock.passed(halfMs)
  }

  #suspend(): void {
    this.#suspended = true
    this.#process.engine.suspend()
  }

  #resume(): void {
    if (!this.#suspended) return
    this.#suspended = false
    this.#process.engine.resume()
  }
}

/** Runs a history. @throws with the first promise that is broken */
export async function live(
  { circumstances, happenings }: HistoryScript,
  options?: HistoryOptions,
): Promise<void> {
  const history = new History(circumstances, options)
  try {
    for (const one of happenings) await history.happen(one)
    await history.heal()
    options?.covered?.(history.covered)
  } finally {
    await history.end()
  }
}
