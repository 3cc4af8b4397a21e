import type { Ways } from '#proofs/insurer/test-insurer.ts'
import { makeAnotherClaim } from './another-claim.ts'
import type { Crash } from './crash.ts'
import { postKinds, type PostKind } from './crash-points.ts'
import type { OutboxReport } from './kill-messages.ts'
import { KillRound, type Child, type KillRoundOptions } from './kill-round.ts'
import { OutboxLedger, type FiledEntry } from './outbox-ledger.ts'
import { pickOf } from './killed-process.ts'
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

interface OutboxRoundOptions extends KillRoundOptions {
  /** How the server behaves where no crash point needs it otherwise. */
  readonly ways: Ways
}

/** A round of claims and requests without files, compared with the server. */
export class OutboxKillRound extends KillRound<OutboxRoundOptions> {
  protected readonly ledger: OutboxLedger
  /** Leaves an attempt open whose claim arrives: what is left needs one, and there is none. */
  protected readonly before: Crash = { point: 'post/keke/body-sent', nth: 1 }
  #entries: readonly FiledEntry[] = []

  constructor(options: OutboxRoundOptions) {
    super(options)
    this.ledger = new OutboxLedger(options.file, options.server)
  }

  get received(): number {
    return this.#entries.filter(({ state }) => state === 'delivered').length
  }

  protected async die(crash: Crash): Promise<boolean> {
    const { server, ways } = this.options
    if (crash.point?.includes('/candidate') === true) await this.#submitBesideAnother()
    armFault(server, ways, crash.point)
    let submissionsLeft = submissionsAtMost
    const child = this.start({ crash, untilSettled: false }, (report) => {
      if (report.type === 'ready') this.#begin(child, crash)
      if (report.type === 'settled' && submissionsLeft > 0) {
        submissionsLeft -= 1
        this.#submit(child)
      }
      if (isOfficers(crash.point)) this.attendTo(child, crash.point, report)
    })
    const { from, to } = randomKillMs
    const late = await this.endKilled(
      child,
      crash.point === null ? from + Math.random() * (to - from) : deadlineOf(crash.point),
    )
    return crash.point === null || !late
  }

  #begin(child: Child, crash: Crash): void {
    for (const entry of this.#toDecide()) this.#settleDoubt(child, entry)
    const again = this.ledger.unanswered
    this.submitAgain(child)
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

  protected attendTo(child: Child, _point: string | null, report: OutboxReport): void {
    if (report.type === 'needs-officer') this.#settleDoubt(child, report)
  }

  #settleDoubt(child: Child, { id, candidates }: Pick<FiledEntry, 'id' | 'candidates'>): void {
    if (candidates > 0) child.ask({ type: 'compare', id })
    else this.#decide(child, id)
  }

  // The insurer can be asked about a claim; of a request nothing is known.
  #decide(child: Child, id: string): void {
    const isArrived = this.ledger.kindOf(id) === 'pharmacy' ? Math.random() < 0.5 : this.ledger.isHeld(id)
    const event = isArrived ? 'officer-accepts' : 'officer-resends'
    this.ledger.noteDecision(id, event)
    child.ask({ type: 'decide', id, event })
  }

  #submit(child: Child, kind: PostKind = pickOf(postKinds)): void {
    child.ask({ type: 'submit', captured: this.ledger.capture(kind) })
  }

  /** A new claim, and beforehand one of another computer, of the same policy and day: each may be taken for the other. */
  async #submitBesideAnother(): Promise<void> {
    const { server } = this.options
    const { body } = this.ledger.capture('keke').submission
    if (body.kind !== 'claim') return
    const { claim } = body
    server.faults.clear()
    await makeAnotherClaim(server, { ...claim, claimantIdentification: 'ANOTHER' })
  }

  protected calm(): void {
    const { server, ways } = this.options
    server.faults.clear()
    server.behave(ways)
  }

  protected findings(): Promise<readonly string[]> {
    this.#entries = this.ledger.entries()
    return Promise.resolve(this.ledger.findings(this.#entries))
  }

  protected unfinished(): Promise<readonly string[]> {
    return Promise.resolve(this.ledger.unfinished(this.#entries))
  }

  protected canComeTo(point: string | null): boolean {
    return (
      point?.startsWith('commit/orphan/') !== true || this.#entries.some(({ state }) => state === 'sending')
    )
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
