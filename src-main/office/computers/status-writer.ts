import type { OfficeTrouble } from '#shared/contract/backup.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { OfficeBucket } from '#main/file-store/office-bucket.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Signal } from '#main/platform/signal.ts'

/** The first status is written this long after the start, when the window has long been shown. */
const firstMs = 60_000
/** So that head office sees a change soon, and a busy hour writes little; also before another try. */
const afterChangeMs = 300_000
const hourMs = 3_600_000

/** Makes the report, which becomes JSON. */
export type StatusReport = () => Promise<{ readonly computer: { readonly id: string | null } }>

interface StatusWriterOptions {
  readonly clock: Clock
  /** Where to write; null while head office gave no bucket. */
  readonly bucket: () => OfficeBucket | null
}

/** Writes this computer's report into head office's bucket. Nothing else ever waits for it. */
export class StatusWriter {
  /** Emitted when the bucket becomes usable or unusable. */
  readonly troubleChanged = new Signal()
  readonly #options: StatusWriterOptions
  readonly #inTurn = oneAtATime()
  #report: StatusReport | null = null
  #trouble: OfficeTrouble | null = null
  #due: { readonly atMs: number; readonly cancel: () => void } | null = null

  constructor(options: StatusWriterOptions) {
    this.#options = options
  }

  /** Starts writing; until then nothing is. */
  start(report: StatusReport): void {
    this.#report = report
    this.#writeWithin(firstMs)
  }

  /** Why the bucket cannot be used; null where it can, or there is none. */
  get trouble(): OfficeTrouble | null {
    return this.#trouble
  }

  /** Something that head office sees may have changed. Cheap: it is called for every step. */
  changed(): void {
    this.#writeWithin(afterChangeMs)
  }

  /** Writes soon, because head office gave another bucket. */
  bucketChanged(): void {
    if (this.#options.bucket() === null) this.#setTrouble(null)
    else this.#writeWithin(0)
  }

  /** Writes at once what head office waits for: that a new key has arrived. */
  async writeNow(): Promise<void> {
    if (this.#options.bucket() !== null) await this.#inTurn(() => this.#write())
  }

  /** Resolves once what was begun is written. */
  async settled(): Promise<void> {
    await this.#inTurn(() => Promise.resolve())
  }

  close(): void {
    this.#due?.cancel()
    this.#due = null
  }

  #writeWithin(delayMs: number): void {
    const { clock, bucket } = this.#options
    if (this.#report === null || bucket() === null) return
    const atMs = clock.monotonicMs() + delayMs
    if (this.#due !== null && this.#due.atMs <= atMs) return
    this.#due?.cancel()
    const cancel = clock.after(delayMs, () => {
      this.#due = null
      const again = (): void => this.#writeWithin(this.#trouble === null ? hourMs : afterChangeMs)
      void this.#inTurn(() => this.#write()).then(again, again)
    })
    this.#due = { atMs, cancel }
  }

  async #write(): Promise<void> {
    const bucket = this.#options.bucket()
    if (bucket === null || this.#report === null) return
    const report = await this.#report()
    const { id } = report.computer
    // Without a stored number each write would have another name, and leave another file.
    if (id === null) return
    const text = `${JSON.stringify(report, null, 2)}\n`
    const written = await bucket.put(`claims-desk-${id}.json`, Buffer.from(text))
    this.#setTrouble(written.ok ? null : written.error)
  }

  #setTrouble(trouble: OfficeTrouble | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.troubleChanged.emit()
  }
}
