import * as v from 'valibot'
import type { TestInsurer } from '#proofs/insurer/test-insurer.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import type { Crash } from '../crash.ts'
import { KilledProcess, killAtEach, pickOf } from '../killed-process.ts'
import { claimKinds, type ClaimKind } from './captured-claims.ts'
import { FileLedger } from './file-ledger.ts'
import { FileReportSchema, type FileProcessOptions, type FileReport, type FileRequest } from './messages.ts'
import { armFaults, isOfTakingBack, standsStill } from './moods.ts'

/** The longest queue: a longer one would add nothing new. */
const waitingAtMost = 4
/** One follows each that is settled, up to so many for one process. */
const submissionsAtMost = 6
/** Up to so long after its start a process is killed at random. */
const randomKillMs = 500
/** Timeout in ms after which a process that has not reached its point is killed anyway. */
const pointDeadlineMs = 6_000
const settleDeadlineMs = 60_000

/** Leaves a file behind of which the store has some parts. */
const inParts: Crash = { point: 'part/answered', nth: 1 }

type Child = KilledProcess<FileRequest>

export interface FileKillRoundOptions {
  readonly program: string
  readonly file: string
  readonly server: TestInsurer
  readonly store: FileStore
  readonly crashes: readonly Crash[]
}

export interface FileKillRoundResult {
  readonly kills: number
  readonly accepted: number
  readonly received: number
  readonly files: number
  readonly takenBack: number
  readonly linksOpened: number
  readonly diedAt: readonly string[]
  readonly wrong: readonly string[]
}

/** Kills many processes over one file, compares it with store and insurer after each, and drains it with a last one. */
export class FileKillRound {
  readonly #options: FileKillRoundOptions
  readonly #ledger: FileLedger
  readonly #wrong = new Set<string>()
  #linksOpened = 0

  constructor(options: FileKillRoundOptions) {
    this.#options = options
    this.#ledger = new FileLedger(options.file, options.server)
  }

