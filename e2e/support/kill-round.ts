import * as v from 'valibot'
import type { TestInsurer } from '#proofs/insurer/test-insurer.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import type { Crash } from './crash.ts'
import {
  ReportSchema,
  type Captured,
  type KillRequest,
  type OutboxProcessOptions,
  type OutboxReport,
} from './kill-messages.ts'
import { KilledProcess, killAtEach } from './killed-process.ts'

const settleDeadlineMs = 60_000

export type Child = KilledProcess<KillRequest>

export interface KillRoundOptions {
  readonly program: string
  readonly file: string
  readonly server: TestInsurer
  /** Where photos and PDFs go; null where no claim has any. */
  readonly store: FileStore | null
  readonly crashes: readonly Crash[]
}

export interface KillRoundResult {
  readonly kills: number
  readonly accepted: number
  /** The points processes died at, once for each. */
  readonly diedAt: readonly string[]
  readonly wrong: readonly string[]
}

/** What was asked of one outbox and what its processes said. */
interface Ledger {
  readonly acceptedCount: number
  /** What was submitted and not answered: an officer submits it again. */
  readonly unanswered: readonly Captured[]
  noteAccepted(id: string): void
}

/** Kills many processes over one file, looks at it after each, and drains it with a last one. */
export abstract class KillRound<Options extends KillRoundOptions> {
  protected readonly options: Options
  protected readonly wrong = new Set<string>()
  protected abstract readonly ledger: Ledger
  /** One more death, which makes what the points that are left need. */
  protected abstract readonly before: Crash

  constructor(options: Options) {
    this.options = options
  }

  async run(): Promise<KillRoundResult> {
    const { kills, diedAt } = await killAtEach(this.options.crashes, {
      canComeTo: (point) => this.canComeTo(point),
      before: this.before,
      die: (crash) => this.die(crash),
      examine: () => this.#examine(),
    })
    if (this.wrong.size === 0) await this.#settle()
    return { kills, accepted: this.ledger.acceptedCount, diedAt, wrong: [...this.wrong] }
  }

  /** Whether what the last process left behind lets the next one come to a point at once. */
  protected abstract canComeTo(point: string | null): boolean
  /** One process, until it is dead. @returns whether it died as planned */
  protected abstract die(crash: Crash): Promise<boolean>
  /** What an officer does about a report, also of the last process. */
  protected abstract attendTo(child: Child, point: string | null, report: OutboxReport): void
  /** Server and store behave as long as what is left is delivered. */
  protected abstract calm(): void
  /** Compares what is there with what was promised. @returns what is wrong, in words */
  protected abstract findings(): Promise<readonly string[]>
  /** What is still open once everything should be settled. */
  protected abstract unfinished(): Promise<readonly string[]>

  protected start(
    how: Pick<OutboxProcessOptions, 'crash' | 'untilSettled'>,
    converse: (report: OutboxReport) => void,
  ): Child {
    const { program, file, server, store } = this.options
    const options: OutboxProcessOptions = { file, baseUrl: server.url, key: server.key, store, ...how }
    return new KilledProcess(program, options, (message) => {
      const report = v.parse(ReportSchema, message)
      if (report.type === 'accepted') this.ledger.noteAccepted(report.id)
      converse(report)
    })
  }

  protected submitAgain(child: Child): void {
    for (const captured of this.ledger.unanswered) child.ask({ type: 'submit', captured })
  }

  /** Waits for a process that is to die, and kills it when it takes too long. @returns whether it did */
  protected async endKilled(child: Child, withinMs: number): Promise<boolean> {
    const isLate = await child.end(withinMs)
    if (child.endedBy !== 'SIGKILL') this.wrong.add(`ended by itself with ${child.endedBy}`)
    return isLate
  }

  /** The last process: it is not killed and ends when nothing is left to do. */
  async #settle(): Promise<void> {
    this.calm()
    const child = this.start({ crash: { point: null, nth: 1 }, untilSettled: true }, (report) => {
      this.attendTo(child, null, report)
      if (report.type !== 'ready') return
      this.submitAgain(child)
      child.ask({ type: 'that-is-all' })
    })
    await child.end(settleDeadlineMs)
    if (child.endedBy !== 0) this.wrong.add('it does not settle')
    await this.#examine()
    for (const finding of await this.unfinished()) this.wrong.add(finding)
  }

  /** @returns whether all is well */
  async #examine(): Promise<boolean> {
    for (const finding of await this.findings()) this.wrong.add(finding)
    return this.wrong.size === 0
  }
}
