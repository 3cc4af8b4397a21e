import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import type { UploadHold } from '#shared/outbox/entry-files.ts'
import type { Hold } from '#shared/outbox/hold.ts'
import type { Settings } from '#shared/settings.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { Outbox, type OutboxFailure } from '#main/outbox/outbox.ts'
import { type Result } from '#shared/result.ts'
import { clockOf, Mortal } from '#testing/mortal.ts'
import { VirtualClock } from '#testing/virtual-clock.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import type { Notice } from '#main/shell/notifications/notice.ts'
import { Notifier } from '#main/shell/notifications/notifier.ts'

const refused: Hold = { type: 'key-refused' }

const untried = { connection: 'unknown', holds: [] } as const

/** A notice without its empty parts. */
type ShownNotice = Partial<Notice>

/** An outbox in a file with its notices. */
export class Office {
  readonly clock: VirtualClock
  readonly notices: ShownNotice[] = []
  settings: Pick<Settings, 'notifications'>
  isWatched = false
  countsOfficer: (id: string | null) => boolean = () => true
  readonly #opened
  readonly #outbox
  #process = new Mortal()
  /** The process dies right after the system has shown the notification. */
  diesShowing = false
  #notices: Notifier

  constructor(settings: Office['settings'] = { notifications: true }) {
    this.clock = new VirtualClock('2026-11-20T09:00:00.000Z')
    this.settings = settings
    const opened = openOutboxFile(join(createTestFolder(), 'outbox.sqlite'), this.clock.now())
    if (!opened.ok) throw new Error(opened.error.type)
    this.#opened = opened.value.database
    onTestFinished(() => this.#opened.close())
    this.#outbox = new Outbox(this.#opened, plainProtection)
    this.#notices = this.#open()
  }

  /** The application quits cleanly and starts again. */
  restart(): void {
    this.#notices.close()
    this.starts()
  }

  /** The process is killed: its timers never fire, and nothing is closed cleanly. */
  dies(): void {
    this.#process.kill()
  }

  starts(): void {
    this.#process = new Mortal()
    this.#notices = this.#open()
  }

  accept(submission: Submission = claimSubmission(), officerId: string | null = null): string {
    this.#changed(this.#outbox.accept(submission, this.#now(), officerId))
    return submission.id
  }

  /** Tries an entry, as the engine does. */
  attempt(id: string, outcome: AttemptOutcome): void {
    this.#changed(this.#outbox.openAttempt(id, this.#now()))
    this.#changed(this.#outbox.closeAttempt(id, outcome, this.#now()))
  }

  /** Captures an entry and tries it at once. */
  send(outcome: AttemptOutcome, submission?: Submission, officerId?: string): string {
    const id = this.accept(submission, officerId)
    this.attempt(id, outcome)
    return id
  }

  found(id: string): void {
    this.#changed(this.#outbox.found(id, 'keke', 7, 'list', this.#now()))
  }
  officerAccepts(id: string): void {
    this.#changed(this.#outbox.apply(id, { type: 'officer-accepts', at: this.#now() }))
  }
  discard(id: string): void {
    this.#changed(this.#outbox.apply(id, { type: 'withdraw', at: this.#now(), to: 'discarded' }))
  }
  /** The insurer's list was read often enough to prove the entry absent. */
  absent(id: string): void {
    this.#changed(this.#outbox.apply(id, { type: 'absent', at: this.#now(), proved: true, by: 'list' }))
  }
  /** Restores an entry from a backup, unchanged. */
  restored(id: string): void {
    const entry = this.#outbox.get(id)
    if (entry !== null) this.#notices.stepTaken([entry], untried)
  }
  keyIs(state: 'refused' | 'accepted'): void {
    this.#notices.stepTaken(
      [],
      state === 'refused'
        ? { connection: 'key-refused', holds: [refused] }
        : { connection: 'online', holds: [] },
    )
  }

  statusChanged(...ids: readonly string[]): void {
    this.#notices.statusesChanged(ids)
  }

  filesAre(claims: number, hold: UploadHold | null): void {
    this.#notices.filesChanged({ claims, hold })
  }

  #now(): string {
    return this.clock.now().toISOString()
  }

  #changed(result: Result<KeptEntry, OutboxFailure>): void {
    if (!result.ok) throw new Error(result.error.type)
    this.#notices.stepTaken([result.value], untried)
  }

  #open(): Notifier {
    return new Notifier({
      outbox: this.#outbox,
      clock: clockOf(this.#process, this.clock),
      settings: () => this.settings,
      isWatched: () => this.isWatched,
      countsEntryOf: (id) => this.countsOfficer(id),
      show: (notice) => {
        this.notices.push(short(notice))
        if (this.diesShowing) this.dies()
      },
    })
  }
}

function short(notice: Notice): ShownNotice {
  return Object.fromEntries(Object.entries(notice).filter(([, value]) => Number(value) > 0))
}
