import { groupOfEntry, type ClaimGroup } from '#shared/claim/claim.ts'
import { needsSomeone, type UploadStatus } from '#shared/outbox/entry-files.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import { isSettled } from '#shared/outbox/predicates.ts'
import type { Settings } from '#shared/settings.ts'
import type { KeptEntry } from '#main/outbox/entry-codec.ts'
import type { Outbox } from '#main/outbox/outbox.ts'
import { guardStorage } from '#main/platform/sqlite.ts'
import type { Clock } from '#main/platform/clock.ts'
import type { CountsOf } from '#main/delivery/status.ts'
import { noticePartsOf, type Notice } from './notice.ts'

/** At most one notification in this time; good news waits as long for more of it. */
const betweenMs = 60_000

export interface NotifierOptions {
  readonly outbox: Pick<Outbox, 'undelivered' | 'get'>
  readonly clock: Clock
  readonly settings: () => Pick<Settings, 'notifications'>
  /** Whether the window is in front of the officer, where the page shows everything. */
  readonly isWatched: () => boolean
  /** Whose entries are reported to the current officer. */
  readonly countsEntryOf: CountsOf
  readonly show: (notice: Notice) => void
}

/** What concerns all that waits, not single entries. */
type Alarm = 'keyRefused' | 'filesHeld'

/** Entries to report, and from when on (monotonic ms). */
interface News {
  readonly ids: Set<string>
  fromMs: number
}

/**
 * Decides what is reported when: at most one notification a minute, about all that is due by then. What begins to need
 * someone and a refused key are due at once, what was received or decided after a minute. Nothing is reported while the
 * officer looks at the page, nothing twice, and no entry that was so at the start.
 */
export class Notifier {
  readonly #options: NotifierOptions
  /** The last known group of undelivered entries: an unchanged one is not news. */
  readonly #known = new Map<string, ClaimGroup | null>()
  readonly #alarms = new Map<Alarm, 'due' | 'reported'>()
  readonly #bad: News = { ids: new Set(), fromMs: Infinity }
  readonly #good: News = { ids: new Set(), fromMs: Infinity }
  readonly #decided: News = { ids: new Set(), fromMs: Infinity }
  /** When the last notification was shown (monotonic ms). */
  #lastAtMs = -Infinity
  #nextLook: { readonly atMs: number; readonly cancel: () => void } | null = null
  #isClosed = false

  constructor(options: NotifierOptions) {
    this.#options = options
    for (const entry of options.outbox.undelivered()) this.#note(entry)
  }

