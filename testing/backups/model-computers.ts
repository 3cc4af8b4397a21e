import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import type { Submission } from '#shared/outbox/entry.ts'
import { newComputerNumber } from '#shared/domain/computer-number.ts'
import { ok } from '#shared/result.ts'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import { createDraftStore } from '#main/outbox/drafts/draft-store.ts'
import { waitsForFiles } from '#shared/outbox/entry-files.ts'
import type { Uploader } from '#main/delivery/uploads/uploader.ts'
import { ComputerFiles, OfficeFiles } from './model-uploads.ts'
import { migrate } from '#main/outbox/migrations.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { SimulatedProcess } from '#testing/engine/simulated-process.ts'
import type { SimulatedInsurer } from '#testing/engine/simulated-insurer.ts'
import type { VirtualClock } from '#testing/virtual-clock.ts'
import { contentOfText, textOfContent } from '#main/office/backup/backup-content.ts'
import { readLedger } from '#main/office/backup/backup-ledger.ts'
import { putOut, type BackupSource } from '#main/office/backup/collect.ts'
import { planTakingIn, takeIn } from '#main/office/backup/take-in.ts'

/** One computer of an office: the real outbox, engine and backups, with its own connection to the insurer. */
export class ModelComputer {
  readonly database = new DatabaseSync(':memory:')
  isOnline = true
  readonly #number = newComputerNumber()
  readonly #clock: VirtualClock
  readonly #insurer: SimulatedInsurer
  readonly #office: OfficeFiles
  readonly #files: ComputerFiles
  #process: SimulatedProcess
  #uploader: Uploader

  constructor(clock: VirtualClock, insurer: SimulatedInsurer, office = new OfficeFiles(clock)) {
    this.#clock = clock
    this.#insurer = insurer
    this.#office = office
    migrate(this.database)
    this.#files = new ComputerFiles(office, this.database)
    this.#process = this.#boot()
    this.#uploader = this.#bootUploader()
  }

  get source(): BackupSource {
    return {
      database: this.database,
      protection: plainProtection,
      outbox: this.#process.outbox,
      drafts: createDraftStore(this.database, plainProtection),
      outboxFile: this.#files.outboxFile,
    }
  }

  accept(submission: Submission): boolean {
    const kept = this.#process.outbox.accept(submission, this.#now())
    const { id, body } = submission
    if (waitsForFiles(body) && body.kind === 'claim') this.#files.add(id, body.branchReference)
    this.#process.engine.nudge()
    this.#uploader.nudge()
    return kept.ok
  }

  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline
    this.#process.engine.networkChanged(isOnline)
    if (isOnline) this.#uploader.connected()
  }

  kill(): void {
    this.#process.kill()
    this.#process = this.#boot()
    this.#uploader = this.#bootUploader()
  }

  tryNow(): void {
    this.#process.engine.tryNow()
  }

  /** @returns the content of the backup file, or null when there is nothing to back up. */
  async backUp(): Promise<Buffer | null> {
    const put = await putOut(this.source, this.#number, { isScheduled: false })
    if (put === null) return null
    this.#entriesCopied()
    return await textOfContent(put.content)
  }

  /** A manager imports a file. */
  async takeIn(text: Buffer): Promise<void> {
    const parsed = await contentOfText<never>(Readable.from([ok(text)]))
    if (!parsed.ok) throw new Error(parsed.error.type)
    const content = parsed.value
    if (readLedger(this.database).takenIn.some(({ id }) => id === content.id)) return
    const plan = planTakingIn(this.source, content)
    const arrived = this.#files.arrived(plan.files)
    const ids = await takeIn(this.source, content, plan, {
      at: this.#now(),
      knowsOfficer: () => false,
      arrived,
    })
    this.source.outbox.reload(ids)
    this.#entriesCopied()
  }

  /** An officer decides that a copy is sent from here. */
  resend(id: string): void {
    this.source.outbox.apply(id, { type: 'officer-resends', at: this.#now() })
    this.tryNow()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#process.engine.stop(), this.#uploader.stop()])
    this.#files.close()
  }

  #entriesCopied(): void {
    this.#process.engine.entriesCopied()
    this.#uploader.nudge()
  }

  #bootUploader(): Uploader {
    return this.#files.start(this.#process, this.#clock)
  }

  #now(): string {
    return this.#clock.now().toISOString()
  }

  #boot(): SimulatedProcess {
    const process = new SimulatedProcess({
      database: this.database,
      clock: this.#clock,
      insurer: this.#insurer,
      isOnline: () => this.isOnline,
      shown: (api) => ({
        ...api,
        createClaim: (product, claim, reference, signal) => {
          if (this.isOnline) this.#office.sent(claim, reference)
          return api.createClaim(product, claim, reference, signal)
        },
      }),
      chance: () => 0.5,
      sideBySide: mostSideBySide,
      diskTakes: () => true,
      isKilledAt: () => false,
      wrote: () => undefined,
      spun: () => undefined,
    })
    process.engine.start()
    return process
  }
}
