import { ageLimits } from '#shared/ages.ts'
import type { EntryStateName } from '#shared/outbox/entry.ts'
import { needsSomeone, type UploadStatus } from '#shared/outbox/entry-files.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import { isSettled, isUnconfirmed } from '#shared/outbox/predicates.ts'
import { isQuiet } from '#shared/quiet-hours.ts'
import type { Settings } from '#shared/settings.ts'
import type { EngineMemory } from '../outbox/engine-memory.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import type { Clock } from '../platform/clock.ts'
import type { CountsOf } from '../delivery/status.ts'
import { cameToTheInsurer, isUnsure, noticeOf, partsOf, wasTurnedDown, type Notice } from './notice.ts'
import { readRemembered, writeRemembered, type Remembered } from './notice-memory.ts'

/** Entries received within this time share one notification; so do further rejections after the first. */
const groupMs = 60_000
/** While something is pending, the wall clock is checked this often: it may jump, and computers sleep. */
const lookEveryMs = 60_000

export interface NotifierOptions {
  readonly outbox: Pick<Outbox, 'undelivered' | 'get'>
  readonly memory: EngineMemory
  readonly clock: Clock
  readonly settings: () => Pick<Settings, 'notifications' | 'quietHours'>
  /** Whether the window is in front of the officer, where the page shows everything. */
  readonly isWatched: () => boolean
  /** Whose entries are reported to the current officer. */
  readonly countsEntryOf: CountsOf
  readonly show: (notice: Notice) => void
}

/** What concerns all that waits, not single entries. */
const alarms = ['keyRefused', 'filesHeld'] as const
type Alarm = (typeof alarms)[number]

/** What to do now with something worth reporting. */
type Way = 'show' | 'hold' | 'drop'

/**
 * Decides what is reported when: rejections, a refused key and doubts at once, received entries in groups, nothing
 * during quiet hours but one summary after them, nothing while the officer looks at the page, and nothing twice.
 */
export class Notifier {
  readonly #options: NotifierOptions
  /** The last known state of undelivered entries: an unchanged state is not news. */
  readonly #known = new Map<string, EntryStateName>()
  /** Current doubts, by the entry's id. */
  readonly #doubts = new Map<string, string>()
  #remembered: Remembered
  /** When the remembered group is reported (monotonic ms). */
  #groupEndsAtMs: number | null = null
  #rejectionReportedAtMs = -Infinity
  #nextLook: { readonly atMs: number; readonly cancel: () => void } | null = null
  #isClosed = false

  constructor(options: NotifierOptions) {
    this.#options = options
    this.#remembered = readRemembered(options.memory)
    for (const entry of options.outbox.undelivered()) this.#note(entry)
    // What the last process could not report any more comes a minute after the start, together with anything new.
    if (this.#remembered.group.length > 0) this.#startGroup()
    this.#plan()
  }

  /** Takes the new state of entries. */
  entriesChanged(entries: readonly KeptEntry[]): void {
    const news = entries.filter((entry) => this.#isNews(entry) && this.#concerns(entry))
    const way = this.#way()
    if (news.length > 0 && way === 'hold') this.#hold(idsOf(news))
    if (news.length > 0 && way === 'show') this.#take(news)
    this.#plan()
  }

  /** Takes the engine's status: the key was refused, or accepted again. */
  statusChanged({ connection, holds }: Pick<EngineStatus, 'connection' | 'holds'>): void {
    const isRaised = holds.some(({ type }) => type === 'key-refused')
    this.#alarm('keyRefused', isRaised ? 'raised' : connection === 'online' ? 'over' : null)
  }

  /** Takes how the files of claims stand. One notification for all that wait until none does. */
  filesChanged({ claims, hold }: Pick<UploadStatus, 'claims' | 'hold'>): void {
    this.#alarm('filesHeld', claims === 0 ? 'over' : needsSomeone(hold) ? 'raised' : null)
  }

  /** Stops; what was not reported yet is kept for the next start. */
  close(): void {
    this.#isClosed = true
    this.#plan()
  }

  #alarm(name: Alarm, is: 'raised' | 'over' | null): void {
    const known = this.#remembered[name]
    if (is === 'over' && known !== 'no') this.#remember({ [name]: 'no' })
    if (is !== 'raised' || known !== 'no') return
    const way = this.#way()
    this.#remember({ [name]: way === 'hold' ? 'held' : 'reported' })
    if (way === 'show') this.#show([], { [name]: true })
    this.#plan()
  }

  #take(news: readonly KeptEntry[]): void {
    const { clock } = this.#options
    const rejected = news.filter(wasTurnedDown)
    const isFirst = clock.monotonicMs() - this.#rejectionReportedAtMs >= groupMs
    const atOnce = isFirst ? rejected : []
    if (atOnce.length > 0) {
      this.#rejectionReportedAtMs = clock.monotonicMs()
      this.#show(atOnce)
    }
    const later = news.filter((entry) => !atOnce.includes(entry))
    if (later.length === 0) return
    if (this.#groupEndsAtMs === null) this.#startGroup()
    this.#remember({ group: union(this.#remembered.group, idsOf(later)) })
  }

  #hold(ids: readonly string[]): void {
    this.#remember({ held: union(this.#remembered.held, ids) })
  }

