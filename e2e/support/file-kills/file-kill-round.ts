import type { FileStore } from '#shared/domain/file-store.ts'
import type { Crash } from '../crash.ts'
import type { OutboxReport } from '../kill-messages.ts'
import { KillRound, type Child, type KillRoundOptions } from '../kill-round.ts'
import { pickOf } from '../killed-process.ts'
import { claimKinds, type ClaimKind } from './captured-claims.ts'
import { FileLedger } from './file-ledger.ts'
import { armFaults, isOfTakingBack, standsStill } from './moods.ts'

/** The longest queue: a longer one would add nothing new. */
const waitingAtMost = 4
/** One follows each that is settled, up to so many for one process. */
const submissionsAtMost = 6
/** Up to so long after its start a process is killed at random. */
const randomKillMs = 500
/** Timeout in ms after which a process that has not reached its point is killed anyway. */
const pointDeadlineMs = 6_000

/** A round of claims with files and without, compared with store and insurer. */
export class FileKillRound extends KillRound<KillRoundOptions & { readonly store: FileStore }> {
  protected readonly ledger: FileLedger
  /** Leaves a file behind of which the store has some parts. */
  protected readonly before: Crash = { point: 'part/answered', nth: 1 }

  constructor(options: KillRoundOptions & { readonly store: FileStore }) {
    super(options)
    this.ledger = new FileLedger(options.file, options.server)
  }

  /** Counts of what is there in the end. */
  get counts(): Readonly<Record<string, number>> {
    return {
      received: this.ledger.inState('delivered').length,
      'moved to drafts': this.ledger.inState('withdrawn').length,
      'files in the store': this.ledger.view.wanted.length,
      'links opened': this.ledger.linksOpened,
    }
  }

  protected async die(crash: Crash): Promise<boolean> {
    return await (crash.point === standsStill ? this.#stoodStill() : this.#killed(crash))
  }

  /** One process, until it is dead. @returns whether it died as planned */
  async #killed(crash: Crash): Promise<boolean> {
    armFaults(this.options.server, crash.point)
    let submissionsLeft = submissionsAtMost
    const child = this.start({ crash, untilSettled: false }, (report) => {
      if (report.type === 'ready') this.#begin(child, crash)
      // From here on, and not from the start: how long that takes is the machine's business.
      if (report.type === 'ready' && crash.point === null) {
        setTimeout(() => child.kill(), Math.random() * randomKillMs)
      }
      if (report.type === 'settled' && submissionsLeft > 0) {
        submissionsLeft -= 1
        this.#submit(child, pickOf(claimKinds))
      }
      this.attendTo(child, crash.point, report)
    })
    return !(await this.endKilled(child, pointDeadlineMs))
  }

  /** A store that answers nothing: a claim without files goes out all the same. @returns whether it did */
  async #stoodStill(): Promise<boolean> {
    const { server } = this.options
    armFaults(server, standsStill)
    const { promise: killed, resolve } = Promise.withResolvers<null>()
    server.fileStore.faults.set('every-operation', { type: 'held', until: killed })
    let awaited = ''
    const child = this.start({ crash: { point: null, nth: 1 }, untilSettled: false }, (report) => {
      if (report.type === 'ready') {
        this.submitAgain(child)
        this.#submit(child, 'small')
        awaited = this.#submit(child, 'plain')
      }
      if (report.type === 'settled' && report.id === awaited) child.kill()
    })
    const late = await this.endKilled(child, pointDeadlineMs)
    resolve(null)
    server.fileStore.faults.clear()
    if (late) this.wrong.add(`held back by files of others: ${awaited}`)
    return !late
  }

  #begin(child: Child, { point }: Crash): void {
    const again = this.ledger.unanswered
    this.submitAgain(child)
    const forgets = point?.includes('forgotten') === true || Math.random() < 0.1
    const [oldest] = this.ledger.inState('delivered')
    if (forgets && oldest !== undefined) {
      this.ledger.noteForgotten(oldest)
      child.ask({ type: 'forget', id: oldest })
    }
    const waiting = this.#waitingWithFiles()
    // Large files go one at a time: one whose parts do not arrive would keep the next from being begun.
    if (point?.startsWith('give-up/') === true) for (const id of waiting) this.#withdraw(child, id)
    else if (waiting.length > 0 && Math.random() < 0.3) this.#withdraw(child, pickOf(waiting))
    this.#submit(child, kindFor(point))
    for (let n = this.ledger.inState('queued').length + again.length + 1; n < waitingAtMost; n += 1) {
      this.#submit(child, pickOf(claimKinds))
    }
  }

  /** What an officer does at the moment that a point needs. */
  protected attendTo(child: Child, point: string | null, report: OutboxReport): void {
    if (report.type === 'needs-officer') {
      child.ask({ type: 'decide', id: report.id, event: this.ledger.decide(report.id) })
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
    const captured = this.ledger.capture(kind)
    child.ask({ type: 'submit', captured })
    return captured.submission.id
  }

  #waitingWithFiles(): readonly string[] {
    return this.ledger.inState('queued').filter((id) => this.ledger.hasFiles(id))
  }

  protected calm(): void {
    const { server } = this.options
    server.faults.clear()
    server.fileStore.faults.clear()
  }

  protected async findings(): Promise<readonly string[]> {
    this.options.server.fileStore.faults.clear()
    return await this.ledger.examine()
  }

  protected async unfinished(): Promise<readonly string[]> {
    return await this.ledger.unfinished(this.options.server.fileStore.partCount)
  }

  protected canComeTo(point: string | null): boolean {
    if (point?.startsWith('parts-list/') === true) return this.ledger.hasUploadInParts
    if (point?.includes('forgotten') === true) return this.ledger.inState('delivered').length > 0
    return true
  }
}

function kindFor(point: string | null): ClaimKind {
  if (/^(?:part|parts-list|begin|complete|give-up)\/|parts-/.test(point ?? '')) return 'large'
  return point === null ? pickOf(claimKinds) : 'small'
}
