import * as v from 'valibot'
import type { TestInsurer, Ways } from '#proofs/insurer/test-insurer.ts'
import { makeAnotherClaim } from './another-claim.ts'
import type { Crash } from './crash.ts'
import { postKinds, type PostKind } from './crash-points.ts'
import { OutboxLedger, type FiledEntry } from './outbox-ledger.ts'
import { KilledProcess, killAtEach, pickOf } from './killed-process.ts'
import {
  ReportSchema,
  type OutboxProcessOptions,
  type OutboxReport,
  type OutboxRequest,
} from './outbox-messages.ts'
import { armFault, isOfficers, isUnprovable } from './server-mood.ts'

/** The longest queue: a longer one would add nothing new. */
const waitingAtMost = 4
/** One follows each that is settled, up to so many for one process. */
const submissionsAtMost = 8
const randomKillMs = { from: 40, to: 400 } as const
/** Timeout in ms after which a process that has not reached its point is killed anyway. */
const pointDeadlineMs = 5_000
/** The engine reads a list again twenty times as late as a reading took that broke off. */
const unprovableDeadlineMs = 40_000
const settleDeadlineMs = 60_000

/** Leaves an attempt open whose claim arrives. */
const inFlight: Crash = { point: 'post/keke/body-sent', nth: 1 }

type Child = KilledProcess<OutboxRequest>

export interface KillRoundOptions {
  readonly program: string
  readonly file: string
  readonly server: TestInsurer
  readonly crashes: readonly Crash[]
  /** How the server behaves where no crash point needs it otherwise. */
  readonly ways: Ways
}

export interface KillRoundResult {
  readonly kills: number
  readonly accepted: number
  readonly received: number
  /** The points processes died at, once for each. */
  readonly diedAt: readonly string[]
  readonly lost: readonly string[]
  readonly twice: readonly string[]
  readonly untrue: readonly string[]
}

/** Kills many processes over one file, compares it with the server after each, and drains it with a last one. */
export class KillRound {
  readonly #options: KillRoundOptions
  readonly #ledger: OutboxLedger
  readonly #lost = new Set<string>()
  readonly #twice = new Set<string>()
  readonly #untrue = new Set<string>()
  #entries: readonly FiledEntry[] = []

  constructor(options: KillRoundOptions) {
    this.#options = options
    this.#ledger = new OutboxLedger(options.file, options.server)
  }

  async run(): Promise<KillRoundResult> {
    const { kills, diedAt } = await killAtEach(this.#options.crashes, {
      canComeTo: (point) => this.#canComeTo(point),
      // What is left needs an open attempt, and there is none.
      before: inFlight,
      die: (crash) => this.#killed(crash),
      examine: () => Promise.resolve(this.#examine()),
    })
    if (this.#isWell()) await this.#settle()
    return {
      kills,
      accepted: this.#ledger.acceptedCount,
      received: this.#entries.filter(({ state }) => state === 'delivered').length,
      diedAt,
      lost: [...this.#lost],
      twice: [...this.#twice],
      untrue: [...this.#untrue],
    }
  }

  /** One process, until it is dead. @returns whether it died as planned. */
  async #killed(crash: Crash): Promise<boolean> {
    const { server } = this.#options
    if (crash.point?.includes('/candidate') === true) await this.#submitBesideAnother()
    armFault(server, this.#options.ways, crash.point)
    let submissionsLeft = submissionsAtMost
    const child = this.#start({ crash, untilSettled: false }, (report) => {
      if (report.type === 'ready') this.#begin(child, crash)
      if (report.type === 'settled' && submissionsLeft > 0) {
        submissionsLeft -= 1
        this.#submit(child)
      }
      if (report.type === 'needs-officer' && isOfficers(crash.point)) this.#attendTo(child, report)
    })
    const { from, to } = randomKillMs
    const late = await child.end(
      crash.point === null ? from + Math.random() * (to - from) : deadlineOf(crash.point),
    )
    if (child.endedBy !== 'SIGKILL') this.#untrue.add(`ended by itself with ${child.endedBy}`)
    return crash.point === null || !late
  }

  #begin(child: Child, crash: Crash): void {
    for (const entry of this.#toDecide()) this.#attendTo(child, entry)
    const again = this.#ledger.unanswered
    for (const submission of again) child.ask({ type: 'submit', submission })
    this.#submit(
      child,
      postKinds.find((kind) => crash.point?.startsWith(`post/${kind}/`)),
    )
    const waiting = this.#entries.filter(isOnItsWay).length + again.length
    for (let n = waiting + 1; n < waitingAtMost; n += 1) this.#submit(child)
  }

  // The officer decides two at a time, so that some stay undecided through several deaths.
  #toDecide(): readonly FiledEntry[] {
    return this.#entries.filter(awaitsOfficer).slice(0, 2)
  }

