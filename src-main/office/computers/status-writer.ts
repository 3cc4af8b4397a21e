import type { FolderTrouble } from '#shared/contract/backup.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ok } from '#shared/result.ts'
import type { OfficePlace } from '#main/file-store/office-place.ts'
import type { Clock } from '#main/platform/clock.ts'
import { Signal } from '#main/platform/signal.ts'

/** The first status is written this long after the start, when the window has long been shown. */
const firstMs = 60_000
/** So that head office sees a change soon, and a busy hour writes little. */
const afterChangeMs = 300_000
const hourMs = 3_600_000

/** Makes the report, which becomes JSON. */
export type StatusReport = () => Promise<{ readonly computer: { readonly id: string | null } }>

interface StatusWriterOptions {
  readonly clock: Clock
  /** The folder or bucket to write to; null while none is set. */
  readonly place: () => OfficePlace | null
}

/** Writes this computer's report into the folder of head office. Nothing else ever waits for it. */
export class StatusWriter {
  /** Emitted when the folder becomes usable or unusable. */
  readonly troubleChanged = new Signal()
  readonly #options: StatusWriterOptions
  readonly #inTurn = oneAtATime()
  #report: StatusReport | null = null
  #at: string | null
  #trouble: FolderTrouble | null = null
  #tidiedAt: string | null = null
  #due: { readonly atMs: number; readonly cancel: () => void } | null = null

  constructor(options: StatusWriterOptions) {
    this.#options = options
    this.#at = options.place()?.at ?? null
  }

  /** Starts writing; until then nothing is. */
  start(report: StatusReport): void {
    this.#report = report
    this.#writeWithin(firstMs)
  }

  /** Why the folder cannot be used; null where it can, or none is set. */
  get trouble(): FolderTrouble | null {
    return this.#trouble
  }

  /** Something that head office sees may have changed. Cheap: it is called for every step. */
  changed(): void {
    this.#writeWithin(afterChangeMs)
  }

  /** Writes soon, because the folder or bucket may have changed. */
  placeChanged(): void {
    const at = this.#options.place()?.at ?? null
    if (at === this.#at) return
    this.#at = at
    if (at !== null) this.#writeWithin(0)
    else this.#setTrouble(null)
  }

  /** Writes at once what head office waits for: that a new key has arrived. */
  async writeNow(): Promise<void> {
    if (this.#options.place() !== null) await this.#inTurn(() => this.#write())
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
    const { clock, place } = this.#options
    if (this.#report === null || place() === null) return
    const atMs = clock.monotonicMs() + delayMs
    if (this.#due !== null && this.#due.atMs <= atMs) return
    this.#due?.cancel()
    const cancel = clock.after(delayMs, () => {
      this.#due = null
      const again = (): void => this.#writeWithin(hourMs)
      void this.#inTurn(() => this.#write()).then(again, again)
    })
    this.#due = { atMs, cancel }
  }

  async #write(): Promise<void> {
    const place = this.#options.place()
    if (place === null || this.#report === null) return
    const report = await this.#report()
    const { id } = report.computer
    // Without a stored number each write would have another name, and leave another file.
    if (id === null) return
    const name = `claims-desk-${id}.json`
    // Removes files that an earlier start left unfinished.
    const tidied = this.#tidiedAt === place.at ? ok([]) : await place.names(name)
    const written = tidied.ok
      ? await place.put(name, Buffer.from(`${JSON.stringify(report, null, 2)}\n`))
      : tidied
    if (written.ok) this.#tidiedAt = place.at
    this.#setTrouble(written.ok ? null : written.error)
  }

  #setTrouble(trouble: FolderTrouble | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.troubleChanged.emit()
  }
}
