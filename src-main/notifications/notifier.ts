import { ageLimits } from '#shared/ages.ts'
import type { EntryStateName } from '#shared/outbox/entry.ts'
import type { EngineStatus } from '#shared/outbox/hold.ts'
import { isRejected, isSettled, isUnconfirmed } from '#shared/outbox/predicates.ts'
import { isQuiet } from '#shared/quiet-hours.ts'
import type { Settings } from '#shared/settings.ts'
import type { EngineMemory } from '../outbox/engine-memory.ts'
import type { KeptEntry } from '../outbox/entry-codec.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { guardStorage } from '../platform/storage-failure.ts'
import type { Clock } from '../platform/clock.ts'
import type { CountsOf } from '../delivery/status.ts'
import { cameToTheInsurer, isUnsure, noticeOf, partsOf, type Notice } from './notice.ts'
import { readRemembered, writeRemembered, type Remembered } from './notice-memory.ts'

/** What is received within this time is told together; so are further rejections after the first. */
const groupMs = 60_000
/** While something is to come, the clock on the wall is looked at this often: it may jump, and computers sleep. */
const lookEveryMs = 60_000

export interface NotifierOptions {
  readonly outbox: Pick<Outbox, 'undelivered' | 'get'>
  readonly memory: EngineMemory
  readonly clock: Clock
  readonly settings: () => Pick<Settings, 'notifications' | 'quietHours'>
  /** Whether somebody has the page before them, which shows all of it. */
  readonly isWatched: () => boolean
  /** Whose entries are told of to whoever sits there. */
  readonly countsEntryOf: CountsOf
  readonly tell: (notice: Notice) => void
}

/** What to do with something worth telling, now. */
type Way = 'tell' | 'hold' | 'drop'

/**
 * Decides what is told when: rejections, a refused key and doubts at once, what is received in groups, nothing in the
 * quiet hours but one summary after them, nothing to who looks at the page, and nothing twice.
 */
export class Notifier {
  readonly #options: NotifierOptions
  /** How undelivered entries stood when last heard of: what is in it already is no news. */
  readonly #known = new Map<string, EntryStateName>()
  /** The doubts there are, by the entry's id. */
  readonly #doubts = new Map<string, string>()
  #remembered: Remembered
  /** When what is remembered as the group is told. */
  #groupEndsAtMs: number | null = null
  #rejectionToldAtMs = -Infinity
  #nextLook: { readonly atMs: number; readonly cancel: () => void } | null = null
  #isClosed = false

  constructor(options: NotifierOptions) {
    this.#options = options
    this.#remembered = readRemembered(options.memory)
    for (const entry of options.outbox.undelivered()) this.#note(entry)
    // What the last process did not live to tell comes a minute after the start, with what comes about until then.
    if (this.#remembered.group.length > 0) this.#startGroup()
    this.#plan()
  }

  /** Entries stand like that now. */
  entriesChanged(entries: readonly KeptEntry[]): void {
    const news = entries.filter((entry) => this.#isNews(entry) && this.#concerns(entry))
    const way = this.#way()
    if (news.length > 0 && way === 'hold') this.#hold(idsOf(news))
    if (news.length > 0 && way === 'tell') this.#take(news)
    this.#plan()
  }

  /** The key is refused, or accepted again. */
  statusChanged({ connection, holds }: Pick<EngineStatus, 'connection' | 'holds'>): void {
    const { keyRefused } = this.#remembered
    if (connection === 'online' && keyRefused !== 'no') this.#remember({ keyRefused: 'no' })
    if (keyRefused !== 'no' || !holds.some(({ type }) => type === 'key-refused')) return
    const way = this.#way()
    this.#remember({ keyRefused: way === 'hold' ? 'held' : 'told' })
    if (way === 'tell') this.#tell([], { keyRefused: true })
    this.#plan()
  }

  /** Ends it; what was not told yet is kept for the next start. */
  close(): void {
    this.#isClosed = true
    this.#plan()
  }

  #take(news: readonly KeptEntry[]): void {
    const { clock } = this.#options
    const rejected = news.filter(({ state }) => isRejected(state))
    const isFirst = clock.monotonicMs() - this.#rejectionToldAtMs >= groupMs
    const atOnce = isFirst ? rejected : []
    if (atOnce.length > 0) {
      this.#rejectionToldAtMs = clock.monotonicMs()
      this.#tell(atOnce)
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
    this.#tellDoubts()
    this.#endQuiet()
    this.#plan()
  }

  #endGroup(): void {
    if (this.#groupEndsAtMs === null || this.#options.clock.monotonicMs() < this.#groupEndsAtMs) return
    this.#groupEndsAtMs = null
    const { group, held } = this.#remembered
    const way = this.#way()
    this.#remember({ group: [], held: way === 'hold' ? union(held, group) : held })
    if (way !== 'tell') return
    const entries = this.#entriesOf(group)
    if (entries.some(({ state }) => isRejected(state))) {
      this.#rejectionToldAtMs = this.#options.clock.monotonicMs()
    }
    this.#tell(entries)
  }

  #tellDoubts(): void {
    const due = this.#entriesOf(this.#untold()).filter((entry) => isUnsure(entry) && this.#isLong(entry))
    if (due.length === 0) return
    const way = this.#way()
    const { toldDoubts, held } = this.#remembered
    const standing = new Set(this.#doubts.values())
    this.#remember({
      toldDoubts: [...toldDoubts.filter((doubt) => standing.has(doubt)), ...due.map(doubtOf)],
      held: way === 'hold' ? union(held, idsOf(due)) : held,
    })
    if (way === 'tell') this.#tell(due)
  }

