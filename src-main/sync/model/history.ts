import type { Submission } from '#shared/outbox/entry.ts'
import { isReconcilable, isSettled, mayReturnToDraft, needsOfficer } from '#shared/outbox/predicates.ts'
import { madeUpClaim } from '../../outbox/model/made-up.ts'
import { DeskProcess } from './desk-process.ts'
import { giveBack, takeEmptyOutbox } from './empty-outbox.ts'
import type { Brink, Circumstances, Happening, HistoryScript, OfficerDoes } from './happening.ts'
import { Promises, type Tracked } from './promises.ts'
import { checkQuiet } from './quiet-promises.ts'
import { SimulatedInsurer, type Transit } from './simulated-insurer.ts'
import { VirtualClock } from './virtual-clock.ts'

export interface HistoryOptions {
  /** Decides when what is on the way arrives; without it the latencies of the circumstances do. */
  readonly transit?: Transit
  /** Told each happening, each question to the insurer and each change of a state. */
  readonly trace?: (line: string) => void
}

type ClaimHappening = Extract<Happening, { type: 'submit-claim' }>

/** The real outbox and engine through a history, with the promises checked at each step. */
export class History {
  readonly #clock = new VirtualClock()
  readonly #database = takeEmptyOutbox()
  readonly #circumstances: Circumstances
  readonly #promises: Promises
  readonly #insurer: SimulatedInsurer
  readonly #trace: (line: string) => void
  #process: DeskProcess
  #writesLeft = Infinity
  #suspended = false
  #outsideHeld = false
  #death: { brink: Brink; left: number } | null = null
  #turnsOf = { chance: 0, latency: 0 }
  #openLooks = 0

