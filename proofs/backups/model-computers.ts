import { DatabaseSync } from 'node:sqlite'
import type { Submission } from '#shared/outbox/entry.ts'
import { newId } from '#shared/domain/identifier.ts'
import { err } from '#shared/result.ts'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import { createDraftCopies } from '#main/drafts/draft-copies.ts'
import { waitsForFiles } from '#shared/outbox/entry-files.ts'
import type { Uploader } from '#main/uploads/uploader.ts'
import { ComputerFiles, OfficeFiles } from './model-uploads.ts'
import { migrate } from '#main/outbox/migrations.ts'
import { plainProtection } from '#main/outbox/testing/plain-protection.ts'
import { SimulatedProcess } from '../histories/simulated-process.ts'
import type { Caller } from '../histories/callers.ts'
import type { Act, InsurerWatch, SimulatedInsurer } from '../histories/simulated-insurer.ts'
import type { VirtualClock } from '../histories/virtual-clock.ts'
import type { DeliveryApi } from '#main/delivery/engine-options.ts'
import { contentOfText, textOfContent } from '#main/backup/backup-content.ts'
import { readLedger, writeLedger } from '#main/backup/backup-ledger.ts'
import type { BackupSource } from '#main/backup/collect.ts'
import { sendCopies, takeBack } from '#main/backup/hand-over.ts'
import { putOut } from '#main/backup/put-out.ts'
import { planTakingIn, takeIn, takenInAt } from '#main/backup/take-in.ts'

/** One computer of an office: the real outbox, engine and backups, with its own connection to the insurer. */
export class ModelComputer {
  readonly database = new DatabaseSync(':memory:')
  isOnline = true
  /** How often it sent, or looked for, anything. */
  asked = 0
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
    writeLedger(this.database, readLedger(this.database))
    this.#process = this.#boot()
    this.#uploader = this.#bootUploader()
  }

  get number(): string {
    return readLedger(this.database).number
  }

  get source(): BackupSource {
    return {
      database: this.database,
      protection: plainProtection,
      outbox: this.#process.outbox,
      copies: createDraftCopies(this.database, plainProtection),
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
  backUp(handOverTo: string | null): string | null {
    const put = putOut(this.source, { id: newId(), at: this.#now(), handOverTo, withFiles: true })
    if (!put.ok) throw new Error(put.error.type)
    if (handOverTo === null) this.#entriesCopied()
    return put.value === null ? null : textOfContent(put.value.content)
  }

  /** A manager imports a file. */
  takeIn(text: string): void {
    const content = contentOfText(text)
    if (!content.ok) throw new Error(content.error.type)
    if (takenInAt(this.source, content.value.id) !== null) return
    const wanted = planTakingIn(this.source, content.value).files
    const ids = takeIn(this.source, content.value, {
      at: this.#now(),
      knowsOfficer: () => false,
      arrived: this.#files.arrived(wanted),
    })
    this.source.outbox.reload(ids)
    this.#entriesCopied()
  }

  /** Takes back the oldest handover that is still open. */
  takeBack(): void {
    const [first] = readLedger(this.database).handedOver
    if (first === undefined) return
    const back = takeBack(this.source, first.id, this.#now())
    if (!back.ok) throw new Error(back.error.type)
    this.#entriesCopied()
  }

  /** An officer confirms that the computer of the first imported backup will never send. @returns entries released */
  sendCopies(): number {
    const id = readLedger(this.database).takenIn[0]?.id ?? ''
    const queued = sendCopies(this.source, id, this.#now())
    if (!queued.ok) throw new Error(queued.error.type)
    this.#entriesCopied()
    return queued.value.length
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
    return this.#files.start(this.#process, this.#clock, () => this.isOnline)
  }

  #now(): string {
    return this.#clock.now().toISOString()
  }

  #boot(): SimulatedProcess {
    const process = new SimulatedProcess({
      database: this.database,
      clock: this.#clock,
      insurer: { mood: this.#insurer.mood, apiFor: (caller) => this.#apiFor(caller) },
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

  #apiFor(caller: Caller): DeliveryApi {
    const api = this.#insurer.apiFor(caller)
    const notSent = { type: 'not-sent', cause: 'network' } as const
    return {
      createClaim: (product, claim, reference, signal) => {
        this.asked += 1
        if (this.isOnline) this.#office.sent(claim, reference)
        return this.isOnline ? api.createClaim(product, claim, reference, signal) : Promise.resolve(notSent)
      },
      requestPharmacy: (pharmacyId, policyNumber, signal) => {
        this.asked += 1
        return this.isOnline
          ? api.requestPharmacy(pharmacyId, policyNumber, signal)
          : Promise.resolve(notSent)
      },
      lookUpClaim: (...args) => {
        this.asked += 1
        return this.isOnline ? api.lookUpClaim(...args) : Promise.resolve(err({ type: 'offline' }))
      },
      readClaimList: (...args) => {
        this.asked += 1
        return this.isOnline
          ? api.readClaimList(...args)
          : Promise.resolve(err({ failure: { type: 'offline' }, bytes: 0 }))
      },
      prepare: (count) => api.prepare(count),
      checkConnection: (signal) =>
        this.isOnline ? api.checkConnection(signal) : Promise.resolve({ type: 'no-network' }),
    }
  }
}

/** Counts the insurer's effects per entry, whichever computer sent it. */
export class Deeds implements InsurerWatch {
  readonly acts = new Map<string, number>()
  /** The first entry that took effect twice. */
  twice: string | null = null

  posted(): void {
    // Only the effect at the insurer counts.
  }

  acted({ entryId }: Act): void {
    const id = entryId ?? 'nobody'
    const acts = (this.acts.get(id) ?? 0) + 1
    this.acts.set(id, acts)
    if (acts > 1) this.twice ??= id
  }

  trace(): void {
    // The order of requests does not matter here.
  }
}
