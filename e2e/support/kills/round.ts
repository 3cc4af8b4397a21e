import * as v from 'valibot'
import type { TestInsurer, Ways } from '#testing/insurer/test-insurer.ts'
import type { Crash } from '#testing/kills/crash.ts'
import { KilledProcess } from '#testing/kills/killed-process.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { makeAnotherClaim } from '../another-claim.ts'
import type { CapturedKind } from './captured.ts'
import { KillLedger } from './ledger.ts'
import { ReportSchema, type KillRequest, type OutboxProcessOptions, type OutboxReport } from './messages.ts'
import { armFaults, calm, isOfficers, isOfTakingBack, isUnprovable, standsStill } from './moods.ts'
import { isOfFiles, postKinds } from './points.ts'
import type { FiledEntry } from './view.ts'

/** How often a point that was not reached is retried. */
const triesOfPoint = 6
/** The longest queue: a longer one would add nothing new. */
const waitingAtMost = 4
/** One follows each that is settled, up to so many for one process. */
const submissionsAtMost = 8
/** Up to so long after its start a process is killed at random. */
const randomKillMs = 500
/** Timeout in ms after which a process that has not reached its point is killed anyway. */
const pointDeadlineMs = 10_000
/** The engine reads a list again twenty times as late as a reading took that broke off. */
const unprovableDeadlineMs = 40_000
/** A file that the store may still show is looked for during a minute before it is sent again. */
const settleDeadlineMs = 180_000

type Child = KilledProcess<KillRequest>

export interface KillRoundOptions {
  readonly program: string
  readonly file: string
  readonly server: TestInsurer
  /** Where photos and PDFs go. */
  readonly store: FileStore
  /** How the insurer behaves where no point needs it otherwise. */
  readonly ways: Ways
  readonly crashes: readonly Crash[]
}

export interface KillRoundResult {
  readonly kills: number
  /** The points processes died at, once for each. */
  readonly diedAt: readonly string[]
  readonly wrong: readonly string[]
  /** What is there in the end. */
  readonly counts: Readonly<Record<string, number>>
}

/** Kills many processes over one file, looks at it after each, and drains it with a last one. */
export class KillRound {
  readonly #options: KillRoundOptions
  readonly #wrong = new Set<string>()
  readonly #ledger: KillLedger

  constructor(options: KillRoundOptions) {
    this.#options = options
    this.#ledger = new KillLedger(options.file, options.server)
  }