  constructor(circumstances: Circumstances, options: HistoryOptions = {}) {
    this.#circumstances = circumstances
    const tell = options.trace
    this.#trace =
      tell === undefined ? () => undefined : (line) => tell(`${this.#clock.monotonicMs()} ${line}`)
    this.#promises = new Promises(this.#database, () => this.#clock.monotonicMs(), this.#trace)
    const transit =
      options.transit ??
      ((what: string): Promise<void> =>
        // A POST that outlives its process for longer would commit later than the proof of absence allows.
        this.#byLatency(what === 'post arrives' ? 8_000 : Infinity))
    this.#insurer = new SimulatedInsurer(this.#clock, this.#promises, circumstances.rowsBefore, transit)
    for (let n = 0; n < circumstances.rowsBefore; n += 1) {
      for (const product of ['keke', 'okada'] as const) {
        const claim = madeUpClaim({ policyNumber: `Kkp/é 1`, claimantIdentification: `before ${n}` })
        this.#insurer.commit(product, { ...claim, reference: null }, null)
      }
    }
    this.#process = this.#boot()
  }

  /** One thing happens, and whatever follows from it at once. @throws with the first promise that was broken */
  async happen(happening: Happening): Promise<void> {
    this.#trace(`${this.#clock.now().toISOString()} ${JSON.stringify(happening)}`)
    await this.#apply(happening)
    await this.settled()
  }

  /** Everything that can go on goes on, over a process that was killed too. */
  async settled(): Promise<void> {
    await this.#clock.settle()
    for (let deaths = 0; !this.#process.alive && deaths < 20; deaths += 1) {
      this.#process = this.#boot()
      await this.#clock.settle()
    }
    this.#promises.checkFile()
    if (!this.#suspended && this.#insurer.askedBy(this.#process) === 0) {
      checkQuiet(this.#process, this.#promises, this.#insurer, this.#clock.now())
    }
    this.#promises.assertKept()
  }

  /** Everything is put right; hours later nothing may be left that only time could have moved. */
  async heal(): Promise<void> {
    this.#trace('everything is put right')
    this.#insurer.putRight(() => this.#byLatency(8_000))
    this.#writesLeft = Infinity
    this.#death = null
    this.#outsideHeld = false
    const { engine } = this.#process
    engine.setOutsideHold({ type: 'practice-unavailable', port: 1 }, false)
    if (this.#suspended) engine.resume()
    this.#suspended = false
    engine.pause(false)
    engine.keyChanged()
    for (const minutes of [0, 1, 19, 40, 60, 120]) {
      await this.#clock.advance(minutes * 60_000)
      await this.settled()
      if (this.#openLooks === 0 && this.#undecided().length === 0) break
    }
    for (const { submission, state } of this.#undecided()) {
      this.#promises.break(`stuck in ${state.name}: ${submission.id}`)
    }
    if (this.#openLooks > 0) this.#promises.break('an officer still waits for a look')
    this.#decideTheRest()
    this.#checkBodies()
    this.#promises.assertKept()
  }

  async end(): Promise<void> {
    const stopped = this.#process.engine.stop()
    await this.#clock.advance(10_000)
    await stopped
    giveBack(this.#database)
  }

  #undecided(): readonly Tracked[] {
    return this.#promises.tracked.filter(
      ({ submission, accepted, state }) =>
        accepted && !isSettled(state) && !needsOfficer(submission.body.kind, state),
    )
  }

  // What was left to an officer can be ended by one, with what the screen offers.
  #decideTheRest(): void {
    for (const { submission, state } of this.#promises.tracked.filter(({ accepted }) => accepted)) {
      if (isSettled(state)) continue
      this.#officer(mayReturnToDraft(submission.body.kind, state) ? 'discard' : 'accept-as-sent', submission)
      this.#officer('discard', submission)
      const entry = this.#process.outbox.get(submission.id)
      if (entry === null || !isSettled(entry.state)) this.#promises.break(`no end for ${submission.id}`)
    }
  }

  #checkBodies(): void {
    for (const { accepted, submission } of this.#promises.tracked) {
      const kept = this.#process.outbox.get(submission.id)
      if (accepted && JSON.stringify(kept?.body) !== JSON.stringify(submission.body)) {
        this.#promises.break(`another body than was accepted: ${submission.id}`)
      }
    }
  }

  async #apply(happening: Happening): Promise<void> {
    const { engine } = this.#process
    switch (happening.type) {
      case 'submit-claim': {
        this.#submit(this.#claimOf(happening))
        return
      }
      case 'submit-request': {
        const policyNumber = policyOf(happening.policy)
        const pharmacyId = this.#promises.tracked.length + 1
        this.#submit({ kind: 'pharmacy-request', pharmacyId, pharmacyName: 'P', policyNumber })
        return
      }
      case 'time': {
        await this.#clock.advance(happening.seconds * 1000)
        return
      }
      case 'fate':
        this.#insurer.fates.push(happening.fate)
        return
      case 'weather':
        this.#insurer.weather = happening.weather
        return
      case 'list':
        this.#insurer.listFaults.set(happening.product, happening.fault)
        return
      case 'spelling':
        this.#insurer.spelling = happening.spelling
        return
      case 'other-computer': {
        this.#otherComputer(happening)
        return
      }
      case 'kill': {
        this.#process.kill()
        return
      }
      case 'kill-at':
        this.#death = { brink: happening.brink, left: happening.nth }
        return
      case 'sleep':
        this.#suspend()
        await this.#clock.advance(happening.seconds * 1000)
        {
          this.#resume()
          return
        }
      case 'suspend': {
        this.#suspend()
        return
      }
      case 'resume': {
        this.#resume()
        return
      }
      case 'pause': {
        engine.pause(happening.paused)
        return
      }
      case 'full-disk':
        this.#writesLeft = happening.writes
        return
      case 'clock-jump': {
        this.#clock.jump(happening.minutes * 60_000)
        return
      }
      case 'network': {
        engine.networkChanged(happening.online)
        return
      }
      case 'contact': {
        engine.contactSeen(happening.seen)
        return
      }
      case 'key':
        this.#insurer.hasKey = happening.has
        {
          engine.keyChanged()
          return
        }
      case 'outside-hold':
        this.#outsideHeld = happening.held
        {
          engine.setOutsideHold({ type: 'practice-unavailable', port: 1 }, happening.held)
          return
        }
      case 'officer': {
        const { tracked } = this.#promises
        const picked = tracked[happening.pick % Math.max(1, tracked.length)]
        if (picked !== undefined) this.#officer(happening.does, picked.submission)
      }
    }
  }

  #boot(): DeskProcess {
    const process = new DeskProcess({
      database: this.#database,
      clock: this.#clock,
      insurer: this.#insurer,
      chance: () => this.#next('chance', this.#circumstances.chances) ?? 0.5,
      baselineMaxAgeMs: this.#circumstances.baselineMaxAgeMinutes * 60_000,
      diskTakes: () => (this.#writesLeft -= 1) >= 0,
      isKilledAt: (brink) => this.#isKilledAt(brink),
      wrote: (entry) => this.#promises.wrote(entry),
      spun: () => this.#promises.break('the engine does not wait'),
    })
    this.#trace('a process starts')
    this.#suspended = false
    this.#openLooks = 0
    if (this.#outsideHeld) process.engine.setOutsideHold({ type: 'practice-unavailable', port: 1 }, true)
    process.engine.start()
    return process
  }

  #isKilledAt(brink: Brink): boolean {
    if (this.#death?.brink !== brink) return false
    this.#death.left -= 1
    if (this.#death.left > 0) return false
    this.#death = null
    this.#trace(`killed ${brink}`)
    return true
  }

  #next(what: 'chance' | 'latency', from: readonly number[]): number | undefined {
    const turn = this.#turnsOf[what]
    this.#turnsOf[what] += 1
    return from[turn % from.length]
  }

  #byLatency(mostMs: number): Promise<void> {
    const halfMs = Math.min((this.#next('latency', this.#circumstances.latenciesMs) ?? 0) / 2, mostMs)
    if (halfMs === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#clock.after(halfMs, resolve)
    })
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

  #claimOf({ policy, product, exact, twin }: ClaimHappening): Submission['body'] {
    const policyNumber = policyOf(policy)
    const n = this.#promises.tracked.length
    const isTwin = twin && !exact
    const claim = madeUpClaim({ policyNumber, claimantIdentification: isTwin ? 'Ade Òjó' : `Ade ${n}` })
    return { kind: 'claim', product, claim, branchReference: exact ? referenceOf(n) : null }
  }

  #submit(body: Submission['body'], root: string | null = null): void {
    const id = `00000000-0000-7000-8000-${String(this.#promises.tracked.length).padStart(12, '0')}`
    const submission = { id, body }
    const tracked = this.#promises.track(submission, root ?? id)
    tracked.accepted = this.#process.outbox.accept(submission, this.#clock.now().toISOString()).ok
    this.#process.engine.nudge()
  }

  #otherComputer({ product, like, pick }: Extract<Happening, { type: 'other-computer' }>): void {
    const claims = this.#promises.tracked.filter(({ submission }) => submission.body.kind === 'claim')
    const like1 = claims[pick % Math.max(1, claims.length)]
    const body = like1?.submission.body
    if (like === 'other' || like1 === undefined || body?.kind !== 'claim') {
      const claim = madeUpClaim({ claimantIdentification: `other ${pick}` })
      this.#insurer.commit(product, { ...claim, reference: null }, null)
      return
    }
    const changes = like === 'similar' ? { repairEstimate: body.claim.repairEstimate + 1 } : {}
    this.#insurer.commit(body.product, { ...body.claim, ...changes, reference: null }, null)
    if (like === 'equal' && body.branchReference === null) this.#promises.otherEqualTo(like1)
  }

