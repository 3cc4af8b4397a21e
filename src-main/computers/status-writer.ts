import type { FolderTrouble } from '#shared/computer-status.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import type { SupportReport } from '#shared/support-report.ts'
import type { Clock } from '../platform/clock.ts'
import { namesIn, putFile, type OfficeFolders } from '../platform/office-folders.ts'
import { Signal } from '../platform/signal.ts'

/** Long after the window shows. */
const firstMs = 60_000
/** So that head office sees a change soon, and a busy hour writes little. */
const afterChangeMs = 300_000
const hourMs = 3_600_000

export interface StatusWriterOptions {
  readonly clock: Clock
  readonly folders: OfficeFolders
  /** Where to write; empty for nowhere. */
  readonly folder: () => string
  readonly read: () => Promise<SupportReport>
}

/** Writes this computer's report into the folder of head office. Nothing else ever waits for it. */
export class StatusWriter {
  /** Whether the folder can be used became otherwise. */
  readonly troubleChanged = new Signal()
  readonly #options: StatusWriterOptions
  readonly #inTurn = oneAtATime()
  #folder: string
  #trouble: FolderTrouble | null = null
  #lastFolder = ''
  #due: { readonly atMs: number; readonly cancel: () => void } | null = null

  constructor(options: StatusWriterOptions) {
    this.#options = options
    this.#folder = options.folder()
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

  /** The folder may be another. */
  folderChanged(): void {
    const folder = this.#options.folder()
    if (folder === this.#folder) return
    this.#folder = folder
    if (folder !== '') this.#writeWithin(0)
    else this.#setTrouble(null)
  }

  /** Writes at once what head office waits for: that a new key has arrived. */
  async writeNow(): Promise<void> {
    if (this.#options.folder() !== '') await this.#inTurn(() => this.#write())
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
    const { clock, folder } = this.#options
    if (folder() === '') return
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
    const { folders, folder: folderNow, read } = this.#options
    const folder = folderNow()
    if (folder === '') return
    const report = await read()
    const { id } = report.computer
    // Another id each time would leave a file each time.
    if (id === null) return
    const name = `claims-desk-${id}.json`
    const content = Buffer.from(`${JSON.stringify(report, null, 2)}\n`)
    const written = await folders.run(async (step) => {
      if (this.#lastFolder !== folder) await namesIn(step, folder, name)
      await putFile(step, folder, name, content)
    })
    if (written.ok) this.#lastFolder = folder
    this.#setTrouble(written.ok ? null : written.error)
  }

  #setTrouble(trouble: FolderTrouble | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.troubleChanged.emit()
  }
}
