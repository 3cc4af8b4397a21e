import * as v from 'valibot'
import type { TestInsurer, Ways } from '#testing/insurer/test-insurer.ts'
import type { Crash } from '#testing/kills/crash.ts'
import type { Life } from '#testing/kills/kill-at-each.ts'
import { KilledProcess } from '#testing/kills/killed-process.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import type { CapturedKind } from './captured.ts'
import { KillLedger } from './ledger.ts'
import {
  ReportSchema,
  takingBack,
  type KillRequest,
  type OutboxProcessOptions,
  type OutboxReport,
} from './messages.ts'
import { armFaults, calm, one } from './moods.ts'
import type { FiledEntry } from './view.ts'

const kinds: readonly CapturedKind[] = ['keke', 'okada', 'pharmacy', 'keke', 'okada', 'small', 'large']
/** The longest queue: a longer one would add nothing new. */
const waitingAtMost = 4
/** One follows each that is settled, up to so many for one process. */
const submissionsAtMost = 8
/** A process that has not reached its point by then has little left to do, and is killed anyway. */
const pointDeadlineMs = 10_000
/** A file that the store may still show is looked for during a minute before it is sent again. */
const settleDeadlineMs = 180_000

type Child = KilledProcess<KillRequest>

interface OfficeOptions {
  readonly program: string
  readonly file: string
  readonly server: TestInsurer
  /** Where photos and PDFs go. */
  readonly store: FileStore
  /** How the insurer behaves. */
  readonly ways: Ways
  readonly chance: () => number
}

/** Officers at one outbox file: many processes are killed over it, and a last one brings everything to its end. */
export class Office implements Life<string> {
  readonly #options: OfficeOptions
  readonly #ledger: KillLedger
  #wrong: string[] = []

  constructor(options: OfficeOptions) {
    this.#options = options
    this.#ledger = new KillLedger(options.file, options.server, options.chance)
  }

  get counts(): Readonly<Record<string, number>> {
    const ledger = this.#ledger
    return {
      accepted: ledger.acceptedCount,
      received: ledger.inState('delivered').length,
      'moved to drafts': ledger.inState('withdrawn').length,
      'files in the store': ledger.view.wanted.length,
      'links opened': ledger.linksOpened,
    }
  }

  /** Where a life does not come to a point so often, another one comes to it once. */
  async dieAt(point: string): Promise<boolean> {
    if (await this.#die({ point, nth: nthOf(point, this.#options.chance) })) return true
    this.#wrong.push(...(await this.ledger()))
    return await this.#die({ point, nth: 1 })
  }

  async #die(crash: Crash & { readonly point: string }): Promise<boolean> {
    const { server, ways, chance } = this.#options
    const { point } = crash
    if (chance() < 0.1) this.#submitBesideAnother()
    armFaults(server, ways, chance)
    let submissionsLeft = submissionsAtMost
    const child = this.#start({ crash, untilSettled: false }, (report) => {
      if (report.type === 'ready') this.#begin(child, point)
      if (report.type === 'settled' && submissionsLeft > 0) {
        submissionsLeft -= 1
        this.#submit(child)
      }
      this.#attendTo(child, point, report)
    })
    const isLate = await child.end(pointDeadlineMs)
    if (child.endedBy !== 'SIGKILL') this.#wrong.push(`ended by itself with ${child.endedBy}`)
    return !isLate
  }

  async ledger(): Promise<readonly string[]> {
    // Links are opened as a stranger would, over connections that are not ended by the insurer's ways.
    calm(this.#options.server, {})
    return [...this.#wrong.splice(0), ...(await this.#ledger.examine())]
  }

  /** The last process: it is not killed and ends when nothing is left to do. */
  async end(): Promise<readonly string[]> {
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
    if (child.endedBy !== 0) this.#wrong.push(`it does not settle: ended by ${child.endedBy}`)
    const wrong = [...(await this.ledger()), ...(await this.#ledger.unfinished())]
    await server.close()
    return wrong
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
  #begin(child: Child, point: string): void {
    const entries = [...this.#ledger.view.entries]
    // They decide two at a time, so that some stay undecided through several deaths.
    const doubted = entries.filter(([id, entry]) => this.#awaitsOfficer(id, entry))
    for (const [id, { candidates }] of doubted.slice(0, 2)) this.#settleDoubt(child, id, candidates)
    const again = this.#ledger.unanswered
    this.#submitAgain(child)
    const [oldest] = this.#ledger.inState('delivered')
    if (oldest !== undefined && this.#options.chance() < 0.15) {
      this.#ledger.noteForgotten(oldest)
      child.ask({ type: 'forget', id: oldest })
    }
    const files = /^(?:file|taking|PUT|HEAD|DELETE)/.test(point)
    this.#submit(child, files ? 'small' : undefined)
    const onTheirWay = entries.filter(
      ([id, entry]) => !['delivered', 'withdrawn'].includes(entry.state) && !this.#awaitsOfficer(id, entry),
    )
    for (let n = onTheirWay.length + again.length + 1; n < waitingAtMost; n += 1) this.#submit(child)
  }

  /** What an officer does about a report, also of the last process. Of what is in the store some is taken back. */
  #attendTo(child: Child, point: string | null, report: OutboxReport): void {
    if (report.type === 'needs-officer') this.#settleDoubt(child, report.id, report.candidates)
    if (point === null) return
    const { chance } = this.#options
    // What never got to the store is not removed there.
    const isRemoved = point.startsWith('DELETE')
    const mayGoBack =
      report.type === 'put' || (report.type === 'accepted' && !isRemoved && this.#ledger.hasFiles(report.id))
    if (mayGoBack && chance() < (isRemoved || point.startsWith(takingBack) ? 0.8 : 0.15))
      child.ask({ type: 'withdraw', id: report.id, to: chance() < 0.5 ? 'draft' : 'discarded' })
  }

  #awaitsOfficer(id: string, { state, candidates }: FiledEntry): boolean {
    const isUncertain = state === 'sending' || state === 'unconfirmed'
    return state === 'needs-review' || (isUncertain && (this.#ledger.isPharmacy(id) || candidates > 0))
  }

  #settleDoubt(child: Child, id: string, candidates: number): void {
    if (candidates > 0) child.ask({ type: 'compare', id })
    else child.ask({ type: 'decide', id, event: this.#ledger.decide(id) })
  }

  #submit(child: Child, kind = one(kinds, this.#options.chance) ?? 'keke'): void {
    child.ask({ type: 'submit', captured: this.#ledger.capture(kind) })
  }

  #submitAgain(child: Child): void {
    for (const captured of this.#ledger.unanswered) child.ask({ type: 'submit', captured })
  }

  /** A new claim, and beforehand one of another computer, of the same policy and day: each may be taken for the other. */
  #submitBesideAnother(): void {
    const { body } = this.#ledger.capture('keke').submission
    if (body.kind !== 'claim') return
    this.#options.server.makeAnotherClaim('keke', { ...body.claim, claimantIdentification: 'ANOTHER' })
  }
}

/** Early ones most often: a life that is restarted meets them first, and not every life comes to the late ones. */
function nthOf(point: string, chance: () => number): Crash['nth'] {
  if (point.startsWith(takingBack)) return 1
  const most = point.startsWith('commit') ? 24 : point.startsWith('file') ? 8 : 3
  return 1 + Math.floor(most * chance() ** 2)
}
