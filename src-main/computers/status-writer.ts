import { isDeepStrictEqual } from 'node:util'
import { statusFileName, type ComputerStatus, type FolderTrouble } from '#shared/computer-status.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
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
  /** Null while nothing can be said. */
  readonly read: () => Promise<ComputerStatus | null>
}

/** Writes how this computer stands into the folder of head office. Nothing else ever waits for it. */
export class StatusWriter {
  /** Whether the folder can be used became otherwise. */
  readonly troubleChanged = new Signal()
  readonly #options: StatusWriterOptions
  readonly #inTurn = oneAtATime()
  #folder: string
  #trouble: FolderTrouble | null = null
  #last: { readonly folder: string; readonly status: ComputerStatus; readonly atMs: number } | null = null
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
      void this.#inTurn(() => this.#write()).then((nextMs) => this.#writeWithin(nextMs))
    })
    this.#due = { atMs, cancel }
  }

  /** @returns milliseconds until the next time. */
  async #write(): Promise<number> {
    const { clock, folders, folder: folderNow, read } = this.#options
    const folder = folderNow()
    const status = folder === '' ? null : await read()
    if (status === null) return hourMs
    const knownMs = this.#knownMs(folder, status)
    if (knownMs !== null) return hourMs - knownMs
    const name = statusFileName(status.id)
    const content = Buffer.from(`${JSON.stringify(status, null, 2)}\n`)
    const isFirst = this.#last?.folder !== folder
    const written = await folders.run(async (step) => {
      if (isFirst) await namesIn(step, folder, name)
      await putFile(step, folder, name, content)
    })
    if (written.ok) this.#last = { folder, status, atMs: clock.monotonicMs() }
    this.#setTrouble(written.ok ? null : written.error)
    return hourMs
  }

  #setTrouble(trouble: FolderTrouble | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.troubleChanged.emit()
  }

  /** How long ago the same was written, where that is within the hour. */
  #knownMs(folder: string, status: ComputerStatus): number | null {
    const last = this.#last
    if (last?.folder !== folder) return null
    const agoMs = this.#options.clock.monotonicMs() - last.atMs
    const isSame = isDeepStrictEqual({ ...status, writtenAt: '' }, { ...last.status, writtenAt: '' })
    return isSame && agoMs < hourMs ? agoMs : null
  }
}