  async run(): Promise<KillRoundResult> {
    const { kills, diedAt } = await this.#killAtEach()
    if (this.#wrong.size === 0) await this.#settle()
    const ledger = this.#ledger
    const counts = {
      accepted: ledger.acceptedCount,
      received: ledger.inState('delivered').length,
      'moved to drafts': ledger.inState('withdrawn').length,
      'files in the store': ledger.view.wanted.length,
      'links opened': ledger.linksOpened,
    }
    return { kills, diedAt, wrong: [...this.#wrong], counts }
  }

  /** Kills at one point after the other, as long as all is well. */
  async #killAtEach(): Promise<Pick<KillRoundResult, 'kills' | 'diedAt'>> {
    const left = this.#options.crashes.map((crash) => ({ crash, tries: 0 }))
    const diedAt: string[] = []
    let kills = 0
    for (let isWell = true; left.length > 0 && isWell; isWell = await this.#examine()) {
      const index = left.findIndex(({ crash }) => this.#canComeTo(crash.point))
      const needed = { crash: crashBefore(left[0]?.crash.point ?? null), tries: triesOfPoint }
      const next = index < 0 ? needed : left.splice(index, 1)[0]
      if (next === undefined) break
      const { crash, tries } = next
      const isAtPoint = await (crash.point === standsStill ? this.#standStill() : this.#die(crash))
      if (isAtPoint) diedAt.push(crash.point ?? 'at random')
      else if (tries + 1 < triesOfPoint) left.push({ crash: { ...crash, nth: 1 }, tries: tries + 1 })
      kills += 1
    }
    return { kills, diedAt }
  }

  /** Whether what the last process left behind lets the next one come to a point at once. */
  #canComeTo(point: string | null): boolean {
    if (point?.startsWith('commit/orphan/') === true) return this.#ledger.inState('sending').length > 0
    if (point?.includes('forgotten') === true) return this.#ledger.inState('delivered').length > 0
    return true
  }

  /** One process, until it is dead. @returns whether it died as planned */
  async #die(crash: Crash): Promise<boolean> {
    const { server, ways } = this.#options
    const { point } = crash
    if (point?.includes('/candidate') === true) await this.#submitBesideAnother()
    armFaults(server, ways, point)
    let submissionsLeft = submissionsAtMost
    const child = this.#start({ crash, untilSettled: false }, (report) => {
      if (report.type === 'ready') this.#begin(child, point)
      // From here on, and not from the start: how long that takes is the machine's business.
      if (report.type === 'ready' && point === null) {
        setTimeout(() => child.kill(), Math.random() * randomKillMs)
      }
      if (report.type === 'settled' && submissionsLeft > 0) {
        submissionsLeft -= 1
        this.#submit(child, pickOf(kindsBeside(point)))
      }
      if (isOfficers(point) || isOfFiles(point)) this.#attendTo(child, point, report)
    })
    return !(await this.#endKilled(child, isUnprovable(point) ? unprovableDeadlineMs : pointDeadlineMs))
  }

  /** A store that answers nothing: a claim without files goes out all the same. @returns whether it did */
  async #standStill(): Promise<boolean> {
    const { server, ways } = this.#options
    calm(server, ways)
    const { promise: killed, resolve } = Promise.withResolvers<null>()
    server.fileStore.faults.set('every-operation', { type: 'held', until: killed })
    let awaited = ''
    const child = this.#start({ crash: { point: null, nth: 1 }, untilSettled: false }, (report) => {
      if (report.type === 'ready') {
        this.#submitAgain(child)
        this.#submit(child, 'small')
        awaited = this.#submit(child, 'keke')
      }
      if (report.type === 'settled' && report.id === awaited) child.kill()
    })
    const late = await this.#endKilled(child, pointDeadlineMs)
    resolve(null)
    server.fileStore.faults.clear()
    if (late) this.#wrong.add(`held back by files of others: ${awaited}`)
    return !late
  }

  #start(
    how: Pick<OutboxProcessOptions, 'crash' | 'untilSettled'>,
    converse: (report: OutboxReport) => void,
  ): Child {
    const { program, file, server, store } = this.#options
    const options: OutboxProcessOptions = { file, baseUrl: server.url, key: server.key, store, ...how }
    return new KilledProcess(program, options, (message) => {
      const report = v.parse(ReportSchema, message)
      if (report.type === 'accepted') this.#ledger.noteAccepted(report.id)
      converse(report)
    })
  }

  /** What officers do as soon as a process is there. */
  #begin(child: Child, point: string | null): void {
    const entries = [...this.#ledger.view.entries]
    // They decide two at a time, so that some stay undecided through several deaths.
    const doubted = entries.filter(([id, entry]) => this.#awaitsOfficer(id, entry))
    for (const [id, { candidates }] of doubted.slice(0, 2)) this.#settleDoubt(child, id, candidates)
    const again = this.#ledger.unanswered
    this.#submitAgain(child)
    const forgets = point?.includes('forgotten') === true || Math.random() < 0.1
    const [oldest] = this.#ledger.inState('delivered')
    if (forgets && oldest !== undefined) {
      this.#ledger.noteForgotten(oldest)
      child.ask({ type: 'forget', id: oldest })
    }
    const waiting = this.#ledger.inState('queued').filter((id) => this.#ledger.hasFiles(id))
    if (waiting.length > 0 && Math.random() < 0.3) this.#withdraw(child, pickOf(waiting))
    this.#submit(child, kindFor(point))
    // What waits for its files keeps no other back, and does not stand in for one that is sent.
    const onTheirWay = entries.filter(
      ([id, entry]) =>
        !['delivered', 'withdrawn'].includes(entry.state) &&
        !this.#awaitsOfficer(id, entry) &&
        (isOfFiles(point) || !this.#ledger.hasFiles(id)),
    )
    for (let n = onTheirWay.length + again.length + 1; n < waitingAtMost; n += 1) {
      this.#submit(child, pickOf(kindsBeside(point)))
    }
  }

  /** What an officer does about a report, also of the last process; and at the moment that a point needs. */
  #attendTo(child: Child, point: string | null, report: OutboxReport): void {
    if (report.type === 'needs-officer') this.#settleDoubt(child, report.id, report.candidates)
    if (!isOfTakingBack(point)) return
    if (report.type === 'accepted' && this.#ledger.hasFiles(report.id)) {
      if (point?.startsWith('commit/back-to-draft') === true) this.#withdraw(child, report.id, 'draft')
      if (point?.startsWith('commit/discarded/') === true) this.#withdraw(child, report.id, 'discarded')
    }
    if (report.type !== 'put') return
    const isDiscard = point?.startsWith('commit/discarded-ended') === true
    this.#withdraw(child, report.id, isDiscard ? 'discarded' : undefined)
  }

  #awaitsOfficer(id: string, { state, candidates }: FiledEntry): boolean {
    const isUncertain = state === 'sending' || state === 'unconfirmed'
    return state === 'needs-review' || (isUncertain && (this.#ledger.isPharmacy(id) || candidates > 0))
  }

  #settleDoubt(child: Child, id: string, candidates: number): void {
    if (candidates > 0) child.ask({ type: 'compare', id })
    else child.ask({ type: 'decide', id, event: this.#ledger.decide(id) })
  }

  #withdraw(child: Child, id: string, to: 'draft' | 'discarded' = pickOf(['draft', 'discarded'])): void {
    child.ask({ type: 'withdraw', id, to })
  }

  #submit(child: Child, kind: CapturedKind): string {
    const captured = this.#ledger.capture(kind)
    child.ask({ type: 'submit', captured })
    return captured.submission.id
  }

  #submitAgain(child: Child): void {
    for (const captured of this.#ledger.unanswered) child.ask({ type: 'submit', captured })
  }

  /** A new claim, and beforehand one of another computer, of the same policy and day: each may be taken for the other. */
  async #submitBesideAnother(): Promise<void> {
    const { server } = this.#options
    const { body } = this.#ledger.capture('keke').submission
    if (body.kind !== 'claim') return
    server.faults.clear()
    await makeAnotherClaim(server, { ...body.claim, claimantIdentification: 'ANOTHER' })
  }

  /** Waits for a process that is to die, and kills it when it takes too long. @returns whether it did */
  async #endKilled(child: Child, withinMs: number): Promise<boolean> {
    const isLate = await child.end(withinMs)
    if (child.endedBy !== 'SIGKILL') this.#wrong.add(`ended by itself with ${child.endedBy}`)
    return isLate
  }

  /** The last process: it is not killed and ends when nothing is left to do. */
  async #settle(): Promise<void> {
    const { server, ways } = this.#options
    calm(server, ways)
    const child = this.#start({ crash: { point: null, nth: 1 }, untilSettled: true }, (report) => {
      this.#attendTo(child, null, report)
      if (report.type !== 'ready') return
      this.#submitAgain(child)
      child.ask({ type: 'that-is-all' })
    })
    await child.end(settleDeadlineMs)
    // A signal: it took too long. A number: it failed by itself.
    if (child.endedBy !== 0) this.#wrong.add(`it does not settle: ended by ${child.endedBy}`)
    await this.#examine()
    for (const finding of await this.#ledger.unfinished()) this.#wrong.add(finding)
  }

  /** @returns whether all is well */
  async #examine(): Promise<boolean> {
    // Links are opened as a stranger would, over connections that are not ended by the insurer's ways.
    calm(this.#options.server, {})
    for (const finding of await this.#ledger.examine()) this.#wrong.add(finding)
    return this.#wrong.size === 0
  }
}

/** One more death, which leaves behind what a point needs: a file that is in the store, or an attempt that arrives. */
function crashBefore(point: string | null): Crash {
  return { point: isOfFiles(point) ? 'put/answered' : 'post/keke/body-sent', nth: 1 }
}

/** What is submitted for a point to be come to. */
function kindFor(point: string | null): CapturedKind {
  const posted = postKinds.find((kind) => point?.startsWith(`post/${kind}/`))
  if (posted !== undefined || !isOfFiles(point)) return posted ?? pickOf(kindsBeside(point))
  return 'small'
}

/** What else is submitted meanwhile. */
function kindsBeside(point: string | null): readonly CapturedKind[] {
  return isOfFiles(point)
    ? ['keke', 'okada', 'small', 'large']
    : [...postKinds, ...postKinds, 'small', 'large']
}

/** One of these, by chance. */
function pickOf<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