  #endQuiet(): void {
    const { held, keyRefused } = this.#remembered
    const way = this.#way()
    if ((held.length === 0 && keyRefused !== 'held') || way === 'hold') return
    const isKeyHeld = keyRefused === 'held'
    this.#remember({ held: [], keyRefused: isKeyHeld ? 'told' : keyRefused })
    if (way === 'tell') this.#tell(this.#entriesOf(held), { isSummary: true, keyRefused: isKeyHeld })
  }

  #tell(entries: readonly KeptEntry[], of: Partial<Pick<Notice, 'isSummary' | 'keyRefused'>> = {}): void {
    const notice = noticeOf(entries, { isSummary: false, keyRefused: false, ...of })
    if (partsOf(notice).length > 0) this.#options.tell(notice)
  }

  #way(): Way {
    const { settings, isWatched, clock } = this.#options
    const { notifications, quietHours } = settings()
    if (!notifications || isWatched()) return 'drop'
    return isQuiet(clock.now(), quietHours) ? 'hold' : 'tell'
  }

  // What was not known before came from elsewhere (a backup): whoever brought it in knows how it stands.
  #isNews(entry: KeptEntry): boolean {
    const before = this.#known.get(entry.id)
    this.#note(entry)
    if (before === undefined || before === entry.state.name) return false
    return isRejected(entry.state) || cameToTheInsurer(entry)
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

  #untold(): readonly string[] {
    const told = new Set(this.#remembered.toldDoubts)
    return [...this.#doubts].flatMap(([id, doubt]) => (told.has(doubt) ? [] : [id]))
  }

  #isLong({ state }: KeptEntry): boolean {
    // Everything was tried already when a claim comes to an officer.
    if (!isUnconfirmed(state) || !('since' in state)) return true
    return this.#options.clock.now().getTime() - Date.parse(state.since) >= ageLimits.unconfirmed.oldMs
  }

  /** As they stand now, those whoever sits there is told of. What cannot be read now is left out. */
  #entriesOf(ids: readonly string[]): readonly KeptEntry[] {
    return ids.flatMap((id) => {
      const read = guardStorage(() => this.#options.outbox.get(id))
      return read.ok && read.value !== null && this.#concerns(read.value) ? [read.value] : []
    })
  }

  // Always before it is told: killed in between, nothing is told twice.
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
    // Never later than planned: whatever goes on all the time must not put it off for good.
    if (this.#nextLook !== null && this.#nextLook.atMs <= atMs) return
    this.#nextLook?.cancel()
    this.#nextLook = { atMs, cancel: clock.after(Math.max(0, atMs - nowMs), () => this.#look()) }
  }

  #awaitsSomething(): boolean {
    const { held, keyRefused } = this.#remembered
    return (
      this.#groupEndsAtMs !== null || held.length > 0 || keyRefused === 'held' || this.#untold().length > 0
    )
  }
}

/** A doubt about an entry: when it goes and comes back, it is another one. */
function doubtOf({ id, state }: KeptEntry): string {
  return `${id} ${'since' in state ? state.since : ''}`
}

function idsOf(entries: readonly KeptEntry[]): readonly string[] {
  return entries.map(({ id }) => id)
}

function union(ids: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...ids, ...more])]
}