  async run(): Promise<FileKillRoundResult> {
    const { kills, diedAt } = await killAtEach(this.#options.crashes, {
      canComeTo: (point) => this.#canComeTo(point),
      before: inParts,
      die: (crash) => (crash.point === standsStill ? this.#stoodStill() : this.#killed(crash)),
      examine: () => this.#examine(),
    })
    if (this.#wrong.size === 0) await this.#settle()
    return {
      kills,
      accepted: this.#ledger.acceptedCount,
      received: this.#ledger.inState('delivered').length,
      files: this.#ledger.view.wanted.length,
      takenBack: this.#ledger.inState('withdrawn').length,
      linksOpened: this.#linksOpened,
      diedAt,
      wrong: [...this.#wrong],
    }
  }

  /** One process, until it is dead. @returns whether it died as planned */
  async #killed(crash: Crash): Promise<boolean> {
    armFaults(this.#options.server, crash.point)
    let submissionsLeft = submissionsAtMost
    const child = this.#start({ crash, untilSettled: false }, (report) => {
      if (report.type === 'ready') this.#begin(child, crash)
      // From here on, and not from the start: how long that takes is the machine's business.
      if (report.type === 'ready' && crash.point === null) {
        setTimeout(() => child.kill(), Math.random() * randomKillMs)
      }
      if (report.type === 'settled' && submissionsLeft > 0) {
        submissionsLeft -= 1
        this.#submit(child, pickOf(claimKinds))
      }
      this.#takeBack(child, crash.point, report)
    })
    return !(await this.#endKilled(child))
  }

  /** A store that answers nothing: a claim without files goes out all the same. @returns whether it did */
  async #stoodStill(): Promise<boolean> {
    const { server } = this.#options
    armFaults(server, standsStill)
    const { promise: killed, resolve } = Promise.withResolvers<null>()
    server.fileStore.faults.set('every-operation', { type: 'held', until: killed })
    let awaited = ''
    const child = this.#start({ crash: { point: null, nth: 1 }, untilSettled: false }, (report) => {
      if (report.type === 'ready') {
        for (const captured of this.#ledger.unanswered) child.ask({ type: 'submit', captured })
        this.#submit(child, 'small')
        awaited = this.#submit(child, 'plain')
      }
      if (report.type === 'settled' && report.id === awaited) child.kill()
    })
    const late = await this.#endKilled(child)
    resolve(null)
    server.fileStore.faults.clear()
    if (late) this.#wrong.add(`held back by files of others: ${awaited}`)
    return !late
  }

  #begin(child: Child, { point }: Crash): void {
    const again = this.#ledger.unanswered
    for (const captured of again) child.ask({ type: 'submit', captured })
    const forgets = point?.includes('forgotten') === true || Math.random() < 0.1
    const [oldest] = this.#ledger.inState('delivered')
    if (forgets && oldest !== undefined) {
      this.#ledger.noteForgotten(oldest)
      child.ask({ type: 'forget', id: oldest })
    }
    const waiting = this.#waitingWithFiles()
    // Large files go one at a time: one whose parts do not arrive would keep the next from being begun.
    if (point?.startsWith('give-up/') === true) for (const id of waiting) this.#withdraw(child, id)
    else if (waiting.length > 0 && Math.random() < 0.3) this.#withdraw(child, pickOf(waiting))
    this.#submit(child, kindFor(point))
    for (let n = this.#ledger.inState('queued').length + again.length + 1; n < waitingAtMost; n += 1) {
      this.#submit(child, pickOf(claimKinds))
    }
  }

  /** What an officer does at the moment that a point needs. */
  #takeBack(child: Child, point: string | null, report: FileReport): void {
    if (report.type === 'needs-officer') {
      child.ask({ type: 'decide', id: report.id, event: this.#ledger.decide(report.id) })
    }
    if (!isOfTakingBack(point)) return
    if (report.type === 'accepted' && point?.startsWith('commit/back-to-draft') === true) {
      this.#withdraw(child, report.id, 'draft')
    }
    if (report.type === 'accepted' && point?.startsWith('commit/discarded/') === true) {
      this.#withdraw(child, report.id, 'discarded')
    }
    const call = point?.startsWith('give-up/') === true ? 'begin' : 'put'
    if (report.type !== 'answered' || report.call !== call) return
    const isDiscard = point?.startsWith('commit/discarded-ended') === true
    this.#withdraw(child, report.id, isDiscard ? 'discarded' : undefined)
  }

  #withdraw(child: Child, id: string, to: 'draft' | 'discarded' = pickOf(['draft', 'discarded'])): void {
    child.ask({ type: 'withdraw', id, to })
  }

  #submit(child: Child, kind: ClaimKind): string {
    const captured = this.#ledger.capture(kind)
    child.ask({ type: 'submit', captured })
    return captured.submission.id
  }

  #waitingWithFiles(): readonly string[] {
    return this.#ledger.inState('queued').filter((id) => this.#ledger.hasFiles(id))
  }

  /** The last process: it is not killed and ends when nothing is left to do. */
  async #settle(): Promise<void> {
    const { server } = this.#options
    server.faults.clear()
    server.fileStore.faults.clear()
    const child = this.#start({ crash: { point: null, nth: 1 }, untilSettled: true }, (report) => {
      this.#takeBack(child, null, report)
      if (report.type !== 'ready') return
      for (const captured of this.#ledger.unanswered) child.ask({ type: 'submit', captured })
      child.ask({ type: 'that-is-all' })
    })
    await child.end(settleDeadlineMs)
    if (child.endedBy !== 0) this.#wrong.add('it does not settle')
    this.#linksOpened = this.#ledger.linksOpened
    await this.#examine()
    for (const finding of await this.#ledger.unfinished(server.fileStore.partCount)) this.#wrong.add(finding)
  }

  /** @returns whether all is well */
  async #examine(): Promise<boolean> {
    this.#options.server.fileStore.faults.clear()
    for (const finding of await this.#ledger.examine()) this.#wrong.add(finding)
    return this.#wrong.size === 0
  }

  /** Whether what the last process left behind lets the next one come to a point at once. */
  #canComeTo(point: string | null): boolean {
    if (point?.startsWith('parts-list/') === true) return this.#ledger.hasUploadInParts
    if (point?.includes('forgotten') === true) return this.#ledger.inState('delivered').length > 0
    return true
  }

  #start(
    how: Pick<FileProcessOptions, 'crash' | 'untilSettled'>,
    converse: (report: FileReport) => void,
  ): Child {
    const { program, file, server, store } = this.#options
    const options: FileProcessOptions = { file, baseUrl: server.url, key: server.key, store, ...how }
    return new KilledProcess(program, options, (message) => {
      const report = v.parse(FileReportSchema, message)
      if (report.type === 'accepted') this.#ledger.noteAccepted(report.id)
      converse(report)
    })
  }

  /** Waits for a process that is to die, and kills it when it takes too long. @returns whether it did */
  async #endKilled(child: Child): Promise<boolean> {
    const isLate = await child.end(pointDeadlineMs)
    if (child.endedBy !== 'SIGKILL') this.#wrong.add(`ended by itself with ${child.endedBy}`)
    return isLate
  }
}

function kindFor(point: string | null): ClaimKind {
  if (/^(?:part|parts-list|begin|complete|give-up)\/|parts-/.test(point ?? '')) return 'large'
  return point === null ? pickOf(claimKinds) : 'small'
}
