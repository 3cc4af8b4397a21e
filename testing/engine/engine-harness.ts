import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Submission } from '#shared/outbox/entry.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { Outbox } from '#main/outbox/outbox.ts'
import type { Engine } from '#main/delivery/engine.ts'
import { ModelServer } from './model-server.ts'
import { plainEngine } from './plain-engine.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'

/** The real outbox and engine over a real file, a clock that stands still and a model of the insurer. */
export class EngineHarness {
  readonly clock = new VirtualClock()
  readonly server = new ModelServer()
  readonly folder = mkdtempSync(join(tmpdir(), 'claims-desk-'))
  hasKey = true
  sideBySide = 1
  savesData = false
  address = 'https://insurer.example'
  outbox: Outbox
  engine: Engine
  database: DatabaseSync
  #close: () => void

  constructor() {
    this.server.now = () => this.clock.now()
    const opened = this.#open()
    this.outbox = opened.outbox
    this.engine = opened.engine
    this.database = opened.database
    this.#close = opened.close
  }

  /** Stores a submission and notifies the engine. */
  accept(submission: Submission): string {
    const kept = this.outbox.accept(submission, this.clock.now().toISOString())
    if (!kept.ok) throw new Error(`not accepted: ${kept.error.type}`)
    this.engine.nudge()
    return submission.id
  }

  entry(id: string): KeptEntry {
    const entry = this.outbox.get(id)
    if (entry === null) throw new Error('no such entry')
    return entry
  }

  state(id: string): string {
    return this.entry(id).state.name
  }

  /** A power cut: the file stays as it is and a new process opens it. The old engine gets no notice. */
  restart(): void {
    this.#close()
    const opened = this.#open()
    this.outbox = opened.outbox
    this.engine = opened.engine
    this.database = opened.database
    this.#close = opened.close
  }

  dispose(): void {
    this.#close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #open(): { outbox: Outbox; engine: Engine; database: DatabaseSync; close: () => void } {
    const opened = openOutboxFile(join(this.folder, 'outbox.sqlite'), this.clock.now())
    if (!opened.ok) throw new Error(`not opened: ${opened.error.type}`)
    const { database } = opened.value
    const outbox = new Outbox(database, plainProtection)
    const engine = plainEngine(database, {
      outbox,
      api: this.server,
      address: this.address,
      clock: this.clock,
      hasKey: () => Promise.resolve(this.hasKey),
      sideBySide: () => this.sideBySide,
      savesData: () => this.savesData,
    })
    return { outbox, engine, database, close: () => database.close() }
  }
}