  #attendTo(child: Child, { id, candidates }: { readonly id: string; readonly candidates: number }): void {
    if (candidates > 0) child.ask({ type: 'compare', id })
    else this.#decide(child, id)
  }

  // The insurer can be asked about a claim; of a request nothing is known.
  #decide(child: Child, id: string): void {
    const isArrived = this.#ledger.kindOf(id) === 'pharmacy' ? Math.random() < 0.5 : this.#ledger.isHeld(id)
    const event = isArrived ? 'officer-accepts' : 'officer-resends'
    this.#ledger.noteDecision(id, event)
    child.ask({ type: 'decide', id, event })
  }

  #submit(child: Child, kind: PostKind = pickOf(postKinds)): void {
    child.ask({ type: 'submit', submission: this.#ledger.submission(kind) })
  }

  /** A new claim, and beforehand one of another computer, of the same policy and day: each may be taken for the other. */
  async #submitBesideAnother(): Promise<void> {
    const { server } = this.#options
    const { body } = this.#ledger.submission('keke')
    if (body.kind !== 'claim') return
    const { claim } = body
    server.faults.clear()
    await makeAnotherClaim(server, { ...claim, claimantIdentification: 'ANOTHER' })
  }

  /** The last process: it is not killed and ends when nothing is left to do. */
  async #settle(): Promise<void> {
    this.#options.server.faults.clear()
    this.#options.server.behave(this.#options.ways)
    const child = this.#start({ crash: { point: null, nth: 1 }, untilSettled: true }, (report) => {
      if (report.type === 'needs-officer') this.#attendTo(child, report)
    })
    await child.end(settleDeadlineMs)
    if (child.endedBy !== 0) this.#untrue.add('it does not settle')
    this.#examine()
    for (const finding of this.#ledger.unfinished(this.#entries)) this.#untrue.add(finding)
  }

  /** @returns whether all is well */
  #examine(): boolean {
    this.#entries = this.#ledger.entries()
    for (const finding of this.#ledger.lost(this.#entries)) this.#lost.add(finding)
    for (const finding of this.#ledger.twice(this.#entries)) this.#twice.add(finding)
    for (const finding of this.#ledger.untrue(this.#entries)) this.#untrue.add(finding)
    return this.#isWell()
  }

  #isWell(): boolean {
    return this.#lost.size + this.#twice.size + this.#untrue.size === 0
  }

  /** Whether what the last process left behind lets the next one come to a point at once. */
  #canComeTo(point: string | null): boolean {
    if (point?.startsWith('commit/orphan/')) return this.#entries.some(({ state }) => state === 'sending')
    return true
  }

  #start(
    how: Pick<OutboxProcessOptions, 'crash' | 'untilSettled'>,
    converse: (report: OutboxReport) => void,
  ): Child {
    const { program, file, server } = this.#options
    const options: OutboxProcessOptions = { file, baseUrl: server.url, key: server.key, ...how }
    return new KilledProcess(program, options, (message) => {
      const report = v.parse(ReportSchema, message)
      if (report.type === 'accepted') this.#ledger.noteAccepted(report.id)
      converse(report)
    })
  }
}

function isUncertain({ state }: FiledEntry): boolean {
  return state === 'sending' || state === 'unconfirmed'
}

function awaitsOfficer(entry: FiledEntry): boolean {
  return (
    entry.state === 'needs-review' ||
    (isUncertain(entry) && (entry.kind === 'pharmacy' || entry.candidates > 0))
  )
}

function isOnItsWay(entry: FiledEntry): boolean {
  return entry.state !== 'delivered' && !awaitsOfficer(entry)
}

function deadlineOf(point: string): number {
  return isUnprovable(point) ? unprovableDeadlineMs : pointDeadlineMs
}