  #officer(does: OfficerDoes, { id, body }: Submission): void {
    const { outbox, engine } = this.#process
    const entry = outbox.get(id)
    const tracked = this.#promises.tracked.find(({ submission }) => submission.id === id)
    if (entry === null || tracked === undefined) return
    const at = this.#clock.now().toISOString()
    switch (does) {
      case 'send-now': {
        engine.sendNow(id)
        return
      }
      case 'try-now': {
        engine.tryNow()
        return
      }
      case 'look-now': {
        this.#look(id, body, isReconcilable(body.kind, entry.state))
        return
      }
      case 'acknowledge':
        outbox.claimRows.acknowledgeDuplicates(id, at)
        return
      case 'submit-again':
        outbox.accept({ id, body }, at)
        {
          engine.nudge()
          return
        }
      case 'accept-as-sent':
        outbox.apply(id, { type: 'officer-accepts', at })
        {
          engine.nudge()
          return
        }
      case 'send-again': {
        // The decision counts from before it is written: the engine may follow it within the same moment.
        tracked.resends += 1
        if (!outbox.apply(id, { type: 'officer-resends', at }).ok) tracked.resends -= 1
        engine.nudge()
        return
      }
      case 'discard': {
        this.#withdraw(tracked, 'discarded')
        return
      }
      case 'to-draft':
      case 'edit-draft':
        if (body.kind !== 'claim' || !mayReturnToDraft(body.kind, entry.state)) return
        this.#withdraw(tracked, 'draft')
        if (tracked.withdrawn) this.#submitDraft(tracked, body, does === 'edit-draft')
    }
  }

  #withdraw(tracked: Tracked, to: 'draft' | 'discarded'): void {
    const { outbox, engine } = this.#process
    const event = { type: 'withdraw', at: this.#clock.now().toISOString(), to } as const
    const before = tracked.withdrawn
    tracked.withdrawn = true
    const { id } = tracked.submission
    const done = to === 'draft' ? outbox.applyWith(id, event, () => undefined) : outbox.apply(id, event)
    tracked.withdrawn = before || done.ok
    engine.nudge()
  }

  // As the desk makes a draft of an entry: the same fields under a new id and a new reference.
  #submitDraft(from: Tracked, body: Extract<Submission['body'], { kind: 'claim' }>, edited: boolean): void {
    const claim = edited ? { ...body.claim, occurrenceAddress: '1 Other Street' } : body.claim
    const branchReference = body.branchReference === null ? null : referenceOf(this.#promises.tracked.length)
    this.#submit({ ...body, claim, branchReference }, from.root)
  }

  #look(id: string, body: Submission['body'], isPossible: boolean): void {
    if (body.kind !== 'claim' || !isPossible) return
    const asking = this.#process
    this.#openLooks += 1
    void asking.engine.lookNow(id, body.product).then(() => {
      if (asking === this.#process) this.#openLooks -= 1
    })
  }
}

/** Lives through a history. @throws with the first promise that is broken */
export async function live(
  { circumstances, happenings }: HistoryScript,
  options?: HistoryOptions,
): Promise<void> {
  const history = new History(circumstances, options)
  try {
    for (const one of happenings) await history.happen(one)
    await history.heal()
  } finally {
    await history.end()
  }
}

function policyOf(n: number): string {
  return `Kkp/é ${n}`
}

function referenceOf(n: number): string {
  return `0000-${String(n).padStart(4, '0')}`
}