  #startGroup(): void {
    this.#groupEndsAtMs = this.#options.clock.monotonicMs() + groupMs
  }

  #look(): void {
    this.#nextLook = null
    this.#endGroup()
    this.#reportDoubts()
    this.#endQuiet()
    this.#plan()
  }

  #endGroup(): void {
    if (this.#groupEndsAtMs === null || this.#options.clock.monotonicMs() < this.#groupEndsAtMs) return
    this.#groupEndsAtMs = null
    const { group, held } = this.#remembered
    const way = this.#way()
    this.#remember({ group: [], held: way === 'hold' ? union(held, group) : held })
    if (way !== 'show') return
    const entries = this.#entriesOf(group)
    if (entries.some(wasTurnedDown)) {
      this.#rejectionReportedAtMs = this.#options.clock.monotonicMs()
    }
    this.#show(entries)
  }

  #reportDoubts(): void {
    const due = this.#entriesOf(this.#unreportedDoubts()).filter(
      (entry) => isUnsure(entry) && this.#isLong(entry),
    )
    if (due.length === 0) return
    const way = this.#way()
    const { reportedDoubts, held } = this.#remembered
    const standing = new Set(this.#doubts.values())
    this.#remember({
      reportedDoubts: [...reportedDoubts.filter((doubt) => standing.has(doubt)), ...due.map(doubtOf)],
      held: way === 'hold' ? union(held, idsOf(due)) : held,
    })
    if (way === 'show') this.#show(due)
  }

  #endQuiet(): void {
    const { held } = this.#remembered
    const raised = alarms.filter((name) => this.#remembered[name] === 'held')
    const way = this.#way()
    if ((held.length === 0 && raised.length === 0) || way === 'hold') return
    const all = <T>(value: T) => Object.fromEntries(raised.map((name) => [name, value]))
    this.#remember({ held: [], ...all('reported') })
    if (way === 'show') this.#show(this.#entriesOf(held), { isSummary: true, ...all(true) })
  }

  #show(entries: readonly KeptEntry[], of: Partial<Pick<Notice, 'isSummary' | Alarm>> = {}): void {
    const notice = noticeOf(entries, { isSummary: false, keyRefused: false, filesHeld: false, ...of })
    if (partsOf(notice).length > 0) this.#options.show(notice)
  }

  #way(): Way {
    const { settings, isWatched, clock } = this.#options
    const { notifications, quietHours } = settings()
    if (!notifications || isWatched()) return 'drop'
    return isQuiet(clock.now(), quietHours) ? 'hold' : 'show'
  }

  // An entry not known before came from a backup: the officer who restored it has seen its state.
  #isNews(entry: KeptEntry): boolean {
    const before = this.#known.get(entry.id)
    this.#note(entry)
    if (before === undefined || before === entry.state.name) return false
    return wasTurnedDown(entry) || cameToTheInsurer(entry)
  }

  #note(entry: KeptEntry): void {
    const { id, state } = entry
    if (isSettled(state)) this.#known.delete(id)
    else this.#known.set(id, state.name)
    if (isUnsure(entry)) this.#doubts.set(id, doubtOf(entry))
    else this.#doubts.delete(id)
  }

  #concerns({ officerId }: KeptEntry): boolean {
    return this.#options.countsEntryOf(officerId)
  }

  #unreportedDoubts(): readonly string[] {
    const reported = new Set(this.#remembered.reportedDoubts)
    return [...this.#doubts].flatMap(([id, doubt]) => (reported.has(doubt) ? [] : [id]))
  }

  #isLong({ state }: KeptEntry): boolean {
    // A claim that needs an officer has no automatic check left, so there is nothing to wait for.
    if (!isUnconfirmed(state) || !('since' in state)) return true
    return this.#options.clock.now().getTime() - Date.parse(state.since) >= ageLimits.unconfirmed.oldMs
  }

  /** Their current state, limited to entries of the current officer. Unreadable entries are left out. */
  #entriesOf(ids: readonly string[]): readonly KeptEntry[] {
    return ids.flatMap((id) => {
      const read = guardStorage(() => this.#options.outbox.get(id))
      return read.ok && read.value !== null && this.#concerns(read.value) ? [read.value] : []
    })
  }

  // Always saved before the notification is shown: if the process is killed in between, nothing is reported twice.
  #remember(change: Partial<Remembered>): void {
    this.#remembered = { ...this.#remembered, ...change }
    writeRemembered(this.#options.memory, this.#remembered)
  }

  #plan(): void {
    if (this.#isClosed || !this.#awaitsSomething()) {
      this.#nextLook?.cancel()
      this.#nextLook = null
      return
    }
    const { clock } = this.#options
    const nowMs = clock.monotonicMs()
    const atMs = Math.min(nowMs + lookEveryMs, this.#groupEndsAtMs ?? Infinity)
    // Never later than planned: constant activity must not postpone it forever.
    if (this.#nextLook !== null && this.#nextLook.atMs <= atMs) return
    this.#nextLook?.cancel()
    this.#nextLook = { atMs, cancel: clock.after(Math.max(0, atMs - nowMs), () => this.#look()) }
  }

  #awaitsSomething(): boolean {
    const { held } = this.#remembered
    return (
      this.#groupEndsAtMs !== null ||
      held.length > 0 ||
      alarms.some((name) => this.#remembered[name] === 'held') ||
      this.#unreportedDoubts().length > 0
    )
  }
}

/** Identifies a doubt about an entry: one that goes away and comes back is a new one. */
function doubtOf({ id, state }: KeptEntry): string {
  return `${id} ${'since' in state ? state.since : ''}`
}

function idsOf(entries: readonly KeptEntry[]): readonly string[] {
  return entries.map(({ id }) => id)
}

function union(ids: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...ids, ...more])]
}