  /** Takes the new state of entries, and the engine's: the key was refused, or accepted again. */
  stepTaken(
    entries: readonly KeptEntry[],
    { connection, holds }: Pick<EngineStatus, 'connection' | 'holds'>,
  ): void {
    const isRaised = holds.some(({ type }) => type === 'key-refused')
    this.#alarm('keyRefused', isRaised ? 'raised' : connection === 'online' ? 'over' : null)
    if (entries.length === 0) return
    const news = entries.filter((entry) => this.#isNews(entry) && this.#concerns(entry))
    this.#take(this.#bad, 0, news.filter(needsYou))
    this.#take(this.#good, betweenMs, news.filter(cameToTheInsurer))
    this.#goOn()
  }

  /** The insurer has changed the status of these claims. */
  statusesChanged(ids: readonly string[]): void {
    this.#take(this.#decided, betweenMs, this.#entriesOf(ids))
    this.#goOn()
  }

  /** Takes how the files of claims stand. One notification for all that wait until none does. */
  filesChanged({ claims, hold }: Pick<UploadStatus, 'claims' | 'hold'>): void {
    this.#alarm('filesHeld', claims === 0 ? 'over' : needsSomeone(hold) ? 'raised' : null)
  }

  /** Stops; the outbox shows what was not reported yet. */
  close(): void {
    this.#isClosed = true
    this.#plan()
  }

  #alarm(name: Alarm, is: 'raised' | 'over' | null): void {
    if (is === 'over') this.#alarms.delete(name)
    if (is !== 'raised' || this.#alarms.has(name)) return
    this.#alarms.set(name, this.#isWanted() ? 'due' : 'reported')
    if (this.#isWanted()) this.#bad.fromMs = Math.min(this.#bad.fromMs, this.#options.clock.monotonicMs())
    this.#goOn()
  }

  #take(news: News, delayMs: number, entries: readonly KeptEntry[]): void {
    if (entries.length === 0 || !this.#isWanted()) return
    for (const { id } of entries) news.ids.add(id)
    news.fromMs = Math.min(news.fromMs, this.#options.clock.monotonicMs() + delayMs)
  }

  #nextAtMs(): number {
    const dueMs = Math.min(this.#bad.fromMs, this.#good.fromMs, this.#decided.fromMs)
    return Math.max(dueMs, this.#lastAtMs + betweenMs)
  }

  #goOn(): void {
    if (!this.#isClosed && this.#options.clock.monotonicMs() >= this.#nextAtMs()) this.#show()
    this.#plan()
  }

  #show(): void {
    const { clock, show } = this.#options
    const nowMs = clock.monotonicMs()
    const due = [this.#bad, this.#good, this.#decided].filter(({ fromMs }) => fromMs <= nowMs)
    const dueOf = (news: News): readonly KeptEntry[] =>
      due.includes(news) ? this.#entriesOf([...news.ids]) : []
    const notice = {
      needsYou: dueOf(this.#bad).filter(needsYou).length,
      received: dueOf(this.#good).filter(cameToTheInsurer).length,
      decided: dueOf(this.#decided).length,
      keyRefused: this.#alarms.get('keyRefused') === 'due',
      filesHeld: this.#alarms.get('filesHeld') === 'due',
    }
    for (const news of due) {
      news.ids.clear()
      news.fromMs = Infinity
    }
    for (const name of this.#alarms.keys()) this.#alarms.set(name, 'reported')
    if (!this.#isWanted() || noticePartsOf(notice).length === 0) return
    this.#lastAtMs = nowMs
    show(notice)
  }

  #isWanted(): boolean {
    const { settings, isWatched } = this.#options
    return settings().notifications && !isWatched()
  }

  // An entry not known before came from a backup: the officer who restored it has seen its state.
  #isNews(entry: KeptEntry): boolean {
    const before = this.#known.get(entry.id)
    this.#note(entry)
    return before !== undefined && before !== groupOfKept(entry)
  }

  #note(entry: KeptEntry): void {
    if (isSettled(entry.state)) this.#known.delete(entry.id)
    else this.#known.set(entry.id, groupOfKept(entry))
  }

  #concerns({ officerId }: KeptEntry): boolean {
    return this.#options.countsEntryOf(officerId)
  }

  /** Their current state, limited to entries of the current officer. Unreadable entries are left out. */
  #entriesOf(ids: readonly string[]): readonly KeptEntry[] {
    return ids.flatMap((id) => {
      const read = guardStorage(() => this.#options.outbox.get(id))
      return read.ok && read.value !== null && this.#concerns(read.value) ? [read.value] : []
    })
  }

  #plan(): void {
    const { clock } = this.#options
    const atMs = this.#nextAtMs()
    if (this.#isClosed || atMs === Infinity) {
      this.#nextLook?.cancel()
      this.#nextLook = null
      return
    }
    // Never later than planned: constant activity must not postpone it forever.
    if (this.#nextLook !== null && this.#nextLook.atMs <= atMs) return
    this.#nextLook?.cancel()
    const look = (): void => {
      this.#nextLook = null
      this.#goOn()
    }
    this.#nextLook = { atMs, cancel: clock.after(Math.max(0, atMs - clock.monotonicMs()), look) }
  }
}

/** Its group, as far as an entry alone tells it: what became of its files is told by `filesChanged`. */
function groupOfKept({ body, state, candidates }: KeptEntry): ClaimGroup | null {
  return groupOfEntry({
    kind: body.kind,
    state,
    candidates,
    duplicateClaimIds: [],
    files: null,
    standing: null,
  })
}

function needsYou(entry: KeptEntry): boolean {
  return groupOfKept(entry) === 'needs-you'
}

/** Received without an officer's doing: an officer who marks a claim as arrived already knows. */
function cameToTheInsurer(entry: KeptEntry): boolean {
  const { state } = entry
  return groupOfKept(entry) === 'received' && !('proof' in state && state.proof === 'officer')
}
